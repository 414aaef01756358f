package typing

import (
	"math"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// fullYears gives constants that are compared with a column of YEAR as the years that they would be in it.
// What is made of a YEAR is a number like others.
func fullYears(args []plan.Expr) []plan.Expr {
	if !slices.ContainsFunc(args, isYear) {
		return args
	}
	out := slices.Clone(args)
	for i, a := range args {
		if c, ok := a.(plan.Const); ok {
			if year, ok := yearOf(c.Value); ok {
				out[i] = plan.Literal(value.OfInt(year))
			}
		}
	}
	return out
}

func isYear(e plan.Expr) bool {
	_, column := e.(plan.ColumnRef)
	return column && e.Type().Name == value.YearName
}

// isMadeYear reports whether CAST has made a YEAR, of which 0 has one digit.
func isMadeYear(e plan.Expr) bool {
	if c, ok := e.(plan.Const); ok {
		return c.Of.Name == value.YearName
	}
	c, ok := e.(plan.Call)
	return ok && c.Op == plan.YearOf
}

// StoredYear gives a constant date or moment as the year that it would be in a column of YEAR.
func StoredYear(e plan.Expr) plan.Expr {
	if c, ok := e.(plan.Const); ok && isDated(e) {
		if year, ok := yearOf(c.Value); ok {
			return plan.Literal(value.OfInt(year))
		}
	}
	return e
}

// yearsOfList is fullYears of what a column of YEAR is looked for in: one value, or several without a number among
// them. MySQL takes several numbers as they are.
func yearsOfList(x plan.Expr, list []plan.Expr) []plan.Expr {
	number := func(e plan.Expr) bool { return classOf(e) == numberClass }
	if slices.ContainsFunc(list, overRows) || len(list) > 1 && slices.ContainsFunc(list, number) {
		return list
	}
	return fullYears(append([]plan.Expr{x}, list...))[1:]
}

// yearOf is the year that a number is in a column of YEAR, also one that a text spells, of which 0 is 2000:
// a decimal is rounded, and of a double the digits are cut.
func yearOf(v plan.Value) (year int64, ok bool) {
	switch {
	case v.Kind == plan.Date || v.Kind == plan.DateTime:
		day, err := value.Cast(v, plan.Type{Kind: plan.Date})
		if err != nil {
			return 0, false
		}
		y, _, _ := value.Civil(day.Int)
		return int64(y), true
	case v.IsNull() || v.Kind.Temporal():
		return 0, false
	}
	if v.Kind == plan.String {
		n, ok := value.ParseNumber(v.Text)
		if !ok && value.BeginsNumber(v.Text) { // what it begins with
			n, ok = value.OfFloat(math.RoundToEven(value.ToFloat(v))), true
		}
		if !ok {
			return 0, false
		}
		if year, ok = yearOf(n); year == 0 && strings.TrimSpace(v.Text) != "0000" {
			year += 2000
		}
		return year, ok
	}
	switch f := value.ToFloat(v); {
	case f < 0 || f > value.LastYear+1:
		return 0, false
	case v.Kind == plan.Double:
		return value.FullYear(int64(f))
	}
	whole, err := value.Cast(v, plan.Type{Kind: plan.Int})
	if err != nil {
		return 0, false
	}
	return value.FullYear(whole.Int)
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
	if isYear(column) {
		year, ok := yearOf(c.Value)
		if !ok && c.Value.Kind == plan.String { // what it begins with
			year, ok = yearOf(value.OfInt(int64(math.Round(value.ToFloat(number.(plan.Const).Value)))))
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
		whole, err := Convert(e, plan.Type{Kind: column.Type().Kind})
		n, ok := whole.(plan.Const)
		if err == nil && ok && value.ToFloat(n.Value) == value.ToFloat(number.(plan.Const).Value) {
			return plan.Literal(n.Value)
		}
	}
	return c
}
