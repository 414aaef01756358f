package relation

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"gsdms/plan"
)

// takes asks for rows of the doubles of fakeParts, compares them with what they are, and gives them back.
func takes(table *plan.Table, lo, hi int) error {
	a, err := table.Data.Rows(context.Background(), 1, lo, hi)
	if err != nil {
		return err
	}
	defer a.Release()
	stored := a.(interface{ Value(int) float64 })
	for i := range hi - lo {
		want, null := float64(lo+i)/4, isNull(int64(lo+i))
		if got := stored.Value(i); got != want && !null || null && got == got {
			return fmt.Errorf("row %d is %v, want %v (NULL: %t)", lo+i, got, want, null)
		}
	}
	return nil
}

// passingRows make whole pages of two parts each, and pages of three.
var passingRows = []int64{150_000, 100_000, 0, 200_000, 300_000, 50_000}

// A part is forgotten once all its rows have passed and nobody has it, and read again when somebody
// asks: then it stays.
func TestPartsAreForgottenBehindOneQuery(t *testing.T) {
	f := &fakeParts{rows: passingRows}
	table := deferred(t, f)
	p := table.Data.(*data).columns[1].pending
	there := func() (out []bool) {
		for i := range p.states {
			out = append(out, p.states[i].there.Load())
		}
		return out
	}
	held, err := table.Data.Rows(context.Background(), 1, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	for lo := 0; lo < 800_000; lo += 65_536 {
		if err := takes(table, lo, min(lo+65_536, 800_000)); err != nil {
			t.Fatal(err)
		}
	}
	if got := there(); !slices.Equal(got, []bool{true, false, false, false, false, false}) {
		t.Errorf("with rows of the first part in use there are %v", got)
	}
	held.Release()
	if p.states[0].there.Load() {
		t.Error("the first part is there when nobody has it")
	}
	for range 2 {
		if err := takes(table, 200_000, 800_000); err != nil {
			t.Fatal(err)
		}
	}
	if got := there(); !slices.Equal(got, []bool{false, true, true, true, true, true}) {
		t.Errorf("after more of it was read again there are %v", got)
	}
	if reads := f.read[[2]int{4, 1}]; reads != 2 {
		t.Errorf("a part was read %d times, want 2", reads)
	}
}

// What is kept is read once.
func TestPartsThatAreKeptStay(t *testing.T) {
	f := &fakeParts{rows: passingRows}
	table := deferred(t, f)
	Keep(table, func(column string) bool { return column == table.Columns[1].Name })
	for range 3 {
		if err := takes(table, 0, 800_000); err != nil {
			t.Fatal(err)
		}
	}
	if reads := f.read[[2]int{0, 1}]; reads != 1 {
		t.Errorf("a part was read %d times", reads)
	}
}

// Many who read the same rows, some of them forgotten meanwhile, all have the right ones.
func TestPartsAreForgottenBesideOthers(t *testing.T) {
	for round := range 5 {
		table := deferred(t, &fakeParts{rows: passingRows})
		var all sync.WaitGroup
		for reader := range 6 {
			all.Go(func() {
				step := 30_000 + 10_000*((reader+round)%6)
				for lo := 0; lo < 800_000; lo += step {
					if err := takes(table, lo, min(lo+step, 800_000)); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
	}
}
