package host

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/cuda"
	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// numbers is an array of 4 bytes.
func numbers(of []int64) *operators.Array {
	a := &operators.Array{Name: "numbers", Storage: plan.Storage{Width: 4}, Len: len(of)}
	for _, n := range of {
		a.Data = binary.LittleEndian.AppendUint32(a.Data, uint32(n))
	}
	return a
}

// indexOf is a hash table of numbers, or a direct index; without a chain where none comes
// twice.
func indexOf(of []int64, direct bool) *operators.Index {
	x := &operators.Index{Name: "side", Table: &plan.Table{Name: "side", Rows: len(of)}, Keys: []*operators.Array{numbers(of)}, Direct: direct, Unique: true}
	x.Mask, x.Heads, x.Next = 3, make([]uint32, 4), make([]uint32, len(of))
	if direct {
		x.Lo, x.Heads = 2, make([]uint32, 2000)
	}
	for row := len(of) - 1; row >= 0; row-- {
		at := operators.HashKeys(of[row]) & x.Mask
		if direct {
			at = uint64(of[row] - x.Lo)
			x.Unique = x.Unique && x.Heads[at] == 0
		}
		x.Next[row], x.Heads[at] = x.Heads[at], uint32(row)+1
	}
	if direct && x.Unique {
		x.Next = nil
	}
	return x
}

// counting joins the numbers 0 to 999 with a side, and counts rows and marks.
func counting(side []int64, direct bool, kind plan.JoinKind) *operators.Program {
	t := &plan.Table{Name: "t", Rows: 1000, Columns: []plan.Column{{Name: "n", Storage: plan.Storage{Width: 4}}}}
	return &operators.Program{
		Name: kind.String(), Table: t, Columns: []operators.Column{{Storage: t.Columns[0].Storage}}, Limit: -1,
		Regs:    []operators.Reg{{Hi: 999}, {Nullable: kind.Keeps(), Hi: int64(len(side)) - 1}, {Hi: 1}},
		Indexes: []*operators.Index{indexOf(side, direct)},
		Body:    []operators.Instr{operators.Load{}, operators.Probe{Dst: 1, Mark: 2, Kind: kind, Keys: []int{0}, Cond: -1}},
		Sink:    &operators.Groups{Size: 1, Aggs: []operators.Fold{{Func: operators.CountRows, Arg: -1, Type: plan.Type{Kind: plan.Int}}}},
	}
}

