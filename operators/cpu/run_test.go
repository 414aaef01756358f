package cpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// counting is a table of one column, 0, 1, 2, ... of 4 bytes.
func counting(rows int) (*memTable, *plan.Table) {
	m := &memTable{rows: rows}
	cells := make([]cell, rows)
	for i := range cells {
		cells[i].n = int64(i)
	}
	m.store(plan.Storage{Width: 4}, cells)
	return m, m.table("counting")
}

// over is a program that loads the column into register 0.
func over(t *plan.Table, name string, sink operators.Sink) *operators.Program {
	return &operators.Program{
		Name: name, Table: t, Limit: -1, Sink: sink, Regs: []operators.Reg{{}},
		Columns: []operators.Column{{Ordinal: 0, Storage: t.Columns[0].Storage}},
		Body:    []operators.Instr{operators.Load{Dst: 0, Column: 0}},
	}
}

func countRows() *operators.Groups {
	return &operators.Groups{Aggs: []operators.Fold{{Func: operators.CountRows, Arg: -1, Type: plan.Type{Kind: plan.Int}}}}
}

func sumRows() *operators.Groups {
	return &operators.Groups{Aggs: []operators.Fold{{Func: operators.Sum128, Arg: 0}}}
}

func everyRow() *operators.Emit { return &operators.Emit{Out: []operators.EmitColumn{{Reg: 0}}} }

// runTogether opens the programs and pushes the whole table through one kernel.
func runTogether(t *testing.T, o Options, m *memTable, memory int64, programs ...*operators.Program) []operators.Run {
	t.Helper()
	b, err := New(o)
	check(t, err)
	t.Cleanup(func() { b.Close() })
	runs := make([]operators.Run, len(programs))
	for i, p := range programs {
		runs[i], err = b.Open(context.Background(), p, memory)
		check(t, err)
		t.Cleanup(func() { runs[i].Close() })
	}
	scan{chunkRows: 1 << 20}.push(t, b, m, programs[0].Table, 0, runs)
	return runs
}

// A place outside of an array is a panic inside of an instruction: it ends the run that
// it happens in, and no other of the same kernel.
func TestAPanicEndsItsRunOnly(t *testing.T) {
	m, table := counting(100_000)
	bad := over(table, "bad", sumRows())
	bad.Arrays = []*operators.Array{{Name: "short", Storage: plan.Storage{Width: 1}, Len: 10, Data: make([]byte, 10)}}
	bad.Regs = append(bad.Regs, operators.Reg{})
	bad.Body = append(bad.Body, operators.Lookup{Dst: 1, Array: 0, At: 0})
	bad.Sink.(*operators.Groups).Aggs[0].Arg = 1
	for _, noFuse := range []bool{false, true} {
		runs := runTogether(t, Options{Threads: 2, NoFuse: noFuse}, m, 0, over(table, "before", sumRows()), bad, over(table, "behind", countRows()))
		if err := runs[1].Err(); err == nil || !strings.Contains(err.Error(), "query bad") || !strings.Contains(err.Error(), "index out of range") {
			t.Errorf("the bad run ended with: %v", err)
		}
		if _, err := runs[1].Collect(context.Background()); err == nil {
			t.Error("a failed run was collected")
		}
		for i, want := range map[int]string{0: "4999950000", 2: "100000"} {
			rows, err := runs[i].Collect(context.Background())
			check(t, err)
			if got := rowLines(rows); got[0] != want {
				t.Errorf("run %d gives %v, want %s", i, got, want)
			}
		}
	}
}

func TestRangeErrorsBelongToTheirRun(t *testing.T) {
	m, table := counting(1000)
	bad := over(table, "bad", sumRows())
	bad.Regs = append(bad.Regs, operators.Reg{}, operators.Reg{})
	bad.Body = append(bad.Body, operators.Const{Dst: 1, Int: math.MaxInt64 - 998},
		operators.Compute{Op: operators.AddChecked, Dst: 2, Args: []int{0, 1}})
	bad.Sink.(*operators.Groups).Aggs[0].Arg = 2
	runs := runTogether(t, Options{Threads: 2, Morsel: 10}, m, 0, bad, over(table, "good", countRows()))
	var outOfRange *plan.RangeError
	if !errors.As(runs[0].Err(), &outOfRange) || outOfRange.In != "+" {
		t.Errorf("the bad run ended with: %v", runs[0].Err())
	}
	if runs[1].Err() != nil {
		t.Errorf("the good run ended with: %v", runs[1].Err())
	}
}

