package rewrite

import (
	"slices"

	"gsdms/plan"
)

// independent forms groups by the keys alone that do not follow from others: a key whose
// columns are keys before it has one value in a group of these. The projection
// behind computes those left out, once for each group, and gives all slots as they were;
// nil where there are none.
func independent(a plan.Aggregate) (plan.Aggregate, *plan.Project) {
	follows := following(a)
	if !slices.Contains(follows, true) {
		return a, nil
	}
	out := plan.Aggregate{Aggs: a.Aggs, AnyOrder: a.AnyOrder}
	slots := map[plan.ColumnRef]plan.Expr{}
	kept := make([]plan.Slot, len(a.Keys)) // of the keys that stay
	for i, e := range a.Keys {
		if follows[i] {
			continue
		}
		kept[i] = plan.Slot{Index: len(out.Keys), Of: e.Type(), CanBeNil: e.Nullable(), Name: e.String()}
		out.Keys = append(out.Keys, e)
		if c, ok := e.(plan.ColumnRef); ok {
			slots[c] = kept[i]
		}
	}
	var all plan.Project
	for i, e := range a.Keys {
		if follows[i] {
			all.Exprs = append(all.Exprs, onSlots(e, slots))
		} else {
			all.Exprs = append(all.Exprs, kept[i])
		}
	}
	for i, g := range a.Aggs {
		all.Exprs = append(all.Exprs, plan.Slot{Index: len(out.Keys) + i, Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()})
	}
	return out, &all
}

// following says of every key whether it follows from those before that stay: so the order
// of groups is that of all keys. Zeros of two signs are one group, so nothing follows from a
// double. What has to do with texts stays, too: a program has it as codes from a table that
// is kept from query to query, and behind the groups texts would be made anew.
func following(a plan.Aggregate) []bool {
	follows := make([]bool, len(a.Keys))
	stay := map[plan.ColumnRef]bool{}
	for i, e := range a.Keys {
		c, column := e.(plan.ColumnRef)
		if !column {
			follows[i] = len(stay) > 0 && ofNumbers(e, stay)
		} else if c.Type().Kind != plan.Double {
			follows[i] = stay[c]
			stay[c] = true
		}
	}
	return follows
}

// ofNumbers reports whether an expression reads some columns only, and has no texts in it.
func ofNumbers(e plan.Expr, columns map[plan.ColumnRef]bool) bool {
	only := true
	plan.Visit(e, func(x plan.Expr) bool {
		only = only && x.Type().Kind != plan.String
		switch x := x.(type) {
		case plan.ColumnRef:
			only = only && columns[x]
		case plan.Slot, plan.Composite:
			only = false
		}
		return only
	})
	return only
}

// onSlots reads slots where an expression reads columns.
func onSlots(e plan.Expr, slots map[plan.ColumnRef]plan.Expr) plan.Expr {
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		if c, ok := x.(plan.ColumnRef); ok {
			return slots[c]
		}
		return nil
	})
}