// answer runs a program over the numbers from 0 on, in one kernel or in one for each operator.
func answer(t *testing.T, b *cuda.Backend, p *operators.Program, staged bool) (int64, error) {
	t.Helper()
	run, err := b.Open(t.Context(), p, 1<<20)
	if err != nil {
		return 0, err
	}
	defer run.Close()
	var kernels []operators.Kernel
	if staged {
		kernels, err = b.Stages(t.Context(), run)
	} else {
		kernels = make([]operators.Kernel, 1)
		kernels[0], err = b.Prepare(t.Context(), run)
	}
	if err != nil {
		t.Fatal(err)
	}
	chunk := everyNumber(t, b, p.Table)
	defer chunk.Release()
	for _, k := range kernels {
		defer k.Close()
		if err := k.Launch(t.Context(), chunk, optimizer.Launch{Blocks: 1, Warps: 4}); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range kernels {
		if err := k.Barrier(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := run.Collect(t.Context())
	if err != nil {
		return 0, err
	}
	return rows.Columns[0].Value(0).Int, nil
}

// everyNumber is the chunk of a table that has the numbers of its rows.
func everyNumber(t *testing.T, b *cuda.Backend, table *plan.Table) operators.Chunk {
	t.Helper()
	builder := array.NewUint32Builder(memory.NewGoAllocator())
	for n := range table.Rows {
		builder.Append(uint32(n))
	}
	columns := operators.Columns{Ordinals: []int{0}, Arrays: []arrow.Array{builder.NewArray()}}
	defer columns.Release()
	c, err := b.Load(t.Context(), operators.ChunkRef{Table: table, Rows: table.Rows, Segments: operators.SegmentsOf(0)}, columns)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func newBackend(t *testing.T) *cuda.Backend {
	t.Helper()
	d, err := New(t.TempDir(), 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	b, err := cuda.New(d, cuda.Options{Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// Of the numbers 0 to 999 and a side: what each kind of join leaves.
func TestKindsOfJoins(t *testing.T) {
	b := newBackend(t)
	twice, once := []int64{3, 5, 5, 7, 2000}, []int64{3, 5, 7, 2000}
	for _, c := range []struct {
		kind plan.JoinKind
		side []int64
		keep bool // the rows with a mark
		want int64
	}{
		{plan.InnerJoin, twice, false, 4}, {plan.LeftJoin, twice, false, 1001}, {plan.SemiJoin, twice, false, 3},
		{plan.AntiJoin, twice, false, 997}, {plan.MarkJoin, twice, false, 1000}, {plan.MarkJoin, twice, true, 3},
		{plan.InnerJoin, once, false, 3}, {plan.LeftJoin, once, false, 1000}, {plan.SemiJoin, once, false, 3},
		{plan.AntiJoin, once, false, 997}, {plan.MarkJoin, once, true, 3}, {plan.SingleJoin, once, false, 1000},
	} {
		for _, how := range []struct{ direct, staged bool }{{}, {true, false}, {false, true}, {true, true}} {
			p := counting(c.side, how.direct, c.kind)
			if c.keep {
				p.Body = append(p.Body, operators.Keep{Cond: 2})
			}
			if got, err := answer(t, b, p, how.staged); err != nil || got != c.want {
				t.Errorf("%s join with %d, keep %v, %+v: %d rows, want %d, %v", c.kind, len(c.side), c.keep, how, got, c.want, err)
			}
		}
	}
}

// A second partner ends the run that asks for one; of a condition, one that satisfies it.
func TestASecondPartner(t *testing.T) {
	b := newBackend(t)
	for _, staged := range []bool{false, true} {
		p := counting([]int64{3, 5, 5, 7}, false, plan.SingleJoin)
		_, err := answer(t, b, p, staged)
		var many *fault.Error
		if !errors.As(err, &many) || many.Code != fault.CodeManyRows || many.Message != "Subquery returns more than 1 row" {
			t.Errorf("staged %v: error %v, want 1242", staged, err)
		}
		if n, err := answer(t, b, conditional(counting([]int64{3, 5, 5, 7}, false, plan.SingleJoin), 1), staged); err != nil || n != 1000 {
			t.Errorf("staged %v: %d rows, %v", staged, n, err)
		}
	}
}

// conditional has the probe's partners be rows whose number is no more than most.
func conditional(p *operators.Program, most int64) *operators.Program {
	probe := p.Body[1].(operators.Probe)
	probe.Cond = 4
	probe.On = []operators.Instr{operators.Const{Dst: 3, Int: most}, operators.Compute{Op: operators.LeInt, Dst: 4, Args: []int{1, 3}}}
	p.Regs = append(p.Regs, operators.Reg{Lo: most, Hi: most}, operators.Reg{Nullable: p.Regs[1].Nullable, Hi: 1})
	p.Body[1] = probe
	return p
}

// A condition decides which partners count; behind the first that satisfies it none is asked.
func TestConditionsOfJoins(t *testing.T) {
	b := newBackend(t)
	side := []int64{3, 5, 5, 7, 5}
	for most, want := range map[int64][2]int64{-1: {0, 1000}, 0: {1, 999}, 2: {2, 998}, 4: {3, 997}} {
		for i, kind := range []plan.JoinKind{plan.SemiJoin, plan.AntiJoin} {
			for _, direct := range []bool{false, true} {
				n, err := answer(t, b, conditional(counting(side, direct, kind), most), direct)
				if err != nil || n != want[i] {
					t.Errorf("%s join up to row %d: %d rows, want %d, %v", kind, most, n, want[i], err)
				}
			}
		}
	}
}

// What a condition makes of the partners behind the first that satisfies it is no error,
// though it passes 64 bits: 2 * 2^62 times the number of the partner's row.
func TestAConditionBehindTheFirstPartnerCannotFail(t *testing.T) {
	b := newBackend(t)
	for _, least := range []int64{0, 1} { // the first partner satisfies it, or not
		p := conditional(counting([]int64{1, 1}, false, plan.SemiJoin), 0)
		probe := p.Body[1].(operators.Probe)
		probe.On = []operators.Instr{
			operators.Const{Dst: 3, Int: 1 << 62}, operators.Const{Dst: 5, Int: 2}, operators.Compute{Op: operators.MulChecked, Dst: 6, Args: []int{1, 5}},
			operators.Compute{Op: operators.MulChecked, Dst: 7, Args: []int{6, 3}}, operators.Const{Dst: 8, Int: least},
			operators.Compute{Op: operators.GeInt, Dst: 4, Args: []int{7, 8}},
		}
		p.Regs = append(p.Regs, operators.Reg{}, operators.Reg{}, operators.Reg{}, operators.Reg{})
		p.Body[1] = probe
		_, err := answer(t, b, p, false)
		var outside *plan.RangeError
		if (least == 1) != errors.As(err, &outside) {
			t.Errorf("from %d on: error %v", least, err)
		}
	}
}