// Every kind of memory is counted, and what asks for more names the setting.
func TestMemoryIsLimited(t *testing.T) {
	m, table := counting(100_000)
	key := []operators.Key{{Reg: 0}}
	double := over(table, "exact", &operators.Groups{Keys: key, Aggs: []operators.Fold{{Func: operators.SumFloat, Arg: 1}}})
	double.Regs = append(double.Regs, operators.Reg{Float: true})
	double.Body = append(double.Body, operators.Compute{Op: operators.ToFloat, Dst: 1, Args: []int{0}, Imm: 1})
	for _, p := range []*operators.Program{
		over(table, "rows", everyRow()),
		over(table, "groups", &operators.Groups{Keys: key}),
		over(table, "distinct", &operators.Groups{Aggs: []operators.Fold{{Func: operators.CountDistinct, Arg: 0}}}),
		double,
	} {
		runs := runTogether(t, Options{Threads: 1}, m, 200_000, p, over(table, "small", countRows()))
		if err := runs[0].Err(); err == nil || !strings.Contains(err.Error(), "--query-memory") {
			t.Errorf("%s ended with: %v", p.Name, err)
		}
		check(t, runs[1].Err())
		enough := runTogether(t, Options{Threads: 1}, m, 100_000_000, p)
		check(t, enough[0].Err())
	}
	b, err := New(Options{Threads: 2})
	check(t, err)
	defer b.Close()
	dense := over(table, "dense", &operators.Groups{Keys: []operators.Key{{Reg: 0, Size: 100_000}}, Dense: true, Size: 100_000})
	if _, err := b.Open(context.Background(), dense, 1_000_000); err == nil || !strings.Contains(err.Error(), "--query-memory") {
		t.Errorf("dense groups of 1.6 MB opened in 1 MB: %v", err)
	}
}

// With a Limit the memory is bounded by the answer and a morsel for each worker, not by
// the table.
func TestALimitKeepsLittle(t *testing.T) {
	m, table := counting(300_000)
	p := over(table, "limit", everyRow())
	p.Limit = 5
	runs := runTogether(t, Options{Threads: 3, Morsel: 64}, m, 3000, p)
	rows, err := runs[0].Collect(context.Background())
	check(t, err)
	if got := strings.Join(rowLines(rows), " "); got != "0 1 2 3 4" {
		t.Errorf("got %s", got)
	}
}

