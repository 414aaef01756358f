package simd

func plainScaled8(dst []uint32, src []byte, factor uint32) { scaled(dst, src, factor) }
func plainScaled16(dst []uint32, src []byte, factor uint32) {
	scaled(dst, numbers[uint16](src), factor)
}
func plainScaled32(dst []uint32, src []byte, factor uint32) {
	scaled(dst, numbers[uint32](src), factor)
}

// scaled adds numbers, times a factor, to as many others.
func scaled[T unsigned](dst []uint32, src []T, factor uint32) {
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] += uint32(x) * factor
	}
}
