package typing

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// memberNumber is the number of an ENUM or a SET.
func memberNumber(e plan.Expr) plan.Expr {
	n := intCall(plan.NumberOfMember, e, plan.Literal(value.OfString(e.Type().Name)))
	if len(e.Type().Members()) == value.MaxSetMembers {
		return unsigned(n)
	}
	return n
}

// Ordered is what the values of an expression are ordered by: a number of ENUM or SET, a key of
// JSON, else they themselves.
func Ordered(e plan.Expr) plan.Expr {
	_, constant := e.(plan.Const)
	switch {
	case constant:
		return e
	case e.Type().Listed():
		return memberNumber(e)
	case IsJSON(e):
		return jsonKey(e)
	}
	return e
}
