// Package opcode says which opcode of the programs computes a call on numbers, doubles, dates or times.
package opcode

import (
	"slices"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Opcode is what computes a call.
type Opcode struct {
	Code operators.Opcode
	Imm  int64
	Date bool // the result is a date or a time, or NULL where there is none
}

// Of gives the opcode of a call on numbers, doubles or dates.
func Of(e plan.Call) (Opcode, bool) {
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

func comparison(e plan.Call, kind plan.Kind, codes [2]operators.Opcode) (Opcode, bool) {
	if kind == plan.Double {
		return Opcode{Code: codes[1]}, true
	}
	return Opcode{Code: codes[0]}, e.Op == plan.IsNull || SameScale(e.Args[0].Type().Scale, e.Args)
}

var doubleOpcodes = map[plan.Op]operators.Opcode{
	plan.Add: operators.AddFloat, plan.Sub: operators.SubFloat, plan.Mul: operators.MulFloat,
	plan.Div: operators.DivFloat, plan.Mod: operators.ModFloat, plan.Neg: operators.NegFloat,
	plan.Abs: operators.AbsFloat, plan.Floor: operators.FloorFloat, plan.Ceil: operators.CeilFloat,
	plan.Round: operators.RoundFloat,
}

func onDoubles(e plan.Call) (Opcode, bool) {
	code, ok := doubleOpcodes[e.Op]
	if e.Op != plan.Round {
		return Opcode{Code: code}, ok
	}
	digits, constant := e.Args[len(e.Args)-1].(plan.Const)
	return Opcode{Code: code, Imm: digits.Value.Int}, constant && digits.Value.Kind == plan.Int
}

var dateOpcodes = map[plan.Op]Opcode{
	plan.Year: {Code: operators.YearOf}, plan.Month: {Code: operators.MonthOf}, plan.Day: {Code: operators.DayOf},
	plan.DateDiff: {Code: operators.SubChecked}, plan.AddMonths: {Code: operators.AddMonths},
	plan.Add: {Code: operators.AddChecked, Date: true}, plan.Sub: {Code: operators.SubChecked, Date: true},
}

func onDates(e plan.Call) (Opcode, bool) {
	op, ok := dateOpcodes[e.Op]
	return op, ok
}

var numberOpcodes = map[plan.Op]operators.Opcode{
	plan.Add: operators.AddChecked, plan.Sub: operators.SubChecked, plan.Mod: operators.ModInt,
	plan.IntDiv: operators.IntDiv, plan.FloorDiv: operators.FloorDiv, plan.Neg: operators.NegChecked, plan.Abs: operators.AbsChecked,
	plan.BitAnd: operators.AndBits, plan.BitOr: operators.OrBits, plan.BitXor: operators.XorBits,
	plan.ShiftLeft: operators.ShiftLeft, plan.ShiftRight: operators.ShiftRight, plan.BitCount: operators.CountBits,
}

// onNumbers gives the opcode of arithmetic on Int and Decimal.
func onNumbers(e plan.Call) (Opcode, bool) {
	scale := e.Args[0].Type().Scale
	switch e.Op {
	case plan.Mul:
		return Opcode{Code: operators.MulChecked}, e.Of.Scale == scale+e.Args[1].Type().Scale
	case plan.Div:
		return division(e, operators.DivScaled)
	case plan.Quotient:
		return division(e, operators.DivTruncated)
	case plan.Floor:
		return Opcode{Code: operators.FloorScale, Imm: value.Pow10(min(scale, MaxPower))}, scale <= MaxPower
	case plan.Ceil:
		return Opcode{Code: operators.CeilScale, Imm: value.Pow10(min(scale, MaxPower))}, scale <= MaxPower
	case plan.Round:
		by := scale - e.Of.Scale
		return Opcode{Code: operators.ScaleDown, Imm: value.Pow10(max(0, min(by, MaxPower)))}, by >= 0 && by <= MaxPower
	}
	code, ok := numberOpcodes[e.Op]
	return Opcode{Code: code}, ok && SameScale(scale, e.Args) && (e.Of.Kind != plan.Decimal || e.Of.Scale == scale)
}

// division gives an opcode that divides decimals, to the scale of the result.
func division(e plan.Call, code operators.Opcode) (Opcode, bool) {
	by := e.Of.Scale - e.Args[0].Type().Scale + e.Args[1].Type().Scale
	return Opcode{Code: code, Imm: value.Pow10(max(0, min(by, MaxPower)))}, by >= 0 && by <= MaxPower
}

// MaxPower is the largest power of ten in 64 bits.
const MaxPower = 18

// SameScale reports whether numbers have all a scale.
func SameScale(scale int, args []plan.Expr) bool {
	return !slices.ContainsFunc(args, func(a plan.Expr) bool { return a.Type().Kind != plan.Null && a.Type().Scale != scale })
}
