package machine

import (
	"math"
	"unsafe"
)

// Rows without a gap between them, as of a scan without filters, are read as a slice: no
// place of a row is looked up, and several numbers are taken at once.

// Consecutive gives the stored numbers of the rows at hand, n of them, where no row
// between them is missing; else nil. Only those of level 0 ascend and differ.
func Consecutive[T Unsigned](m *Machine, from Source, n int) []T {
	rows := m.Levels[from.Level][:n]
	if from.Level > 0 || n == 0 || int(rows[n-1]-rows[0]) != n-1 {
		return nil
	}
	first := unsafe.Add(m.Columns[from.Column], uintptr(rows[0])*unsafe.Sizeof(T(0)))
	return unsafe.Slice((*T)(first), n)
}

// SumRun adds up numbers whose sum fits 64 bits, in the lanes of words of 8 bytes: a lane
// has room for the sums of 2^16 numbers of half its width, which are more than a batch.
func SumRun[T Unsigned](run []T) (sum uint64) {
	size := int(unsafe.Sizeof(T(0)))
	if each := 8 / size; each > 1 && len(run) >= each {
		words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(run))), len(run)/each)
		sum = lanesTotal(words, size)
		run = run[len(words)*each:]
	}
	for _, n := range run {
		sum += uint64(n)
	}
	return sum
}

// lanesTotal adds up the numbers of 1, 2 or 4 bytes that words consist of.
func lanesTotal(words []uint64, size int) uint64 {
	var even, odd uint64
	switch size {
	case 4:
		for _, w := range words {
			even += w & math.MaxUint32
			odd += w >> 32
		}
		return even + odd
	case 2:
		const mask = 0x0000ffff0000ffff
		for _, w := range words {
			even += w & mask
			odd += w >> 16 & mask
		}
		return even&math.MaxUint32 + even>>32 + odd&math.MaxUint32 + odd>>32
	}
	const mask = 0x00ff00ff00ff00ff
	sum := uint64(0)
	for len(words) > 0 { // a lane of 16 bits has room for 256 numbers of 8
		part := words[:min(len(words), 256)]
		words = words[len(part):]
		even, odd = 0, 0
		for _, w := range part {
			even += w & mask
			odd += w >> 8 & mask
		}
		sum += lanesTotal([]uint64{even, odd}, 2)
	}
	return sum
}

// Halves adds up the low and the high 32 bits of numbers apart.
func Halves[T Unsigned](run []T) (lo, hi uint64) {
	if unsafe.Sizeof(T(0)) < 8 {
		return SumRun(run), 0
	}
	for _, n := range run {
		lo += uint64(n) & math.MaxUint32
		hi += uint64(n) >> 32
	}
	return lo, hi
}

// least and greatest go four ways at once, because each step waits for the one before.

// Least gives the least number of a run that is not empty.
func Least[T Unsigned](run []T) T {
	a, b, c, d := run[0], run[0], run[0], run[0]
	for ; len(run) >= 4; run = run[4:] {
		a, b, c, d = min(a, run[0]), min(b, run[1]), min(c, run[2]), min(d, run[3])
	}
	for _, n := range run {
		a = min(a, n)
	}
	return min(a, b, c, d)
}

// Greatest gives the greatest number of a run that is not empty.
func Greatest[T Unsigned](run []T) T {
	a, b, c, d := run[0], run[0], run[0], run[0]
	for ; len(run) >= 4; run = run[4:] {
		a, b, c, d = max(a, run[0]), max(b, run[1]), max(c, run[2]), max(d, run[3])
	}
	for _, n := range run {
		a = max(a, n)
	}
	return max(a, b, c, d)
}
