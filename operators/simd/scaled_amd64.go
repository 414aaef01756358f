package simd

func scaled2x8(dst []uint32, src []byte, factor uint32) {
	if n := len(src) / 8; n > 0 {
		scaled8_avx2(&dst[:8*n][0], &src[0], n, factor)
		dst, src = dst[8*n:], src[8*n:]
	}
	plainScaled8(dst, src, factor)
}

func scaled2x16(dst []uint32, src []byte, factor uint32) {
	if n := len(src) / 16; n > 0 {
		scaled16_avx2(&dst[:8*n][0], &src[0], n, factor)
		dst, src = dst[8*n:], src[16*n:]
	}
	plainScaled16(dst, src, factor)
}

func scaled2x32(dst []uint32, src []byte, factor uint32) {
	if n := len(src) / 32; n > 0 {
		scaled32_avx2(&dst[:8*n][0], &src[0], n, factor)
		dst, src = dst[8*n:], src[32*n:]
	}
	plainScaled32(dst, src, factor)
}
