package tail

import (
	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// opcode is what computes a call.
type opcode struct {
	code operators.Opcode
	imm  int64
	date bool // the result is a date or a time, or NULL where there is none
}

// opcodeOf gives the opcode of a call on numbers, doubles or dates.
func opcodeOf(e plan.Call) (opcode, bool) {
	kind := e.Args[0].Type().Kind
	if kind == plan.Null && len(e.Args) > 1 {
		kind = e.Args[1].Type().Kind
	}
	if code, ok := comparisons[e.Op]; ok {
		return comparison(e, kind, code)
	}
	switch kind {
	case plan.Double:
		return onDoubles(e)
	case plan.Date, plan.DateTime, plan.Time:
		return onDates(e)
	}
	return onNumbers(e)
}

// comparisons, and choices by them, have their opcodes for numbers and for doubles.
var comparisons = map[plan.Op][2]operators.Opcode{
	plan.Eq:       {operators.EqInt, operators.EqFloat},
	plan.Ne:       {operators.NeInt, operators.NeFloat},
	plan.Lt:       {operators.LtInt, operators.LtFloat},
	plan.Le:       {operators.LeInt, operators.LeFloat},
	plan.Gt:       {operators.GtInt, operators.GtFloat},
	plan.Ge:       {operators.GeInt, operators.GeFloat},
	plan.NullEq:   {operators.NullEqInt, operators.NullEqFloat},
	plan.Greatest: {operators.GreaterInt, operators.GreaterFloat},
	plan.Least:    {operators.LesserInt, operators.LesserFloat},
	plan.IsNull:   {operators.IsNullInt, operators.IsNullFloat},
}

func comparison(e plan.Call, kind plan.Kind, codes [2]operators.Opcode) (opcode, bool) {
	if kind == plan.Double {
		return opcode{code: codes[1]}, true
	}
	return opcode{code: codes[0]}, e.Op == plan.IsNull || ofScale(e.Args[0].Type().Scale, e.Args)
}

var doubleOpcodes = map[plan.Op]operators.Opcode{
	plan.Add: operators.AddFloat, plan.Sub: operators.SubFloat, plan.Mul: operators.MulFloat,
	plan.Div: operators.DivFloat, plan.Mod: operators.ModFloat, plan.Neg: operators.NegFloat,
	plan.Abs: operators.AbsFloat, plan.Floor: operators.FloorFloat, plan.Ceil: operators.CeilFloat,
	plan.Round: operators.RoundFloat,
}

func onDoubles(e plan.Call) (opcode, bool) {
	code, ok := doubleOpcodes[e.Op]
	if e.Op != plan.Round {
		return opcode{code: code}, ok
	}
	digits, constant := e.Args[len(e.Args)-1].(plan.Const)
	return opcode{code: code, imm: digits.Value.Int}, constant && digits.Value.Kind == plan.Int
}

var dateOpcodes = map[plan.Op]opcode{
	plan.Year: {code: operators.YearOf}, plan.Month: {code: operators.MonthOf}, plan.Day: {code: operators.DayOf},
	plan.DateDiff: {code: operators.SubChecked}, plan.AddMonths: {code: operators.AddMonths},
	plan.Add: {code: operators.AddChecked, date: true}, plan.Sub: {code: operators.SubChecked, date: true},
}

func onDates(e plan.Call) (opcode, bool) {
	op, ok := dateOpcodes[e.Op]
	return op, ok
}

var numberOpcodes = map[plan.Op]operators.Opcode{
	plan.Add: operators.AddChecked, plan.Sub: operators.SubChecked, plan.Mod: operators.ModInt,
	plan.IntDiv: operators.IntDiv, plan.Neg: operators.NegChecked, plan.Abs: operators.AbsChecked,
	plan.BitAnd: operators.AndBits, plan.BitOr: operators.OrBits, plan.BitXor: operators.XorBits,
	plan.ShiftLeft: operators.ShiftLeft, plan.ShiftRight: operators.ShiftRight, plan.BitCount: operators.CountBits,
}

// onNumbers gives the opcode of arithmetic on Int and Decimal.
func onNumbers(e plan.Call) (opcode, bool) {
	scale := e.Args[0].Type().Scale
	switch e.Op {
	case plan.Mul:
		return opcode{code: operators.MulChecked}, e.Of.Scale == scale+e.Args[1].Type().Scale
	case plan.Div:
		return division(e, operators.DivScaled)
	case plan.Quotient:
		return division(e, operators.DivTruncated)
	case plan.Floor:
		return opcode{code: operators.FloorScale, imm: power(min(scale, maxPower))}, scale <= maxPower
	case plan.Ceil:
		return opcode{code: operators.CeilScale, imm: power(min(scale, maxPower))}, scale <= maxPower
	case plan.Round:
		by := scale - e.Of.Scale
		return opcode{code: operators.ScaleDown, imm: power(max(0, min(by, maxPower)))}, by >= 0 && by <= maxPower
	}
	code, ok := numberOpcodes[e.Op]
	return opcode{code: code}, ok && ofScale(scale, e.Args) && (e.Of.Kind != plan.Decimal || e.Of.Scale == scale)
}

// division gives an opcode that divides decimals, to the scale of the result.
func division(e plan.Call, code operators.Opcode) (opcode, bool) {
	by := e.Of.Scale - e.Args[0].Type().Scale + e.Args[1].Type().Scale
	return opcode{code: code, imm: power(max(0, min(by, maxPower)))}, by >= 0 && by <= maxPower
}

// dateNode passes numbers from lo to hi, those of dates or times; others are NULL.
type dateNode struct {
	x      node
	lo, hi int64
}

// dated passes the numbers of a type's dates or times.
func dated(x node, t plan.Type) node {
	if t.Kind == plan.Date {
		return dateNode{x, value.MinDate, value.MaxDate}
	}
	lo, hi := value.TickBounds(t.Kind, t.Scale)
	return dateNode{x, lo, hi}
}

func (d dateNode) vector(w *worker) (vector, error) {
	v, err := d.x.vector(w)
	if err != nil {
		return v, err
	}
	out := vector{Int: v.Int, Null: w.bytes.get(w.n)}
	clear(out.Null)
	copy(out.Null, v.Null)
	for i, n := range v.Int {
		if n < d.lo || n > d.hi {
			out.Null[i] = 1
		}
	}
	return out, nil
}
