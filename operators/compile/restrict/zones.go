package restrict

import (
	"slices"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// ruleOut notes what a conjunct that the body computes says of doubles of the stream, or of numbers of
// which there are many: rows are not tested for that, but segments in whose zones there is nothing of it
// have no row that passes.
func (c *Conditions) ruleOut(e plan.Expr) error {
	if !slices.ContainsFunc(exprs.Places(e, nil), c.isZoned) {
		return nil
	}
	any, ok, err := c.implied(e, true)
	if ok && err == nil {
		c.Zones = append(c.Zones, any)
	}
	return err
}

// isZoned reports whether a place is a streamed column of doubles, or of many numbers.
func (c *Conditions) isZoned(p exprs.Place) bool {
	if p.Table != c.root {
		return false
	}
	column := c.Column(p)
	many := !column.Coded() && column.Ref == nil && column.Min < column.Max && column.Storage.Store(column.Max) >= nearSetBits
	return column.Storage.Float || many
}

// mostZoned is how many ranges zones are held against at most.
const mostZoned = 1 << 10

// implied gives what of streamed columns follows from a predicate that is true (or false): one of
// these alternatives.
func (c *Conditions) implied(e plan.Expr, want bool) ([]Alternative, bool, error) {
	a, ok, err := c.impliedOne(e, want)
	if ok || err != nil {
		return []Alternative{a}, ok, err
	}
	call, _ := e.(plan.Call)
	switch {
	case call.Op == plan.Not:
		return c.implied(call.Args[0], !want)
	case want && call.Op == plan.Or, !want && call.Op == plan.And:
		return c.impliedByAny(call.Args, want)
	case want && call.Op == plan.And, !want && call.Op == plan.Or:
		return c.impliedByAll(call.Args, want)
	}
	return nil, false, nil
}

// impliedByAny is implied of predicates of which one is true (or false).
func (c *Conditions) impliedByAny(of []plan.Expr, want bool) (all []Alternative, ok bool, err error) {
	for _, e := range of {
		some, ok, err := c.implied(e, want)
		if !ok || err != nil {
			return nil, false, err
		}
		all = append(all, some...)
	}
	return all, true, nil
}

// impliedByAll is implied of predicates that are all true (or false): what follows from that which
// leaves the least.
func (c *Conditions) impliedByAll(of []plan.Expr, want bool) (best []Alternative, found bool, err error) {
	least := 0.0
	for _, e := range of {
		some, ok, err := c.implied(e, want)
		if err != nil {
			return nil, false, err
		}
		share := 0.0
		for _, a := range some {
			share += Share(c.Zoned(a.Column), a.Set)
		}
		if ok && (!found || share < least) {
			best, least, found = some, share, true
		}
	}
	return best, found, nil
}

// impliedOne is implied of a predicate about one streamed column.
func (c *Conditions) impliedOne(e plan.Expr, want bool) (a Alternative, ok bool, err error) {
	places := exprs.Places(e, nil)
	if len(places) == 0 || !c.OnStream(places) {
		return a, false, nil
	}
	a.Column = c.via(c.root, places[0])
	of := exprs.Place{Table: c.root, Column: a.Column}
	switch column := c.Column(of); {
	case !c.sameWay(c.root, a.Column, places), column.Unsorted != nil: // these would be read for it
		return a, false, nil
	case column.Storage.Float:
		var t truth.Verdict
		t, ok = truth.NewRankProber(c.ctx, column).Truth(e)
		a.Set = t.Want(want)
	default:
		a.Set, ok, err = c.numbersWhere(of, e, want)
	}
	a.Set.In = a.Set.In.Hull(mostZoned)
	return a, ok, err
}

// Zoned describes a streamed column by the numbers that its zones bound.
func (c *Conditions) Zoned(ordinal int) *plan.Column {
	column := &c.tables[c.root].Ref.Table.Columns[ordinal]
	if !column.Storage.Float {
		return column
	}
	lo, hi := truth.Ranks()
	return &plan.Column{Name: column.Name, Type: column.Type, Storage: plan.RankStorage(column.Storage.Nullable), Min: lo, Max: hi}
}
