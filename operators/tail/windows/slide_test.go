package windows

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
)

// manyPartitions has doubles of like magnitudes, of very different ones and NULLs, in partitions of up
// to seven rows.
func manyPartitions(r *rand.Rand, n int) *Layout {
	v := plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, n), Nulls: make([]bool, n)}
	l := &Layout{Columns: []plan.Vector{v}}
	for row := range n {
		v.Floats[row] = r.Float64() - 0.5
		if r.IntN(4) == 0 {
			v.Floats[row] *= []float64{1e-300, 1e-30, 1e30, 1e300}[r.IntN(4)]
		}
		v.Nulls[row] = r.IntN(6) == 0
		l.Order = append(l.Order, int32(row))
	}
	l.Run = alone{l.Columns}
	r.Shuffle(n, func(i, k int) { l.Order[i], l.Order[k] = l.Order[k], l.Order[i] })
	for lo := 0; lo < n; lo = l.Parts[len(l.Parts)-1].Hi {
		l.Parts = append(l.Parts, Part{lo, min(n, lo+1+r.IntN(7))})
	}
	return l
}

// sumOf adds what a frame of some rows around a position has, and counts it.
func sumOf(l *Layout, p Part, i, before, behind int) (sum *big.Rat, n int64) {
	sum = new(big.Rat)
	for _, row := range l.Order[max(p.Lo, i-before):min(p.Hi, i+behind+1)] {
		if !l.Columns[0].Nulls[row] {
			n++
			sum.Add(sum, new(big.Rat).SetFloat64(l.Columns[0].Floats[row]))
		}
	}
	return sum, n
}

// A sum over a moving frame is that of its rows, rounded once, whatever came before in the partition
// and in those before it; the count that comes with it, as in an AVG, is of the same rows.
func TestSumsOfDoublesForgetWhatLeaves(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for range 300 {
		l, before, behind := manyPartitions(r, 1+r.IntN(60)), r.IntN(4), r.IntN(3)
		at := func(a plan.BoundAt, n int) plan.Bound {
			offset := value.OfInt(int64(n))
			return plan.Bound{At: a, Offset: offset}
		}
		over := plan.Over{Frame: &plan.Frame{Lo: at(plan.Preceding, before), Hi: at(plan.Following, behind)}}
		f := plan.WindowFunc{Name: plan.WindowSum, Args: []plan.Expr{plan.Slot{}}, Over: over, Of: plan.Type{Kind: plan.Double}}
		count := plan.WindowFunc{Name: plan.WindowCount, Args: f.Args, Over: over, Of: plan.Type{Kind: plan.Int}}
		out := make([]plan.Vector, 2)
		if err := l.Compute([]plan.WindowFunc{count, f}, []int{0, 1}, out); err != nil {
			t.Fatal(err)
		}
		for _, p := range l.Parts {
			for i := p.Lo; i < p.Hi; i++ {
				row := int(l.Order[i])
				want, n := sumOf(l, p, i, before, behind)
				if got := out[0].Ints[row]; got != n || out[1].IsNull(row) != (n == 0) {
					t.Fatalf("position %d of %v counts %d, not %d", i, p, got, n)
				}
				if exact, _ := want.Float64(); n > 0 && out[1].Floats[row] != exact {
					t.Fatalf("position %d of %v has the sum %v, not %v", i, p, out[1].Floats[row], exact)
				}
			}
		}
	}
}
