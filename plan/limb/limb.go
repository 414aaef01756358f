package limb

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Limb is a part of a number: X times a constant.
type Limb struct{ X, Times plan.Expr }

// Of takes an exact number apart into limbs that it is the sum of, each of which fits, as the digits
// of a product or a quotient of more than 64 bits; false where it cannot. All limbs are NULL where the
// number is. fits is asked of decimals, whose numbers have to fit whatever the values are.
func Of(e plan.Expr, fits func(plan.Expr) bool) ([]Limb, bool) {
	t := newTaker(fits)
	if l, ok := t.multiple(e); ok {
		return []Limb{l}, true
	}
	return t.apart(e)
}

// multiple gives a column of numbers that do not fit which is multiplied with a constant: what is added up by its
// codes needs no limbs.
func (t taker) multiple(e plan.Expr) (Limb, bool) {
	x, ok := Narrowest(e).(plan.Call)
	if !ok || x.Op != plan.Mul || !hasAll(x) {
		return Limb{}, false
	}
	k, constant := x.Args[1].(plan.Const)
	r, column := Narrowest(x.Args[0]).(plan.ColumnRef)
	return Limb{r, k}, constant && column && !k.Value.IsNull() && !t.fits(r)
}

// taker takes numbers apart.
type taker struct{ fits func(plan.Expr) bool }

func newTaker(fits func(plan.Expr) bool) taker {
	return taker{func(e plan.Expr) bool { return fits(coerce.Decimal(e)) }}
}

func (t taker) apart(e plan.Expr) ([]Limb, bool) {
	if k, ok := e.(plan.Const); ok && k.Value.Kind == plan.Decimal {
		return ofConstant(k)
	}
	if t.fits(e) {
		return []Limb{{e, num(1)}}, true
	}
	switch x := e.(type) {
	case plan.ColumnRef:
		p, ok := t.long(x)
		return p.limbs(x.Type().Scale), ok
	case plan.Call:
		switch x.Op {
		case plan.Mul:
			return t.product(x)
		case plan.Quotient:
			return t.quotient(x)
		case plan.Joined:
			p, ok := t.pair(x)
			return p.limbs(x.Of.Scale), ok
		case plan.Add, plan.Sub:
			return t.sum(x)
		case plan.Neg:
			return turnedRound(t.apart(x.Args[0]))
		case plan.If:
			return t.choice(x)
		}
	case plan.Cast:
		if widens(x) {
			return t.apart(x.X)
		}
	}
	return nil, false
}

// all gives the limbs if each fits.
func (t taker) all(limbs ...Limb) ([]Limb, bool) {
	for _, l := range limbs {
		if !t.fits(l.X) {
			return nil, false
		}
	}
	return limbs, true
}

// scaled multiplies limbs with a constant.
func scaled(by plan.Expr) func([]Limb, bool) ([]Limb, bool) {
	return func(limbs []Limb, ok bool) ([]Limb, bool) {
		out := make([]Limb, len(limbs))
		for i, l := range limbs {
			out[i] = Limb{l.X, coerce.Exactly(plan.Mul, l.Times, by)}
		}
		return out, ok
	}
}

// ofConstant is a constant without the zeros behind its last digit, with which it may not fit.
func ofConstant(k plan.Const) ([]Limb, bool) {
	for scale := range max(0, value.ScaleOf(k.Value.Dec)) + 1 {
		short := value.Rescale(k.Value.Dec, scale)
		if n, ok := value.Small(short); ok && value.CompareDecimals(short, k.Value.Dec) == 0 {
			own := value.OfDecimal(n, scale)
			return []Limb{{plan.Const{Value: own, Of: value.DecimalType(value.SureDigits+1, scale)}, num(1)}}, true
		}
	}
	return nil, false
}

// turnedRound gives the limbs of a number with the other sign.
func turnedRound(limbs []Limb, ok bool) ([]Limb, bool) {
	out := make([]Limb, len(limbs))
	for i, l := range limbs {
		out[i] = Limb{plan.Call{Op: plan.Neg, Args: []plan.Expr{l.X}, Of: l.X.Type()}, l.Times}
	}
	return out, ok
}

// limbDigits is how many decimal digits a limb has beside what it is of.
const limbDigits = 9

// tens is 10^n, n below 0, too.
func tens(n int) plan.Expr {
	if n < 0 {
		return plan.Literal(value.OfDecimal(1, -n))
	}
	return plan.Literal(value.OfWide(value.BigPow10(n).MathBigInt(), 0))
}

func num(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }

func intCall(op plan.Op, args ...plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: plan.Int}}
}

func choice(test, a, b plan.Expr) plan.Expr {
	return plan.Call{Op: plan.If, Args: []plan.Expr{test, a, b}, Of: a.Type()}
}

func below(a, b plan.Expr) plan.Expr {
	return plan.Call{Op: plan.Lt, Args: []plan.Expr{a, b}, Of: plan.Type{Kind: plan.Bool}}
}

