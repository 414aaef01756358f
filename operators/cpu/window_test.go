package cpu

import (
	"context"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// ordered is a table of so many rows that lie nearly in the order of their first column, four to
// a number, or scattered over most of them, with numbers and doubles, few of which leave the window of
// fixed point numbers.
func ordered(rows int, scattered bool) *memTable {
	r, m := rand.New(rand.NewPCG(7, 7)), &memTable{}
	key, number, double := make([]cell, rows), make([]cell, rows), make([]cell, rows)
	for i := range rows {
		key[i] = cell{n: int64(1000 + i/4 + r.IntN(50))}
		if scattered {
			key[i] = cell{n: int64(1000 + i/plan.SegmentRows*1000 + r.IntN(rows/4-4000))}
		}
		number[i] = cell{n: int64(r.IntN(1000)), null: r.IntN(5) == 0}
		double[i] = cell{f: float64(r.IntN(1<<20)) / 64}
		if r.IntN(5000) == 0 {
			double[i].f = 0x1p300
		}
	}
	m.store(plan.Storage{Width: 4, Bias: 1000}, key)
	m.store(plan.Storage{Width: 2, Nullable: true, Bias: -1}, number)
	m.store(plan.Storage{Width: 8, Float: true}, double)
	return m
}

// Groups whose rows lie together are folded in windows, and as many rows, sums and extremes come
// out as by counting one by one, whatever the threads, morsels and filters.
func TestWindows(t *testing.T) {
	const rows = 3*plan.SegmentRows + 777
	m := ordered(rows, false)
	table := m.table("ordered")
	for _, o := range []Options{{Threads: 2}, {Threads: 3, Morsel: 5000}, {Threads: 16}} {
		for _, least := range []int64{0, 1000 + rows/8} {
			p := windowed(table, least)
			b, err := New(o)
			check(t, err)
			opened, err := b.Open(context.Background(), p, 0)
			check(t, err)
			if words, all := opened.(*run).code.groups.DenseWords(), p.Sink.(*operators.Groups).Size; words == 0 || words >= 4*all {
				t.Fatalf("a worker has %d words of %d groups", words, all)
			}
			scan{chunkRows: rows}.push(t, b, m, table, 0, []operators.Run{opened})
			got, err := opened.Collect(context.Background())
			check(t, err)
			compareWindows(t, m, got, least)
			check(t, opened.Close())
			check(t, b.Close())
		}
	}
}

// windowed groups by the first column: COUNT(*), COUNT(number), SUM(number), SUM(double),
// MAX(number).
func windowed(t *plan.Table, least int64) *operators.Program {
	q := newBuilder("windowed", t, between{0, uint64(max(0, least-1000)), 1 << 40})
	q.p.Filters[0].Selectivity = 0.5
	if least == 0 {
		q.p.Filters = nil
	}
	key, number, double := q.load(0), q.load(1), q.load(2)
	q.p.Regs[number].Nullable, q.p.Regs[double].Float = true, true
	size := t.Rows/4 + 60
	q.sink.Keys, q.sink.Size = []operators.Key{{Reg: key, Lo: 1000, Size: size}}, size
	q.sink.Aggs = []operators.Fold{
		{Func: operators.CountRows, Arg: -1}, {Func: operators.CountValues, Arg: number}, {Func: operators.Sum64, Arg: number},
		{Func: operators.SumFloat, Arg: double}, {Func: operators.MaxInt, Arg: number},
	}
	return q.p
}

// compareWindows compares with what a map counts. The doubles are such that the order of a sum
// does not matter.
func compareWindows(t *testing.T, m *memTable, got *plan.Rows, least int64) {
	t.Helper()
	type group struct {
		rows, values, sum, most int64
		doubles                 float64
	}
	want := map[int64]*group{}
	for i, key := range m.cells[0] {
		if key.n < least {
			continue
		}
		g := want[key.n]
		if g == nil {
			g = &group{}
			want[key.n] = g
		}
		g.rows++
		g.doubles += m.cells[2][i].f
		if n := m.cells[1][i]; !n.null {
			g.values, g.sum, g.most = g.values+1, g.sum+n.n, max(g.most, n.n)
		}
	}
	if got.Len != len(want) {
		t.Fatalf("%d groups, not %d", got.Len, len(want))
	}
	for i := range got.Len {
		c := got.Columns
		w := want[c[0].Ints[i]]
		has := group{rows: c[1].Ints[i], values: c[2].Ints[i], sum: c[3].Ints[i], most: c[5].Ints[i], doubles: c[4].Floats[i]}
		if w == nil || has != *w && w.values > 0 {
			t.Fatalf("group %d is %v, not %v", c[0].Ints[i], has, w)
		}
	}
}

// Rows that lie scattered have most groups in every segment: workers who have all of them merge fewer.
func TestNoWindowsOfScatteredRows(t *testing.T) {
	const rows = 3*plan.SegmentRows + 777
	for _, threads := range []int{1, 2} {
		p := windowed(ordered(rows, true).table("scattered"), 0)
		groups := p.Sink.(*operators.Groups)
		groups.Aggs = groups.Aggs[:3]
		b, err := New(Options{Threads: threads})
		check(t, err)
		opened, err := b.Open(context.Background(), p, 0)
		check(t, err)
		if words := opened.(*run).code.groups.DenseWords(); words != 3*groups.Size {
			t.Errorf("%d threads: a worker has %d words of %d groups", threads, words, groups.Size)
		}
		check(t, opened.Close())
		check(t, b.Close())
	}
}
