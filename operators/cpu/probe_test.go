package cpu

import (
	"context"
	"errors"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// joining is a program over a table of numbers that joins them with a side of numbers.
func joining(t *plan.Table, side *memTable, kind plan.JoinKind, sink operators.Sink) *operators.Program {
	p := over(t, kind.String(), sink)
	p.Regs = append(p.Regs, operators.Reg{Nullable: kind.Keeps()}, operators.Reg{})
	p.Indexes = []*operators.Index{buildIndex(side, []int{0})}
	p.Body = append(p.Body, operators.Probe{Dst: 1, Mark: 2, Kind: kind, Keys: []int{0}, Cond: -1})
	return p
}

// columnTable is a table of one column of 4 bytes.
func columnTable(of ...int64) *memTable {
	m := &memTable{}
	cells := make([]cell, len(of))
	for i, n := range of {
		cells[i].n = n
	}
	m.store(plan.Storage{Width: 4}, cells)
	return m
}

// Of the numbers 0 to 999 and the side 3, 5, 5, 7, 2000: what each kind leaves.
func TestKindsOfJoins(t *testing.T) {
	m, table := counting(1000)
	side := columnTable(3, 5, 5, 7, 2000)
	count := func(kind plan.JoinKind, keep bool) int64 {
		p := joining(table, side, kind, countRows())
		if keep {
			p.Body = append(p.Body, operators.Keep{Cond: 2})
		}
		rows, err := runTogether(t, Options{Batch: 4}, m, 0, p)[0].Collect(t.Context())
		check(t, err)
		return rows.Columns[0].Value(0).Int
	}
	for _, c := range []struct {
		kind plan.JoinKind
		keep bool
		want int64
	}{
		{plan.InnerJoin, false, 4}, {plan.LeftJoin, false, 1001}, {plan.SemiJoin, false, 3},
		{plan.AntiJoin, false, 997}, {plan.MarkJoin, false, 1000}, {plan.MarkJoin, true, 3},
	} {
		if got := count(c.kind, c.keep); got != c.want {
			t.Errorf("%s join leaves %d rows, want %d", c.kind, got, c.want)
		}
	}
}

// A second partner ends the run that asks for one, and no other.
func TestASecondPartnerEndsItsRunOnly(t *testing.T) {
	m, table := counting(1000)
	runs := runTogether(t, Options{}, m, 0,
		joining(table, columnTable(3, 5, 5, 7), plan.SingleJoin, countRows()),
		joining(table, columnTable(3, 5, 7), plan.SingleJoin, countRows()))
	_, err := runs[0].Collect(t.Context())
	var many *fault.Error
	if !errors.As(err, &many) || many.Code != 1242 || many.Message != "Subquery returns more than 1 row" {
		t.Errorf("error %v, want 1242", err)
	}
	rows, err := runs[1].Collect(t.Context())
	check(t, err)
	if n := rows.Columns[0].Value(0).Int; n != 1000 {
		t.Errorf("%d rows, want 1000", n)
	}
}

// Under a condition, a second candidate is no second partner, also where the first was
// decided in a batch before.
func TestAConditionDecidesWhatIsASecondPartner(t *testing.T) {
	m, table := counting(8)
	far := columnTable(0, 5, 5)
	for _, batch := range []int{1, 2, 64} {
		for _, least := range []int64{1, 6} { // below it is one of the values, or all
			p := joining(table, columnTable(1, 1, 1), plan.SingleJoin, countRows())
			p.Arrays = []*operators.Array{far.array(0)}
			p.Regs = append(p.Regs, operators.Reg{}, operators.Reg{}, operators.Reg{})
			probe := p.Body[1].(operators.Probe)
			probe.Cond = 5
			probe.On = []operators.Instr{
				operators.Lookup{Dst: 3, Array: 0, At: 1}, operators.Const{Dst: 4, Int: least},
				operators.Compute{Op: operators.LtInt, Dst: 5, Args: []int{3, 4}},
			}
			p.Body[1] = probe
			_, err := runTogether(t, Options{Batch: batch}, m, 0, p)[0].Collect(t.Context())
			var many *fault.Error
			if least == 1 && err != nil || least == 6 && !errors.As(err, &many) {
				t.Errorf("batches of %d, values below %d: error %v", batch, least, err)
			}
		}
	}
}

// Of a semi join with a condition that fails for the second partner, the rows that the
// first satisfies do not fail, however many pairs are looked at together; a row that
// goes on to the second does.
func TestAConditionBehindTheFirstPartnerCannotFail(t *testing.T) {
	m, table := counting(8)
	side := columnTable(1, 1, 1)
	far := columnTable(0, 1<<31, 1<<31) // times 2^33 it passes 64 bits
	for _, batch := range []int{1, 2, 64} {
		for _, first := range []int64{0, 1} { // the first partner satisfies 0 < first, or not
			p := joining(table, side, plan.SemiJoin, countRows())
			p.Arrays = []*operators.Array{far.array(0)}
			p.Regs = append(p.Regs, operators.Reg{}, operators.Reg{}, operators.Reg{}, operators.Reg{}, operators.Reg{})
			probe := p.Body[1].(operators.Probe)
			probe.Cond = 7
			probe.On = []operators.Instr{
				operators.Lookup{Dst: 3, Array: 0, At: 1}, operators.Const{Dst: 4, Int: 1 << 33},
				operators.Compute{Op: operators.MulChecked, Dst: 5, Args: []int{3, 4}},
				operators.Const{Dst: 6, Int: first}, operators.Compute{Op: operators.LtInt, Dst: 7, Args: []int{5, 6}},
			}
			p.Body[1] = probe
			_, err := runTogether(t, Options{Batch: batch}, m, 0, p)[0].Collect(t.Context())
			var outside *plan.RangeError
			if first == 1 && err != nil || first == 0 && !errors.As(err, &outside) {
				t.Errorf("batches of %d, first partner satisfies: %v: error %v", batch, first == 1, err)
			}
		}
	}
}

// Rows are asked in rounds for more and more of their partners: whichever of them satisfies the
// condition, the first, one in the middle, the last or none, is found, whatever the size of a batch.
func TestAnyPartnerMaySatisfyACondition(t *testing.T) {
	m, table := counting(8) // each value has 40 partners, whose numbers are 0 to 39
	keys, numbers := make([]int64, 0, 320), make([]int64, 0, 320)
	for i := range int64(320) {
		keys, numbers = append(keys, i%8), append(numbers, i/8)
	}
	side, far := columnTable(keys...), columnTable(numbers...)
	for _, wanted := range []int64{0, 1, 2, 3, 17, 38, 39, 40} {
		for kind, want := range map[plan.JoinKind]bool{plan.SemiJoin: wanted < 40, plan.AntiJoin: wanted == 40} {
			for _, batch := range []int{1, 2, 7, 64, 1024} {
				p := joining(table, side, kind, countRows())
				p.Arrays = []*operators.Array{far.array(0)}
				p.Regs = append(p.Regs, operators.Reg{}, operators.Reg{}, operators.Reg{})
				probe := p.Body[1].(operators.Probe)
				probe.Cond = 5
				probe.On = []operators.Instr{
					operators.Lookup{Dst: 3, Array: 0, At: 1}, operators.Const{Dst: 4, Int: wanted},
					operators.Compute{Op: operators.EqInt, Dst: 5, Args: []int{3, 4}},
				}
				p.Body[1] = probe
				rows, err := runTogether(t, Options{Batch: batch}, m, 0, p)[0].Collect(t.Context())
				check(t, err)
				n := int64(0)
				if want {
					n = 8
				}
				if got := rows.Columns[0].Value(0).Int; got != n {
					t.Errorf("%v, batches of %d, partner %d satisfies: %d rows, want %d", kind, batch, wanted, got, n)
				}
			}
		}
	}
}

// exploding is a join of more pairs than anybody can wait for: all, or of a semi join all
// until one satisfies a condition that none does.
func exploding(m *memTable, table *plan.Table, kind plan.JoinKind) *operators.Program {
	p := joining(table, m, kind, countRows())
	p.Indexes[0] = buildIndex(m, nil)
	p.Body[1] = operators.Probe{Dst: 1, Cond: -1, Kind: kind}
	if kind == plan.SemiJoin {
		p.Regs = append(p.Regs, operators.Reg{})
		p.Body[1] = operators.Probe{Dst: 1, Cond: 3, Kind: kind, On: []operators.Instr{operators.Const{Dst: 3}}}
	}
	return p
}

// A probe ends in its middle when the launch is given up.
func TestAProbeEndsWithItsLaunch(t *testing.T) {
	m, table := counting(1 << 18)
	for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.SemiJoin} {
		b, err := New(Options{Threads: 2})
		check(t, err)
		defer b.Close()
		run, err := b.Open(t.Context(), exploding(m, table, kind), 0)
		check(t, err)
		defer run.Close()
		k, err := b.Prepare(t.Context(), run)
		check(t, err)
		defer k.Close()
		columns := m.chunk([]int{0}, 0, 1<<16)
		defer columns.Release()
		c, err := b.Load(t.Context(), operators.ChunkRef{Table: table, Rows: 1 << 16, Segments: operators.SegmentsOf(0)}, columns)
		check(t, err)
		defer c.Release()
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		check(t, k.Launch(ctx, c, optimizer.Launch{Blocks: 1, Warps: 1}))
		k.Barrier(t.Context())
		if err := run.Err(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s join: error %v", kind, err)
		}
	}
}

