package made

import "gsdms/plan"

// Text is how a text is made of columns.
type Text struct{ piece }

// piece is a step, and what is known of all its texts.
type piece struct {
	step
	owned   bool // they lie in the arena that the step is given, one behind another
	lasting bool // they lie where they stay as long as the columns do
	ascii   bool // their characters take a byte each
	errs    bool // one may be an error, which counts where the row does
	sure    bool // no row is without one
}

// Source is the rows that texts are made of.
type Source struct {
	Columns []plan.Vector
	Compute func(e plan.Expr) (plan.Vector, error) // a number or a truth of them, in the rows left
}

// Of tells how a text is made: of texts, numbers, dates and formatted units of columns, of constants
// and of functions of these; nil for another expression, and for a column as it is.
func (from Source) Of(e plan.Expr) (*Text, error) {
	if e.Type().Kind != plan.String {
		return nil, nil
	}
	switch e.(type) {
	case plan.Call, plan.Cast:
		m := maker{from: from}
		if p, ok := m.make(e); ok && m.err == nil {
			return &Text{p}, nil
		}
		return nil, m.err
	}
	return nil, nil
}

// Seen is Of for a text that is looked into, which may be a column.
func (from Source) Seen(e plan.Expr) (*Text, error) {
	s, ok := e.(plan.Slot)
	if !ok {
		return from.Of(e)
	}
	m := maker{from: from}
	if p, ok := m.texts(&from.Columns[s.Index]); ok {
		return &Text{p}, nil
	}
	return nil, nil
}

// maker puts steps together.
type maker struct {
	from Source
	err  error
}

// make gives the step of an expression; false for one that has to be evaluated.
func (m *maker) make(e plan.Expr) (p piece, ok bool) {
	switch e := e.(type) {
	case plan.Const:
		if e.Value.IsNull() {
			return piece{step: absent{}, lasting: true, ascii: true}, true
		}
		return constantOf(e.Value.Text), e.Value.Kind == plan.String
	case plan.Slot:
		if e.Of.Kind == plan.Int {
			return m.number(e)
		}
		return m.texts(&m.from.Columns[e.Index])
	case plan.Cast:
		if e.To.Kind == plan.String {
			return m.number(e.X)
		}
	case plan.Call:
		return m.call(e)
	}
	return p, false
}

func (m *maker) call(e plan.Call) (p piece, ok bool) {
	switch e.Op {
	case plan.Concat:
		return m.joined(e.Args)
	case plan.If:
		return m.choice(e)
	case plan.FormatUnits:
		return m.units(e)
	case plan.JsonOf:
		return m.jsonOf(e.Args[0])
	case plan.JsonKey:
		return m.key(e.Args[0])
	case "JSON_ARRAY":
		return m.array(e.Args)
	case "JSON_OBJECT":
		return m.object(e.Args)
	case "CONV":
		if x, base, ok := basedNumber(e); ok {
			return m.based(x, base)
		}
	}
	return m.apply(e)
}

// joined gives the texts of expressions one behind another.
func (m *maker) joined(args []plan.Expr) (p piece, ok bool) {
	var of []piece
	for _, a := range args {
		one, ok := m.make(a)
		if !ok {
			return p, false
		}
		of = append(of, one)
	}
	return joinedOf(of), true
}

// choice gives the text of one of both branches of IF in each row.
func (m *maker) choice(e plan.Call) (p piece, ok bool) {
	test := m.column(plan.TruthOf(e.Args[0]))
	if test == nil {
		return p, false
	}
	yes, ok := m.make(e.Args[1])
	no, also := m.make(e.Args[2])
	return piece{
		step: choice{test: test, yes: yes, no: no}, lasting: yes.lasting && no.lasting,
		ascii: yes.ascii && no.ascii, errs: yes.errs || no.errs, sure: yes.sure && no.sure,
	}, ok && also
}

// computed gives the numbers that an expression is in the rows, nil where they are not all in 64
// bits; dense where they are those of the rows left alone.
func (m *maker) computed(e plan.Expr) (c column) {
	if s, ok := e.(plan.Slot); ok {
		c.v = &m.from.Columns[s.Index]
	} else {
		c.v, c.dense = m.column(e), true
	}
	if t := e.Type(); c.v == nil || c.v.Type.Kind != t.Kind || c.v.Type.Scale != t.Scale || c.v.Dict != nil || c.v.Wide != nil {
		return column{}
	}
	return c
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
