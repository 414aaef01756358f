package compile

import (
	"gsdms/operators/compile/exprs"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// imply restricts the stream by what follows from a disjunction that the body has to
// compute: each disjunct holds only where its conjuncts hold, so of each the conjunct
// over one streamed column that keeps the fewest rows makes an alternative.
func (c *compiler) imply(e plan.Expr) error {
	disjuncts := exprs.Parts(e, plan.Or, nil)
	if len(disjuncts) < 2 {
		return nil
	}
	var any []alternative
	for _, d := range disjuncts {
		best, ok, err := c.tightest(d)
		if !ok {
			return err
		}
		any = append(any, best)
	}
	if union, same := united(any); same {
		c.restrictStream(any[0].column, union, 0)
		return nil
	}
	c.anyOf = append(c.anyOf, any)
	return nil
}

// tightest gives the conjunct over one streamed column that keeps the fewest rows.
func (c *compiler) tightest(e plan.Expr) (best alternative, found bool, err error) {
	least := 0.0
	for _, part := range exprs.Parts(e, plan.And, nil) {
		a, ok, err := c.alternative(part)
		if err != nil {
			return best, false, err
		}
		if !ok {
			continue
		}
		if s := share(&c.prog.Table.Columns[a.column], a.set); !found || s < least {
			best, least, found = a, s, true
		}
	}
	return best, found, nil
}

// alternative turns a predicate that is about one streamed column into the numbers for
// which it is true.
func (c *compiler) alternative(e plan.Expr) (alternative, bool, error) {
	places := exprs.Places(e, nil)
	if len(places) == 0 || !c.onStream(places) {
		return alternative{}, false, nil
	}
	column := c.via(c.net.Root, places[0])
	if !c.sameWay(c.net.Root, column, places) {
		return alternative{}, false, nil
	}
	s, ok, err := c.numbersWhere(exprs.Place{Table: c.net.Root, Column: column}, e, true)
	return alternative{column: column, set: s}, ok, err
}

// onStream reports whether all places are of streamed and keyed tables.
func (c *compiler) onStream(places []exprs.Place) bool {
	for _, p := range places {
		if r := c.tables[p.Table].reach; r != streamed && r != keyed {
			return false
		}
	}
	return true
}

// united gives the union of alternatives if all are about one column.
func united(any []alternative) (union sets.Values, same bool) {
	all := make([]sets.Values, len(any))
	for i, a := range any {
		if a.column != any[0].column {
			return sets.Values{}, false
		}
		all[i] = a.set
	}
	return sets.UnionOf(all), true
}
