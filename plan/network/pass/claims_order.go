package pass

import (
	"slices"

	"gsdms/plan"
)

// relation is a claim about two columns of a row, neither of which is NULL.
type relation struct {
	a  place
	op plan.Op // Lt, Le or Ne
	b  place
}

// related takes in a comparison of two columns whose values have one order. Equality is two of them.
func (c *claims) related(a place, op plan.Op, b place) {
	switch op {
	case plan.Gt, plan.Ge:
		c.relations = append(c.relations, relation{b, opposed[op], a})
	case plan.Eq:
		c.relations = append(c.relations, relation{a, plan.Le, b}, relation{b, plan.Le, a})
	default:
		c.relations = append(c.relations, relation{a, op, b})
	}
}

// circular reports whether the comparisons of columns contradict each other: one that is less than
// another lies behind it as well, or two that differ lie behind each other.
func (c *claims) circular() bool {
	return slices.ContainsFunc(c.relations, func(r relation) bool {
		switch r.op {
		case plan.Lt:
			return c.upTo(r.b, r.a)
		case plan.Ne:
			return c.upTo(r.a, r.b) && c.upTo(r.b, r.a)
		}
		return false
	})
}

// upTo reports whether the comparisons say that a is no more than b.
func (c *claims) upTo(a, b place) bool {
	seen := []place{a}
	for i := 0; i < len(seen); i++ {
		if seen[i] == b {
			return true
		}
		for _, r := range c.relations {
			if r.op != plan.Ne && r.a == seen[i] && !slices.Contains(seen, r.b) {
				seen = append(seen, r.b)
			}
		}
	}
	return false
}
