package typing

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// yearsOfList is coerce.FullYears of what a column of YEAR is looked for in: one value, or several without a number among
// them. MySQL takes several numbers as they are.
func yearsOfList(x plan.Expr, list []plan.Expr) []plan.Expr {
	number := func(e plan.Expr) bool { return classOf(e) == numberClass }
	if slices.ContainsFunc(list, coerce.OverRows) || len(list) > 1 && slices.ContainsFunc(list, number) {
		return list
	}
	return coerce.FullYears(append([]plan.Expr{x}, list...))[1:]
}

// asStored gives a constant that STRCMP compares with a column of YEAR or BIGINT as the number that the column
// would have of it, if that is the same number.
func asStored(c plan.Const, column plan.Expr) plan.Expr {
	if _, stored := column.(plan.ColumnRef); !stored || c.Value.IsNull() || c.Value.Kind.Temporal() || c.Digits != nil {
		return c
	}
	number, err := c.As(plan.Type{Kind: plan.Double})
	if err != nil {
		return c
	}
	if coerce.IsYear(column) {
		year, ok := coerce.YearOf(c.Value)
		if !ok && c.Value.Kind == plan.String { // what it begins with
			year, ok = coerce.YearOf(value.OfInt(int64(math.Round(value.ToFloat(number.(plan.Const).Value)))))
		}
		if ok && year > 0 {
			return plan.Literal(value.OfInt(year))
		}
		return c
	}
	if t := column.Type(); t.Kind != plan.Unsigned && t.Name != value.SignedName {
		return c
	}
	for _, e := range []plan.Expr{c, number} { // a text that has an exponent is read as a double alone
		whole, err := coerce.To(e, plan.Type{Kind: column.Type().Kind})
		n, ok := whole.(plan.Const)
		if err == nil && ok && value.ToFloat(n.Value) == value.ToFloat(number.(plan.Const).Value) {
			return plan.Literal(n.Value)
		}
	}
	return c
}
