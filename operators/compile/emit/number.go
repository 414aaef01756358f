package emit

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// MaxPower is the largest power of ten in 64 bits.
const MaxPower = 18

// Power gives 10^n for 0 <= n <= MaxPower.
func Power(n int) int64 {
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

// Plus gives the register of a + b, checked only where 64 bits may not do.
func (c *Code) Plus(a, b int) int {
	x, y := c.Reg(a), c.Reg(b)
	if c.always(b, 0) {
		return a
	}
	lo, ok1 := addExact(x.Lo, y.Lo)
	hi, ok2 := addExact(x.Hi, y.Hi)
	if ok1 && ok2 {
		return c.Compute(operators.AddInt, 0, operators.Reg{Nullable: c.AnyNull(a, b), Lo: lo, Hi: hi}, a, b)
	}
	return c.Compute(operators.AddChecked, 0, wholeReg(c.AnyNull(a, b)), a, b)
}

// minus gives the register of a - b, checked likewise.
func (c *Code) minus(a, b int) int {
	x, y := c.Reg(a), c.Reg(b)
	if c.always(b, 0) {
		return a
	}
	lo, ok1 := subExact(x.Lo, y.Hi)
	hi, ok2 := subExact(x.Hi, y.Lo)
	if ok1 && ok2 {
		return c.Compute(operators.SubInt, 0, operators.Reg{Nullable: c.AnyNull(a, b), Lo: lo, Hi: hi}, a, b)
	}
	return c.Compute(operators.SubChecked, 0, wholeReg(c.AnyNull(a, b)), a, b)
}

// Times gives the register of a * b, checked likewise.
func (c *Code) Times(a, b int) int {
	x, y := c.Reg(a), c.Reg(b)
	if c.always(b, 1) {
		return a
	}
	lo, hi, ok := productBounds(x, y)
	if ok && lo == hi && !c.AnyNull(a, b) {
		return c.Number(lo)
	}
	if ok {
		return c.Compute(operators.MulInt, 0, operators.Reg{Nullable: c.AnyNull(a, b), Lo: lo, Hi: hi}, a, b)
	}
	return c.Compute(operators.MulChecked, 0, wholeReg(c.AnyNull(a, b)), a, b)
}

// always reports whether a register holds one number in every row.
func (c *Code) always(r int, n int64) bool {
	x := c.Reg(r)
	return x.Lo == n && x.Hi == n && !x.Nullable && !x.Float
}

// positive gives the constant above 0 that a register is.
func (c *Code) positive(b int) (d int64, ok bool) {
	d = c.Reg(b).Lo
	return d, d > 0 && c.always(b, d)
}

// divisor gives the constant above 0 that a register which is never below 0 is divided by.
func (c *Code) divisor(a, b int) (d int64, ok bool) {
	d, ok = c.positive(b)
	return d, ok && c.Reg(a).Lo >= 0
}

// floor gives the register of floor(a / d), rest that of what it leaves of a.
func (c *Code) floor(a int, d int64) int {
	x := c.Reg(a)
	return c.Compute(operators.FloorScale, d, operators.Reg{Nullable: x.Nullable, Lo: floorOf(x.Lo, d), Hi: floorOf(x.Hi, d)}, a)
}

func (c *Code) rest(a int, d int64) int {
	x := c.Reg(a)
	r := operators.Reg{Nullable: x.Nullable, Lo: 0, Hi: d - 1}
	if base := floorOf(x.Lo, d); base == floorOf(x.Hi, d) {
		r.Lo, r.Hi = x.Lo-base*d, x.Hi-base*d
	}
	return c.Compute(operators.FloorRest, d, r, a)
}

func floorOf(n, d int64) int64 {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}

// nearest gives the register of a / d, rounded half away from zero.
func (c *Code) nearest(a int, d int64) int {
	if d == 1 {
		return a
	}
	x := c.Reg(a)
	return c.Compute(operators.ScaleDown, d, operators.Reg{Nullable: x.Nullable, Lo: operators.Nearest(x.Lo, d), Hi: operators.Nearest(x.Hi, d)}, a)
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
func (c *Code) onNumbers(e plan.Call, args []int) (int, error) {
	if r, ok, err := c.onBits(e, args); ok {
		return r, err
	}
	x := c.Reg(args[0])
	scale := e.Args[0].Type().Scale
	switch e.Op {
	case plan.Add:
		return c.Plus(args[0], args[1]), nil
	case plan.Sub:
		return c.minus(args[0], args[1]), nil
	case plan.Mul:
		return c.Times(args[0], args[1]), nil
	case plan.Div, plan.Quotient:
		return c.divide(e, args)
	case plan.IntDiv:
		return c.intDiv(args[0], args[1]), nil
	case plan.FloorDiv:
		return c.floorDiv(args[0], args[1]), nil
	case plan.Mod:
		return c.modulo(args[0], args[1]), nil
	case plan.Neg:
		return c.negative(args[0]), nil
	case plan.Abs:
		if x.Lo >= 0 {
			return args[0], nil
		}
		return c.Compute(operators.AbsChecked, 0, operators.Reg{Nullable: x.Nullable, Hi: largest(x)}, args[0]), nil
	case plan.Floor:
		return c.scaled(e, operators.FloorScale, args[0], scale)
	case plan.Ceil:
		return c.scaled(e, operators.CeilScale, args[0], scale)
	case plan.Rand:
		return c.Compute(operators.RandFloat, 0, operators.Reg{Float: true, Nullable: x.Nullable}, args[0]), nil
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

// negative gives the register of -a.
func (c *Code) negative(a int) int {
	x := c.Reg(a)
	if x.Lo == math.MinInt64 {
		return c.Compute(operators.NegChecked, 0, operators.Reg{Nullable: x.Nullable, Lo: -math.MaxInt64, Hi: math.MaxInt64}, a)
	}
	return c.Compute(operators.NegInt, 0, operators.Reg{Nullable: x.Nullable, Lo: -x.Hi, Hi: -x.Lo}, a)
}

// mayBeZero reports whether a register can hold 0.
func (c *Code) mayBeZero(r int) bool { return c.Reg(r).Lo <= 0 && c.Reg(r).Hi >= 0 }

// divide compiles a division of decimals to the scale of the result.
func (c *Code) divide(e plan.Call, args []int) (int, error) {
	a, b := args[0], args[1]
	by := e.Of.Scale - e.Args[0].Type().Scale + e.Args[1].Type().Scale
	if by < 0 {
		var err error
		if b, err = c.rescale(e, b, 0, -by); err != nil {
			return -1, err
		}
		by = 0
	}
	if by > MaxPower {
		return -1, &UnsupportedError{Expr: e, Why: "the division has too many digits after the point"}
	}
	if d, ok := c.positive(b); ok {
		if r, ok := c.share(e.Op, a, Power(by), d); ok {
			return r, nil
		}
	}
	r := wholeReg(c.AnyNull(a, b) || c.mayBeZero(b))
	if m, wrong := operators.MulWrong(largest(c.Reg(a)), Power(by)); wrong == 0 {
		r.Lo, r.Hi = -m, m
	}
	if e.Op == plan.Quotient {
		return c.Compute(operators.DivTruncated, Power(by), r, a, b), nil
	}
	return c.Compute(operators.DivScaled, Power(by), r, a, b), nil
}

// share gives the register of a * by / d, of a constant d above 0, if 64 bits hold the product.
func (c *Code) share(op plan.Op, a int, by, d int64) (int, bool) {
	common := divisorOf(by, d)
	by, d = by/common, d/common
	if _, _, ok := productBounds(c.Reg(a), operators.Reg{Lo: by, Hi: by}); !ok {
		return -1, false
	}
	a = c.Times(a, c.Number(by))
	if op == plan.Quotient {
		return c.intDiv(a, c.Number(d)), true
	}
	return c.nearest(a, d), true
}

// divisorOf is the greatest common divisor of two numbers above 0.
func divisorOf(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (c *Code) intDiv(a, b int) int {
	if c.always(b, 1) {
		return a
	}
	if d, ok := c.divisor(a, b); ok {
		return c.floor(a, d)
	}
	x, y := c.Reg(a), c.Reg(b)
	r := wholeReg(c.AnyNull(a, b) || c.mayBeZero(b))
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
	return c.Compute(operators.IntDiv, 0, r, a, b)
}

// floorDiv gives the register of floor(a / b).
func (c *Code) floorDiv(a, b int) int {
	if d, ok := c.positive(b); ok {
		return c.floor(a, d)
	}
	x := c.Reg(a)
	r := wholeReg(c.AnyNull(a, b) || c.mayBeZero(b))
	if m := largest(x); x.Lo != math.MinInt64 { // below a quotient is one more from 0 only where it is no whole number
		r.Lo, r.Hi = -m, m
	}
	return c.Compute(operators.FloorDiv, 0, r, a, b)
}

func (c *Code) modulo(a, b int) int {
	if d, ok := c.divisor(a, b); ok {
		return c.rest(a, d)
	}
	x := c.Reg(a)
	m := largest(c.Reg(b)) // the remainder of MinInt64 by itself is 0
	r := operators.Reg{Nullable: c.AnyNull(a, b) || c.mayBeZero(b), Lo: max(min(x.Lo, 0), -m), Hi: min(max(x.Hi, 0), m)}
	return c.Compute(operators.ModInt, 0, r, a, b)
}

// scaled compiles FLOOR and CEIL of a decimal.
func (c *Code) scaled(e plan.Expr, op operators.Opcode, a, scale int) (int, error) {
	if scale == 0 {
		return a, nil
	}
	if scale > MaxPower {
		return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
	}
	x, p := c.Reg(a), Power(scale)
	r := operators.Reg{Nullable: x.Nullable, Lo: x.Lo/p - 1, Hi: x.Hi/p + 1}
	return c.Compute(op, p, r, a), nil
}

// rescale moves a decimal from one scale to another, rounded half away from zero.
func (c *Code) rescale(e plan.Expr, a, from, to int) (int, error) {
	switch {
	case from == to:
		return a, nil
	case max(from-to, to-from) > MaxPower:
		return -1, &UnsupportedError{Expr: e, Why: "the number has too many digits after the point"}
	case to < from:
		return c.nearest(a, Power(from-to)), nil
	}
	p := Power(to - from)
	lo, hi, ok := productBounds(c.Reg(a), operators.Reg{Lo: p, Hi: p})
	if ok {
		return c.Compute(operators.MulInt, 0, operators.Reg{Nullable: c.Reg(a).Nullable, Lo: lo, Hi: hi}, a, c.Number(p)), nil
	}
	return c.Compute(operators.ScaleUp, p, wholeReg(c.Reg(a).Nullable), a), nil
}

// From gives a register less a number.
func (c *Code) From(r int, lo int64) int {
	if lo == 0 {
		return r
	}
	return c.minus(r, c.Number(lo))
}
