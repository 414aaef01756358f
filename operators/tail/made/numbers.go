package made

import (
	"strconv"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// number is a column of numbers, dates or times as texts.
type number struct {
	column
	write func(to []byte, v *plan.Vector, row int) []byte
	most  int // about how many bytes write appends

	digits bool // it writes decimal digits, and maybe a point among them or a sign before them
}

func (s number) fill(t *tile, rows []int32, out []string, to *arena) ([]int32, bool) {
	rows = s.present(t, rows)
	base, numbers := s.rows(t)
	ends := t.ends.get()
	to.room(len(rows) * s.most)
	for k, i := range rows {
		to.all = s.write(to.all, s.v, place(base, numbers, i))
		ends[k] = len(to.all) - to.from
	}
	to.texts(rows, ends, out)
	return rows, true
}

// numbered is the piece of numbers that take so many bytes.
func numbered(c column, most int, write func(to []byte, v *plan.Vector, row int) []byte) (p piece, ok bool) {
	return piece{step: number{column: c, write: write, most: most}, sure: c.v != nil && c.v.Nulls == nil, owned: true, ascii: true}, c.v != nil
}

// number gives the text of a number, a date or a time.
func (m *maker) number(e plan.Expr) (p piece, ok bool) {
	write, ok := writers[e.Type().Kind]
	if !ok {
		return p, false
	}
	p, ok = numbered(m.computed(e), longestNumber, write)
	if s := p.step.(number); ok && (e.Type().Kind == plan.Int || e.Type().Kind == plan.Decimal) {
		s.digits = true
		p.step = s
	}
	return p, ok
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
		return v.Type.AppendTextOfDouble(to, v.Floats[row])
	},
	plan.Date: func(to []byte, v *plan.Vector, row int) []byte { return value.AppendDate(to, v.Ints[row]) },
	plan.DateTime: func(to []byte, v *plan.Vector, row int) []byte {
		return value.AppendDateTime(to, v.Ints[row], v.Type.Scale)
	},
	plan.Time: func(to []byte, v *plan.Vector, row int) []byte {
		return value.AppendTime(to, v.Ints[row], v.Type.Scale)
	},
}

// units gives the texts of numbers that a format spells.
func (m *maker) units(e plan.Call) (p piece, ok bool) {
	format, constant := e.Args[1].(plan.Const)
	unit, known := e.Args[2].(plan.Const)
	if !constant || !known || format.Value.IsNull() || unit.Value.Kind != plan.Int || e.Args[0].Type().Kind != plan.Int {
		return p, false
	}
	u := function.NewUnits(format.Value.Text, unit.Value.Int)
	write := func(to []byte, v *plan.Vector, row int) []byte { return u.Append(to, v.Ints[row]) }
	p, ok = numbered(m.computed(e.Args[0]), u.MostBytes(), write)
	p.ascii = oneByteEach(format.Value.Text)
	return p, ok
}
