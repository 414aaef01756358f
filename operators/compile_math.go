package operators

import "gsdms/plan"

// mathOpcodes are the opcodes of the functions of doubles.
var mathOpcodes = map[plan.Op]Opcode{
	plan.Power: PowFloat, plan.Sqrt: SqrtFloat, plan.Ln: LnFloat, plan.Log2: Log2Float, plan.Log10: Log10Float,
	plan.Exp: ExpFloat, plan.Sin: SinFloat, plan.Cos: CosFloat, plan.Tan: TanFloat, plan.Cot: CotFloat,
	plan.Asin: AsinFloat, plan.Acos: AcosFloat, plan.Atan: AtanFloat, plan.Atan2: Atan2Float,
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
	return c.compute(op, 0, Reg{Float: true, Nullable: c.anyNull(args...) || op.Operation().Makes}, args...), true
}
