package simd

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// fused is the product and the sum, rounded as one, by numbers that are long enough for both.
func fused(x, y, sum float64) float64 {
	all := new(big.Float).SetPrec(4000).Mul(big.NewFloat(x), big.NewFloat(y))
	out, _ := all.Add(all, big.NewFloat(sum)).Float64()
	return out
}

// Sums of products are made row by row, each step rounded once, behind what is there.
func TestProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	panel := func(rows int) []float64 {
		out := make([]float64, rows*PanelColumns)
		for i := range out {
			out[i] = r.NormFloat64() * float64(int64(1)<<r.IntN(40))
		}
		return out
	}
	for _, rows := range []int{0, 1, 2, 3, 50} {
		x, y, before := panel(rows), panel(rows), panel(PanelColumns)
		want := [PanelColumns * PanelColumns]float64(before)
		for at := range want {
			for row := range rows {
				want[at] = fused(x[row*PanelColumns+at/PanelColumns], y[row*PanelColumns+at%PanelColumns], want[at])
			}
		}
		eachKernels(t, func(t *testing.T, k *Kernels) {
			got := [PanelColumns * PanelColumns]float64(before)
			k.Products(&got, x, y)
			if got != want {
				t.Errorf("%d rows: %v, want %v", rows, got, want)
			}
			got = [PanelColumns * PanelColumns]float64(before)
			if k.Products(&got, x, x); rows > 0 && got == want {
				t.Errorf("%d rows: the second panel is not read", rows)
			}
		})
	}
}

func BenchmarkProducts(b *testing.B) {
	for _, k := range Available() {
		b.Run(k.Name, func(b *testing.B) {
			var sums [PanelColumns * PanelColumns]float64
			x, y := make([]float64, 256*PanelColumns), make([]float64, 256*PanelColumns)
			for b.Loop() {
				k.Products(&sums, x, y)
			}
			b.ReportMetric(256*64*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "products/ns")
		})
	}
}
