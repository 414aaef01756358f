package made

import (
	"strconv"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// fragment is a part of a text that is made for many rows at once, without a value for each.
type fragment struct {
	text   string       // where there is neither a column nor a function
	column *plan.Vector // texts, or what write knows
	dense  bool         // column has the rows left, one after another
	write  func(to []byte, v *plan.Vector, row int) []byte
	most   int        // about how many bytes write appends
	all    []byte     // of a column of codes: the texts of its dictionary, one behind another
	ends   []uint32   // and where each ends
	parts  []*applied // of a column of texts: which part of each is wanted, one after another
	apply  *applied
	absent int // the fragment that takes its place where it is NULL; 0: then the whole text is
	from   int // of such a fragment: the first whose text it takes the place of, plus one
	to     int // where to go on: where test is not true, or always without one; 0: behind it
	test   *plan.Vector
	null   bool // it is NULL
}

// Text is what a text is made of: fragments one behind another, and functions of what stands before
// them.
type Text []fragment

// Source is the rows that texts are made of.
type Source struct {
	Columns []plan.Vector
	Compute func(e plan.Expr) (plan.Vector, error) // a number or a truth of them, in the rows left
}

// Of tells what a text is made of: texts, numbers, dates and formatted units of columns, and constants;
// nil for another expression, and for a column as it is.
func (from Source) Of(e plan.Expr) (Text, error) {
	if e.Type().Kind != plan.String {
		return nil, nil
	}
	switch e.(type) {
	case plan.Call, plan.Cast:
		m := maker{from: from}
		if m.add(e) && m.err == nil {
			return m.out, nil
		}
		return nil, m.err
	}
	return nil, nil
}

// Seen is Of for a text that is looked into, which may be a column.
func (from Source) Seen(e plan.Expr) (Text, error) {
	s, ok := e.(plan.Slot)
	if !ok {
		return from.Of(e)
	}
	m := maker{from: from}
	if !m.texts(&from.Columns[s.Index]) {
		return nil, nil
	}
	return m.out, nil
}

// maker puts fragments one behind another.
type maker struct {
	from Source
	out  Text
	err  error
}

// add appends the fragments of an expression; false for one that has to be evaluated.
func (m *maker) add(e plan.Expr) bool {
	switch e := e.(type) {
	case plan.Const:
		m.out = append(m.out, fragment{text: e.Value.Text, null: e.Value.IsNull()})
		return e.Value.Kind == plan.String || e.Value.IsNull()
	case plan.Slot:
		if e.Of.Kind == plan.Int {
			return m.number(e)
		}
		return m.texts(&m.from.Columns[e.Index])
	case plan.Cast:
		return e.To.Kind == plan.String && m.number(e.X)
	case plan.Call:
		return m.call(e)
	}
	return false
}

func (m *maker) call(e plan.Call) bool {
	switch e.Op {
	case plan.Concat:
		for _, a := range e.Args {
			if !m.add(a) {
				return false
			}
		}
		return true
	case plan.If:
		return m.choice(e)
	case plan.FormatUnits:
		return m.units(e)
	case plan.JsonOf, "JSON_ARRAY", "JSON_OBJECT":
		return m.document(e)
	case "CONV":
		if x, base, ok := basedNumber(e); ok {
			return m.based(x, base)
		}
	}
	return m.apply(e)
}

// texts appends a column of texts.
func (m *maker) texts(v *plan.Vector) bool {
	p := fragment{column: v}
	if v.Type.Kind == plan.String && v.Dict != nil {
		p.all, _, p.ends = v.Dict.Span(0, v.Dict.Len())
	}
	m.out = append(m.out, p)
	return v.Type.Kind == plan.String && (v.Texts != nil || v.Dict != nil)
}

// computed gives the numbers that an expression is in the rows, nil where they are not all in 64
// bits; dense where they are those of the rows left alone.
func (m *maker) computed(e plan.Expr) (v *plan.Vector, dense bool) {
	if s, ok := e.(plan.Slot); ok {
		v = &m.from.Columns[s.Index]
	} else {
		v, dense = m.column(e), true
	}
	if t := e.Type(); v == nil || v.Type.Kind != t.Kind || v.Type.Scale != t.Scale || v.Dict != nil || v.Wide != nil {
		return nil, false
	}
	return v, dense
}

// column gives an expression in the rows left, nil where it is an error in one: whether that counts
// is known where it is evaluated.
func (m *maker) column(e plan.Expr) *plan.Vector {
	v, err := m.from.Compute(e)
	if err == nil {
		return &v
	}
	if !plan.IsOfValue(err) {
		m.err = err
	}
	return nil
}

// number appends the text of a number, a date or a time.
func (m *maker) number(e plan.Expr) bool {
	write, ok := writers[e.Type().Kind]
	if !ok {
		return false
	}
	v, dense := m.computed(e)
	m.out = append(m.out, fragment{column: v, dense: dense, write: write, most: longestNumber})
	return v != nil
}

// longestNumber is about how many bytes a number takes at most.
const longestNumber = 24

// writers append the text of a value, as value.Value.String gives it.
var writers = map[value.Kind]func(to []byte, v *plan.Vector, row int) []byte{
	plan.Int: func(to []byte, v *plan.Vector, row int) []byte { return strconv.AppendInt(to, v.Ints[row], 10) },
	plan.Unsigned: func(to []byte, v *plan.Vector, row int) []byte {
		return strconv.AppendUint(to, value.UnsignedOf(v.Ints[row]), 10)
	},
	plan.Decimal: func(to []byte, v *plan.Vector, row int) []byte {
		return value.AppendDecimal(to, v.Ints[row], v.Type.Scale)
	},
	plan.Double: func(to []byte, v *plan.Vector, row int) []byte {
		return v.Type.AppendDouble(to, v.Floats[row])
	},
	plan.Date: func(to []byte, v *plan.Vector, row int) []byte { return value.AppendDate(to, v.Ints[row]) },
	plan.DateTime: func(to []byte, v *plan.Vector, row int) []byte {
		return value.AppendDateTime(to, v.Ints[row], v.Type.Scale)
	},
	plan.Time: func(to []byte, v *plan.Vector, row int) []byte {
		return value.AppendTime(to, v.Ints[row], v.Type.Scale)
	},
}

// choice appends the fragments of both branches of IF, of which one is made in each row.
func (m *maker) choice(e plan.Call) bool {
	test := m.column(plan.TruthOf(e.Args[0]))
	at := len(m.out)
	m.out = append(m.out, fragment{test: test})
	if test == nil || !m.add(e.Args[1]) {
		return false
	}
	over := len(m.out)
	m.out = append(m.out, fragment{})
	ok := m.add(e.Args[2])
	m.out[at].to, m.out[over].to = over+1, len(m.out)
	return ok
}

// units appends the texts of numbers that a format spells.
func (m *maker) units(e plan.Call) bool {
	format, constant := e.Args[1].(plan.Const)
	unit, known := e.Args[2].(plan.Const)
	if !constant || !known || format.Value.IsNull() || unit.Value.Kind != plan.Int || e.Args[0].Type().Kind != plan.Int {
		return false
	}
	v, dense := m.computed(e.Args[0])
	u := function.NewUnits(format.Value.Text, unit.Value.Int)
	write := func(to []byte, v *plan.Vector, row int) []byte { return u.Append(to, v.Ints[row]) }
	m.out = append(m.out, fragment{column: v, dense: dense, write: write, most: u.MostBytes()})
	return v != nil
}
