package cpu

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// The first groups by a key, ascending and descending, with NULLs and without, of rows in any order and
// under a filter, are those that counting all rows finds, and few of the rows are folded.
func TestFirstGroups(t *testing.T) {
	const rows, values, wanted = 3*plan.SegmentRows + 99, 20_000, 40
	r, m := rand.New(rand.NewPCG(5, 5)), &memTable{}
	plain, nullable, number := make([]cell, rows), make([]cell, rows), make([]cell, rows)
	for i := range rows {
		plain[i] = cell{n: int64(500 + r.IntN(values))}
		nullable[i] = cell{n: int64(r.IntN(values)), null: r.IntN(50) == 0}
		number[i] = cell{n: int64(r.IntN(1000))}
	}
	m.store(plan.Storage{Width: 4, Bias: 500}, plain)
	m.store(plan.Storage{Width: 4, Nullable: true, Bias: -1}, nullable)
	m.store(plan.Storage{Width: 2}, number)
	table := m.table("first")
	for key, desc := range map[int]bool{0: false, 1: true} {
		for _, desc := range []bool{desc, !desc} {
			for _, few := range []bool{false, true} {
				for _, threads := range []int{1, 3} {
					name := fmt.Sprintf("key %d, descending %v, filtered %v, %d threads", key, desc, few, threads)
					p := firstOf(table, key, desc, few, wanted, values)
					b, err := New(Options{Threads: threads})
					check(t, err)
					opened, err := b.Open(context.Background(), p, 0)
					check(t, err)
					scan{chunkRows: rows}.push(t, b, m, table, 0, []operators.Run{opened})
					got, err := opened.Collect(context.Background())
					check(t, err)
					compareFirst(t, name, m, key, desc, few, wanted, got)
					if folded := opened.(*run).Counts(); !slices.ContainsFunc(folded, func(s operators.StepCount) bool { return s.Step == "groups" && s.Rows < rows/4 }) {
						t.Errorf("%s: %v", name, folded)
					}
					check(t, opened.Close())
					check(t, b.Close())
				}
			}
		}
	}
}

// firstOf groups by a column: COUNT(*) and SUM(number) of the groups wanted, of the rows whose number is
// under 500 if they are few.
func firstOf(t *plan.Table, key int, desc, few bool, wanted int64, values int) *operators.Program {
	q := newBuilder("first", t, between{2, 0, 499})
	q.p.Filters[0].Selectivity = 0.5
	if !few {
		q.p.Filters = nil
	}
	by, number := q.load(key), q.load(2)
	one := operators.Key{Reg: by, Lo: 500, Size: values}
	if key == 1 {
		q.p.Regs[by].Nullable = true
		one = operators.Key{Reg: by, Nullable: true, Size: values + 1}
	}
	q.sink.Keys, q.sink.Size, q.sink.Dense = []operators.Key{one}, one.Size, true
	q.sink.Aggs = []operators.Fold{{Func: operators.CountRows, Arg: -1}, {Func: operators.Sum64, Arg: number}}
	q.sink.Top = &operators.GroupTop{Keys: []plan.SortKey{{Slot: 0, Desc: desc}}, Whole: true, Rows: wanted}
	return q.p
}

// compareFirst compares the groups that are wanted with what a map counts; NULL comes before all numbers.
func compareFirst(t *testing.T, name string, m *memTable, key int, desc, few bool, wanted int, got *plan.Rows) {
	t.Helper()
	type group struct{ rows, sum int64 }
	want, order := map[int64]group{}, []int64{}
	for i, c := range m.cells[key] {
		n := m.cells[2][i].n
		if few && n >= 500 {
			continue
		}
		k := c.n
		if c.null {
			k = -1
		}
		g, ok := want[k]
		if !ok {
			order = append(order, k)
		}
		want[k] = group{g.rows + 1, g.sum + n}
	}
	slices.Sort(order)
	if desc {
		slices.Reverse(order)
	}
	has := map[int64]group{}
	for i := range got.Len {
		c := got.Columns
		k := c[0].Ints[i]
		if c[0].Nulls != nil && c[0].Nulls[i] {
			k = -1
		}
		has[k] = group{c[1].Ints[i], c[2].Ints[i]}
	}
	for _, k := range order[:wanted] {
		if has[k] != want[k] {
			t.Errorf("%s: group %d is %v, not %v", name, k, has[k], want[k])
		}
	}
}

// Groups by the places of doubles are chosen in the order of these, the first by a fold and then by the
// key: negative doubles are no numbers in the order of their bits.
func TestFirstGroupsByPlaces(t *testing.T) {
	const rows, values, wanted = plan.SegmentRows + 5, 30_000, 7
	r, m := rand.New(rand.NewPCG(6, 5)), &memTable{}
	place, number := make([]cell, rows), make([]cell, rows)
	for i := range rows {
		place[i], number[i] = cell{n: int64(r.IntN(values))}, cell{n: int64(r.IntN(1000))}
	}
	m.store(plan.Storage{Width: 4}, place)
	m.store(plan.Storage{Width: 2}, number)
	doubles := operators.Array{Name: "doubles", Storage: plan.Storage{Width: 8, Float: true}, Len: values, Data: make([]byte, 8*values)}
	for i := range values {
		binary.LittleEndian.PutUint64(doubles.Data[8*i:], math.Float64bits(float64(i-values/2)/7))
	}
	for _, desc := range []bool{false, true} {
		q := newBuilder("places", m.table("places"))
		by := q.load(0)
		q.sink.Keys, q.sink.Size, q.sink.Dense = []operators.Key{{Reg: by, Type: plan.Type{Kind: plan.Double}, Size: values, Values: &doubles}}, values, true
		q.sink.Aggs = []operators.Fold{{Func: operators.CountRows, Arg: -1}}
		q.sink.Top = &operators.GroupTop{Keys: []plan.SortKey{{Slot: 1, Desc: true}, {Slot: 0, Desc: desc}}, Whole: true, Rows: wanted}
		b, err := New(Options{Threads: 2})
		check(t, err)
		opened, err := b.Open(context.Background(), q.p, 0)
		check(t, err)
		scan{chunkRows: rows}.push(t, b, m, q.p.Table, 0, []operators.Run{opened})
		got, err := opened.Collect(context.Background())
		check(t, err)
		counts := map[float64]int64{}
		for i := range rows {
			counts[float64(place[i].n-values/2)/7]++
		}
		order := slices.SortedFunc(maps.Keys(counts), func(a, b float64) int {
			if desc {
				a, b = b, a
			}
			return cmp.Compare(a, b)
		})
		slices.SortStableFunc(order, func(a, b float64) int { return cmp.Compare(counts[b], counts[a]) })
		for _, d := range order[:wanted] {
			at := slices.Index(got.Columns[0].Floats, d)
			if at < 0 || got.Columns[1].Ints[at] != counts[d] {
				t.Errorf("descending %v: the group of %v is missing or wrong among %d", desc, d, got.Len)
			}
		}
		check(t, opened.Close())
		check(t, b.Close())
	}
}
