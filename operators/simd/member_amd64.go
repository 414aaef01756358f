package simd

import "math"

// member512 takes whole words of 64 rows in assembly and the rows behind them in Go.
func member512(log int, dst []uint64, src []byte, set []uint64, n int) {
	words := len(src) >> log / 64
	if n == 0 {
		words = 0
	}
	if words > 0 {
		_ = set[(n-1)/64] // the assembly does not look where the set ends
		last := min(uint64(n)-1, math.MaxUint32)
		to := &dst[:words][0]
		switch log {
		case 0:
			member8_avx512(to, &src[0], words, &set[0], last)
		case 1:
			member16_avx512(to, &src[0], words, &set[0], last)
		default:
			member32_avx512(to, &src[0], words, &set[0], last)
		}
	}
	restOfMember(log, dst[words:], src[words*64<<log:], set, n)
}

// member2 does the same with AVX2.
func member2(log int, dst []uint64, src []byte, set []uint64, n int) {
	words := len(src) >> log / 64
	if n == 0 {
		words = 0
	}
	if words > 0 {
		_ = set[(n-1)/64]
		last := min(uint64(n)-1, math.MaxUint32)
		to := &dst[:words][0]
		switch log {
		case 0:
			member8_avx2(to, &src[0], words, &set[0], last)
		case 1:
			member16_avx2(to, &src[0], words, &set[0], last)
		default:
			member32_avx2(to, &src[0], words, &set[0], last)
		}
	}
	restOfMember(log, dst[words:], src[words*64<<log:], set, n)
}

func restOfMember(log int, dst []uint64, src []byte, set []uint64, n int) {
	switch log {
	case 0:
		member8(dst, src, set, n)
	case 1:
		member16(dst, src, set, n)
	default:
		member32(dst, src, set, n)
	}
}
