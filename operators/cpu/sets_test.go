package cpu

import (
	"context"
	"fmt"
	"testing"

	"gsdms/operators"
)

// every is the set of the multiples of n below length.
func every(n, length int) *operators.BitSet {
	b := &operators.BitSet{Name: fmt.Sprint(n), Len: length, Bits: make([]uint64, (length+63)/64)}
	for x := 0; x < length; x += n {
		b.Bits[x/64] |= 1 << (x % 64)
	}
	return b
}

// Queries that were compiled apart have sets of their own: those of the same numbers are
// tested once, and each query still gets its own answer.
func TestEqualSetsAreTestedOnce(t *testing.T) {
	m, table := counting(100_000)
	sets := []*operators.BitSet{every(3, 70_000), every(3, 70_000), every(3, 70_001), every(7, 70_000), every(3, 70_000)}
	var programs []*operators.Program
	for _, s := range sets {
		p := over(table, "of "+s.Name, countRows())
		p.Bits = []*operators.BitSet{s}
		p.Filters = []operators.Clause{{Any: []operators.Leaf{operators.Member{}}}}
		programs = append(programs, p)
	}
	runs := runTogether(t, Options{Threads: 2}, m, 0, programs...)
	all := newCollector()
	for i, want := range []int{23_334, 23_334, 23_334, 10_000, 23_334} {
		rows, err := runs[i].Collect(context.Background())
		check(t, err)
		if got := rowLines(rows); got[0] != fmt.Sprint(want) {
			t.Errorf("query %d counts %v, want %d", i, got, want)
		}
		all.add(runs[i].(*run))
	}
	if len(all.atoms) != 3 || len(all.clauses) != 3 {
		t.Errorf("%d tests in %d clauses, want 3", len(all.atoms), len(all.clauses))
	}
}
