package operators

import (
	"cmp"
	"math/big"
	"slices"

	"gsdms/plan"
)

// cut leaves the rows of a top that are wanted, in the order that they are in: a run may have collected
// more, such as all that are equal to the last of them, and columns are read late for those that are left.
func (e *Emit) cut(rows *plan.Rows) {
	if e.Top == nil || !e.Top.Whole || int64(rows.Len) <= e.Top.Rows {
		return
	}
	keys := make([]*plan.Vector, len(e.Top.Keys))
	for i, k := range e.Top.Keys {
		if keys[i] = e.vectorOf(k.Reg, rows); keys[i] == nil {
			return
		}
	}
	order := make([]int, rows.Len)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		for i, v := range keys {
			if by := compareKeys(v, a, b); by != 0 && e.Top.Keys[i].Desc {
				return -by
			} else if by != 0 {
				return by
			}
		}
		return 0
	})
	order = order[:e.Top.Rows]
	slices.Sort(order)
	for i := range rows.Columns {
		rows.Columns[i] = picked(&rows.Columns[i], order)
	}
	rows.Len = len(order)
}

// vectorOf gives the column of rows that has the numbers of a register; nil: none has them.
func (e *Emit) vectorOf(reg int, rows *plan.Rows) *plan.Vector {
	for i, c := range e.Out {
		v := &rows.Columns[i]
		if c.Reg == reg && c.Late == nil && c.Unsorted == nil && c.Type.Kind != plan.Unsigned && (v.Ints != nil || v.Floats != nil) {
			return v
		}
	}
	return nil
}

// compareKeys compares two rows by a register's numbers, of which NULL is the least.
func compareKeys(v *plan.Vector, a, b int) int {
	switch {
	case v.IsNull(a) && v.IsNull(b):
		return 0
	case v.IsNull(a):
		return -1
	case v.IsNull(b):
		return 1
	case v.Floats != nil:
		return cmp.Compare(v.Floats[a], v.Floats[b])
	}
	return cmp.Compare(v.Ints[a], v.Ints[b])
}

// picked gives some rows of a column.
func picked(v *plan.Vector, rows []int) plan.Vector {
	return plan.Vector{Type: v.Type, Dict: v.Dict, Ints: pick(v.Ints, rows), Floats: pick(v.Floats, rows),
		Texts: pick(v.Texts, rows), Wide: pick(v.Wide, rows), Nulls: pick(v.Nulls, rows)}
}

// pick gives some of what is there, nil of nothing.
func pick[T int64 | float64 | string | *big.Int | bool](all []T, rows []int) []T {
	if all == nil {
		return nil
	}
	out := make([]T, len(rows))
	for i, row := range rows {
		out[i] = all[row]
	}
	return out
}
