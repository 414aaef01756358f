package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigFixed is a double as a number of 128 bits in fixed point; nil where it is none exactly.
func bigFixed(d float64) *big.Int {
	f := new(big.Float).SetMantExp(big.NewFloat(d), FixedBits)
	n, accuracy := f.Int(nil)
	if accuracy != big.Exact || math.Abs(d) >= 1<<FixedTop {
		return nil
	}
	return n
}

// low128 is a number modulo 2^128, as two words.
func low128(n *big.Int) (lo, hi int64) {
	n = new(big.Int).And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1)))
	words := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	return int64(words), int64(new(big.Int).Rsh(n, 64).Uint64())
}

// drawn are doubles of the window, zeros of both signs, and NULLs if there may be some.
func drawn(r *rand.Rand, n int, nulls bool) []float64 {
	edges := []float64{0, math.Copysign(0, -1), math.Ldexp(1, -12), -math.Ldexp(1, -12), math.Nextafter(1<<FixedTop, 0), -math.Nextafter(1<<FixedTop, 0), 1, -1, math.Nextafter(1, 0)}
	out := make([]float64, n)
	for i := range out {
		switch {
		case nulls && r.IntN(4) == 0:
			out[i] = math.Float64frombits(NullDouble)
		case r.IntN(3) == 0:
			out[i] = edges[r.IntN(len(edges))]
		default:
			out[i] = math.Ldexp(r.Float64()*2-1, r.IntN(33)-8)
			if !inFixed(out[i]) {
				out[i] = 0
			}
		}
	}
	return out
}

// Each group's words are what its doubles are in fixed point, added up in 128 bits, and how many rows
// and doubles it has; no word of another is written.
func TestFixedSumsAreExact(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(3, 5))
		for range 400 {
			nulls, groups := r.IntN(2) == 0, 1+r.IntN(6)
			to := FixedSums{Words: make([]int64, groups*5), Width: 5, Sum: 2, Rows: int64(r.IntN(2))}
			if nulls {
				to.Values = r.IntN(2) * 4
			}
			doubles := drawn(r, r.IntN(300), nulls)
			numbers := make([]uint32, len(doubles))
			sums := make([]big.Int, groups)
			want := make([]int64, len(to.Words))
			for i, d := range doubles {
				g := r.IntN(groups)
				numbers[i] = uint32(g)
				want[5*g] += to.Rows
				if math.Float64bits(d) == NullDouble {
					continue
				}
				sums[g].Add(&sums[g], bigFixed(d))
				if to.Values > 0 {
					want[5*g+4]++
				}
			}
			for g := range sums {
				want[5*g+2], want[5*g+3] = low128(&sums[g])
			}
			add := k.AddFixed
			if nulls {
				add = k.AddPresent
			}
			if done := add(&to, numbers, doubles); done != len(doubles) {
				t.Fatalf("%d of %d doubles are added: %v is not", done, len(doubles), doubles[done])
			}
			for i, w := range to.Words {
				if w != want[i] {
					t.Fatalf("word %d of group %d is %d, want %d", i%5, i/5, w, want[i])
				}
			}
		}
	})
}

// What is not in the window ends it, and is not added.
func TestFixedSumsEnd(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		for _, odd := range []float64{1 << FixedTop, -1 << FixedTop, math.Inf(1), math.Float64frombits(NullDouble + 1), math.MaxFloat64, 5e-324, math.Ldexp(1, -13)} {
			for _, add := range []func(*FixedSums, []uint32, []float64) int{k.AddFixed, k.AddPresent} {
				to := FixedSums{Words: make([]int64, 3), Width: 3, Sum: 1, Rows: 1}
				if done := add(&to, make([]uint32, 5), []float64{1, 2, odd, 4, 5}); done != 2 || to.Words != nil && to.Words[0] != 2 || to.Words[2] != 3 {
					t.Errorf("beside %v %d are added: %v", odd, done, to.Words)
				}
			}
		}
	})
}

func BenchmarkFixedSums(b *testing.B) {
	const n = 2048
	r := rand.New(rand.NewPCG(1, 1))
	doubles, some, numbers := make([]float64, n), make([]float64, n), make([]uint32, n)
	for i := range doubles {
		doubles[i], numbers[i] = 2.5+float64(r.IntN(8000))/100, uint32(r.IntN(5))
		if some[i] = doubles[i]; r.IntN(10) == 0 {
			some[i] = math.Float64frombits(NullDouble)
		}
	}
	for _, k := range Available() {
		to := FixedSums{Words: make([]int64, 5*4), Width: 4, Sum: 1, Rows: 1}
		each := func(name string, f func()) {
			b.Run(name+"/"+k.Name, func(b *testing.B) {
				for b.Loop() {
					f()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*b.N), "ns/row")
			})
		}
		each("all", func() { k.AddFixed(&to, numbers, doubles) })
		each("present", func() { k.AddPresent(&to, numbers, some) })
		if k.Few != nil {
			sums := new(FewSums)
			each("few", func() { k.Few(sums, 5, numbers, some) })
		}
		each("split", func() { k.Split(doubles) })
	}
}

// A double is in the window exactly if fixed point has all its bits.
func TestFixedOf(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	doubles := append(drawn(r, 2000, false), math.Ldexp(1, -64), math.Ldexp(-3, -64), math.Ldexp(1, -65), math.Ldexp(5, -66), 1<<FixedTop, 5e-324, math.MaxFloat64)
	for range 2000 {
		doubles = append(doubles, math.Ldexp(r.Float64()-0.5, r.IntN(100)-70), math.Ldexp(float64(r.IntN(64)), -66))
	}
	for _, d := range doubles {
		lo, hi, ok := FixedOf(d)
		want := bigFixed(d)
		if ok != (want != nil) {
			t.Fatalf("%v is in the window: %t", d, ok)
		}
		if !ok {
			continue
		}
		if wantLo, wantHi := low128(want); lo != wantLo || hi != wantHi {
			t.Fatalf("%v is %d and %d, want %d and %d", d, lo, hi, wantLo, wantHi)
		}
	}
}
