package tail

import (
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/plan/window"
)

// TestKeysOfManyWords holds that partitions and peers are told apart where the sort's keys are several
// words: the first has all of the partition or a part of it, and a function asks for peers or none does.
func TestKeysOfManyWords(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	n := 40 + tries(360)
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{randomInts(r, n, 5), randomInts(r, n, 3), randomInts(r, n, 4), randomInts(r, n, 1000)}}
	for _, c := range rows.Columns[1:3] {
		for i := range c.Ints {
			c.Ints[i] *= 1 << 60 // few values of many bits
		}
	}
	slot := func(i int) plan.Slot { return plan.Slot{Index: i, Of: rows.Columns[i].Type} }
	for _, partition := range [][]plan.Slot{nil, {slot(0)}, {slot(1)}, {slot(0), slot(1)}, {slot(1), slot(2)}} {
		over := plan.Over{Partition: partition, Order: []plan.WindowOrder{{Slot: slot(2), Desc: true}, {Slot: slot(1)}, {Slot: slot(0)}}}
		checkFuncs(t, rows, over, plan.RowNumber, plan.Lag)
		checkFuncs(t, rows, over, plan.Lag, plan.Rank, plan.DenseRank, plan.WindowSum)
	}
}

// checkFuncs compares functions of one layout with their definition.
func checkFuncs(t *testing.T, rows *plan.Rows, over plan.Over, names ...plan.WindowName) {
	t.Helper()
	var w plan.Window
	for _, name := range names {
		var args []plan.Expr
		if name == plan.Lag || name == plan.WindowSum {
			args = []plan.Expr{plan.Slot{Index: 3, Of: rows.Columns[3].Type}}
		}
		f, err := window.New(name, args, over)
		must(t, err)
		w.Funcs = append(w.Funcs, f)
	}
	got, err := Run(t.Context(), []plan.Operator{w}, rows, Options{Threads: 2})
	must(t, err)
	for i, f := range w.Funcs {
		for row, want := range byDefinition(rows, f) {
			if have := got.Columns[len(rows.Columns)+i].Value(row); !alike(have, want) {
				t.Fatalf("%s of row %d: got %s, want %s", f, row, have, want)
			}
		}
	}
}
