package compile

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// maxPower is the largest power of ten in 64 bits.
const maxPower = 18

// power gives 10^n for 0 <= n <= maxPower.
func power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// addExact adds; ok tells whether the sum fits 64 bits.
func addExact(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (sum > a) == (b > 0)
}

func subExact(a, b int64) (difference int64, ok bool) {
	difference = a - b
	return difference, (difference < a) == (b > 0)
}

// plus gives the register of a + b, checked only where 64 bits may not do.
func (c *compiler) plus(a, b int) int {
	x, y := c.reg(a), c.reg(b)
	if c.always(b, 0) {
		return a
	}
	lo, ok1 := addExact(x.Lo, y.Lo)
	hi, ok2 := addExact(x.Hi, y.Hi)
	if ok1 && ok2 {
		return c.compute(operators.AddInt, 0, operators.Reg{Nullable: c.anyNull(a, b), Lo: lo, Hi: hi}, a, b)
	}
	return c.compute(operators.AddChecked, 0, wholeReg(c.anyNull(a, b)), a, b)
}

func (c *compiler) minus(a, b int) int {
	x, y := c.reg(a), c.reg(b)
	if c.always(b, 0) {
		return a
	}
	lo, ok1 := subExact(x.Lo, y.Hi)
	hi, ok2 := subExact(x.Hi, y.Lo)
	if ok1 && ok2 {
		return c.compute(operators.SubInt, 0, operators.Reg{Nullable: c.anyNull(a, b), Lo: lo, Hi: hi}, a, b)
	}
	return c.compute(operators.SubChecked, 0, wholeReg(c.anyNull(a, b)), a, b)
}

func (c *compiler) times(a, b int) int {
	x, y := c.reg(a), c.reg(b)
	if c.always(b, 1) {
		return a
	}
	lo, hi, ok := productBounds(x, y)
	if ok {
		return c.compute(operators.MulInt, 0, operators.Reg{Nullable: c.anyNull(a, b), Lo: lo, Hi: hi}, a, b)
	}
	return c.compute(operators.MulChecked, 0, wholeReg(c.anyNull(a, b)), a, b)
}

// always reports whether a register holds one number in every row.
func (c *compiler) always(r int, n int64) bool {
	x := c.reg(r)
	return x.Lo == n && x.Hi == n && !x.Nullable && !x.Float
}

// divisor gives the constant above 0 that a register which is never below 0 is divided by.
func (c *compiler) divisor(a, b int) (d int64, ok bool) {
	d = c.reg(b).Lo
	return d, d > 0 && c.always(b, d) && c.reg(a).Lo >= 0
}

// floor gives the register of floor(a / d), rest that of what it leaves of a.
func (c *compiler) floor(a int, d int64) int {
	x := c.reg(a)
	return c.compute(operators.FloorScale, d, operators.Reg{Nullable: x.Nullable, Lo: floorOf(x.Lo, d), Hi: floorOf(x.Hi, d)}, a)
}

func (c *compiler) rest(a int, d int64) int {
	x := c.reg(a)
	r := operators.Reg{Nullable: x.Nullable, Lo: 0, Hi: d - 1}
	if base := floorOf(x.Lo, d); base == floorOf(x.Hi, d) {
		r.Lo, r.Hi = x.Lo-base*d, x.Hi-base*d
	}
	return c.compute(operators.FloorRest, d, r, a)
}

func floorOf(n, d int64) int64 {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}

