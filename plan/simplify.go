package plan

import "gsdms/plan/value"

// simplify gives an expression of the same type and the same value for every row.
func simplify(e Expr) (Expr, error) {
	e, err := mapChildren(e, simplify)
	if err != nil {
		return nil, err
	}
	if c, ok := e.(Call); ok {
		e = simplifyCall(c)
	}
	return Fold(e)
}

func simplifyCall(c Call) Expr {
	switch c.Op {
	case And, Or:
		return simplifyLogic(c)
	case Not:
		return negate(c)
	case IsNull:
		if !c.Args[0].Nullable() {
			return Literal(value.OfBool(false))
		}
	case If:
		if cond, ok := c.Args[0].(Const); ok {
			if cond.Value.True() {
				return c.Args[1]
			}
			return c.Args[2]
		}
	}
	if !functions[c.Op].nulls && anyNull(c.Args) {
		return NullOf(c.Of)
	}
	return c
}

func anyNull(args []Expr) bool {
	for _, a := range args {
		if c, ok := a.(Const); ok && c.Value.IsNull() {
			return true
		}
	}
	return false
}

// simplifyLogic drops TRUE from AND and FALSE from OR; FALSE in AND and TRUE in OR
// decide.
func simplifyLogic(c Call) Expr {
	for i, a := range c.Args {
		k, ok := a.(Const)
		if !ok || k.Value.IsNull() {
			continue
		}
		if k.Value.True() == (c.Op == Or) {
			return k
		}
		return c.Args[1-i]
	}
	return c
}

// opposites are the comparisons that hold where others do not; of NULL both give NULL.
var opposites = map[Op]Op{Eq: Ne, Ne: Eq, Lt: Ge, Ge: Lt, Gt: Le, Le: Gt}

// negate pushes a NOT down to the comparisons (De Morgan's laws hold with NULL, too).
func negate(not Call) Expr {
	c, ok := not.Args[0].(Call)
	if !ok {
		return not
	}
	if op, ok := opposites[c.Op]; ok {
		c.Op = op
		return c
	}
	switch c.Op {
	case Not:
		return c.Args[0]
	case And, Or:
		other := map[Op]Op{And: Or, Or: And}[c.Op]
		args := make([]Expr, len(c.Args))
		for i, a := range c.Args {
			args[i] = negate(Call{Op: Not, Args: []Expr{a}, Of: not.Of})
		}
		return Call{Op: other, Args: args, Of: c.Of}
	}
	return not
}

// factor takes the conjuncts that all sides of an OR have out of it:
// (a AND b) OR (a AND c) is a AND (b OR c).
func factor(e Expr) Expr {
	c, ok := e.(Call)
	if !ok || c.Op != And && c.Op != Or {
		return e
	}
	parts := operands(c.Op, e, nil)
	for i, p := range parts {
		parts[i] = factor(p)
	}
	if c.Op == And {
		return Combine(And, parts)
	}
	common := Conjuncts(parts[0])
	for _, p := range parts[1:] {
		common = intersect(common, Conjuncts(p))
	}
	if len(common) == 0 {
		return Combine(Or, parts)
	}
	var rest []Expr
	for _, p := range parts {
		left := without(Conjuncts(p), common)
		if len(left) == 0 { // this side is the common part: the OR holds wherever it does
			return Combine(And, common)
		}
		rest = append(rest, Combine(And, left))
	}
	return Combine(And, append(common, Combine(Or, rest)))
}

func contains(list []Expr, e Expr) bool {
	for _, x := range list {
		if Equal(x, e) {
			return true
		}
	}
	return false
}

// intersect gives up on lists so long that comparing them would take seconds.
func intersect(a, b []Expr) []Expr {
	if len(a)*len(b) > 1<<20 {
		return nil
	}
	var out []Expr
	for _, e := range a {
		if contains(b, e) {
			out = append(out, e)
		}
	}
	return out
}

func without(a, b []Expr) []Expr {
	var out []Expr
	for _, e := range a {
		if !contains(b, e) {
			out = append(out, e)
		}
	}
	return out
}
