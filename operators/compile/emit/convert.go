package emit

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Convert compiles a cast between numbers and doubles, and from dates and times to these or to
// others, without the limits of the type cast to.
func (c *Code) Convert(e plan.Cast, x int, from plan.Type) (int, error) {
	to := e.To
	switch {
	case from.Kind == plan.Null:
		return c.Null(to.Float()), nil
	case to.Kind == plan.Bool:
		return c.Boolean(x, from), nil
	case from.Kind == to.Kind && !to.Kind.Scaled():
		return x, nil
	case from.Kind.Temporal() && to.Kind.Temporal():
		return c.betweenTimes(e, x, from)
	case from.Float() && to.Kind == plan.Unsigned:
		return -1, &UnsupportedError{Expr: e, Why: "a double may pass 63 bits"}
	case from.Float():
		return c.fromFloat(e, x)
	case from.Kind.Ticking():
		return -1, &UnsupportedError{Expr: e, Why: "the digits of a time"}
	}
	if from.Kind == plan.Date {
		x = c.DateNumber(x)
	}
	if from.Kind == plan.Unsigned {
		x = c.UnsignedNumber(x)
	}
	if to.Float() {
		if from.Scale > MaxPower {
			return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
		}
		return c.Compute(operators.ToFloat, Power(from.Scale), operators.Reg{Float: true, Nullable: c.Reg(x).Nullable}, x), nil
	}
	scale := 0
	if to.Kind == plan.Decimal {
		scale = to.Scale
	}
	x, err := c.rescale(e, x, from.Scale, scale)
	if err == nil && to.Kind == plan.Unsigned {
		x = c.ToUnsigned(x)
	}
	return x, err
}

// DateNumber gives the register of a date as yyyymmdd.
func (c *Code) DateNumber(x int) int {
	day := c.Reg(x)
	inside := day.Lo >= value.MinDate && day.Hi <= value.MaxDate
	return c.Compute(operators.DateNumber, 0, operators.Reg{Nullable: day.Nullable || !inside, Lo: 101, Hi: 99991231}, x)
}

func (c *Code) fromFloat(e plan.Cast, x int) (int, error) {
	scale := 0
	if e.To.Kind == plan.Decimal {
		scale = e.To.Scale
	}
	if scale > MaxPower {
		return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
	}
	if e.To.Kind != plan.Decimal { // ties of a double go to even
		x = c.Compute(operators.RoundFloat, 0, operators.Reg{Float: true, Nullable: c.Reg(x).Nullable}, x)
	}
	return c.Compute(operators.FloatToInt, Power(scale), wholeReg(c.Reg(x).Nullable), x), nil
}

// Limited ends the run with error 1690 where a number leaves the limits of a type: a
// checked sum passes 64 bits exactly there.
func (c *Code) Limited(r int, t plan.Type) (int, error) {
	if t.Kind != plan.Int && t.Kind != plan.Decimal {
		return r, nil
	}
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	if t.Min < t.Max {
		lo, hi = t.Min, t.Max
	}
	if p := t.Precision; t.Kind == plan.Decimal && p > 0 && p <= MaxPower {
		lo, hi = max(lo, 1-Power(p)), min(hi, Power(p)-1)
	}
	x := c.Reg(r)
	if x.Hi > hi {
		k := c.Number(math.MaxInt64 - hi)
		up := c.Compute(operators.AddChecked, 0, operators.Reg{Nullable: x.Nullable, Lo: math.MinInt64, Hi: math.MaxInt64}, r, k)
		r = c.Compute(operators.SubInt, 0, operators.Reg{Nullable: c.AnyNull(up), Lo: x.Lo, Hi: hi}, up, k)
	}
	if x.Lo < lo {
		k := c.Number(math.MinInt64 - lo)
		down := c.Compute(operators.AddChecked, 0, operators.Reg{Nullable: x.Nullable, Lo: math.MinInt64, Hi: math.MaxInt64}, r, k)
		r = c.Compute(operators.SubInt, 0, operators.Reg{Nullable: c.AnyNull(down), Lo: lo, Hi: min(x.Hi, hi)}, down, k)
	}
	return r, nil
}

// AlignScale gives a key's number at another scale, NULL where it has none.
func (c *Code) AlignScale(e plan.Expr, r, from, to int) (int, error) {
	switch by := to - from; {
	case by == 0:
		return r, nil
	case max(by, -by) > MaxPower:
		return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
	case by > 0:
		p := Power(by)
		return c.Times(c.Between(r, math.MinInt64/p, math.MaxInt64/p), c.Number(p)), nil
	}
	p := Power(from - to)
	down := c.nearest(r, p)
	// Where rounding up leaves 64 bits the product wraps, to another number than r.
	back := c.Compute(operators.MulInt, 0, wholeReg(c.Reg(r).Nullable), down, c.Number(p))
	out := c.Reg(down)
	out.Nullable = true
	return c.Compute(operators.IfInt, 0, out, c.Compare(plan.Eq, back, r), down, c.Null(false)), nil
}
