package index

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// BenchmarkHashed makes hash tables of two columns: each pair of which comes once, twice, or eight times,
// and of which a tenth of the rows is in a set.
func BenchmarkHashed(b *testing.B) {
	const rows = 2_000_000
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name  string
		times int
		in    *operators.BitSet
	}{{"once", 1, nil}, {"twice", 2, nil}, {"eight times", 8, nil}, {"a tenth", 1, operators.NewBitSet("in", rows)}} {
		x, y := make([]int64, rows), make([]int64, rows)
		for i := range rows {
			pair := int64(i / c.times)
			x[i], y[i] = pair%20_000, pair/20_000*7919
			if c.in != nil && i%10 == 0 {
				c.in.Add(i)
			}
		}
		r.Shuffle(rows, func(i, j int) { x[i], x[j], y[i], y[j] = x[j], x[i], y[j], y[i] })
		k1, _ := Numbers(b.Context(), "x", x, nil)
		k2, _ := Numbers(b.Context(), "y", y, nil)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				j, err := newJoin(b.Context(), "j", &plan.Table{Name: "t", Rows: rows}, []*operators.Array{k1, k2}, c.in, 1<<40, room{})
				if err != nil || j.Direct {
					b.Fatal(j, err)
				}
			}
		})
	}
}
