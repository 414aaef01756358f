package join

import (
	"gsdms/plan"
	"gsdms/plan/linear"
	"gsdms/plan/typing"
	"gsdms/plan/typing/call"
)

// A comparison of a difference is a bound of one side by the other, where neither form can
// leave 64 bits: x - y < c is x < y + c. One of its magnitude is two: ABS(x - y) < c is
// x < y + c AND x > y - c. Doubles are left alone, whose differences are rounded.

// distances gives what comparisons of a difference, or of its magnitude, say about the part
// of it that is over one table; nil where they say nothing of the kind.
func distances(tables []*plan.TableRef, table int, e plan.Expr) []plan.Expr {
	c, ok := e.(plan.Call)
	if !ok || !isOrder(c.Op) {
		return nil
	}
	d, op, limit := c.Args[0], c.Op, c.Args[1]
	if !isDistance(d) {
		d, op, limit = limit, mirrored(op), d
	}
	if plan.TablesOf(limit).Has(table) {
		return nil
	}
	if !isMagnitude(d) {
		return all(apart(tables, table, op, d, limit))
	}
	if op != plan.Lt && op != plan.Le {
		return nil
	}
	least, err := typing.Build(plan.Neg, limit)
	if _, fits := linear.Of(tables, limit); err != nil || !fits {
		return nil
	}
	d = d.(plan.Call).Args[0]
	return all(apart(tables, table, op, d, limit), apart(tables, table, mirrored(op), d, least))
}

// all gives expressions, nil where one is missing.
func all(parts ...plan.Expr) []plan.Expr {
	for _, e := range parts {
		if e == nil {
			return nil
		}
	}
	return parts
}

func isDistance(e plan.Expr) bool {
	_, _, ok := sides(e)
	return ok || isMagnitude(e)
}

func isMagnitude(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	return ok && c.Op == plan.Abs
}

func isOrder(op plan.Op) bool {
	return op == plan.Lt || op == plan.Le || op == plan.Gt || op == plan.Ge
}

// mirrored is the comparison with its sides exchanged.
func mirrored(op plan.Op) plan.Op {
	switch op {
	case plan.Lt:
		return plan.Gt
	case plan.Le:
		return plan.Ge
	case plan.Gt:
		return plan.Lt
	}
	return plan.Le
}

// apart compares the side of a difference that is over a table with the other one and a
// limit; nil where there is no such side, or the numbers may not fit.
func apart(tables []*plan.TableRef, table int, op plan.Op, d, limit plan.Expr) plan.Expr {
	x, y, ok := sides(d)
	if _, fits := linear.Of(tables, d); !ok || !fits {
		return nil
	}
	with := plan.Add
	if plan.TablesOf(x).Only() != table {
		x, y, op, with = y, x, mirrored(op), plan.Sub
	}
	if plan.TablesOf(x).Only() != table || plan.TablesOf(y).Has(table) {
		return nil
	}
	key, err := typing.Build(with, y, limit)
	if err != nil {
		return nil
	}
	if _, fits := linear.Of(tables, key); !fits {
		return nil
	}
	out, err := typing.Build(op, x, key)
	if err != nil {
		return nil
	}
	return out
}

// sides gives the two sides of a difference as numbers.
func sides(d plan.Expr) (x, y plan.Expr, ok bool) {
	c, ok := d.(plan.Call)
	switch {
	case !ok:
		return nil, nil, false
	case c.Op == plan.Sub && !c.Of.Kind.Temporal():
		return c.Args[0], c.Args[1], true
	case c.Op == plan.DateDiff:
		return call.Ticks(c.Args[0]), call.Ticks(c.Args[1]), true
	}
	return nil, nil, false
}
