package coerce

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// A double shows all its digits. Of PI() and of columns as DOUBLE(7,3) MySQL knows how many there are
// behind the point, and so it does of what is computed of these and of exact numbers: all digits are
// computed with, and as many are shown as the argument has that shows the most.

// WholeDigits is how many digits before the point a double has at least that a fixed number of digits
// behind it are shown of.
const WholeDigits = 17

// DoubleOf is the type of a double that is computed of numbers, and shows so many more digits.
func DoubleOf(numbers []plan.Expr, more int) plan.Type {
	after, fixed := 0, false
	for _, n := range numbers {
		t := n.Type()
		_, digits, is := t.Fixed()
		switch {
		case t.Kind != plan.Double:
			_, digits = DigitsOf(n)
		case !is:
			return plan.Type{Kind: plan.Double}
		}
		after, fixed = max(after, digits), fixed || is
	}
	if after += more; !fixed || after > value.MaxScale {
		return plan.Type{Kind: plan.Double}
	}
	return value.FixedType(value.DoubleName, WholeDigits+after, after)
}

// commonDouble is the type of a choice between doubles: that of all, if it is one.
func commonDouble(args []plan.Expr) plan.Type {
	var t plan.Type
	for _, a := range args {
		switch of := plan.Plain(a.Type()); {
		case of.Kind == plan.Null:
		case t.Kind == plan.Null:
			t = of
		case of.Name != t.Name:
			return DoubleOf(args, 0)
		}
	}
	return t
}
