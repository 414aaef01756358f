package emit

import (
	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// onFloats compiles arithmetic on doubles.
func (c *Code) onFloats(e plan.Call, args []int) (int, error) {
	if r, ok := c.onMath(e, args); ok {
		return r, nil
	}
	op, imm := operators.AddFloat, int64(0)
	r := operators.Reg{Float: true, Nullable: c.AnyNull(args...)}
	switch e.Op {
	case plan.Add:
	case plan.Sub:
		op = operators.SubFloat
	case plan.Mul:
		op = operators.MulFloat
	case plan.Div, plan.Mod:
		op, r.Nullable = operators.DivFloat, true
		if e.Op == plan.Mod {
			op = operators.ModFloat
		}
	case plan.Neg:
		op = operators.NegFloat
	case plan.Abs:
		op = operators.AbsFloat
	case plan.Single:
		op = operators.SingleFloat
	case plan.Floor:
		op = operators.FloorFloat
	case plan.Ceil:
		op = operators.CeilFloat
	case plan.Round, plan.Cut:
		digits, ok := RoundDigits(e)
		if !ok {
			return -1, &UnsupportedError{Expr: e, Why: "the number of digits is no constant"}
		}
		op, imm, args = operators.RoundFloat, digits, args[:1]
		if e.Op == plan.Cut {
			op = operators.CutFloat
		}
	default:
		return -1, &UnsupportedError{Expr: e, Why: "there is no such function of doubles"}
	}
	for i, a := range args {
		args[i] = c.likeFloat(a)
	}
	return c.Compute(op, imm, r, args...), nil
}

func RoundDigits(e plan.Call) (int64, bool) {
	if len(e.Args) == 1 {
		return 0, true
	}
	k, ok := e.Args[1].(plan.Const)
	return k.Value.Int, ok && k.Value.Kind == plan.Int
}

// betweenTimes compiles a cast between dates, moments and times.
func (c *Code) betweenTimes(e plan.Cast, x int, from plan.Type) (int, error) {
	to := e.To
	switch {
	case from.Kind == plan.Date && to.Kind == plan.DateTime:
		return c.Times(c.Between(x, value.MinDate, value.MaxDate), c.Number(value.DayTicks(to.Scale))), nil
	case from.Kind == plan.Date:
		return c.rest(x, 1), nil // midnight
	case to.Kind == plan.Date && from.Kind == plan.DateTime:
		return c.floor(x, value.DayTicks(from.Scale)), nil
	case from.Kind == plan.DateTime && to.Kind == plan.Time:
		x = c.rest(x, value.DayTicks(from.Scale))
	case from.Kind != to.Kind:
		return -1, &UnsupportedError{Expr: e, Why: "a time has no date"}
	}
	return c.ofScale(x, from.Scale, to), nil
}

// ofScale brings ticks to the scale of a type: the nearest, of two the later one; of a
// time, as if it were positive.
func (c *Code) ofScale(x, from int, to plan.Type) int {
	if from <= to.Scale {
		return c.Times(x, c.Number(value.Ticks(to.Scale-from)))
	}
	by := value.Ticks(from - to.Scale)
	if to.Kind == plan.Time && c.Reg(x).Lo < 0 {
		return c.nearest(x, by)
	}
	lo, hi := value.TickBounds(to.Kind, to.Scale)
	return c.Between(c.floor(c.Plus(x, c.Number(by/2)), by), lo, hi)
}

// onTimes compiles functions of a moment or a time.
func (c *Code) onTimes(e plan.Call, args []int) (int, error) {
	const most = 1 << 59 // ticks, more than between any two moments
	lo, hi := value.TickBounds(e.Of.Kind, e.Of.Scale)
	switch e.Op {
	case plan.DateDiff:
		return c.minus(args[0], args[1]), nil
	case plan.Add:
		return c.Between(c.Plus(args[0], c.Between(args[1], -most, most)), lo, hi), nil
	case plan.Sub:
		return c.Between(c.minus(args[0], c.Between(args[1], -most, most)), lo, hi), nil
	}
	return -1, &UnsupportedError{Expr: e, Why: "there is no such function of times"}
}

// onDates compiles functions of a date.
func (c *Code) onDates(e plan.Call, args []int) (int, error) {
	day := c.Reg(args[0])
	inside := day.Lo >= value.MinDate && day.Hi <= value.MaxDate
	r := operators.Reg{Nullable: day.Nullable || !inside}
	switch e.Op {
	case plan.Year:
		r.Lo = yearOf(max(day.Lo, value.MinDate))
		r.Hi = yearOf(min(day.Hi, value.MaxDate))
		return c.Compute(operators.YearOf, 0, r, args...), nil
	case plan.Month:
		r.Lo, r.Hi = 1, 12
		return c.Compute(operators.MonthOf, 0, r, args...), nil
	case plan.Day:
		r.Lo, r.Hi = 1, 31
		return c.Compute(operators.DayOf, 0, r, args...), nil
	case plan.DateDiff:
		return c.minus(args[0], args[1]), nil
	case plan.AddMonths:
		return c.Compute(operators.AddMonths, 0, operators.Reg{Nullable: true, Lo: value.MinDate, Hi: value.MaxDate}, args...), nil
	case plan.Add, plan.Sub:
		const most = 1 << 23 // days, more than between any two dates
		by := c.Between(args[1], -most, most)
		if e.Op == plan.Sub {
			return c.Between(c.minus(args[0], by), value.MinDate, value.MaxDate), nil
		}
		return c.Between(c.Plus(args[0], by), value.MinDate, value.MaxDate), nil
	}
	return -1, &UnsupportedError{Expr: e, Why: "there is no such function of dates"}
}

// yearOf is the year of a day, which is a date.
func yearOf(day int64) int64 {
	year, _, _ := value.Civil(day)
	return int64(year)
}
