package exprs

import (
	"slices"

	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/value"
)

// IsBeyond reports whether an expression is a number that 64 bits do not hold.
func IsBeyond(e plan.Expr) bool {
	k, ok := e.(plan.Const)
	if !ok || k.Value.Kind != plan.Decimal {
		return false
	}
	_, side := truth.NumberOf(k.Value, k.Of)
	return side != 0
}

// HasWideQuotient reports whether an expression has a quotient of more than nine digits
// behind the point, or of a divisor with many: 64 bits have no room for much before it.
func HasWideQuotient(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		q, ok := x.(plan.Call)
		found = found || ok && q.Of.Kind == plan.Decimal && (q.Op == plan.Quotient && q.Of.Scale > 9 || (q.Op == plan.Quotient || q.Op == plan.Div) && shifts(q) > value.SureDigits)
		return !found
	})
	return found
}

// shifts is by how many digits the dividend of a quotient is moved before it is divided.
func shifts(q plan.Call) int { return q.Of.Scale - q.Args[0].Type().Scale + q.Args[1].Type().Scale }

// ChangesSign reports whether an expression is a conversion from or to unsigned numbers, whose
// values may have no number in 64 bits with a sign.
func ChangesSign(e plan.Expr) bool {
	c, ok := e.(plan.Cast)
	return ok && (c.To.Kind == plan.Unsigned) != (c.X.Type().Kind == plan.Unsigned)
}

// HasClockDigits reports whether an expression takes the digits of a moment with fractions
// as one decimal, which 64 bits have no room for.
func HasClockDigits(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Cast)
		found = found || ok && c.To.Kind == plan.Decimal && c.X.Type().Kind.Ticking()
		return !found
	})
	return found
}

// Refuses reports whether an expression is an error for some texts.
func Refuses(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		found = found || ok && c.Refuses()
		return !found
	})
	return found
}

// HasText reports whether one of several expressions is a text.
func HasText(args []plan.Expr) bool {
	for _, a := range args {
		if a.Type().Kind == plan.String {
			return true
		}
	}
	return false
}

// AddChoices collects the conditions of nested choices; false where something else than
// constants is chosen from.
func AddChoices(e plan.Expr, conditions *[]plan.Expr) bool {
	call, ok := e.(plan.Call)
	if !ok || call.Op != plan.If {
		return len(Places(e, nil)) == 0
	}
	if len(Places(call.Args[0], nil)) > 0 {
		*conditions = append(*conditions, call.Args[0])
	}
	return AddChoices(call.Args[1], conditions) && AddChoices(call.Args[2], conditions)
}

// IsPlainTest reports whether e is a comparison of a column with a constant, or IS
// NULL of a column.
func IsPlainTest(e plan.Expr) bool {
	call, ok := e.(plan.Call)
	if !ok {
		return false
	}
	switch call.Op {
	case plan.IsNull:
		_, ok := call.Args[0].(plan.ColumnRef)
		return ok
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
		_, a := call.Args[0].(plan.ColumnRef)
		_, b := call.Args[1].(plan.Const)
		_, x := call.Args[0].(plan.Const)
		_, y := call.Args[1].(plan.ColumnRef)
		return a && b || x && y
	}
	return false
}

// IsCode reports whether e is the code of a column's text.
func IsCode(e plan.Expr) bool {
	call, ok := e.(plan.Call)
	return ok && call.Op == plan.CodeOf
}

// IsKey reports whether e is the key of a number.
func IsKey(e plan.Expr) bool {
	call, ok := e.(plan.Call)
	return ok && call.Op == plan.KeyOf
}

// IsNullOfColumn reports whether e is IS NULL of a column.
func IsNullOfColumn(e plan.Expr) bool {
	call, ok := e.(plan.Call)
	return ok && call.Op == plan.IsNull && IsPlainTest(e)
}

// IsTest reports whether an expression only compares a column of texts with constants: whatever the
// texts are, it is a set of them.
func IsTest(e plan.Expr) bool {
	switch e := e.(type) {
	case plan.Like:
		_, ok := e.X.(plan.ColumnRef)
		return ok
	case plan.In:
		_, ok := e.X.(plan.ColumnRef)
		return ok && !slices.ContainsFunc(e.List, func(v plan.Value) bool { return !v.IsNull() && v.Kind != plan.String })
	case plan.Call:
		switch e.Op {
		case plan.And, plan.Or, plan.Xor, plan.Not:
			return !slices.ContainsFunc(e.Args, func(x plan.Expr) bool { return !IsTest(x) })
		}
		return IsPlainTest(e) && !slices.ContainsFunc(e.Args, func(x plan.Expr) bool {
			c, ok := x.(plan.Const)
			return ok && !c.Value.IsNull() && c.Value.Kind != plan.String
		})
	}
	return false
}

// ReadsNulls reports whether an expression reads columns only to see whether they are NULL.
func ReadsNulls(e plan.Expr) bool {
	if _, ok := e.(plan.ColumnRef); ok {
		return false
	}
	return IsNullOfColumn(e) || !slices.ContainsFunc(plan.Children(e), func(x plan.Expr) bool { return !ReadsNulls(x) })
}

// Makes reports whether an expression makes a text, or reads a number of one, and does not only compare.
func Makes(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		_, cast := x.(plan.Cast)
		call, ok := x.(plan.Call)
		found = found || cast || ok && call.Of.Kind != plan.Bool && plan.CountOf(call) == nil
		return !found
	})
	return found
}
