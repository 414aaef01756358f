package cpu

import (
	"context"
	"fmt"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// scrambled is a table of the numbers below rows, each once and in no order, whose segments have
// all of them between their bounds.
func scrambled(rows int) (*memTable, *plan.Table) {
	m, cells := &memTable{rows: rows}, make([]cell, rows)
	for i := range cells {
		cells[i].n = int64(i * 7919 % rows)
	}
	m.store(plan.Storage{Width: 4}, cells)
	return m, m.table("scrambled")
}

// countingBy counts the rows of each number, of which there may be so many.
func countingBy(table *plan.Table, name string, numbers int) *operators.Program {
	sink := countRows()
	sink.Keys, sink.Dense, sink.Size = []operators.Key{{Reg: 0, Size: numbers}}, true, numbers
	return over(table, name, sink)
}

// quarter has a program see the numbers below n, which it takes for a quarter of the rows.
func quarter(p *operators.Program, n int) *operators.Program {
	below(p, 0, uint64(n-1)).Filters[0].Selectivity = 0.25
	return p
}

// Runs with fewer groups share a turn as long as these have room in the cache together, and runs
// with hardly any go with the others.
func TestRunsShareTurns(t *testing.T) {
	const rows, numbers = 1 << 16, 1 << 14 // 128 KiB of groups
	m, table := scrambled(rows)
	var programs []*operators.Program
	for i := range 6 {
		programs = append(programs, quarter(countingBy(table, fmt.Sprint(i), numbers), numbers))
	}
	programs = append(programs, quarter(countingBy(table, "small", 1000), 1000))
	runs := runTogether(t, Options{Threads: 2, Families: FamiliesNever}, m, 0, programs...)
	k, err := runs[0].(*run).backend.Prepare(context.Background(), runs...)
	check(t, err)
	defer k.Close()
	if got, want := fmt.Sprint(k.(*kernel).turns, k.(*kernel).byTurn), "[1 1 1 1 2 2 0] [[6] [0 1 2 3] [4 5]]"; got != want {
		t.Errorf("turns are %s, want %s", got, want)
	}
	for i, r := range runs {
		want := numbers
		if i == 6 {
			want = 1000
		}
		countsOnce(t, r, want)
	}
}

// Of the turns that have room, a run goes to the one that reads most of its columns.
func TestTurnsReadTheSameColumns(t *testing.T) {
	reads := func(ordinals ...int) (columns []operators.Column) {
		for _, o := range ordinals {
			columns = append(columns, operators.Column{Ordinal: o})
		}
		return columns
	}
	turns := []turn{{100, []int{1, 2}}, {100, []int{3, 4, 5}}, {10, []int{6}}}
	for _, c := range []struct {
		bytes   int
		columns []operators.Column
		want    int
	}{{50, reads(1, 4, 5), 1}, {50, reads(2), 0}, {50, reads(6, 1), 0}, {10, reads(6, 1, 7), 0}, {10, reads(6), 2}, {50, reads(7), 0}, {101, reads(1), 3}} {
		if got := fitting(turns, c.bytes, c.columns); got != c.want {
			t.Errorf("%d bytes with columns %v go to turn %d, want %d", c.bytes, c.columns, got, c.want)
		}
	}
	turns[0].take(60, reads(9))
	if got := fitting(turns, 50, reads(9)); got != 1 {
		t.Errorf("a turn without room is taken: %d", got)
	}
}

// Where there are turns enough for all workers, each is taken by one, and by the same in every
// chunk, whichever workers are the faster; all rows count once.
func TestTurnsAreTakenWhole(t *testing.T) {
	const rows, numbers, threads, each = 1 << 18, 1 << 15, 3, 2 // 256 KiB of groups, each with another in a turn
	const whole = threads * turnsPerHand
	m, table := scrambled(rows)
	var programs []*operators.Program
	for i := range each * (whole + 1) {
		programs = append(programs, quarter(countingBy(table, fmt.Sprint(i), numbers), numbers))
	}
	b, err := New(Options{Threads: threads, Families: FamiliesNever})
	check(t, err)
	defer b.Close()
	runs := make([]operators.Run, len(programs))
	for i, p := range programs {
		runs[i], err = b.Open(context.Background(), p, 0)
		check(t, err)
		defer runs[i].Close()
	}
	for seq := range 4 {
		scan{chunkRows: rows / 4}.push(t, b, m, table, seq, runs)
	}
	for i, r := range runs {
		if taken, want := r.(*run).home > 0, i%each == 0 && i/each < whole; taken != want {
			t.Errorf("run %d says who took its turn: %v, want %v", i, taken, want)
		}
		countsOnce(t, r, numbers)
	}
}

// A worker takes the turns that it has had first, then those that nobody has had.
func TestTurnsStayWithTheirWorker(t *testing.T) {
	runs := make([]*run, 4)
	k := &kernel{runs: runs, byTurn: [][]int{nil, {0}, {1}, {2}, {3}}}
	for i := range runs {
		runs[i] = &run{}
	}
	runs[1].home, runs[2].home = 1+1, 1+0
	l := &launch{kernel: k, left: []int{1, 2, 3, 4}}
	var got []int
	for _, worker := range []int{1, 1, 0, 1} {
		got = append(got, l.take(worker))
	}
	if fmt.Sprint(got) != "[2 1 3 4]" {
		t.Errorf("turns are taken in the order %v", got)
	}
}

// countsOnce holds that a run has counted each number below n once.
func countsOnce(t *testing.T, r operators.Run, n int) {
	t.Helper()
	got, err := r.Collect(context.Background())
	check(t, err)
	lines := rowLines(got)
	if len(lines) != n {
		t.Fatalf("%s: %d groups, want %d", r.Program().Name, len(lines), n)
	}
	for i, line := range lines {
		if line != fmt.Sprintf("%d 1", i) {
			t.Fatalf("%s: group %d is %q", r.Program().Name, i, line)
		}
	}
}

// Runs whose groups fill a worker's cache have turns of their own behind the others, and all
// see every row once: each number of the table is a group of one row.
func TestWideRunsHaveTurns(t *testing.T) {
	const rows = 200_000
	m, table := scrambled(rows)
	wide := func(name string) *operators.Program { return countingBy(table, name, rows) }
	few := below(wide("few"), 0, rows/100)
	few.Filters[0].Selectivity = 0.01
	programs := []*operators.Program{wide("a"), over(table, "count", countRows()), wide("b"), few}
	runs := runTogether(t, Options{Threads: 2}, m, 0, programs...)
	k, err := runs[0].(*run).backend.Prepare(context.Background(), runs...)
	check(t, err)
	defer k.Close()
	if got, want := fmt.Sprint(k.(*kernel).turns), "[1 0 2 0]"; got != want {
		t.Errorf("turns are %s, want %s", got, want)
	}
	for i, want := range []int{rows, 1, rows, rows/100 + 1} {
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
	few := below(gathered("few"), 0, rows/100)
	few.Filters[0].Selectivity = 0.01
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
		for i, want := range []int{rows, 1, rows, rows/100 + 1} {
			got, err := runs[i].Collect(context.Background())
			check(t, err)
			lines := rowLines(got)
			if i != 1 && (len(lines) != want || lines[want-1] != fmt.Sprintf("%d 1 %d", want-1, want-1)) {
				t.Errorf("run %d gives %d groups, the last %q, want %d", i, len(lines), lines[len(lines)-1], want)
			}
		}
	}
}
