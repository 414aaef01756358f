package tail

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

const benchRows = 6_000_000

// benchTail runs operators on rows of a number of 40 bits and one of 100,000 values.
func benchTail(b *testing.B, ops ...plan.Operator) {
	r := rand.New(rand.NewPCG(1, 2))
	rows := &plan.Rows{Len: benchRows}
	for _, n := range []int64{1 << 40, 100_000} {
		rows.Columns = append(rows.Columns, randomInts(r, benchRows, n))
	}
	b.ResetTimer()
	for b.Loop() {
		if _, err := Run(b.Context(), ops, rows, Options{Threads: 2}); err != nil {
			b.Fatal(err)
		}
	}
}

func intSlot(i int) plan.Slot { return plan.Slot{Index: i, Of: plan.Type{Kind: plan.Int}} }

var byFirst = plan.Sort{Keys: []plan.SortKey{{Slot: 0}}}

func BenchmarkSort(b *testing.B) { benchTail(b, byFirst) }
func BenchmarkTop(b *testing.B)  { benchTail(b, byFirst, plan.Limit{Count: 10}) }

// BenchmarkSortOfFewRows orders rows by two keys, as many as star joins have groups.
func BenchmarkSortOfFewRows(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{16, 24, 200, 800, 2000, 4000} {
		ops := []plan.Operator{plan.Sort{Keys: []plan.SortKey{{Slot: 0}, {Slot: 1, Desc: true}}}}
		rows := &plan.Rows{Len: n, Columns: []plan.Vector{randomInts(r, n, 7), randomInts(r, n, 1<<40)}}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Run(b.Context(), ops, rows, Options{Threads: 16}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func randomInts(r *rand.Rand, n int, below int64) plan.Vector {
	v := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)}
	for i := range v.Ints {
		v.Ints[i] = r.Int64N(below)
	}
	return v
}

func BenchmarkSortWithoutGathering(b *testing.B) {
	benchTail(b, byFirst, plan.Limit{Count: benchRows / 2}, plan.Limit{Count: 1})
}

func BenchmarkDistinct(b *testing.B) {
	benchTail(b, plan.Project{Exprs: []plan.Expr{intSlot(1), intSlot(1)}}, plan.Distinct{})
}

func BenchmarkProject(b *testing.B) {
	sum, err := typing.Build(plan.Add, intSlot(0), intSlot(1))
	if err != nil {
		b.Fatal(err)
	}
	benchTail(b, plan.Project{Exprs: []plan.Expr{sum, intSlot(1)}})
}

func BenchmarkFilter(b *testing.B) {
	above, err := typing.Build(plan.Gt, intSlot(1), plan.Literal(value.OfInt(50_000)))
	if err != nil {
		b.Fatal(err)
	}
	benchTail(b, plan.Filter{Pred: above})
}

func BenchmarkWindow(b *testing.B) {
	over := plan.Over{Partition: []plan.Slot{intSlot(1)}, Order: []plan.WindowOrder{{Slot: intSlot(0)}}}
	sum, err := window.New(plan.WindowSum, []plan.Expr{intSlot(0)}, over)
	if err != nil {
		b.Fatal(err)
	}
	benchTail(b, plan.Window{Funcs: []plan.WindowFunc{sum}})
}
