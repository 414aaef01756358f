package compile

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

// onMath compiles a function of doubles; ok is false for another.
func (c *compiler) onMath(e plan.Call, args []int) (r int, ok bool) {
	op, ok := mathOpcodes[e.Op]
	if !ok {
		return -1, false
	}
	for i, a := range args {
		args[i] = c.likeFloat(a)
	}
	return c.compute(op, 0, operators.Reg{Float: true, Nullable: c.anyNull(args...) || op.Operation().Makes}, args...), true
}

// native compiles a function that the program around the engine brings.
func (c *compiler) native(f *operators.Native, args []int) int {
	_, params, result := f.Signature()
	for i, a := range args {
		if params[i].Float() {
			args[i] = c.likeFloat(a)
		}
	}
	r := operators.Reg{Float: result.Float(), Nullable: c.anyNull(args...) || f.Operation().Makes, Lo: math.MinInt64, Hi: math.MaxInt64}
	return c.apply(operators.Compute{Op: operators.Carried, Args: args, Row: f.Operation()}, r)
}
