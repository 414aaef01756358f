package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Each number is what the two or three operands say, of which some are constants; no other is written, also
// where an operand is written over.
func TestTruthsOfNumbers(t *testing.T) {
	is := func(b bool) int64 { return map[bool]int64{true: 1}[b] }
	two := []func(x, y int64) int64{
		func(x, y int64) int64 { return is(x == y) }, func(x, y int64) int64 { return is(x != y) }, func(x, y int64) int64 { return is(x < y) },
		func(x, y int64) int64 { return is(x <= y) }, func(x, y int64) int64 { return is(x != 0 && y != 0) }, func(x, y int64) int64 { return is(x != 0 || y != 0) },
	}
	eachKernels(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(3, 8))
		kernels := []func(dst, x, y []int64){k.Truths.Equal, k.Truths.Unequal, k.Truths.Less, k.Truths.NotMore, k.Truths.Both, k.Truths.Either}
		for range 4000 {
			n, constant := r.IntN(70), r.IntN(8)
			x, atX := operandOf(r, n, constant&1 != 0)
			y, atY := operandOf(r, n, constant&2 != 0)
			z, atZ := operandOf(r, n, constant&4 != 0)
			all := make([]int64, n+16)
			for i := range all {
				all[i] = 77
			}
			dst := all[8 : 8+n]
			if r.IntN(3) == 0 && len(x) == n {
				dst = x
			}
			op := r.IntN(len(kernels) + 1)
			if op < len(kernels) {
				kernels[op](dst, x, y)
			} else {
				k.Truths.Choose(dst, x, y, z)
			}
			for i, got := range dst {
				want := atZ(i)
				if op < len(kernels) {
					want = two[op](atX(i), atY(i))
				} else if atX(i) != 0 {
					want = atY(i)
				}
				if got != want {
					t.Fatalf("kernel %d, number %d of %d, constants %b: %d, want %d", op, i, n, constant, got, want)
				}
			}
			for i, x := range all {
				if (i < 8 || i >= 8+n) && x != 77 {
					t.Fatalf("kernel %d wrote number %d of %d", op, i-8, n)
				}
			}
		}
	})
}

// operandOf draws so many numbers, or a constant, and gives what each was, whatever is written over it.
func operandOf(r *rand.Rand, n int, constant bool) (given []int64, at func(i int) int64) {
	numbers := []int64{0, 0, 1, -1, 2, 1 << 32, math.MaxInt64, math.MinInt64}
	given = make([]int64, n)
	for i := range given {
		given[i] = numbers[r.IntN(len(numbers))]
	}
	if constant {
		given = slices.Repeat([]int64{numbers[r.IntN(len(numbers))]}, Repeated)
	}
	all := slices.Clone(given)
	return given, func(i int) int64 { return all[min(i, len(all)-1)] }
}
