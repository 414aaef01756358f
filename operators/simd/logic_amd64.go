package simd

// The assembly combines bitmaps of one word or more; that of AVX2 takes four words at a
// time, and the words behind them are combined in Go.

func and512(dst, a, b []uint64) int {
	if len(dst) == 0 {
		return 0
	}
	return and_avx512(&dst[0], &a[:len(dst)][0], &b[:len(dst)][0], len(dst))
}

func andNot512(dst, a, b []uint64) int {
	if len(dst) == 0 {
		return 0
	}
	return andNot_avx512(&dst[0], &a[:len(dst)][0], &b[:len(dst)][0], len(dst))
}

func or512(dst, a, b []uint64) {
	if len(dst) > 0 {
		or_avx512(&dst[0], &a[:len(dst)][0], &b[:len(dst)][0], len(dst))
	}
}

func count512(a []uint64) int {
	if len(a) == 0 {
		return 0
	}
	return count_avx512(&a[0], len(a))
}

func and2(dst, a, b []uint64) int {
	n := len(dst) &^ 3
	ones := and(dst[n:], a[n:], b[n:])
	if n > 0 {
		ones += and_avx2(&dst[0], &a[:n][0], &b[:n][0], n)
	}
	return ones
}

func andNot2(dst, a, b []uint64) int {
	n := len(dst) &^ 3
	ones := andNot(dst[n:], a[n:], b[n:])
	if n > 0 {
		ones += andNot_avx2(&dst[0], &a[:n][0], &b[:n][0], n)
	}
	return ones
}

func or2(dst, a, b []uint64) {
	n := len(dst) &^ 3
	or(dst[n:], a[n:], b[n:])
	if n > 0 {
		or_avx2(&dst[0], &a[:n][0], &b[:n][0], n)
	}
}
