package restrict

import (
	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// imply restricts the stream by what follows from a disjunction that the body has to
// compute: each disjunct holds only where its conjuncts hold, so of each the conjunct
// over one streamed column that keeps the fewest rows makes an alternative.
func (c *Conditions) imply(e plan.Expr) error {
	disjuncts := exprs.Parts(e, plan.Or, nil)
	if len(disjuncts) < 2 {
		return nil
	}
	var any []Alternative
	for _, d := range disjuncts {
		best, ok, err := c.tightest(d)
		if !ok {
			return err
		}
		if c.isScattered(best) {
			best.Set.In = best.Set.In.Hull(operators.MaxRanges)
		}
		any = append(any, best)
	}
	if union, same := united(any); same {
		c.RestrictStream(any[0].Column, union, 0)
		return nil
	}
	c.AnyOf = append(c.AnyOf, any)
	return nil
}

// tightest gives the conjunct over one streamed column that keeps the fewest rows.
func (c *Conditions) tightest(e plan.Expr) (best Alternative, found bool, err error) {
	least := 0.0
	for _, part := range exprs.Parts(e, plan.And, nil) {
		a, ok, err := c.alternative(part)
		if err != nil {
			return best, false, err
		}
		if !ok {
			continue
		}
		if s := Share(&c.tables[c.root].Ref.Table.Columns[a.Column], a.Set); !found || s < least {
			best, least, found = a, s, true
		}
	}
	return best, found, nil
}

// alternative turns a predicate that is about one streamed column into the numbers for
// which it is true.
func (c *Conditions) alternative(e plan.Expr) (Alternative, bool, error) {
	places := exprs.Places(e, nil)
	if len(places) == 0 || !c.OnStream(places) {
		return Alternative{}, false, nil
	}
	column := c.via(c.root, places[0])
	if !c.sameWay(c.root, column, places) {
		return Alternative{}, false, nil
	}
	s, ok, err := c.numbersWhere(exprs.Place{Table: c.root, Column: column}, e, true)
	return Alternative{Column: column, Set: s}, ok, err
}

// united gives the union of alternatives if all are about one column.
func united(any []Alternative) (union sets.Values, same bool) {
	all := make([]sets.Values, len(any))
	for i, a := range any {
		if a.Column != any[0].Column {
			return sets.Values{}, false
		}
		all[i] = a.Set
	}
	return sets.UnionOf(all), true
}
