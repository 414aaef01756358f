package cpu

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// wanted gives those of the lines of groups that a top wants, in their order, or in that of
// the lines where theirs is free.
func wanted(s *operators.Groups, lines []string) []string {
	top := s.Top
	if s.AnyOrder {
		slices.Sort(lines)
	}
	if top == nil || len(lines) <= int(top.Rows) {
		return lines
	}
	places := make([]int, len(lines))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return compareLines(top.Keys, lines[a], lines[b]) })
	n := int(top.Rows)
	for !top.Whole && n < len(places) && compareLines(top.Keys, lines[places[n-1]], lines[places[n]]) == 0 {
		n++
	}
	first := places[:n]
	slices.Sort(first)
	out := make([]string, len(first))
	for i, place := range first {
		out[i] = lines[place]
	}
	return out
}

func compareLines(keys []plan.SortKey, a, b string) int {
	for _, k := range keys {
		x, y := strings.Fields(a)[k.Slot], strings.Fields(b)[k.Slot]
		c := compareTexts(x, y)
		if k.Desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

// compareTexts compares numbers, NULL before all.
func compareTexts(x, y string) int {
	if x == "NULL" || y == "NULL" {
		return cmp.Compare(flagOf(x != "NULL"), flagOf(y != "NULL"))
	}
	a, _, errA := big.ParseFloat(x, 10, 200, big.ToNearestEven)
	b, _, errB := big.ParseFloat(y, 10, 200, big.ToNearestEven)
	if errA != nil || errB != nil {
		panic(fmt.Sprint("not two numbers: ", x, " ", y))
	}
	return a.Cmp(b)
}

func flagOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Of many groups only those that are wanted come out, and those that tie with the last of
// them where the order does not decide; the right ones are known from arithmetic.
func TestOnlyWantedGroupsComeOut(t *testing.T) {
	const rows = 200_000
	m, table := counting(rows)
	for _, c := range []struct {
		top   operators.GroupTop
		first int64 // of the groups that come out
		n     int
	}{
		{operators.GroupTop{Keys: []plan.SortKey{{Slot: 1}, {Slot: 0, Desc: true}}, Rows: 7, Whole: true}, rows - 7, 7},
		{operators.GroupTop{Keys: []plan.SortKey{{Slot: 1, Desc: true}}, Rows: 5, Whole: true}, 0, 5},
		{operators.GroupTop{Keys: []plan.SortKey{{Slot: 2, Desc: true}}, Rows: 5}, rows - 5, 5},
		{operators.GroupTop{Rows: 3, Whole: true}, 0, 3},
		{operators.GroupTop{Keys: []plan.SortKey{{Slot: 0, Desc: true}}, Rows: 20, Whole: true}, rows - 20, 20}, // each is wanted when it is seen
		{operators.GroupTop{Keys: []plan.SortKey{{Slot: 2, Desc: true}}, Rows: 250, Whole: true}, rows - 250, 250},
		{operators.GroupTop{Keys: []plan.SortKey{{Slot: 1}}, Rows: 5}, 0, rows},                     // all tie
		{operators.GroupTop{Keys: []plan.SortKey{{Slot: 0}}, Rows: rows - 9, Whole: true}, 0, rows}, // nearly all
	} {
		for i := range 4 { // by one worker and by several, keys of any range and of a small one
			threads := 1 + i/2*2
			p := over(table, "first", &operators.Groups{
				Keys: []operators.Key{{Reg: 0}},
				Aggs: []operators.Fold{{Func: operators.CountRows, Arg: -1}, {Func: operators.Sum128, Arg: 0}},
				Top:  &c.top,
			})
			if i%2 == 1 && c.top.Whole { // else so many pass that all may come
				p.Regs[0].Hi = rows - 1
			}
			got := collected(t, m, Options{Threads: threads}, p)
			if got.Len != c.n {
				t.Fatalf("%+v: %d groups, want %d", c.top, got.Len, c.n)
			}
			for i, key := range got.Columns[0].Ints {
				if want := c.first + int64(i); key != want || got.Columns[1].Ints[i] != 1 || got.Columns[2].Ints[i] != want {
					t.Fatalf("%+v: group %d is %d, want %d", c.top, i, key, want)
				}
			}
		}
	}
}

// collected runs a program alone.
func collected(t *testing.T, m *memTable, o Options, p *operators.Program) *plan.Rows {
	b, err := New(o)
	check(t, err)
	defer b.Close()
	r, err := b.Open(context.Background(), p, 0)
	check(t, err)
	defer r.Close()
	scan{options: o, chunkRows: 1 << 20}.push(t, b, m, p.Table, 0, []operators.Run{r})
	rows, err := r.Collect(context.Background())
	check(t, err)
	return rows
}
