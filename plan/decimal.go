package plan

import (
	"math"
	"math/bits"

	"github.com/cockroachdb/apd/v3"
)

// The limits of DECIMAL in MySQL.
const (
	MaxPrecision = 65
	MaxScale     = 30
)

// pow10 gives 10^n for 0 <= n <= 18.
func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// bigPow10 gives 10^n.
func bigPow10(n int) *apd.BigInt {
	var e apd.BigInt
	e.SetInt64(int64(n))
	return new(apd.BigInt).Exp(apd.NewBigInt(10), &e, nil)
}

// small gives a decimal's scaled number when it fits 64 bits.
func small(d *apd.Decimal) (int64, bool) {
	switch {
	case d.Coeff.IsInt64() && d.Negative:
		return -d.Coeff.Int64(), true
	case d.Coeff.IsInt64():
		return d.Coeff.Int64(), true
	case d.Negative && d.Coeff.IsUint64() && d.Coeff.Uint64() == 1<<63:
		return math.MinInt64, true
	}
	return 0, false
}

// signed gives a decimal's scaled number.
func signed(d *apd.Decimal) *apd.BigInt {
	n := new(apd.BigInt).Set(&d.Coeff)
	if d.Negative {
		n.Neg(n)
	}
	return n
}

// fromSigned makes the decimal n / 10^scale.
func fromSigned(n *apd.BigInt, scale int) *apd.Decimal {
	d := &apd.Decimal{Exponent: int32(-scale)}
	d.Coeff.Abs(n)
	d.Negative = n.Sign() < 0 && d.Coeff.Sign() != 0 // apd negates 0 to a negative 0
	return d
}

// scaleOf is the number of digits after the point.
func scaleOf(d *apd.Decimal) int { return int(-d.Exponent) }

// checkDigits gives error 1690 for a decimal of more digits than DECIMAL can have.
func checkDigits(d *apd.Decimal, what string) (*apd.Decimal, error) {
	if d.Coeff.BitLen() > 210 && d.NumDigits() > MaxPrecision {
		return nil, outOfRange(Type{Kind: Decimal, Precision: MaxPrecision, Scale: scaleOf(d)}, "%s", what)
	}
	return d, nil
}

// rescale gives d at another scale, rounded half away from zero.
func rescale(d *apd.Decimal, scale int) *apd.Decimal {
	by := scale - scaleOf(d)
	if by == 0 {
		return d
	}
	if n, ok := small(d); ok && by > 0 && by <= 18 {
		if p, ok := mulInt(n, pow10(by)); ok {
			return apd.New(p, int32(-scale))
		}
	}
	if by > 0 {
		return fromSigned(new(apd.BigInt).Mul(signed(d), bigPow10(by)), scale)
	}
	return fromSigned(divRound(signed(d), bigPow10(-by)), scale)
}

// divRound divides, rounded half away from zero; b is not 0.
func divRound(a, b *apd.BigInt) *apd.BigInt {
	var q, r apd.BigInt
	q.QuoRem(a, b, &r)
	r.Add(&r, &r)
	if r.CmpAbs(b) >= 0 {
		q.Add(&q, apd.NewBigInt(int64(a.Sign()*b.Sign())))
	}
	return &q
}

// compareDecimals orders two decimals of any scales.
func compareDecimals(a, b *apd.Decimal) int {
	if a.Exponent == b.Exponent {
		if x, ok := small(a); ok {
			if y, ok := small(b); ok {
				return compareOrdered(x, y)
			}
		}
	}
	return a.Cmp(b)
}

// addDecimals adds (or, with sub, subtracts) decimals; the larger scale stays.
func addDecimals(a, b *apd.Decimal, sub bool) (*apd.Decimal, error) {
	scale := max(scaleOf(a), scaleOf(b))
	a, b = rescale(a, scale), rescale(b, scale)
	if n, ok := addSmall(a, b, sub); ok {
		return apd.New(n, int32(-scale)), nil
	}
	x, y := signed(a), signed(b)
	if sub {
		y.Neg(y)
	}
	return checkDigits(fromSigned(x.Add(x, y), scale), "+")
}

