package simd

func products512(sums *panelSums, x, y []float64) {
	if rows := len(x) / PanelColumns; rows > 0 {
		products_avx512(&sums[0], &x[0], &y[:len(x)][0], rows)
	}
}

func products2(sums *panelSums, x, y []float64) {
	if rows := len(x) / PanelColumns; rows > 0 {
		products_avx2(&sums[0], &x[0], &y[:len(x)][0], rows)
	}
}
