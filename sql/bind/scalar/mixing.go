package scalar

import (
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// MixPrime is the largest prime of 31 bits: products of two numbers below it are numbers of 64 bits.
const MixPrime = 1<<31 - 1

// Mixed mixes a number of a row, 0 for NULL, into one below MixPrime: what follows x by rounds of
// squares has nothing of the order of the rows.
func Mixed(x, number plan.Expr) (plan.Expr, error) {
	none := plan.Literal(value.OfInt(0))
	number, err := typing.Build("COALESCE", number, none)
	if err == nil {
		x, err = typing.Build(plan.Add, x, number)
	}
	for _, c := range []int64{1103515245, 1140671485, 1664525} {
		if err != nil {
			return nil, err
		}
		x, err = round(x, c)
	}
	return x, err
}

// round gives (x^2 + c*x + c) mod MixPrime of x mod MixPrime.
func round(x plan.Expr, c int64) (plan.Expr, error) {
	number := func(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }
	x, err := typing.Build(plan.Mod, x, number(MixPrime))
	if err != nil {
		return nil, err
	}
	y, err := typing.Build(plan.Add, x, number(c))
	if err != nil {
		return nil, err
	}
	if x, err = typing.Build(plan.Mul, x, y); err != nil {
		return nil, err
	}
	if x, err = typing.Build(plan.Add, x, number(c)); err != nil {
		return nil, err
	}
	return typing.Build(plan.Mod, x, number(MixPrime))
}
