package operators

import "gsdms/plan"

// onFloats compiles arithmetic on doubles.
func (c *compiler) onFloats(e plan.Call, args []int) (int, error) {
	if r, ok := c.onMath(e, args); ok {
		return r, nil
	}
	op, imm := AddFloat, int64(0)
	r := Reg{Float: true, Nullable: c.anyNull(args...)}
	switch e.Op {
	case plan.Add:
	case plan.Sub:
		op = SubFloat
	case plan.Mul:
		op = MulFloat
	case plan.Div, plan.Mod:
		op, r.Nullable = DivFloat, true
		if e.Op == plan.Mod {
			op = ModFloat
		}
	case plan.Neg:
		op = NegFloat
	case plan.Abs:
		op = AbsFloat
	case plan.Floor:
		op = FloorFloat
	case plan.Ceil:
		op = CeilFloat
	case plan.Round, plan.Cut:
		digits, ok := roundDigits(e)
		if !ok {
			return -1, &UnsupportedError{e, "the number of digits is no constant"}
		}
		op, imm, args = RoundFloat, digits, args[:1]
		if e.Op == plan.Cut {
			op = CutFloat
		}
	default:
		return -1, &UnsupportedError{e, "there is no such function of doubles"}
	}
	for i, a := range args {
		args[i] = c.likeFloat(a)
	}
	return c.compute(op, imm, r, args...), nil
}

func roundDigits(e plan.Call) (int64, bool) {
	if len(e.Args) == 1 {
		return 0, true
	}
	k, ok := e.Args[1].(plan.Const)
	return k.Value.Int, ok && k.Value.Kind == plan.Int
}

// onDates compiles functions of a date.
func (c *compiler) onDates(e plan.Call, args []int) (int, error) {
	day := c.reg(args[0])
	inside := day.Lo >= firstDay && day.Hi <= lastDay
	r := Reg{Nullable: day.Nullable || !inside}
	switch e.Op {
	case plan.Year:
		r.Lo, _, _ = civil(max(day.Lo, firstDay))
		r.Hi, _, _ = civil(min(day.Hi, lastDay))
		return c.compute(YearOf, 0, r, args...), nil
	case plan.Month:
		r.Lo, r.Hi = 1, 12
		return c.compute(MonthOf, 0, r, args...), nil
	case plan.Day:
		r.Lo, r.Hi = 1, 31
		return c.compute(DayOf, 0, r, args...), nil
	case plan.DateDiff:
		return c.minus(args[0], args[1]), nil
	case plan.AddMonths:
		return c.compute(AddMonths, 0, Reg{Nullable: true, Lo: firstDay, Hi: lastDay}, args...), nil
	case plan.Add, plan.Sub:
		const most = 1 << 23 // days, more than between any two dates
		by := c.between(args[1], -most, most)
		if e.Op == plan.Sub {
			return c.between(c.minus(args[0], by), firstDay, lastDay), nil
		}
		return c.between(c.plus(args[0], by), firstDay, lastDay), nil
	}
	return -1, &UnsupportedError{e, "there is no such function of dates"}
}