// A probe ends soon after its run is stopped.
func TestAProbeCanBeStopped(t *testing.T) {
	m, table := counting(1 << 16)
	p := exploding(m, table, plan.InnerJoin)
	b, err := New(Options{Threads: 2})
	check(t, err)
	defer b.Close()
	run, err := b.Open(t.Context(), p, 0)
	check(t, err)
	defer run.Close()
	stop := errors.New("stopped")
	time.AfterFunc(200*time.Millisecond, func() { run.(operators.Stopper).Stop(stop) })
	s := scan{options: Options{}, chunkRows: m.rows}
	s.push(t, b, m, table, 0, []operators.Run{run})
	if !errors.Is(run.Err(), stop) {
		t.Errorf("error %v", run.Err())
	}
	if pairs := probed(run); pairs == 0 || pairs >= 1<<32 {
		t.Errorf("%d pairs", pairs)
	}
}

// A limit that is filled ends a probe in the middle of a row.
func TestALimitEndsAProbe(t *testing.T) {
	m, table := counting(1 << 14)
	p := joining(table, m, plan.InnerJoin, everyRow())
	p.Indexes[0], p.Limit = buildIndex(m, nil), 3
	p.Body[1] = operators.Probe{Dst: 1, Cond: -1}
	run := runTogether(t, Options{Threads: 1, Batch: 64}, m, 0, p)[0]
	rows, err := run.Collect(t.Context())
	check(t, err)
	if lines := rowLines(rows); len(lines) < 3 || lines[2] != "0" {
		t.Errorf("%d rows: %q", len(lines), lines[:min(len(lines), 3)])
	}
	if pairs := probed(run); pairs > 64 {
		t.Errorf("%d pairs for a limit of 3", pairs)
	}
}

// probed is how many pairs came out of a run's probe.
func probed(r operators.Run) int64 {
	for _, c := range r.(operators.Counted).Counts() {
		if c.Step == "probe ix" {
			return c.Rows
		}
	}
	return -1
}
