package emit

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// Condition is the register of a truth value that is never NULL.
var Condition = operators.Reg{Lo: 0, Hi: 1}

// TruthReg describes a truth value that is NULL where a register is.
func (c *Code) TruthReg(regs ...int) operators.Reg {
	return operators.Reg{Lo: 0, Hi: 1, Nullable: c.AnyNull(regs...)}
}

// IsNull gives the register of whether a register is NULL.
func (c *Code) IsNull(r int) int {
	switch reg := c.Reg(r); {
	case !reg.Nullable:
		return c.Number(0)
	case reg.Float:
		return c.Compute(operators.IsNullFloat, 0, Condition, r)
	}
	return c.Compute(operators.IsNullInt, 0, Condition, r)
}

// Boolean gives the register of whether a register of a type is true.
func (c *Code) Boolean(r int, t plan.Type) int {
	switch reg := c.Reg(r); {
	case reg.Float:
		return c.Compute(operators.NeFloat, 0, c.TruthReg(r), r, c.Constant(operators.Const{}, true))
	case t.Kind == plan.Bool && reg.Lo >= 0 && reg.Hi <= 1:
		return r
	case t.Kind == plan.Unsigned:
		return c.Compute(operators.NeInt, 0, c.TruthReg(r), r, c.Number(math.MinInt64))
	case t.Kind == plan.Date || t.Kind == plan.DateTime: // true, unless it is NULL
		return c.Compute(operators.EqInt, 0, c.TruthReg(r), r, r)
	}
	return c.Compute(operators.NeInt, 0, c.TruthReg(r), r, c.Number(0))
}

// comparisonOpcodes gives the opcodes of a comparison on numbers and on doubles.
func comparisonOpcodes(op plan.Op) (onInt, onFloat operators.Opcode) {
	switch op {
	case plan.Ne:
		return operators.NeInt, operators.NeFloat
	case plan.Lt:
		return operators.LtInt, operators.LtFloat
	case plan.Le:
		return operators.LeInt, operators.LeFloat
	case plan.Gt:
		return operators.GtInt, operators.GtFloat
	case plan.Ge:
		return operators.GeInt, operators.GeFloat
	case plan.NullEq:
		return operators.NullEqInt, operators.NullEqFloat
	}
	return operators.EqInt, operators.EqFloat
}

// Compare gives the register of a comparison.
func (c *Code) Compare(op plan.Op, a, b int) int {
	onInt, onFloat := comparisonOpcodes(op)
	r := c.TruthReg(a, b)
	if op == plan.NullEq {
		r.Nullable = false
	}
	if c.Reg(a).Float || c.Reg(b).Float {
		return c.Compute(onFloat, 0, r, c.likeFloat(a), c.likeFloat(b))
	}
	return c.Compute(onInt, 0, r, a, b)
}

// likeFloat gives an untyped NULL the form of a double.
func (c *Code) likeFloat(r int) int {
	if c.Reg(r).Float {
		return r
	}
	return c.Null(true)
}

// Pick gives the register of IF(test, yes, no).
func (c *Code) Pick(test, yes, no int) int {
	if c.Reg(yes).Float || c.Reg(no).Float {
		yes, no = c.likeFloat(yes), c.likeFloat(no)
		return c.Compute(operators.IfFloat, 0, operators.Reg{Float: true, Nullable: c.AnyNull(yes, no)}, test, yes, no)
	}
	a, b := c.Reg(yes), c.Reg(no)
	switch {
	case c.isNullConst(yes):
		a = b
	case c.isNullConst(no):
		b = a
	}
	r := operators.Reg{Nullable: c.AnyNull(yes, no), Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}
	return c.Compute(operators.IfInt, 0, r, test, yes, no)
}

// isNullConst reports whether a register is always NULL.
func (c *Code) isNullConst(r int) bool {
	null, ok := c.known[constKey(operators.Const{Null: true}, c.Reg(r).Float)]
	return ok && null == r
}

// Between gives IF(lo <= r <= hi, r, NULL), or r itself where its bounds say so.
func (c *Code) Between(r int, lo, hi int64) int {
	reg := c.Reg(r)
	if reg.Lo >= lo && reg.Hi <= hi {
		return r
	}
	above := c.Compute(operators.GeInt, 0, c.TruthReg(r), r, c.Number(lo))
	below := c.Compute(operators.LeInt, 0, c.TruthReg(r), r, c.Number(hi))
	test := c.Compute(operators.AndBool, 0, c.TruthReg(r), above, below)
	out := operators.Reg{Nullable: true, Lo: max(reg.Lo, lo), Hi: min(reg.Hi, hi)}
	return c.Compute(operators.IfInt, 0, out, test, r, c.Null(false))
}

// wholeReg describes a register that can hold any number.
func wholeReg(nullable bool) operators.Reg {
	return operators.Reg{Nullable: nullable, Lo: math.MinInt64, Hi: math.MaxInt64}
}
