package simd

import "math"

// PanelColumns is how many columns of doubles a panel has, row by row.
const PanelColumns = 8

// panelSums is the sums of products of all pairs of two panels' columns, those of the first panel's
// first column before those of its second.
type panelSums = [PanelColumns * PanelColumns]float64

// products is in plain Go. A fused multiplication and addition is rounded once everywhere, so
// that all kernels give the same bits.
func products(sums *panelSums, x, y []float64) {
	for i := range PanelColumns {
		s := (*[PanelColumns]float64)(sums[PanelColumns*i:])
		a, b, c, d := s[0], s[1], s[2], s[3]
		e, f, g, h := s[4], s[5], s[6], s[7]
		for r := 0; r+PanelColumns <= len(x); r += PanelColumns {
			v, row := x[r+i], (*[PanelColumns]float64)(y[r:])
			a, b, c, d = math.FMA(v, row[0], a), math.FMA(v, row[1], b), math.FMA(v, row[2], c), math.FMA(v, row[3], d)
			e, f, g, h = math.FMA(v, row[4], e), math.FMA(v, row[5], f), math.FMA(v, row[6], g), math.FMA(v, row[7], h)
		}
		*s = [PanelColumns]float64{a, b, c, d, e, f, g, h}
	}
}
