package cpu

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"gsdms/operators"
)

// below is a program that sums the numbers from lo to hi of a table of counting.
func below(p *operators.Program, lo, hi uint64) *operators.Program {
	p.Filters = []operators.Clause{{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: lo, Hi: hi}}}}}}
	return p
}

// sumFrom is the sum of the whole numbers from lo to hi.
func sumFrom(lo, hi int) string { return fmt.Sprint((lo + hi) * (hi - lo + 1) / 2) }

// Programs that sum up to one bound after another fold every row once, or nearly so: 10 of
// them are two families, and one that does something else is in none. All sums and counts
// are known by arithmetic, also where one of the runs is stopped before it begins.
func TestRelativesFoldRowsOnce(t *testing.T) {
	const rows = 100_000
	m, table := counting(rows)
	for _, o := range []Options{{Threads: 2}, {Threads: 1, NoSIMD: true, NoFuse: true}, {Threads: 2, Masks: MasksAlways}, {Threads: 2, Families: FamiliesNever}} {
		var programs []*operators.Program
		for i := range 10 {
			programs = append(programs, below(over(table, fmt.Sprint("q", i), sumRows()), 0, uint64(90_000+100*i)))
		}
		programs = append(programs, below(over(table, "count", countRows()), 0, 90_000))
		runs, k := stopped(t, o, m, 3, programs)
		if n := len(k.families); n != 2 && o.Families != FamiliesNever {
			t.Errorf("%+v: %d families, want 2", o, n)
		}
		for i, r := range runs[:10] {
			got, err := r.Collect(context.Background())
			if i == 3 {
				if err == nil {
					t.Errorf("%+v: a stopped run gave rows", o)
				}
				continue
			}
			check(t, err)
			if want := sumFrom(0, 90_000+100*i); rowLines(got)[0] != want {
				t.Errorf("%+v: run %d gives %v, want %s", o, i, rowLines(got), want)
			}
			counts := r.(operators.Counted).Counts()
			if last := counts[len(counts)-1].Rows; counts[0].Rows != rows || last != int64(90_001+100*i) {
				t.Errorf("%+v: run %d counts %+v", o, i, counts)
			}
		}
		// Seven members of the first family are left, and two are in the second.
		most, spared := int64(6*90_001+1*90_001), k.Stats().Spared
		if o.Families == FamiliesNever && spared != 0 || o.Families != FamiliesNever && (spared < most || spared > most+most/50) {
			t.Errorf("%+v: %d rows were spared, want %d and few more", o, spared, most)
		}
	}
}

// stopped pushes a table through a kernel of programs, of which one is stopped before.
func stopped(t *testing.T, o Options, m *memTable, stop int, programs []*operators.Program) ([]operators.Run, *kernel) {
	t.Helper()
	b, err := New(o)
	check(t, err)
	t.Cleanup(func() { b.Close() })
	runs := make([]operators.Run, len(programs))
	for i, p := range programs {
		runs[i], err = b.Open(context.Background(), p, 0)
		check(t, err)
		t.Cleanup(func() { runs[i].Close() })
	}
	runs[stop].(*run).Stop(errors.New("enough"))
	k, err := b.Prepare(context.Background(), runs...)
	check(t, err)
	defer k.Close()
	scan{chunkRows: 1 << 20}.launch(t, b, k, m, programs[0].Table, 0)
	return runs, k.(*kernel)
}

// Rows that one member wants alone are its own, and where all are like that nobody is spared
// anything.
func TestStrangersAreNoTrouble(t *testing.T) {
	m, table := counting(100_000)
	var programs []*operators.Program
	for i := range 20 {
		lo := uint64(5000 * i)
		programs = append(programs, below(over(table, fmt.Sprint("q", i), sumRows()), lo, lo+4999))
	}
	for _, o := range []Options{{Threads: 2}, {Threads: 2, Families: FamiliesAlways}} {
		runs := runTogether(t, o, m, 0, programs...)
		for i, r := range runs {
			got, err := r.Collect(context.Background())
			check(t, err)
			if want := sumFrom(5000*i, 5000*i+4999); rowLines(got)[0] != want {
				t.Errorf("%+v: run %d gives %v, want %s", o, i, rowLines(got), want)
			}
		}
	}
}

// Where memory has no room for the groups of a class, its members have their own.
func TestClassesWithoutRoom(t *testing.T) {
	m, table := counting(100_000)
	b, err := New(Options{Threads: 2})
	check(t, err)
	defer b.Close()
	var runs []operators.Run
	account := operators.NewAccount(1<<20, "%d bytes are too few", nil)
	for i := range 4 {
		r, err := b.Open(context.Background(), below(over(table, fmt.Sprint("q", i), sumRows()), 0, uint64(50_000+i)), 0)
		check(t, err)
		defer r.Close()
		check(t, r.(*run).ChargeTo(account))
		runs = append(runs, r)
	}
	k, err := b.Prepare(context.Background(), runs...)
	check(t, err)
	defer k.Close()
	others := 1<<20 - account.Used()
	check(t, account.Charge(others))
	scan{chunkRows: 1 << 20}.launch(t, b, k, m, table, 0)
	check(t, account.Charge(-others))
	if spared := k.Stats().Spared; spared != 0 {
		t.Errorf("%d rows were spared without room for it", spared)
	}
	for i, r := range runs {
		got, err := r.Collect(context.Background())
		check(t, err)
		if want := sumFrom(0, 50_000+i); rowLines(got)[0] != want {
			t.Errorf("run %d gives %v, want %s", i, rowLines(got), want)
		}
	}
}