// Rows that a limit skips are counted, not kept: of the morsels that surely lie among them no row is
// emitted, whether the filters alone or an instruction decides which rows are.
func TestSkippedRowsAreNotKept(t *testing.T) {
	m, table := counting(300_000)
	for name, drop := range map[string][]operators.Instr{
		"by filter":      nil,
		"by instruction": {operators.Const{Dst: 1, Int: 50_000}, operators.Compute{Op: operators.GeInt, Dst: 2, Args: []int{0, 1}}, operators.Keep{Cond: 2}},
	} {
		p := over(table, name, everyRow())
		p.Regs = append(p.Regs, operators.Reg{}, operators.Reg{})
		p.Body = append(p.Body, drop...)
		if drop == nil {
			p.Filters = []operators.Clause{{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: 50_000, Hi: 299_999}}}}}}
		}
		p.Offset, p.Limit = 200_000, 200_003
		rows, err := runTogether(t, Options{Threads: 3, Morsel: 64}, m, 10_000, p)[0].Collect(context.Background())
		check(t, err)
		if got := strings.Join(rowLines(rows), " "); got != "250000 250001 250002" {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

func TestACancelledContextEndsTheLaunch(t *testing.T) {
	m, table := counting(200_000)
	b, err := New(Options{Threads: 1, Morsel: 64})
	check(t, err)
	defer b.Close()
	run, err := b.Open(context.Background(), over(table, "q", countRows()), 0)
	check(t, err)
	defer run.Close()
	k, err := b.Prepare(context.Background(), run)
	check(t, err)
	defer k.Close()
	columns := m.chunk([]int{0}, 0, m.rows)
	defer columns.Release()
	c, err := b.Load(context.Background(), operators.ChunkRef{Table: table, Rows: m.rows, Segments: operators.SegmentsOf(0, 1, 2, 3)}, columns)
	check(t, err)
	defer c.Release()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	check(t, k.Launch(ctx, c, optimizer.Launch{}))
	if err := k.Barrier(context.Background()); !errors.Is(err, context.Canceled) {
		t.Errorf("barrier: %v", err)
	}
	if rows := k.Stats(); rows.Bytes != 0 {
		t.Errorf("%d bytes were read", rows.Bytes)
	}
}

// The rows that leave each step are counted; a kernel counts what it reads once, for all
// its runs.
func TestCountsAndStats(t *testing.T) {
	m, table := counting(100_000)
	p := over(table, "q", sumRows())
	p.Filters = []operators.Clause{
		{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: 10, Hi: 89_999}}}}},
		{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: 0, Hi: 49_999}}}}},
	}
	p.Regs = append(p.Regs, operators.Reg{}, operators.Reg{})
	p.Body = append(p.Body, operators.Const{Dst: 1, Int: 1000}, operators.Compute{Op: operators.LtInt, Dst: 2, Args: []int{0, 1}}, operators.Keep{Cond: 2})
	b, err := New(Options{Threads: 2, NoZones: true})
	check(t, err)
	defer b.Close()
	var runs []operators.Run
	for range 13 {
		r, err := b.Open(context.Background(), p, 0)
		check(t, err)
		defer r.Close()
		runs = append(runs, r)
	}
	k, err := b.Prepare(context.Background(), runs...)
	check(t, err)
	defer k.Close()
	columns := m.chunk([]int{0}, 0, m.rows)
	defer columns.Release()
	c, err := b.Load(context.Background(), operators.ChunkRef{Table: table, Rows: m.rows, Segments: operators.SegmentsOf(0, 1)}, columns)
	check(t, err)
	defer c.Release()
	check(t, k.Launch(context.Background(), c, optimizer.Launch{}))
	check(t, k.Barrier(context.Background()))
	want := "[{scan 100000} {filter c0 89990} {filter c0 49990} {keep 990} {groups 990}]"
	if got := fmt.Sprint(runs[7].(operators.Counted).Counts()); got != want {
		t.Errorf("counts %s, want %s", got, want)
	}
	if s := k.Stats(); s.Bytes != 400_000 || s.Rows != 100_000 || s.Launches != 1 || s.Busy <= 0 {
		t.Errorf("stats %+v", s)
	}
	if d := k.Demand(); d.Shared > b.Device().Shared || d.Shared <= 0 || d.Threads != 1 {
		t.Errorf("demand %+v", d)
	}
	if _, err := optimizer.Solve(b.Device(), []optimizer.Demand{k.Demand()}); err != nil {
		t.Error(err)
	}
}

// Two streams use one backend at the same time.
func TestStreamsShareTheWorkers(t *testing.T) {
	m, table := counting(70_000)
	b, err := New(Options{Threads: 2, Morsel: 1000})
	check(t, err)
	defer b.Close()
	var streams sync.WaitGroup
	for range 4 {
		streams.Add(1)
		go func() {
			defer streams.Done()
			for range 5 {
				r, err := b.Open(context.Background(), over(table, "q", sumRows()), 0)
				if err != nil {
					t.Error(err)
					return
				}
				s := scan{chunkRows: 6400}
				for seq := range (m.rows + 6399) / 6400 {
					s.push(t, b, m, table, seq, []operators.Run{r})
				}
				rows, err := r.Collect(context.Background())
				if err != nil || rowLines(rows)[0] != "2449965000" {
					t.Errorf("%v, %v", rows, err)
				}
				r.Close()
			}
		}()
	}
	streams.Wait()
}

