package value

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/cockroachdb/apd/v3"
)

// The limits of DECIMAL in MySQL.
const (
	MaxPrecision = 65
	MaxScale     = 30
)

// Pow10 gives 10^n for 0 <= n <= 18.
func Pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// mostPower is the greatest power of ten that fits 63 bits.
const mostPower = 18

// BigPow10 gives 10^n.
func BigPow10(n int) *apd.BigInt {
	var e apd.BigInt
	e.SetInt64(int64(n))
	return new(apd.BigInt).Exp(apd.NewBigInt(10), &e, nil)
}

// Small gives a decimal's scaled number when it fits 64 bits.
func Small(d *apd.Decimal) (int64, bool) {
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

// Signed gives a decimal's scaled number.
func Signed(d *apd.Decimal) *apd.BigInt {
	n := new(apd.BigInt).Set(&d.Coeff)
	if d.Negative {
		n.Neg(n)
	}
	return n
}

// FromSigned makes the decimal n / 10^scale.
func FromSigned(n *apd.BigInt, scale int) *apd.Decimal {
	d := &apd.Decimal{Exponent: int32(-scale)}
	d.Coeff.Abs(n)
	d.Negative = n.Sign() < 0 && d.Coeff.Sign() != 0 // apd negates 0 to a negative 0
	return d
}

// ScaleOf is the number of digits after the point.
func ScaleOf(d *apd.Decimal) int { return int(-d.Exponent) }

// CheckDigits gives error 1690 for a decimal of more digits than DECIMAL can have.
func CheckDigits(d *apd.Decimal, what string) (*apd.Decimal, error) {
	if d.Coeff.BitLen() > 210 && d.NumDigits() > MaxPrecision {
		return nil, OutOfRange(Type{Kind: Decimal, Precision: MaxPrecision, Scale: ScaleOf(d)}, "%s", what)
	}
	return d, nil
}

// AppendDecimal appends n / 10^scale with scale digits behind the point.
func AppendDecimal(dst []byte, n int64, scale int) []byte {
	if n < 0 {
		dst = append(dst, '-')
	}
	whole, part := magnitude(n), uint64(0)
	if scale <= mostPower {
		power := uint64(Pow10(scale))
		whole, part = whole/power, whole%power
	} else {
		whole, part = 0, whole
	}
	dst = strconv.AppendUint(dst, whole, 10)
	if scale == 0 {
		return dst
	}
	dst = append(dst, '.')
	for range scale {
		dst = append(dst, '0')
	}
	for i := len(dst) - 1; part > 0; i-- {
		dst[i], part = byte('0'+part%10), part/10
	}
	return dst
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// Rescale gives d at another scale, rounded half away from zero.
func Rescale(d *apd.Decimal, scale int) *apd.Decimal {
	by := scale - ScaleOf(d)
	if by == 0 {
		return d
	}
	if n, ok := Small(d); ok && by > 0 && by <= 18 {
		if p, ok := MulInt(n, Pow10(by)); ok {
			return apd.New(p, int32(-scale))
		}
	}
	if n, ok := Small(d); ok && by < 0 && by >= -18 {
		return apd.New(divRoundInt(n, Pow10(-by)), int32(-scale))
	}
	if by > 0 {
		return FromSigned(new(apd.BigInt).Mul(Signed(d), BigPow10(by)), scale)
	}
	return FromSigned(divRound(Signed(d), BigPow10(-by)), scale)
}

// divRoundInt is divRound of numbers of 64 bits; b is at most 10^18.
func divRoundInt(a, b int64) int64 {
	q, r := a/b, a%b
	switch {
	case 2*r >= b:
		return q + 1
	case 2*r <= -b:
		return q - 1
	}
	return q
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

// CompareDecimals orders two decimals of any scales.
func CompareDecimals(a, b *apd.Decimal) int {
	if a.Exponent == b.Exponent {
		if x, ok := Small(a); ok {
			if y, ok := Small(b); ok {
				return CompareOrdered(x, y)
			}
		}
	}
	return a.Cmp(b)
}

// AddDecimals adds (or, with sub, subtracts) decimals; the larger scale stays.
func AddDecimals(a, b *apd.Decimal, sub bool) (*apd.Decimal, error) {
	scale := max(ScaleOf(a), ScaleOf(b))
	a, b = Rescale(a, scale), Rescale(b, scale)
	if n, ok := addSmall(a, b, sub); ok {
		return apd.New(n, int32(-scale)), nil
	}
	x, y := Signed(a), Signed(b)
	if sub {
		y.Neg(y)
	}
	return CheckDigits(FromSigned(x.Add(x, y), scale), "+")
}

// addSmall adds within 64 bits, if all is.
func addSmall(a, b *apd.Decimal, sub bool) (int64, bool) {
	x, xok := Small(a)
	y, yok := Small(b)
	if !xok || !yok {
		return 0, false
	}
	if sub {
		return SubInt(x, y)
	}
	return AddInt(x, y)
}

// MulDecimals multiplies; the scales add up, also where a DECIMAL has not so many digits behind the point.
func MulDecimals(a, b *apd.Decimal) (*apd.Decimal, error) {
	if n, ok := Small(a); ok {
		if m, ok := Small(b); ok {
			if p, ok := MulInt(n, m); ok {
				return apd.New(p, a.Exponent+b.Exponent), nil
			}
		}
	}
	x, scale := Signed(a), ScaleOf(a)+ScaleOf(b)
	product := FromSigned(x.Mul(x, Signed(b)), scale)
	if scale > MaxScale { // of which those behind are rounded off
		_, err := CheckDigits(Rescale(product, MaxScale), "*")
		return product, err
	}
	return CheckDigits(product, "*")
}

// DivDecimals divides to a scale, rounded half away from zero; b is not 0.
func DivDecimals(a, b *apd.Decimal, scale int) (*apd.Decimal, error) {
	if n, ok := divSmall(a, b, scale+ScaleOf(b)-ScaleOf(a)); ok {
		return apd.New(n, int32(-scale)), nil
	}
	x, y := fraction(a, b, scale)
	return CheckDigits(FromSigned(divRound(x, y), scale), "/")
}

// TruncDecimals divides to a scale and drops the digits behind; b is not 0.
func TruncDecimals(a, b *apd.Decimal, scale int) (*apd.Decimal, error) {
	if x, y, ok := smallFraction(a, b, scale+ScaleOf(b)-ScaleOf(a)); ok {
		return apd.New(x/y, int32(-scale)), nil
	}
	x, y := fraction(a, b, scale)
	return CheckDigits(FromSigned(x.Quo(x, y), scale), "/")
}

// fraction gives x and y of which x / y is a / b * 10^scale.
func fraction(a, b *apd.Decimal, scale int) (x, y *apd.BigInt) {
	// a/10^sa / (b/10^sb) * 10^scale = a * 10^(scale+sb-sa) / b
	by := scale + ScaleOf(b) - ScaleOf(a)
	x, y = Signed(a), Signed(b)
	if by >= 0 {
		return x.Mul(x, BigPow10(by)), y
	}
	return x, y.Mul(y, BigPow10(-by))
}

// smallFraction gives the digits of a times 10^by and those of b, if 64 bits hold them and what comes of
// the division.
func smallFraction(a, b *apd.Decimal, by int) (x, y int64, ok bool) {
	x, xok := Small(a)
	y, yok := Small(b)
	if !xok || !yok || by < 0 || by > 18 || y == math.MinInt64 {
		return 0, 0, false
	}
	x, ok = MulInt(x, Pow10(by))
	return x, y, ok && x != math.MinInt64
}

// divSmall divides a * 10^by by b within 64 bits, if all is.
func divSmall(a, b *apd.Decimal, by int) (int64, bool) {
	x, y, ok := smallFraction(a, b, by)
	if !ok {
		return 0, false
	}
	q, r := x/y, x%y
	if Magnitude(r) >= Magnitude(y)-Magnitude(r) {
		if (x < 0) == (y < 0) {
			q++
		} else {
			q--
		}
	}
	return q, true
}

// QuoRemDecimals gives the truncated quotient and the remainder (sign of a); b is
// not 0.
func QuoRemDecimals(a, b *apd.Decimal) (quo *apd.BigInt, rem *apd.Decimal) {
	scale := max(ScaleOf(a), ScaleOf(b))
	var r apd.BigInt
	q := new(apd.BigInt)
	q.QuoRem(Signed(Rescale(a, scale)), Signed(Rescale(b, scale)), &r)
	return q, FromSigned(&r, scale)
}

// FloorDecimal gives the largest integer not above d, or with ceil the smallest not
// below.
func FloorDecimal(d *apd.Decimal, ceil bool) *apd.BigInt {
	one := apd.New(1, 0)
	q, r := QuoRemDecimals(d, one)
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
		return math.Inf(1 - 2*BoolInt(d.Negative))
	}
	return f
}

// BoolInt is 1 for true, 0 for false.
func BoolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// AddInt adds; false past 64 bits.
func AddInt(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

// SubInt subtracts; false past 64 bits.
func SubInt(a, b int64) (int64, bool) {
	d := a - b
	return d, (d < a) == (b > 0)
}

// MulInt multiplies; false past 64 bits.
func MulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(Magnitude(a), Magnitude(b))
	if (a < 0) == (b < 0) {
		return int64(lo), hi == 0 && lo <= math.MaxInt64
	}
	return -int64(lo), hi == 0 && lo <= 1<<63
}

// Magnitude is |n|, right for the smallest number too.
func Magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}
