package coerce

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// memberNumber is the number of an ENUM or a SET.
func memberNumber(e plan.Expr) plan.Expr {
	n := call.Int(plan.NumberOfMember, e, plan.Literal(value.OfString(e.Type().Name)))
	if len(e.Type().Members()) == value.MaxSetMembers {
		return Unsigned(n)
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
		return JSONKey(e)
	}
	return e
}

// Operand gives an operand of arithmetic: the number of a member, or of what ELT chooses.
func Operand(e plan.Expr) (plan.Expr, error) {
	if e.Type().Listed() {
		return To(memberNumber(e), plan.Type{Kind: plan.Double})
	}
	if c, ok := e.(plan.Call); ok && isElt(c, 1) {
		return chosenNumber(c)
	}
	return e, nil
}

// chosenNumber is ELT as a double.
func chosenNumber(e plan.Expr) (plan.Expr, error) {
	double := plan.Type{Kind: plan.Double}
	c, ok := e.(plan.Call)
	if !ok {
		return plan.NullOf(double), nil
	}
	chosen := c.Args[1]
	if shown, ok := chosen.(plan.Cast); ok {
		chosen = shown.X
	}
	x, err := Number(chosen)
	if err != nil {
		return nil, err
	}
	if x, err = To(x, double); err != nil {
		return nil, err
	}
	others, err := chosenNumber(c.Args[2])
	return plan.Call{Op: plan.If, Args: []plan.Expr{c.Args[0], x, others}, Of: double}, err
}

// isElt reports whether a call is ELT from its n-th text on, as buildElt types it.
func isElt(c plan.Call, n int64) bool {
	if c.Op != plan.If || c.Of.Kind != plan.String {
		return false
	}
	is, ok := c.Args[0].(plan.Call)
	if !ok || is.Op != plan.Eq || !plan.Equal(is.Args[1], call.Num(n)) {
		return false
	}
	switch rest := c.Args[2].(type) {
	case plan.Const:
		return rest.Value.IsNull()
	case plan.Call:
		return isElt(rest, n+1)
	}
	return false
}

// OperandDouble is the number that arithmetic takes of an expression, as a double.
func OperandDouble(e plan.Expr) (plan.Expr, error) {
	x, err := Operand(e)
	if err == nil {
		x, err = Number(x)
	}
	if err != nil {
		return nil, err
	}
	return To(x, plan.Type{Kind: plan.Double})
}