func TestWrongUseIsAnError(t *testing.T) {
	m, table := counting(100)
	if _, err := New(Options{Threads: -1}); err == nil {
		t.Error("negative threads")
	}
	b, err := New(Options{Threads: 1})
	check(t, err)
	unset := over(table, "unset", sumRows())
	unset.Body = nil
	if _, err := b.Open(context.Background(), unset, 0); err == nil || !strings.Contains(err.Error(), "register 0 is read before it is set") {
		t.Errorf("a register that is not set: %v", err)
	}
	broken := over(table, "broken", &operators.Groups{Aggs: []operators.Fold{{Func: operators.Sum128, Arg: 9}}})
	if _, err := b.Open(context.Background(), broken, 0); err == nil {
		t.Error("a register that there is not")
	}
	run, err := b.Open(context.Background(), over(table, "q", sumRows()), 0)
	check(t, err)
	k, err := b.Prepare(context.Background(), run)
	check(t, err)
	columns := m.chunk(nil, 0, 100)
	defer columns.Release()
	c, err := b.Load(context.Background(), operators.ChunkRef{Table: table, Rows: 100, Segments: operators.SegmentsOf(0)}, columns)
	check(t, err)
	defer c.Release()
	if err := k.Launch(context.Background(), c, optimizer.Launch{}); err == nil || !strings.Contains(err.Error(), "lacks column c0") {
		t.Errorf("a chunk without the column: %v", err)
	}
	check(t, k.Close())
	check(t, run.Close())
	check(t, run.Close())
	check(t, b.Close())
	if _, err := run.Collect(context.Background()); err == nil {
		t.Error("collected after Close")
	}
}

// Many hashed groups, so that the tables grow again and again in every worker.
func TestManyHashedGroups(t *testing.T) {
	const groups = 30_011
	m, table := counting(200_000)
	p := over(table, "many", &operators.Groups{Keys: []operators.Key{{Reg: 2}, {Reg: 1}}, Aggs: []operators.Fold{{Func: operators.Sum128, Arg: 0}}})
	p.Regs = append(p.Regs, operators.Reg{}, operators.Reg{})
	p.Body = append(p.Body, operators.Const{Dst: 1, Int: groups}, operators.Compute{Op: operators.ModInt, Dst: 2, Args: []int{0, 1}})
	runs := runTogether(t, Options{Threads: 3, Morsel: 5000}, m, 0, p)
	rows, err := runs[0].Collect(context.Background())
	check(t, err)
	if rows.Len != groups {
		t.Fatalf("%d groups", rows.Len)
	}
	for g := range rows.Len {
		var sum int64
		for n := int64(g); n < 200_000; n += groups {
			sum += n
		}
		if rows.Columns[0].Ints[g] != int64(g) || rows.Columns[2].Ints[g] != sum {
			t.Fatalf("group %d is %d with %d, want %d", g, rows.Columns[0].Ints[g], rows.Columns[2].Ints[g], sum)
		}
	}
}

// Of rows that are emitted all memory is charged that they have been made, not only what they
// fill, and little is made in vain: after a morsel that gives many rows others may give few. What
// is collected is charged alone.
func TestEmittedRowsAreChargedAsTheyAreHeld(t *testing.T) {
	const rows = 300_000
	m, table := counting(rows)
	for _, morsel := range []int{30_000, 33_000, 70_000} {
		for _, limit := range []int64{-1, rows / 2} {
			p := over(table, fmt.Sprintf("rows of morsels of %d, limit %d", morsel, limit), everyRow())
			p.Limit = limit
			r := runTogether(t, Options{Threads: 1, Morsel: morsel}, m, 0, p)[0].(*run)
			held, filled := int64(0), int64(0)
			for _, p := range r.front.pieces {
				for i := range p.ints {
					held += 8*int64(cap(p.ints[i])) + int64(cap(p.nulls[i]))
					filled += 8 * int64(len(p.ints[i]))
				}
			}
			if charged := r.Emitted(); charged != held {
				t.Errorf("%s: %d bytes are charged, %d are held", p.Name, charged, held)
			}
			if limit < 0 && held > filled+filled/2 {
				t.Errorf("%s: %d bytes are held for %d", p.Name, held, filled)
			}
			got, err := r.Collect(context.Background())
			check(t, err)
			if charged, want := r.Emitted(), 8*int64(got.Len); charged != want {
				t.Errorf("%s: %d bytes are charged for what is collected, want %d", p.Name, charged, want)
			}
		}
	}
}
