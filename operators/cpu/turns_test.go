package cpu

import (
	"context"
	"fmt"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Runs whose groups fill a worker's cache have turns of their own behind the others, and all
// see every row once: each number of the table is a group of one row.
func TestWideRunsHaveTurns(t *testing.T) {
	const rows = 200_000
	m, table := counting(rows)
	wide := func(name string) *operators.Program {
		sink := countRows()
		sink.Keys, sink.Dense, sink.Size = []operators.Key{{Reg: 0, Size: rows}}, true, rows
		return over(table, name, sink)
	}
	few := below(wide("few"), 0, rows/10)
	few.Filters[0].Selectivity = 0.1
	programs := []*operators.Program{wide("a"), over(table, "count", countRows()), wide("b"), few}
	runs := runTogether(t, Options{Threads: 2}, m, 0, programs...)
	k, err := runs[0].(*run).backend.Prepare(context.Background(), runs...)
	check(t, err)
	defer k.Close()
	if got, want := fmt.Sprint(k.(*kernel).turns), "[1 0 2 0]"; got != want {
		t.Errorf("turns are %s, want %s", got, want)
	}
	for i, want := range []int{rows, 1, rows, rows/10 + 1} {
		got, err := runs[i].Collect(context.Background())
		check(t, err)
		lines := rowLines(got)
		last := fmt.Sprintf("%d 1", want-1)
		if i == 1 {
			last = fmt.Sprint(rows)
		}
		if len(lines) != want || lines[want-1] != last {
			t.Errorf("run %d gives %d rows, the last %q, want %d and %q", i, len(lines), lines[len(lines)-1], want, last)
		}
	}
}

// Runs that gather groups by key have turns, too, for their tables and buffers fill the cache;
// but not where these are small, or few rows are folded.
func TestGatheringRunsHaveTurns(t *testing.T) {
	const rows = 200_000
	m, table := counting(rows)
	gathered := func(name string) *operators.Program {
		sink := countRows()
		sink.Keys = []operators.Key{{Reg: 0}}
		sink.Aggs = append(sink.Aggs, operators.Fold{Func: operators.Sum64, Arg: 0, Type: plan.Type{Kind: plan.Int}})
		return over(table, name, sink)
	}
	few := below(gathered("few"), 0, rows/10)
	few.Filters[0].Selectivity = 0.1
	for _, c := range []struct {
		o    Options
		want string
	}{{Options{Threads: 2}, "[1 0 2 0]"}, {Options{Threads: 2, Groups: 5}, "[0 0 0 0]"}} {
		runs := runTogether(t, c.o, m, 0, gathered("a"), over(table, "count", countRows()), gathered("b"), few)
		k, err := runs[0].(*run).backend.Prepare(context.Background(), runs...)
		check(t, err)
		defer k.Close()
		if got := fmt.Sprint(k.(*kernel).turns); got != c.want {
			t.Errorf("%+v: turns are %s, want %s", c.o, got, c.want)
		}
		for i, want := range []int{rows, 1, rows, rows/10 + 1} {
			got, err := runs[i].Collect(context.Background())
			check(t, err)
			lines := rowLines(got)
			if i != 1 && (len(lines) != want || lines[want-1] != fmt.Sprintf("%d 1 %d", want-1, want-1)) {
				t.Errorf("run %d gives %d groups, the last %q, want %d", i, len(lines), lines[len(lines)-1], want)
			}
		}
	}
}
