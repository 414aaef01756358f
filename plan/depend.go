package plan

import "slices"

// independent forms groups by the keys alone that do not follow from others: a key whose
// columns are keys before it has one value in a group of these. The projection
// behind computes those left out, once for each group, and gives all slots as they were;
// nil where there are none.
func (a Aggregate) independent() (Aggregate, *Project) {
	follows := a.following()
	if !slices.Contains(follows, true) {
		return a, nil
	}
	out := Aggregate{Aggs: a.Aggs, AnyOrder: a.AnyOrder}
	slots := map[ColumnRef]Expr{}
	kept := make([]Slot, len(a.Keys)) // of the keys that stay
	for i, e := range a.Keys {
		if follows[i] {
			continue
		}
		kept[i] = Slot{Index: len(out.Keys), Of: e.Type(), CanBeNil: e.Nullable(), Name: e.String()}
		out.Keys = append(out.Keys, e)
		if c, ok := e.(ColumnRef); ok {
			slots[c] = kept[i]
		}
	}
	var all Project
	for i, e := range a.Keys {
		if follows[i] {
			all.Exprs = append(all.Exprs, onSlots(e, slots))
		} else {
			all.Exprs = append(all.Exprs, kept[i])
		}
	}
	for i, g := range a.Aggs {
		all.Exprs = append(all.Exprs, Slot{Index: len(out.Keys) + i, Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()})
	}
	return out, &all
}

// following says of every key whether it follows from those before that stay: so the order
// of groups is that of all keys. Zeros of two signs are one group, so nothing follows from a
// double. What has to do with texts stays, too: a program has it as codes from a table that
// is kept from query to query, and behind the groups texts would be made anew.
func (a Aggregate) following() []bool {
	follows := make([]bool, len(a.Keys))
	stay := map[ColumnRef]bool{}
	for i, e := range a.Keys {
		c, column := e.(ColumnRef)
		if !column {
			follows[i] = len(stay) > 0 && ofNumbers(e, stay)
		} else if c.Type().Kind != Double {
			follows[i] = stay[c]
			stay[c] = true
		}
	}
	return follows
}

// ofNumbers reports whether an expression reads some columns only, and has no texts in it.
func ofNumbers(e Expr, columns map[ColumnRef]bool) bool {
	only := true
	Visit(e, func(x Expr) bool {
		only = only && x.Type().Kind != String
		switch x := x.(type) {
		case ColumnRef:
			only = only && columns[x]
		case Slot, Composite:
			only = false
		}
		return only
	})
	return only
}

// onSlots reads slots where an expression reads columns.
func onSlots(e Expr, slots map[ColumnRef]Expr) Expr {
	return Replace(e, func(x Expr) Expr {
		if c, ok := x.(ColumnRef); ok {
			return slots[c]
		}
		return nil
	})
}
