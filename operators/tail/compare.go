package tail

import (
	"cmp"
	"strings"

	"gsdms/plan"
)

// comparer orders two rows by one key: negative, zero or positive.
type comparer func(a, b int32) int

// comparers orders rows by all keys.
func (r *runner) comparers(keys []plan.SortKey) []comparer {
	by := make([]comparer, len(keys))
	for i, k := range keys {
		by[i] = keyComparer(&r.rows.Columns[k.Slot], k.Desc)
	}
	return by
}

func compareRows(by []comparer, a, b int32) int {
	for _, c := range by {
		if d := c(a, b); d != 0 {
			return d
		}
	}
	return 0
}

// keyComparer compares the cells of a column: NULL is less than every value.
func keyComparer(v *plan.Vector, desc bool) comparer {
	c := valueComparer(v)
	if nulls := v.Nulls; nulls != nil {
		values := c
		c = func(a, b int32) int {
			if nulls[a] || nulls[b] {
				return compareNulls(nulls[a], nulls[b])
			}
			return values(a, b)
		}
	}
	if desc {
		return func(a, b int32) int { return c(b, a) }
	}
	return c
}

func compareNulls(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}

func valueComparer(v *plan.Vector) comparer {
	switch {
	case v.Floats != nil:
		return func(a, b int32) int { return cmp.Compare(v.Floats[a], v.Floats[b]) }
	case v.Texts != nil:
		return func(a, b int32) int { return strings.Compare(v.Texts[a], v.Texts[b]) }
	case v.Wide != nil:
		return func(a, b int32) int { return v.Wide[a].Cmp(v.Wide[b]) }
	case v.Ints != nil:
		return func(a, b int32) int { return cmp.Compare(v.Ints[a], v.Ints[b]) }
	}
	return func(int32, int32) int { return 0 } // a column of NULL literals
}
