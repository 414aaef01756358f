package cell

import (
	"cmp"
	"strings"

	"gsdms/plan"
)

// Comparer orders two rows by one key: negative, zero or positive.
type Comparer func(a, b int32) int

// CompareRows orders two rows by all keys, the first one first.
func CompareRows(by []Comparer, a, b int32) int {
	for _, c := range by {
		if d := c(a, b); d != 0 {
			return d
		}
	}
	return 0
}

// ByKey compares the cells of a column: NULL is less than every value.
func ByKey(v *plan.Vector, desc bool) Comparer {
	c := byValue(v)
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

func byValue(v *plan.Vector) Comparer {
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

func Equal(v *plan.Vector, a, b int) bool {
	if v.IsNull(a) || v.IsNull(b) {
		return v.IsNull(a) && v.IsNull(b)
	}
	switch {
	case v.Floats != nil:
		return v.Floats[a] == v.Floats[b]
	case v.Texts != nil:
		return v.Texts[a] == v.Texts[b]
	case v.Wide != nil:
		return v.Wide[a].Cmp(v.Wide[b]) == 0
	}
	return v.Ints[a] == v.Ints[b]
}
