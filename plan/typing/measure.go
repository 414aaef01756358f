package typing

import "gsdms/plan"

// measure is the number that a function which rounds asks for: of a date, a moment or a time a double,
// as in MySQL, where arithmetic has a whole number or a decimal of it.
func measure(e plan.Expr) (plan.Expr, error) {
	x, err := ownNumber(e)
	if err != nil || !e.Type().Kind.Temporal() {
		return x, err
	}
	return Convert(x, plan.Type{Kind: plan.Double})
}
