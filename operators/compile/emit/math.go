package emit

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// mathOpcodes are the opcodes of the functions of doubles.
var mathOpcodes = map[plan.Op]operators.Opcode{
	plan.Power: operators.PowFloat, plan.Sqrt: operators.SqrtFloat, plan.Ln: operators.LnFloat, plan.Log2: operators.Log2Float, plan.Log10: operators.Log10Float,
	plan.Exp: operators.ExpFloat, plan.Sin: operators.SinFloat, plan.Cos: operators.CosFloat, plan.Tan: operators.TanFloat, plan.Cot: operators.CotFloat,
	plan.Asin: operators.AsinFloat, plan.Acos: operators.AcosFloat, plan.Atan: operators.AtanFloat, plan.Atan2: operators.Atan2Float,
}

// IsMath reports whether an operator is a function of doubles with an opcode of its own.
func IsMath(op plan.Op) bool {
	_, ok := mathOpcodes[op]
	return ok
}

// onMath compiles a function of doubles; ok is false for another.
func (c *Code) onMath(e plan.Call, args []int) (r int, ok bool) {
	op, ok := mathOpcodes[e.Op]
	if !ok {
		return -1, false
	}
	for i, a := range args {
		args[i] = c.likeFloat(a)
	}
	return c.Compute(op, 0, operators.Reg{Float: true, Nullable: c.AnyNull(args...) || op.Operation().Makes}, args...), true
}

// native compiles a function that the program around the engine brings.
func (c *Code) native(f *operators.Native, args []int) int {
	_, params, result := f.Signature()
	for i, a := range args {
		if params[i].Float() {
			args[i] = c.likeFloat(a)
		}
	}
	r := operators.Reg{Float: result.Float(), Nullable: c.AnyNull(args...) || f.Operation().Makes, Lo: math.MinInt64, Hi: math.MaxInt64}
	return c.apply(operators.Compute{Op: operators.Carried, Args: args, Row: f.Operation()}, r)
}

// Carried computes a function of numbers that the program carries along, of which the result is known.
func (c *Code) Carried(f *operators.Native, r operators.Reg, args ...int) int {
	r.Nullable = c.AnyNull(args...)
	return c.apply(operators.Compute{Op: operators.Carried, Args: args, Row: f.Operation()}, r)
}
