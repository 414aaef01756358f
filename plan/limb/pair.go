package limb

import (
	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Pair is a number of more than 64 bits as two whole ones that fit: High counts Unit, and Low one, of
// the last digit of the number. Both have its sign, and Low has fewer digits than Unit counts, so
// pairs are equal, and in order, as the numbers are. Both are NULL where the number is.
type Pair struct {
	High, Low plan.Expr
	Unit      int64
}

// PairOf takes a product apart that does not fit, or a number that has been put together of a pair;
// false for another expression, or where it cannot. fits is as for Of.
func PairOf(e plan.Expr, fits func(plan.Expr) bool) (Pair, bool) { return newTaker(fits).pair(e) }

func (t taker) pair(e plan.Expr) (Pair, bool) {
	if p, ok := OfPair(e); ok {
		return p, t.holds(p)
	}
	if x, ok := coerce.OfUnsigned(e); ok && !t.fits(e) {
		high, low := dividedUnsigned(x, nineDigits)
		p := Pair{high, low, nineDigits}
		return p, t.holds(p)
	}
	if x, ok := e.(plan.Call); ok && x.Op == plan.Neg && x.Of.Kind == plan.Decimal {
		p, ok := t.pair(x.Args[0])
		p.High, p.Low = intCall(plan.Neg, p.High), intCall(plan.Neg, p.Low)
		return p, ok && t.holds(p)
	}
	x, ok := productOf(e)
	if !ok || t.fits(e) {
		return Pair{}, false
	}
	for _, x := range associated(x) {
		if p, ok := t.byHalf(x); ok {
			return p, true
		}
		if p, ok := t.multipliedLong(x); ok {
			return p, true
		}
		if p, ok := t.multiplied(x); ok {
			return p, true
		}
	}
	return Pair{}, false
}

// productOf gives a product of decimals that has all its digits.
func productOf(e plan.Expr) (x plan.Call, ok bool) {
	x, ok = e.(plan.Call)
	return x, ok && x.Op == plan.Mul && x.Of.Kind == plan.Decimal && hasAll(x)
}

// associated gives a product, and where its first factor is a product, too, its factors in other orders:
// some of these may fit where that one does not.
func associated(x plan.Call) []plan.Call {
	out := []plan.Call{x}
	if inner, ok := productOf(x.Args[0]); ok {
		for i, a := range inner.Args {
			out = append(out, coerce.Exactly(plan.Mul, a, coerce.Exactly(plan.Mul, inner.Args[1-i], x.Args[1])).(plan.Call))
		}
	}
	return out
}

// holds reports whether both numbers of a pair fit.
func (t taker) holds(p Pair) bool { return t.fits(p.High) && t.fits(p.Low) }

// OfPair gives the pair that a number is put together of.
func OfPair(e plan.Expr) (Pair, bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Joined {
		return Pair{}, false
	}
	return Pair{c.Args[0], c.Args[1], c.Args[2].(plan.Const).Value.Int}, true
}

// Number puts the number of a pair together, of a type.
func (p Pair) Number(of plan.Type) plan.Expr {
	return plan.Call{Op: plan.Joined, Args: []plan.Expr{p.High, p.Low, num(p.Unit)}, Of: of}
}

// limbs gives a pair of a number with so many digits behind the point as limbs.
func (p Pair) limbs(scale int) []Limb {
	one := tens(-scale)
	return []Limb{{p.High, coerce.Exactly(plan.Mul, num(p.Unit), one)}, {p.Low, one}}
}

// byHalf multiplies one factor, of few digits, with the last nine digits of the other and with those
// before them.
func (t taker) byHalf(x plan.Call) (Pair, bool) {
	a, b := whole(x.Args[0]), whole(x.Args[1])
	for _, f := range [][2]plan.Expr{{a, b}, {b, a}} {
		ones := intCall(plan.Mul, f[0], kept(f[1]))
		p := Pair{intCall(plan.Add, intCall(plan.Mul, f[0], carried(f[1])), carried(ones)), kept(ones), nineDigits}
		if t.holds(p) {
			return p, true
		}
	}
	return Pair{}, false
}

// multiplied gives a product as one multiplies by hand, nine digits at a time, of which the last
// eighteen are one number.
func (t taker) multiplied(x plan.Call) (Pair, bool) {
	a, b := whole(x.Args[0]), whole(x.Args[1])
	ones := intCall(plan.Mul, kept(a), kept(b))
	middle := intCall(plan.Add, intCall(plan.Add, intCall(plan.Mul, carried(a), kept(b)), intCall(plan.Mul, kept(a), carried(b))), carried(ones))
	p := Pair{
		High: intCall(plan.Add, intCall(plan.Mul, carried(a), carried(b)), carried(middle)),
		Low:  intCall(plan.Add, intCall(plan.Mul, kept(middle), num(nineDigits)), kept(ones)),
		Unit: nineDigits * nineDigits,
	}
	return p, t.holds(p)
}

// long gives the digits of a column of numbers that do not fit: those before the last eighteen, and these.
func (t taker) long(e plan.Expr) (Pair, bool) {
	r, column := e.(plan.ColumnRef)
	if !column || t.fits(r) {
		return Pair{}, false
	}
	high, low := halves(r, 2*limbDigits)
	p := Pair{high.X, whole(low.X), nineDigits * nineDigits}
	return p, t.holds(p)
}

// multipliedLong is multiplied where one factor is such a column, whose digits before the last eighteen are
// one number.
func (t taker) multipliedLong(x plan.Call) (Pair, bool) {
	for i, a := range x.Args {
		of, ok := t.long(a)
		if !ok || !t.fits(x.Args[1-i]) {
			continue
		}
		b := whole(x.Args[1-i])
		ones := intCall(plan.Mul, kept(of.Low), kept(b))
		middle := intCall(plan.Add, intCall(plan.Add, intCall(plan.Mul, carried(of.Low), kept(b)), intCall(plan.Mul, kept(of.Low), carried(b))), carried(ones))
		p := Pair{
			High: intCall(plan.Add, intCall(plan.Add, intCall(plan.Mul, of.High, b), intCall(plan.Mul, carried(of.Low), carried(b))), carried(middle)),
			Low:  intCall(plan.Add, intCall(plan.Mul, kept(middle), num(nineDigits)), kept(ones)),
			Unit: of.Unit,
		}
		if t.holds(p) {
			return p, true
		}
	}
	return Pair{}, false
}

// nineDigits is what the digits before the last nine count.
const nineDigits = 1e9

// whole gives a decimal as how many units of its last digit it has.
func whole(e plan.Expr) plan.Expr {
	if e.Type().Kind == plan.Int {
		return e
	}
	return intCall(plan.IntDiv, e, lastDigit(e.Type()))
}

// lastDigit is a unit of the last digit of a decimal.
func lastDigit(t plan.Type) plan.Expr { return plan.Const{Value: value.OfDecimal(1, t.Scale), Of: t} }

// carried is what is before the last nine digits of a whole number, kept these.
func carried(n plan.Expr) plan.Expr { return intCall(plan.IntDiv, n, num(nineDigits)) }

func kept(n plan.Expr) plan.Expr { return intCall(plan.Mod, n, num(nineDigits)) }
