package join

import (
	"slices"

	"gsdms/plan"
)

// independent drops keys of a probe that are equal to another one for what is joined already,
// where both are compared with the same column: of a.x = b.x AND a.x = c.x AND b.x = c.x two
// say it all, and a table is looked up by one column then, not by two.
func (j *joiner) independent(keys, match []plan.Expr) (ownKeys, ownMatch []plan.Expr) {
	for i, m := range match {
		implied := false
		for at, k := range ownKeys {
			implied = implied || plan.Equal(ownMatch[at], m) && j.equal(k, keys[i])
		}
		if !implied {
			ownKeys, ownMatch = append(ownKeys, keys[i]), append(ownMatch, m)
		}
	}
	return ownKeys, ownMatch
}

// equal reports whether two columns are equal by conditions that the joins so far have seen to.
func (j *joiner) equal(a, b plan.Expr) bool {
	var seen []plan.Expr
	for i, c := range j.where {
		if j.used[i] {
			seen = append(seen, c)
		}
	}
	return slices.ContainsFunc(equals(a, seen), func(x plan.Expr) bool { return plan.Equal(x, b) })
}

// equals gives an expression and the columns that conditions make equal to it.
func equals(a plan.Expr, conditions []plan.Expr) []plan.Expr {
	known := []plan.Expr{a}
	for i := 0; i < len(known); i++ {
		for _, c := range conditions {
			other, ok := equalTo(c, known[i])
			if ok && !slices.ContainsFunc(known, func(x plan.Expr) bool { return plan.Equal(x, other) }) {
				known = append(known, other)
			}
		}
	}
	return known
}

// equalTo gives the column that a condition makes equal to another one of the same type: of
// different types, equality is not transitive.
func equalTo(condition, to plan.Expr) (plan.Expr, bool) {
	c, ok := condition.(plan.Call)
	if !ok || c.Op != plan.Eq {
		return nil, false
	}
	x, y := c.Args[0], c.Args[1]
	if plan.Equal(y, to) {
		x, y = y, x
	}
	_, isColumn := y.(plan.ColumnRef)
	s, t := x.Type(), y.Type()
	return y, isColumn && plan.Equal(x, to) && s.Kind == t.Kind && s.Scale == t.Scale
}