// addSmall adds within 64 bits, if all is.
func addSmall(a, b *apd.Decimal, sub bool) (int64, bool) {
	x, xok := small(a)
	y, yok := small(b)
	if !xok || !yok {
		return 0, false
	}
	if sub {
		return subInt(x, y)
	}
	return addInt(x, y)
}

// mulDecimals multiplies; the scales add up.
func mulDecimals(a, b *apd.Decimal) (*apd.Decimal, error) {
	if n, ok := small(a); ok {
		if m, ok := small(b); ok {
			if p, ok := mulInt(n, m); ok {
				return apd.New(p, a.Exponent+b.Exponent), nil
			}
		}
	}
	x := signed(a)
	return checkDigits(fromSigned(x.Mul(x, signed(b)), scaleOf(a)+scaleOf(b)), "*")
}

// divDecimals divides to a scale, rounded half away from zero; b is not 0.
func divDecimals(a, b *apd.Decimal, scale int) (*apd.Decimal, error) {
	if n, ok := divSmall(a, b, scale+scaleOf(b)-scaleOf(a)); ok {
		return apd.New(n, int32(-scale)), nil
	}
	x, y := fraction(a, b, scale)
	return checkDigits(fromSigned(divRound(x, y), scale), "/")
}

// truncDecimals divides to a scale and drops the digits behind; b is not 0.
func truncDecimals(a, b *apd.Decimal, scale int) (*apd.Decimal, error) {
	x, y := fraction(a, b, scale)
	return checkDigits(fromSigned(x.Quo(x, y), scale), "/")
}

// fraction gives x and y of which x / y is a / b * 10^scale.
func fraction(a, b *apd.Decimal, scale int) (x, y *apd.BigInt) {
	// a/10^sa / (b/10^sb) * 10^scale = a * 10^(scale+sb-sa) / b
	by := scale + scaleOf(b) - scaleOf(a)
	x, y = signed(a), signed(b)
	if by >= 0 {
		return x.Mul(x, bigPow10(by)), y
	}
	return x, y.Mul(y, bigPow10(-by))
}

// divSmall divides a * 10^by by b within 64 bits, if all is.
func divSmall(a, b *apd.Decimal, by int) (int64, bool) {
	x, xok := small(a)
	y, yok := small(b)
	if !xok || !yok || by < 0 || by > 18 || y == math.MinInt64 {
		return 0, false
	}
	x, ok := mulInt(x, pow10(by))
	if !ok || x == math.MinInt64 {
		return 0, false
	}
	q, r := x/y, x%y
	if magnitude(r) >= magnitude(y)-magnitude(r) {
		if (x < 0) == (y < 0) {
			q++
		} else {
			q--
		}
	}
	return q, true
}

// quoRemDecimals gives the truncated quotient and the remainder (sign of a); b is
// not 0.
func quoRemDecimals(a, b *apd.Decimal) (quo *apd.BigInt, rem *apd.Decimal) {
	scale := max(scaleOf(a), scaleOf(b))
	var r apd.BigInt
	q := new(apd.BigInt)
	q.QuoRem(signed(rescale(a, scale)), signed(rescale(b, scale)), &r)
	return q, fromSigned(&r, scale)
}

// floorDecimal gives the largest integer not above d, or with ceil the smallest not
// below.
func floorDecimal(d *apd.Decimal, ceil bool) *apd.BigInt {
	one := apd.New(1, 0)
	q, r := quoRemDecimals(d, one)
	switch sign := r.Sign(); {
	case ceil && sign > 0:
		q.Add(q, apd.NewBigInt(1))
	case !ceil && sign < 0:
		q.Sub(q, apd.NewBigInt(1))
	}
	return q
}

// floatOf gives the double nearest to d.
func floatOf(d *apd.Decimal) float64 {
	f, err := d.Float64()
	if err != nil {
		return math.Inf(1 - 2*boolInt(d.Negative))
	}
	return f
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func addInt(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func subInt(a, b int64) (int64, bool) {
	d := a - b
	return d, (d < a) == (b > 0)
}

func mulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if (a < 0) == (b < 0) {
		return int64(lo), hi == 0 && lo <= math.MaxInt64
	}
	return -int64(lo), hi == 0 && lo <= 1<<63
}

// magnitude is |n|, right for the smallest number too.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}
