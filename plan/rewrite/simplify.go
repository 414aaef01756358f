package rewrite

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// simplify gives an expression of the same type and the same value for every row.
func simplify(e plan.Expr) (plan.Expr, error) {
	e, err := plan.MapChildren(e, simplify)
	if err != nil {
		return nil, err
	}
	if c, ok := e.(plan.Call); ok {
		e = simplifyCall(c)
	}
	return plan.Fold(e)
}

func simplifyCall(c plan.Call) plan.Expr {
	switch c.Op {
	case plan.And, plan.Or:
		return simplifyLogic(c)
	case plan.Not:
		return negate(c)
	case plan.IsNull:
		if !c.Args[0].Nullable() {
			return plan.Literal(value.OfBool(false))
		}
	case plan.If:
		if cond, ok := c.Args[0].(plan.Const); ok {
			if cond.Value.True() {
				return plan.ShownAs(c.Args[1], c.Of)
			}
			return plan.ShownAs(c.Args[2], c.Of)
		}
	}
	if c.Strict() && anyNull(c.Args) {
		return plan.NullOf(c.Of)
	}
	return c
}

func anyNull(args []plan.Expr) bool {
	for _, a := range args {
		if c, ok := a.(plan.Const); ok && c.Value.IsNull() {
			return true
		}
	}
	return false
}

// simplifyLogic drops TRUE from AND and FALSE from OR; FALSE in AND and TRUE in OR
// decide, unless a constant before them is out of range, which is then why it is none.
func simplifyLogic(c plan.Call) plan.Expr {
	for i, a := range c.Args {
		k, ok := a.(plan.Const)
		if !ok || k.Value.IsNull() {
			continue
		}
		if k.Value.True() == (c.Op == plan.Or) {
			if i > 0 && plan.TablesOf(c.Args[0]).Empty() {
				return c
			}
			return k
		}
		return c.Args[1-i]
	}
	return c
}

// opposites are the comparisons that hold where others do not; of NULL both give NULL.
var opposites = map[plan.Op]plan.Op{plan.Eq: plan.Ne, plan.Ne: plan.Eq, plan.Lt: plan.Ge, plan.Ge: plan.Lt, plan.Gt: plan.Le, plan.Le: plan.Gt}

// negate pushes a NOT down to the comparisons (De Morgan's laws hold with NULL, too).
func negate(not plan.Call) plan.Expr {
	c, ok := not.Args[0].(plan.Call)
	if !ok {
		return not
	}
	if op, ok := opposites[c.Op]; ok {
		c.Op = op
		return c
	}
	switch c.Op {
	case plan.Not:
		return c.Args[0]
	case plan.And, plan.Or:
		other := map[plan.Op]plan.Op{plan.And: plan.Or, plan.Or: plan.And}[c.Op]
		args := make([]plan.Expr, len(c.Args))
		for i, a := range c.Args {
			args[i] = negate(plan.Call{Op: plan.Not, Args: []plan.Expr{a}, Of: not.Of})
		}
		return plan.Call{Op: other, Args: args, Of: c.Of}
	}
	return not
}

// factor takes the conjuncts that all sides of an OR have out of it:
// (a AND b) OR (a AND c) is a AND (b OR c).
func factor(e plan.Expr) plan.Expr {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.And && c.Op != plan.Or {
		return e
	}
	parts := plan.Operands(c.Op, e, nil)
	for i, p := range parts {
		parts[i] = factor(p)
	}
	if c.Op == plan.And {
		return plan.Combine(plan.And, parts)
	}
	common := plan.Conjuncts(parts[0])
	for _, p := range parts[1:] {
		common = intersect(common, plan.Conjuncts(p))
	}
	if len(common) == 0 {
		return plan.Combine(plan.Or, parts)
	}
	var rest []plan.Expr
	for _, p := range parts {
		left := without(plan.Conjuncts(p), common)
		if len(left) == 0 { // this side is the common part: the OR holds wherever it does
			return plan.Combine(plan.And, common)
		}
		rest = append(rest, plan.Combine(plan.And, left))
	}
	return plan.Combine(plan.And, append(common, plan.Combine(plan.Or, rest)))
}

func contains(list []plan.Expr, e plan.Expr) bool {
	for _, x := range list {
		if plan.Equal(x, e) {
			return true
		}
	}
	return false
}

// intersect gives up on lists so long that comparing them would take seconds.
func intersect(a, b []plan.Expr) []plan.Expr {
	if len(a)*len(b) > 1<<20 {
		return nil
	}
	var out []plan.Expr
	for _, e := range a {
		if contains(b, e) {
			out = append(out, e)
		}
	}
	return out
}

func without(a, b []plan.Expr) []plan.Expr {
	var out []plan.Expr
	for _, e := range a {
		if !contains(b, e) {
			out = append(out, e)
		}
	}
	return out
}
