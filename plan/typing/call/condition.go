package call

import "gsdms/plan"

// If is a where a condition is true, else b, which has a's type.
func If(test plan.Expr, a, b plan.Expr) plan.Expr {
	return plan.Call{Op: plan.If, Args: []plan.Expr{test, a, b}, Of: a.Type()}
}

// Less is a < b, of one type.
func Less(a, b plan.Expr) plan.Expr {
	return plan.Call{Op: plan.Lt, Args: []plan.Expr{a, b}, Of: plan.Type{Kind: plan.Bool}}
}

// Either is a OR b; one of them may be nil.
func Either(a, b plan.Expr) plan.Expr {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return plan.Call{Op: plan.Or, Args: []plan.Expr{a, b}, Of: plan.Type{Kind: plan.Bool}}
}

// UnlessNull is what a value becomes, NULL where it is NULL.
func UnlessNull(x, becomes plan.Expr) plan.Expr {
	if !x.Nullable() {
		return becomes
	}
	null := plan.Call{Op: plan.IsNull, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Bool}}
	return plan.Call{Op: plan.If, Args: []plan.Expr{null, plan.Const{Of: becomes.Type()}, becomes}, Of: becomes.Type()}
}

// LostIn asks whether a value of something that is not NULL is NULL.
func LostIn(made, of plan.Expr) plan.Expr {
	null := func(e plan.Expr) plan.Expr {
		return plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
	}
	return plan.Combine(plan.And, []plan.Expr{null(made), plan.Call{Op: plan.Not, Args: []plan.Expr{null(of)}, Of: plan.Type{Kind: plan.Bool}}})
}

// IsNull says whether an expression is the constant NULL.
func IsNull(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	return ok && c.Value.IsNull()
}
