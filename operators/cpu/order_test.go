package cpu

import (
	"fmt"
	"testing"

	"gsdms/operators"
	"gsdms/operators/simd"
	"gsdms/plan"
)

// One row by itself costs 1 here, a row of a whole column of 16 bits 0.1, of 32 bits 0.2,
// and of a set 0.5.
func TestOrderOfFilters(t *testing.T) {
	kernels := &simd.Kernels{RangeRefine: [4]int{20, 10, 5, 4}, MemberRefine: 2}
	columns := []operators.Column{{Storage: plan.Storage{Width: 2}}, {Storage: plan.Storage{Width: 4}}, {Storage: plan.Storage{Width: 2}}}
	ranges := func(column, n int, share float64) operators.Clause {
		return operators.Clause{Any: []operators.Leaf{operators.Ranges{Column: column, In: make([]operators.Range, n)}}, Selectivity: share}
	}
	set := func(share float64) operators.Clause {
		return operators.Clause{Any: []operators.Leaf{operators.Member{Column: 0}}, Selectivity: share}
	}
	either := func(share float64) operators.Clause { // of two columns, never tested by a row itself
		return operators.Clause{Any: append(ranges(0, 1, 0).Any, ranges(1, 1, 0).Any...), Selectivity: share}
	}
	for _, c := range []struct {
		name    string
		filters []operators.Clause
		want    string // places in filters
	}{
		{"0.1+0.2 and 0.2+0.01+0.01", []operators.Clause{ranges(0, 1, 0.25), ranges(1, 1, 0.01)}, "[1 0]"},
		{"0.1+0.2 and 0.2+0.1", []operators.Clause{ranges(0, 1, 0.25), ranges(1, 1, 0.2)}, "[0 1]"},
		{"a share is not known", []operators.Clause{ranges(0, 1, 0), ranges(1, 1, 0.01)}, "[0 1]"},
		{"0.1+0.2+0.1 and 0.1+0.01+0.01+0.01*0.3", []operators.Clause{ranges(0, 1, 0.3), ranges(1, 1, 0.4), ranges(2, 1, 0.01)}, "[2 0 1]"},
		{"a set comes last", []operators.Clause{set(0.05), ranges(0, 1, 0.3), ranges(2, 1, 0.3)}, "[1 2 0]"},
		{"three passes cost 0.3", []operators.Clause{ranges(0, 3, 0.08), ranges(2, 1, 0.09)}, "[1 0]"},
		{"0.1+0.3 and 0.3+0.01+0.01", []operators.Clause{ranges(0, 1, 0.05), either(0.01)}, "[1 0]"},
		{"none", nil, "[]"},
	} {
		got := []int{}
		for _, f := range order(&operators.Program{Columns: columns, Filters: c.filters}, kernels) {
			for i := range c.filters {
				if fmt.Sprint(f.Clause) == fmt.Sprint(c.filters[i]) {
					got = append(got, i)
				}
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
}