// productBounds bounds the products of two registers; ok is false where one may pass
// 64 bits.
func productBounds(x, y operators.Reg) (lo, hi int64, ok bool) {
	lo, hi = math.MaxInt64, math.MinInt64
	for _, a := range [2]int64{x.Lo, x.Hi} {
		for _, b := range [2]int64{y.Lo, y.Hi} {
			p, wrong := operators.MulWrong(a, b)
			if wrong != 0 {
				return 0, 0, false
			}
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	return lo, hi, true
}

// onNumbers compiles arithmetic on Int, Bool and Decimal.
func (c *compiler) onNumbers(e plan.Call, args []int) (int, error) {
	if r, ok, err := c.onBits(e, args); ok {
		return r, err
	}
	x := c.reg(args[0])
	scale := e.Args[0].Type().Scale
	switch e.Op {
	case plan.Add:
		return c.plus(args[0], args[1]), nil
	case plan.Sub:
		return c.minus(args[0], args[1]), nil
	case plan.Mul:
		return c.times(args[0], args[1]), nil
	case plan.Div, plan.Quotient:
		return c.divide(e, args)
	case plan.IntDiv:
		return c.intDiv(args[0], args[1]), nil
	case plan.Mod:
		return c.modulo(args[0], args[1]), nil
	case plan.Neg:
		return c.negative(args[0]), nil
	case plan.Abs:
		if x.Lo >= 0 {
			return args[0], nil
		}
		return c.compute(operators.AbsChecked, 0, operators.Reg{Nullable: x.Nullable, Hi: largest(x)}, args[0]), nil
	case plan.Floor:
		return c.scaled(e, operators.FloorScale, args[0], scale)
	case plan.Ceil:
		return c.scaled(e, operators.CeilScale, args[0], scale)
	case plan.Rand:
		return c.compute(operators.RandFloat, 0, operators.Reg{Float: true, Nullable: x.Nullable}, args[0]), nil
	case plan.Round:
		return c.rescale(e, args[0], scale, e.Of.Scale)
	}
	return -1, &UnsupportedError{Expr: e, Why: "there is no such function of numbers"}
}

// largest gives the greatest magnitude of a register's numbers that 64 bits hold.
func largest(r operators.Reg) int64 {
	m := max(operators.Magnitude(r.Lo), operators.Magnitude(r.Hi))
	return int64(min(m, math.MaxInt64))
}

func (c *compiler) negative(a int) int {
	x := c.reg(a)
	if x.Lo == math.MinInt64 {
		return c.compute(operators.NegChecked, 0, operators.Reg{Nullable: x.Nullable, Lo: -math.MaxInt64, Hi: math.MaxInt64}, a)
	}
	return c.compute(operators.NegInt, 0, operators.Reg{Nullable: x.Nullable, Lo: -x.Hi, Hi: -x.Lo}, a)
}

// mayBeZero reports whether a register can hold 0.
func (c *compiler) mayBeZero(r int) bool { return c.reg(r).Lo <= 0 && c.reg(r).Hi >= 0 }

// divide compiles a division of decimals to the scale of the result.
func (c *compiler) divide(e plan.Call, args []int) (int, error) {
	a, b := args[0], args[1]
	by := e.Of.Scale - e.Args[0].Type().Scale + e.Args[1].Type().Scale
	if by < 0 {
		var err error
		if b, err = c.rescale(e, b, 0, -by); err != nil {
			return -1, err
		}
		by = 0
	}
	if by > maxPower {
		return -1, &UnsupportedError{Expr: e, Why: "the division has too many digits after the point"}
	}
	r := wholeReg(c.anyNull(a, b) || c.mayBeZero(b))
	if m, wrong := operators.MulWrong(largest(c.reg(a)), power(by)); wrong == 0 {
		r.Lo, r.Hi = -m, m
	}
	if e.Op == plan.Quotient {
		return c.compute(operators.DivTruncated, power(by), r, a, b), nil
	}
	return c.compute(operators.DivScaled, power(by), r, a, b), nil
}

func (c *compiler) intDiv(a, b int) int {
	if d, ok := c.divisor(a, b); ok {
		return c.floor(a, d)
	}
	x, y := c.reg(a), c.reg(b)
	r := wholeReg(c.anyNull(a, b) || c.mayBeZero(b))
	switch {
	case y.Lo > 0: // the quotients of the ends are the farthest from 0 by the least divisor
		r.Lo, r.Hi = min(x.Lo/y.Lo, x.Lo/y.Hi), max(x.Hi/y.Lo, x.Hi/y.Hi)
	case x.Lo != math.MinInt64:
		m := largest(x)
		r.Lo, r.Hi = -m, m
		if x.Lo >= 0 && y.Lo >= 0 {
			r.Lo = 0
		}
	}
	return c.compute(operators.IntDiv, 0, r, a, b)
}

func (c *compiler) modulo(a, b int) int {
	if d, ok := c.divisor(a, b); ok {
		return c.rest(a, d)
	}
	x := c.reg(a)
	m := largest(c.reg(b)) // the remainder of MinInt64 by itself is 0
	r := operators.Reg{Nullable: c.anyNull(a, b) || c.mayBeZero(b), Lo: max(min(x.Lo, 0), -m), Hi: min(max(x.Hi, 0), m)}
	return c.compute(operators.ModInt, 0, r, a, b)
}

// scaled compiles FLOOR and CEIL of a decimal.
func (c *compiler) scaled(e plan.Expr, op operators.Opcode, a, scale int) (int, error) {
	if scale == 0 {
		return a, nil
	}
	if scale > maxPower {
		return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
	}
	x, p := c.reg(a), power(scale)
	r := operators.Reg{Nullable: x.Nullable, Lo: x.Lo/p - 1, Hi: x.Hi/p + 1}
	return c.compute(op, p, r, a), nil
}

// rescale moves a decimal from one scale to another, rounded half away from zero.
func (c *compiler) rescale(e plan.Expr, a, from, to int) (int, error) {
	switch {
	case from == to:
		return a, nil
	case max(from-to, to-from) > maxPower:
		return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
	case to < from:
		x, p := c.reg(a), power(from-to)
		r := operators.Reg{Nullable: x.Nullable, Lo: x.Lo/p - 1, Hi: x.Hi/p + 1}
		return c.compute(operators.ScaleDown, p, r, a), nil
	}
	p := power(to - from)
	lo, hi, ok := productBounds(c.reg(a), operators.Reg{Lo: p, Hi: p})
	if ok {
		return c.compute(operators.MulInt, 0, operators.Reg{Nullable: c.reg(a).Nullable, Lo: lo, Hi: hi}, a, c.number(p)), nil
	}
	return c.compute(operators.ScaleUp, p, wholeReg(c.reg(a).Nullable), a), nil
}

// cast compiles a conversion.
func (c *compiler) cast(e plan.Cast) (operand, error) {
	if division, ok := e.Shortened(); ok {
		return c.call(division)
	}
	from := e.X.Type()
	if from.Kind == plan.String && e.To.Kind != plan.String {
		return c.ofText(e)
	}
	x, err := c.expr(e.X)
	if err != nil {
		return operand{}, err
	}
	r, err := c.convert(e, x.reg, from)
	if err != nil || from.Kind == plan.String {
		return operand{r, x.dict}, err
	}
	if !e.Shown {
		r, err = c.limited(r, e.To)
	}
	return operand{reg: r}, err
}

// convert compiles a cast between numbers, doubles, dates and times, without the limits of
// the type cast to.
func (c *compiler) convert(e plan.Cast, x int, from plan.Type) (int, error) {
	to := e.To
	switch {
	case from.Kind == plan.Null:
		return c.null(to.Float()), nil
	case to.Kind == plan.Bool:
		return c.boolean(operand{reg: x}, from), nil
	case from.Kind == to.Kind && !to.Kind.Scaled():
		return x, nil
	case from.Kind.Temporal() && to.Kind.Temporal():
		return c.betweenTimes(e, x, from)
	case to.Kind == plan.String || to.Kind.Temporal():
		return c.byTable(e, e.X, operand{reg: x})
	case from.Float() && to.Kind == plan.Unsigned:
		return -1, &UnsupportedError{Expr: e, Why: "a double may pass 63 bits"}
	case from.Float():
		return c.fromFloat(e, x)
	case from.Kind.Ticking():
		return -1, &UnsupportedError{Expr: e, Why: "the digits of a time"}
	}
	if from.Kind == plan.Date {
		x = c.dateNumber(x)
	}
	if from.Kind == plan.Unsigned {
		x = c.unsignedNumber(x)
	}
	if to.Float() {
		if from.Scale > maxPower {
			return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
		}
		return c.compute(operators.ToFloat, power(from.Scale), operators.Reg{Float: true, Nullable: c.reg(x).Nullable}, x), nil
	}
	scale := 0
	if to.Kind == plan.Decimal {
		scale = to.Scale
	}
	x, err := c.rescale(e, x, from.Scale, scale)
	if err == nil && to.Kind == plan.Unsigned {
		x = c.toUnsigned(x)
	}
	return x, err
}

func (c *compiler) dateNumber(x int) int {
	day := c.reg(x)
	inside := day.Lo >= value.MinDate && day.Hi <= value.MaxDate
	return c.compute(operators.DateNumber, 0, operators.Reg{Nullable: day.Nullable || !inside, Lo: 101, Hi: 99991231}, x)
}

func (c *compiler) fromFloat(e plan.Cast, x int) (int, error) {
	scale := 0
	if e.To.Kind == plan.Decimal {
		scale = e.To.Scale
	}
	if scale > maxPower {
		return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
	}
	if e.To.Kind != plan.Decimal { // ties of a double go to even
		x = c.compute(operators.RoundFloat, 0, operators.Reg{Float: true, Nullable: c.reg(x).Nullable}, x)
	}
	return c.compute(operators.FloatToInt, power(scale), wholeReg(c.reg(x).Nullable), x), nil
}

// limited ends the run with error 1690 where a number leaves the limits of a type: a
// checked sum passes 64 bits exactly there.
func (c *compiler) limited(r int, t plan.Type) (int, error) {
	if t.Kind != plan.Int && t.Kind != plan.Decimal {
		return r, nil
	}
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	if t.Min < t.Max {
		lo, hi = t.Min, t.Max
	}
	if p := t.Precision; t.Kind == plan.Decimal && p > 0 && p <= maxPower {
		lo, hi = max(lo, 1-power(p)), min(hi, power(p)-1)
	}
	x := c.reg(r)
	if x.Hi > hi {
		k := c.number(math.MaxInt64 - hi)
		up := c.compute(operators.AddChecked, 0, operators.Reg{Nullable: x.Nullable, Lo: math.MinInt64, Hi: math.MaxInt64}, r, k)
		r = c.compute(operators.SubInt, 0, operators.Reg{Nullable: c.anyNull(up), Lo: x.Lo, Hi: hi}, up, k)
	}
	if x.Lo < lo {
		k := c.number(math.MinInt64 - lo)
		down := c.compute(operators.AddChecked, 0, operators.Reg{Nullable: x.Nullable, Lo: math.MinInt64, Hi: math.MaxInt64}, r, k)
		r = c.compute(operators.SubInt, 0, operators.Reg{Nullable: c.anyNull(down), Lo: lo, Hi: min(x.Hi, hi)}, down, k)
	}
	return r, nil
}