// product takes one factor of a product apart or both: of each the last nine digits, and those before.
func (t taker) product(x plan.Call) ([]Limb, bool) {
	a, b := x.Args[0], x.Args[1]
	if !hasAll(x) {
		return nil, false
	}
	if k, ok := b.(plan.Const); ok && !k.Value.IsNull() {
		return scaled(k)(t.apart(a))
	}
	high, low := halves(a, limbDigits)
	top, rest := halves(b, limbDigits)
	if !t.fits(top.X) || !t.fits(rest.X) || !t.fits(high.X) || !t.fits(low.X) {
		return t.factors(a, b)
	}
	of := func(p, q Limb) Limb {
		return Limb{coerce.Exactly(plan.Mul, p.X, q.X), coerce.Exactly(plan.Mul, p.Times, q.Times)}
	}
	whole := Limb{a, num(1)}
	for _, way := range [][]Limb{
		{of(whole, top), of(whole, rest)},
		{of(Limb{b, num(1)}, high), of(Limb{b, num(1)}, low)},
		{of(high, top), of(high, rest), of(low, top), of(low, rest)},
	} {
		if out, ok := t.all(way...); ok {
			return out, true
		}
	}
	return t.factors(a, b)
}

// hasAll reports whether a product has all digits behind the point that its factors have together.
func hasAll(x plan.Call) bool { return x.Of.Scale == x.Args[0].Type().Scale+x.Args[1].Type().Scale }

// factors takes a factor apart that does not fit itself.
func (t taker) factors(a, b plan.Expr) ([]Limb, bool) {
	if t.fits(a) {
		a, b = b, a
	}
	limbs, ok := t.apart(a)
	if !ok || len(limbs) == 1 {
		return nil, false
	}
	var out []Limb
	for _, l := range limbs {
		more, ok := t.apart(coerce.Exactly(plan.Mul, l.X, b))
		if !ok {
			return nil, false
		}
		more, _ = scaled(l.Times)(more, true)
		out = append(out, more...)
	}
	return out, true
}

// halves gives what is before the last digits of a number, and these.
func halves(e plan.Expr, digits int) (high, low Limb) {
	scale := e.Type().Scale
	unit := coerce.Exactly(plan.Mul, tens(digits), tens(-scale))
	high = Limb{intCall(plan.IntDiv, coerce.Decimal(e), unit), unit}
	return high, Limb{plan.Call{Op: plan.Mod, Args: []plan.Expr{coerce.Decimal(e), unit}, Of: value.DecimalType(max(digits, scale), scale)}, num(1)}
}

// quotient takes a quotient apart as one divides by hand, some digits at a time, as many as there is
// room for behind what is left.
func (t taker) quotient(x plan.Call) ([]Limb, bool) {
	a, b := x.Args[0], x.Args[1]
	if p, ok := t.pair(a); ok {
		return t.dividedPair(p, a, b, x.Of.Scale)
	}
	if k, ok := b.(plan.Const); ok && k.Value.Kind == plan.Decimal { // as many digits as it has, not as the dividend has
		own := coerce.Exactly(plan.Mul, plan.Literal(value.OfWide(value.Signed(k.Value.Dec).MathBigInt(), 0)), tens(-a.Type().Scale))
		if out, ok := t.divided(a, own, k.Of.Scale-a.Type().Scale, x.Of.Scale); ok {
			return out, true
		}
	}
	return t.divided(a, b, 0, x.Of.Scale)
}

// divided gives the digits of a / b, of which the first limb counts 10^exponent, and the last one so many
// digits behind the point.
func (t taker) divided(a, b plan.Expr, exponent, scale int) ([]Limb, bool) {
	args, of, err := coerce.Aligned([]plan.Expr{a, b})
	digits := exponent + scale
	if err != nil || digits < 0 {
		return nil, false
	}
	first := Limb{intCall(plan.IntDiv, args...), tens(exponent)}
	for at := limbDigits; at > 1; at -= 2 {
		d := division{rest: plan.Call{Op: plan.Mod, Args: args, Of: of}, by: args[1], exponent: exponent}
		if out, ok := t.all(append([]Limb{first}, d.limbs(digits, at)...)...); ok && (d.most == nil || t.fits(d.most)) {
			return out, true
		}
	}
	return nil, false
}

// dividedPair gives the digits of a / b, where a has more than fit.
func (t taker) dividedPair(p Pair, a, b plan.Expr, scale int) ([]Limb, bool) {
	by, exponent := whole(b), b.Type().Scale-a.Type().Scale
	if scale+exponent < 0 {
		return nil, false
	}
	counts := func(unit int64) plan.Expr { return coerce.Exactly(plan.Mul, num(unit), tens(exponent)) }
	out, rest, unit := []Limb{{intCall(plan.IntDiv, p.High, by), counts(p.Unit)}}, intCall(plan.Mod, p.High, by), p.Unit
	for unit > 1 {
		unit /= nineDigits
		next := intCall(plan.Add, intCall(plan.Mul, rest, num(nineDigits)), kept(intCall(plan.IntDiv, p.Low, num(unit))))
		out, rest = append(out, Limb{intCall(plan.IntDiv, next, by), counts(unit)}), intCall(plan.Mod, next, by)
	}
	d := division{rest: coerce.Decimal(rest), by: coerce.Decimal(by), exponent: exponent}
	return t.all(append(out, d.limbs(scale+exponent, limbDigits)...)...)
}

