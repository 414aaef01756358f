package machine

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestConsecutive: sums, least and greatest numbers of slices of all widths and of many
// lengths, of random numbers and of the largest.
func TestConsecutive(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := 1; n < 70; n++ {
		checkRuns[uint8](t, r, n)
		checkRuns[uint16](t, r, n)
		checkRuns[uint32](t, r, n)
		checkRuns[uint64](t, r, n)
	}
	for _, n := range []int{1023, 1024, 65535, 65536} {
		checkRuns[uint8](t, r, n)
		checkRuns[uint16](t, r, n)
		checkRuns[uint32](t, r, n)
		checkRuns[uint64](t, r, n)
	}
}

func checkRuns[T Unsigned](t *testing.T, r *rand.Rand, n int) {
	t.Helper()
	random, largest := make([]T, n), make([]T, n)
	for i := range random {
		random[i], largest[i] = T(r.Uint64()), ^T(0)
	}
	for _, run := range [][]T{random, largest} {
		want := new(big.Int)
		for _, x := range run {
			want.Add(want, new(big.Int).SetUint64(uint64(x)))
		}
		lo, hi := Halves(run)
		got := new(big.Int).SetUint64(hi)
		got.Lsh(got, 32).Add(got, new(big.Int).SetUint64(lo))
		if got.Cmp(want) != 0 {
			t.Fatalf("halves of %d %T: %s, want %s", n, run, got, want)
		}
		if want.IsUint64() && SumRun(run) != want.Uint64() {
			t.Fatalf("sum of %d %T: %d, want %s", n, run, SumRun(run), want)
		}
		if Least(run) != slices.Min(run) || Greatest(run) != slices.Max(run) {
			t.Fatalf("extremes of %d %T: %d and %d, want %d and %d", n, run, Least(run), Greatest(run), slices.Min(run), slices.Max(run))
		}
	}
}
