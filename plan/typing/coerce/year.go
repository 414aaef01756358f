package coerce

import (
	"math"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// FullYears gives constants that are compared with a column of YEAR as the years that they would be in it.
// What is made of a YEAR is a number like others.
func FullYears(args []plan.Expr) []plan.Expr {
	if !slices.ContainsFunc(args, IsYear) {
		return args
	}
	out := slices.Clone(args)
	for i, a := range args {
		if c, ok := a.(plan.Const); ok {
			if year, ok := YearOf(c.Value); ok {
				out[i] = plan.Literal(value.OfInt(year))
			}
		}
	}
	return out
}

// IsYear reports whether an expression is a column of YEAR.
func IsYear(e plan.Expr) bool {
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

// hasMadeYear reports whether an expression is a YEAR that CAST has made, or is chosen among years of which one is.
func hasMadeYear(e plan.Expr) bool {
	if c, ok := e.(plan.Call); ok && c.Op == plan.If && c.Of.Name == value.YearName {
		return hasMadeYear(c.Args[1]) || hasMadeYear(c.Args[2])
	}
	return isMadeYear(e)
}

// StoredYear gives a constant date or moment as the year that it would be in a column of YEAR.
func StoredYear(e plan.Expr) plan.Expr {
	if c, ok := e.(plan.Const); ok && IsDated(e) {
		if year, ok := YearOf(c.Value); ok {
			return plan.Literal(value.OfInt(year))
		}
	}
	return e
}

// YearOf is the year that a number is in a column of YEAR, also one that a text spells, of which 0 is 2000:
// a decimal is rounded, and of a double the digits are cut.
func YearOf(v plan.Value) (year int64, ok bool) {
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
		if year, ok = YearOf(n); year == 0 && strings.TrimSpace(v.Text) != "0000" {
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