// division is what is left of a dividend, and how its digits count that come next.
type division struct {
	rest, by plan.Expr
	most     plan.Expr // of what is divided next, the first, which has most digits
	exponent int
}

// limbs gives the next digits, so many at a time.
func (d *division) limbs(digits, step int) (out []Limb) {
	for digits > 0 {
		n := min(digits, step)
		digits, d.exponent = digits-n, d.exponent-n
		more := coerce.Exactly(plan.Mul, d.rest, tens(n))
		out = append(out, Limb{intCall(plan.IntDiv, more, d.by), tens(d.exponent)})
		d.rest = plan.Call{Op: plan.Mod, Args: []plan.Expr{more, d.by}, Of: d.rest.Type()}
		if d.most == nil {
			d.most = more
		}
	}
	return out
}

// sum takes both operands of a sum or a difference apart.
func (t taker) sum(x plan.Call) ([]Limb, bool) {
	a, ok := t.apart(x.Args[0])
	b, also := t.apart(x.Args[1])
	if !ok || !also {
		return nil, false
	}
	if x.Op == plan.Sub {
		b, _ = turnedRound(b, true)
	}
	return t.all(append(beside(a, b), beside(b, a)...)...)
}

// beside has limbs be NULL where others are, too.
func beside(limbs, others []Limb) []Limb {
	of := others[0].X
	if !of.Nullable() {
		return limbs
	}
	out := make([]Limb, len(limbs))
	for i, l := range limbs {
		out[i] = Limb{choice(isNull(of), plan.NullOf(l.X.Type()), l.X), l.Times}
	}
	return out
}

// choice takes a choice of two numbers apart: it is one of each part, of which that number may have none that
// counts as much.
func (t taker) choice(x plan.Call) ([]Limb, bool) {
	x.Args = []plan.Expr{t.condition(x.Args[0]), x.Args[1], x.Args[2]}
	var of [2][]Limb
	for i, e := range x.Args[1:] {
		k, constant := e.(plan.Const)
		if constant && !k.Value.True() { // 0 or NULL
			continue
		}
		limbs, ok := t.apart(e)
		if !ok {
			return nil, false
		}
		of[i] = limbs
	}
	return t.all(chosen(x, of[0], of[1])...)
}

// condition gives a condition with comparisons digit by digit in place of those of numbers that do not fit.
func (t taker) condition(e plan.Expr) plan.Expr {
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		c, ok := x.(plan.Call)
		if !ok || c.Of.Kind != plan.Bool {
			return nil
		}
		if c.Op == plan.IsNull {
			if cast, ok := c.Args[0].(plan.Cast); ok && widens(cast) {
				return isNull(Narrowest(cast))
			}
		}
		if t.fits(c) {
			return nil
		}
		if compared, ok := Compared(c, t.fits); ok {
			return compared
		}
		return nil
	})
}

// chosen gives choices between the parts of two numbers, which may each have several that count as much.
func chosen(x plan.Call, yes, no []Limb) (out []Limb) {
	yesZero := func(l Limb) plan.Expr { return zeroLike(x.Args[1], yes, coerce.Decimal(l.X).Type()) }
	noZero := func(l Limb) plan.Expr { return zeroLike(x.Args[2], no, coerce.Decimal(l.X).Type()) }
	choose := func(l Limb, a, b plan.Expr) {
		out = append(out, Limb{plan.Call{Op: plan.If, Args: []plan.Expr{x.Args[0], a, b}, Of: coerce.Decimal(l.X).Type()}, l.Times})
	}
	left := slices.Clone(no)
	for _, l := range yes {
		other := noZero(l)
		if at := slices.IndexFunc(left, l.isLike); at >= 0 {
			other = coerce.Decimal(left[at].X)
			left = slices.Delete(left, at, at+1)
		}
		choose(l, coerce.Decimal(l.X), other)
	}
	for _, l := range left {
		choose(l, yesZero(l), coerce.Decimal(l.X))
	}
	return out
}

// isLike reports whether a part counts as much as another one, and has as many digits.
func (l Limb) isLike(other Limb) bool {
	t, of := l.X.Type(), other.X.Type()
	return plan.Equal(l.Times, other.Times) && t.Kind == of.Kind && t.Scale == of.Scale
}

// zeroLike is 0 of a type, or NULL where a number with some limbs is.
func zeroLike(number plan.Expr, limbs []Limb, t plan.Type) plan.Expr {
	zero := plan.Const{Value: value.OfDecimal(0, t.Scale), Of: t}
	switch k, constant := number.(plan.Const); {
	case constant && k.Value.IsNull():
		return plan.NullOf(t)
	case constant || !number.Nullable():
		return zero
	}
	return choice(isNull(limbs[0].X), plan.NullOf(t), zero)
}

func isNull(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
}
