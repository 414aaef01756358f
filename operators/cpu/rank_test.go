package cpu

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// wide is a column of any numbers.
var wide = plan.Storage{Width: 8, Bias: -1 << 62}

// Keys without bounds, most of them close together and a few far away, come out in order,
// from one word and from several, however many threads there are.
func TestGroupsOfAnyKeysComeInOrder(t *testing.T) {
	const rows = 120_000
	random := rand.New(rand.NewPCG(1, 2))
	first, second := make([]cell, rows), make([]cell, rows)
	m := &memTable{}
	type pair [2]int64
	want := map[pair]int64{}
	for i := range rows {
		first[i].n = random.Int64N(50_000) - 25_000
		if i%1000 == 0 {
			first[i].n = random.Int64()>>1 - 1<<61
		}
		second[i].n = random.Int64N(3) << 59
		want[pair{first[i].n, second[i].n}]++
	}
	m.store(wide, first)
	m.store(wide, second)
	table := m.table("t")
	for _, threads := range []int{1, 2, 4} {
		p := over(table, "q", &operators.Groups{Keys: []operators.Key{{Reg: 0}, {Reg: 1}}, Aggs: []operators.Fold{{Func: operators.CountRows, Arg: -1}}})
		p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: wide})
		p.Regs = append(p.Regs, operators.Reg{})
		p.Body = append(p.Body, operators.Load{Dst: 1, Column: 1})
		runs := runTogether(t, Options{Threads: threads}, m, 0, p)
		got, err := runs[0].Collect(context.Background())
		check(t, err)
		keys := make([]pair, 0, len(want))
		for k := range want {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b pair) int { return slices.Compare(a[:], b[:]) })
		if got.Len != len(keys) {
			t.Fatalf("%d threads: %d groups, want %d", threads, got.Len, len(keys))
		}
		for i, k := range keys {
			g := pair{got.Columns[0].Ints[i], got.Columns[1].Ints[i]}
			if g != k || got.Columns[2].Ints[i] != want[k] {
				t.Fatalf("%d threads: group %d is %v with %d rows, want %v with %d", threads, i, g, got.Columns[2].Ints[i], k, want[k])
			}
		}
	}
}

// The limit holds for groups and pairs that are gathered in partitions, whatever part of
// their memory passes it, and what a run gives back is no more than it took.
func TestMemoryOfGatheredGroupsIsLimited(t *testing.T) {
	m, table := counting(200_000)
	bounded := operators.Reg{Lo: 0, Hi: 200_000}
	for _, reg := range []operators.Reg{{}, bounded} {
		p := over(table, fmt.Sprint("groups of ", reg), &operators.Groups{Keys: []operators.Key{{Reg: 0}}, Aggs: []operators.Fold{{Func: operators.Sum128, Arg: 0}, {Func: operators.CountDistinct, Arg: 0}}})
		p.Regs[0] = reg
		failed := 0
		for limit := int64(100_000); limit < 200_000_000; limit *= 2 {
			runs := runTogether(t, Options{Threads: 3, Morsel: 5000}, m, limit, p)
			rows, err := runs[0].Collect(context.Background())
			if err != nil {
				failed++
				continue
			}
			used := runs[0].(*run).budget.Used.Load()
			if least := int64(rows.Len) * 8 * 3; used < least || used > limit {
				t.Errorf("%s: %d bytes are charged, at least %d are held, the limit is %d", p.Name, used, least, limit)
			}
		}
		if failed < 5 {
			t.Errorf("%s: only %d limits were passed", p.Name, failed)
		}
	}
}
