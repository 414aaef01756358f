package wanted

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/window"
)

// MostTop is how many rows are kept apart at most; more are sorted as well.
const MostTop = 1 << 16

// Rows is how many rows are wanted in the order of keys; 0: all are, in any order.
type Rows struct {
	Keys     []plan.SortKey
	Count    int64
	Parts    []int // slots: so many are wanted of all rows that are alike in these; nil: of all rows
	Distinct bool  // rows of equal keys count once
	Whole    bool  // keys are all that says which rows are first
}

// Of gives the rows that operators behind a projection want of it; between are the
// projections that these begin with.
func Of(op plan.Project, between []plan.Project, behind []plan.Operator) Rows {
	if len(behind) == 0 {
		return Rows{}
	}
	if w, ok := behind[0].(plan.Window); ok {
		return firstRanks(w, Width(op, between), behind[1:]).before(between)
	}
	return limited(behind, MostTop).before(between)
}

// firstRanks gives the rows of each partition of a window over so many columns that filters
// behind it want.
func firstRanks(w plan.Window, columns int, behind []plan.Operator) (top Rows) {
	f, n := window.FirstAsked(w.Funcs, columns, behind)
	if n == 0 || n > MostTop || len(f.Over.Order) == 0 || f.Name == plan.DenseRank && len(f.Over.Partition) == 0 {
		return top
	}
	for _, s := range f.Over.Partition {
		top.Parts = append(top.Parts, s.Index)
	}
	for _, k := range f.Over.Order {
		top.Keys = append(top.Keys, plan.SortKey{Slot: k.Slot.Index, Desc: k.Desc})
	}
	top.Count, top.Distinct = n, f.Name == plan.DenseRank
	return top
}

// limited gives the sort keys, and how many rows are wanted, at most so many, where a limit
// stands behind a sort.
func limited(behind []plan.Operator, most int64) (top Rows) {
	if len(behind) < 2 {
		return top
	}
	sort, ok := behind[0].(plan.Sort)
	l, isLimit := behind[1].(plan.Limit)
	if ok && isLimit && len(sort.Keys) > 0 && l.Count > 0 && l.Offset < most && l.Count <= most-l.Offset {
		top.Keys, top.Count, top.Whole = slices.Clone(sort.Keys), l.Offset+l.Count, true
	}
	return top
}

// Projects parts operators into the projections that they begin with, which leave as many
// rows in the order that they come in, and what is behind.
func Projects(ops []plan.Operator) (between []plan.Project, behind []plan.Operator) {
	for i, op := range ops {
		p, ok := op.(plan.Project)
		if !ok {
			return between, ops[i:]
		}
		between = append(between, p)
	}
	return between, nil
}

// before gives the rows that are wanted before projections: in the order of the keys up to
// the first that is none of the columns there, and all where that is the first, or what parts
// the rows is none of them.
func (f Rows) before(between []plan.Project) Rows {
	for i, k := range f.Keys {
		k, ok := KeyBefore(k, between)
		if !ok {
			f.Keys, f.Whole = f.Keys[:i], false
			break
		}
		f.Keys[i] = k
	}
	for i, slot := range f.Parts {
		k, ok := KeyBefore(plan.SortKey{Slot: slot}, between)
		if !ok {
			return Rows{}
		}
		f.Parts[i] = k.Slot
	}
	if len(f.Keys) == 0 {
		return Rows{}
	}
	return f
}

// KeyBefore gives a sort key before projections; false where it is none of the columns there.
func KeyBefore(k plan.SortKey, between []plan.Project) (plan.SortKey, bool) {
	for _, p := range slices.Backward(between) {
		s, ok := p.Exprs[k.Slot].(plan.Slot)
		if !ok {
			return k, false
		}
		k.Slot = s.Index
	}
	return k, true
}

// First gives the projection of the streamed rows, and which of them are wanted in an
// order; false where all are.
func First(tail []plan.Operator) (op plan.Project, top Rows, ok bool) {
	if len(tail) == 0 {
		return op, top, false
	}
	if op, ok = tail[0].(plan.Project); !ok {
		return op, top, false
	}
	between, behind := Projects(tail[1:])
	top = limited(behind, math.MaxInt64).before(between)
	return op, top, top.Count > 0
}

// Numbers is how many rows filters behind a window that numbers all rows as they come want, -1
// for all.
func Numbers(w plan.Window, columns int, behind []plan.Operator) int64 {
	f, n := window.FirstAsked(w.Funcs, columns, behind)
	if n == 0 || f.Name != plan.RowNumber || len(f.Over.Partition)+len(f.Over.Order) > 0 {
		return -1
	}
	return n
}

// Width is how many columns the projections that a pipeline's result begins with give.
func Width(op plan.Project, between []plan.Project) int {
	if len(between) > 0 {
		op = between[len(between)-1]
	}
	return len(op.Exprs)
}

// DistinctOnly reports whether all that matters of the projected rows is which there are:
// they are the keys of groups. A limit without an order passes the first rows in the
// order of the table, so these must all be there.
func DistinctOnly(behind []plan.Operator) bool {
	if len(behind) == 0 {
		return false
	}
	if len(behind) > 1 {
		if _, limit := behind[1].(plan.Limit); limit {
			return false
		}
	}
	_, ok := behind[0].(plan.Distinct)
	return ok
}
