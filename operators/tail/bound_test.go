package tail

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// TestFirstRowsOfPartitions asks for the first rows of partitions by a filter behind ranks,
// and compares with the ranks as they are defined. Partitions are few or many, of columns
// whose values are numbers of an array or are hashed, or of none.
func TestFirstRowsOfPartitions(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	dropped := map[string]int{}
	for round := range 120 {
		rows := partitionedRows(r, 600+r.IntN(1500))
		ops, f, most := firstRows(t, r, rows)
		of := newRunner(t.Context(), rows, Options{Threads: 1 + round%3})
		if err := of.bound(ops[0].(plan.Window).Funcs, ops[1:]); err != nil {
			t.Fatal(err)
		}
		if of.count() < rows.Len {
			dropped[fmt.Sprint(f.Name, len(f.Over.Partition), columnsOf(f.Over.Partition))]++
		}
		got, err := Run(t.Context(), ops, rows, Options{Threads: 1 + round%3})
		if err != nil {
			t.Fatal(err)
		}
		ranks := ranksByDefinition(rows, f)
		var want, have []string
		for row, rank := range ranks {
			if rank <= most {
				want = append(want, fmt.Sprint(row, " ", rank))
			}
		}
		for i := range got.Len {
			row, rank := got.Columns[0].Ints[i], got.Columns[len(rows.Columns)].Ints[i]
			have = append(have, fmt.Sprint(row, " ", rank))
		}
		if !slices.Equal(want, have) {
			t.Fatalf("round %d: %s of %d rows at most %d: got %d rows, want %d", round, f, rows.Len, most, len(have), len(want))
		}
	}
	if len(dropped) < 12 {
		t.Errorf("rows were dropped before these alone: %v", dropped)
	}
}

// partitionedRows has the row's number, keys of few, of some and of far apart values, and
// what to order by.
func partitionedRows(r *rand.Rand, n int) *plan.Rows {
	rows := mixedRows(r, n, true)
	number := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)}
	few, far := number, number
	few.Ints, far.Ints = make([]int64, n), make([]int64, n)
	for i := range n {
		number.Ints[i], few.Ints[i], far.Ints[i] = int64(i), r.Int64N(9), r.Int64N(40)<<55
	}
	rows.Columns = append([]plan.Vector{number, few, far}, rows.Columns...)
	return rows
}

// firstRows is a rank, another function of the same order perhaps, and a filter that asks
// for a rank of most at most.
func firstRows(t *testing.T, r *rand.Rand, rows *plan.Rows) (ops []plan.Operator, f plan.WindowFunc, most int64) {
	o := plan.Over{}
	for _, c := range [][]int{{}, {1}, {2}, {2, 1}, {10}}[r.IntN(5)] {
		o.Partition = append(o.Partition, slotOf(rows, c))
	}
	for range r.IntN(4) {
		o.Order = append(o.Order, plan.WindowOrder{Slot: slotOf(rows, 3+r.IntN(len(rows.Columns)-3)), Desc: r.IntN(2) == 0})
	}
	name := []plan.WindowName{plan.RowNumber, plan.Rank, plan.DenseRank}[r.IntN(3)]
	f, err := window.New(name, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	w := plan.Window{Funcs: []plan.WindowFunc{f}}
	if r.IntN(2) == 0 {
		lag, err := window.New(plan.Lag, []plan.Expr{slotOf(rows, 0)}, o)
		if err != nil {
			t.Fatal(err)
		}
		w.Funcs = append(w.Funcs, lag)
	}
	most = 1 + r.Int64N(5)
	rank := plan.Slot{Index: len(rows.Columns), Of: f.Of}
	limits := []struct {
		op   plan.Op
		a, b plan.Expr
	}{
		{plan.Le, rank, plan.Literal(value.OfInt(most))}, {plan.Lt, rank, plan.Literal(value.OfInt(most + 1))},
		{plan.Ge, plan.Literal(value.OfInt(most)), rank}, {plan.Gt, plan.Literal(value.OfInt(most + 1)), rank},
	}
	c := limits[r.IntN(len(limits))]
	pred, err := typing.Build(c.op, c.a, c.b)
	if err != nil {
		t.Fatal(err)
	}
	return []plan.Operator{w, plan.Filter{Pred: pred}}, f, most
}

// ranksByDefinition counts for each row those before it in its partition.
func ranksByDefinition(rows *plan.Rows, f plan.WindowFunc) []int64 {
	out := make([]int64, rows.Len)
	done := make([]bool, rows.Len)
	for row := range out {
		if done[row] {
			continue
		}
		dense, begin := int64(0), 0
		in := ordered(rows, f.Over, row)
		for at, i := range in {
			if at == 0 || compareByOrder(rows, f.Over, in[at-1], i) != 0 {
				dense, begin = dense+1, at
			}
			done[i] = true
			out[i] = map[plan.WindowName]int64{plan.RowNumber: int64(at + 1), plan.Rank: int64(begin + 1), plan.DenseRank: dense}[f.Name]
		}
	}
	return out
}

// TestManyPartitionsAreLeft has nearly as many partitions as rows: there is nothing to drop
// that it would pay to look for.
func TestManyPartitionsAreLeft(t *testing.T) {
	const n = 3000
	v := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)}
	for i := range v.Ints {
		v.Ints[i] = int64(i) << 40
	}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{v, v}}
	f, err := window.New(plan.Rank, nil, plan.Over{Partition: []plan.Slot{intSlot(0)}, Order: []plan.WindowOrder{{Slot: intSlot(1)}}})
	if err != nil {
		t.Fatal(err)
	}
	pred, err := typing.Build(plan.Eq, plan.Slot{Index: 2, Of: f.Of}, plan.Literal(value.OfInt(1)))
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(t.Context(), rows, Options{Threads: 2})
	if err := r.bound([]plan.WindowFunc{f}, []plan.Operator{plan.Filter{Pred: pred}}); err != nil || r.left != nil {
		t.Errorf("%d rows left, %v", r.count(), err)
	}
}
