package windows_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/operators/tail"
	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// pieceRows is how many rows of a partition are a piece.
const pieceRows = 8192

// Rows of two partitions, in no order. The one at place i has the order of its place and the
// value i.
const largePart, smallPart = 2*pieceRows + 100, 50

// orderOf is i/3, but for peers that span the border of two pieces.
func orderOf(i int) int {
	if i >= pieceRows-10 && i < pieceRows+20 {
		return (pieceRows - 10) / 3
	}
	return i / 3
}

// placeOf gives the partition of row i, its place there, and how many rows that has.
func placeOf(i int) (part, place, rows int) {
	if i < largePart {
		return 0, i, largePart
	}
	return 1, i - largePart, smallPart
}

func twoParts(perm []int) *plan.Rows {
	rows := &plan.Rows{Len: len(perm), Columns: make([]plan.Vector, 3)}
	for c := range rows.Columns {
		rows.Columns[c] = plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, len(perm))}
	}
	for row, i := range perm {
		part, place, _ := placeOf(i)
		for c, n := range []int{part, orderOf(place), place} {
			rows.Columns[c].Ints[row] = int64(n)
		}
	}
	return rows
}

// byPlace says what functions give at a place among n rows; LAG and LEAD go 5 rows.
var byPlace = map[plan.WindowName]func(place, n int) string{
	plan.RowNumber: func(place, _ int) string { return fmt.Sprint(place + 1) },
	plan.Rank: func(place, _ int) string {
		for place > 0 && orderOf(place-1) == orderOf(place) {
			place--
		}
		return fmt.Sprint(place + 1)
	},
	plan.CumeDist: func(place, n int) string {
		for place+1 < n && orderOf(place+1) == orderOf(place) {
			place++
		}
		return value.OfFloat(float64(place+1) / float64(n)).String()
	},
	plan.DenseRank: func(place, _ int) string {
		rank := 1
		for i := range place {
			if orderOf(i) != orderOf(i+1) {
				rank++
			}
		}
		return fmt.Sprint(rank)
	},
	plan.Lag: func(place, _ int) string {
		if place < 5 {
			return plan.Value{}.String()
		}
		return fmt.Sprint(place - 5)
	},
	plan.Lead: func(place, n int) string {
		if place+5 >= n {
			return plan.Value{}.String()
		}
		return fmt.Sprint(place + 5)
	},
}

// A large partition is computed in pieces: functions that look beyond a piece give what they
// give of the whole.
func TestLargePartitionsAreComputedInPieces(t *testing.T) {
	perm := rand.New(rand.NewPCG(5, 6)).Perm(largePart + smallPart)
	rows := twoParts(perm)
	slot := func(i int) plan.Slot { return plan.Slot{Index: i, Of: plan.Type{Kind: plan.Int}} }
	for name, want := range byPlace {
		by, args := slot(1), []plan.Expr(nil)
		switch name {
		case plan.Lag, plan.Lead:
			by, args = slot(2), []plan.Expr{slot(2), plan.Literal(value.OfInt(5))}
		case plan.RowNumber:
			by = slot(2)
		}
		f, err := window.New(name, args, plan.Over{Partition: []plan.Slot{slot(0)}, Order: []plan.WindowOrder{{Slot: by}}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := tail.Run(t.Context(), []plan.Operator{plan.Window{Funcs: []plan.WindowFunc{f}}}, rows, tail.Options{Threads: 3})
		if err != nil {
			t.Fatal(err)
		}
		for row, i := range perm {
			if _, place, n := placeOf(i); i%37 == 0 || i > pieceRows-20 && i < pieceRows+30 || i > largePart-9 {
				if have := got.Columns[3].Value(row).String(); have != want(place, n) {
					t.Fatalf("%s at place %d of %d: %s, want %s", name, place, n, have, want(place, n))
				}
			}
		}
	}
}
