package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// variance computes with rational numbers.
func variance(values []*big.Rat, by int64) *big.Rat {
	sum, squares := new(big.Rat), new(big.Rat)
	for _, v := range values {
		sum.Add(sum, v)
		squares.Add(squares, new(big.Rat).Mul(v, v))
	}
	n := new(big.Rat).SetInt64(int64(len(values)))
	out := new(big.Rat).Mul(n, squares)
	out.Sub(out, sum.Mul(sum, sum))
	return out.Quo(out, n.Mul(n, new(big.Rat).SetInt64(by)))
}

// near reports whether a double is within two units in the last place of a number.
func near(got float64, want *big.Rat) bool {
	w, _ := want.Float64()
	if math.IsInf(w, 0) || math.IsInf(got, 0) {
		return got == w
	}
	return math.Abs(got-w) <= 4*math.Abs(math.Nextafter(w, math.Inf(1))-w)
}

// TestVarianceOfIntegers: of small numbers and of the largest there are, merged from parts.
func TestVarianceOfIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for turn := range 300 {
		parts, values := [3]Moments{}, []*big.Rat{}
		for i := range 2 + r.IntN(200) {
			n := int64(r.Uint64()) >> r.IntN(64)
			switch {
			case turn%10 == 0:
				n = math.MinInt64 + int64(i%2)
			case turn%10 == 1:
				n = math.MaxInt64 - int64(r.IntN(3)) // far from 0, and close together
			}
			parts[i%3].AddInt(n)
			values = append(values, new(big.Rat).SetInt64(n))
		}
		parts[0].Merge(&parts[1])
		parts[0].Merge(&parts[2])
		n := int64(len(values))
		for _, by := range []int64{n, n - 1} {
			if got, want := parts[0].Variance(n, by), variance(values, by); !near(got, want) {
				t.Fatalf("turn %d: the variance of %d integers is %v, want %s", turn, n, got, want.FloatString(5))
			}
		}
	}
}

// TestVarianceOfDoubles: of numbers in the window, at its borders, far outside, and of all
// of these together, merged from parts and in any order.
func TestVarianceOfDoubles(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	draws := []func() float64{
		func() float64 { return r.Float64() * 100 },
		func() float64 { return 1e12 + float64(r.IntN(20)) },
		func() float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(200)-100) }, // across the window
		func() float64 { return math.Ldexp(1-0x1p-53, 64) * float64(r.IntN(3)-1) },
		func() float64 { return math.Ldexp(float64(r.IntN(9)-4), -88) },
		func() float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(1000)-500) },
		func() float64 { return math.Ldexp(r.Float64()-0.5, -1074+r.IntN(60)) }, // subnormal ones
		func() float64 { return math.Ldexp(r.Float64()-0.5, 505) },
		func() float64 { return math.Float64frombits(r.Uint64()&^(1<<62) | 1<<61) },
	}
	for turn := range 400 {
		parts, fars, outside := [3]Moments{}, [3]Far{}, false
		var values []*big.Rat
		for i := range 2 + r.IntN(60) {
			f := draws[turn%len(draws)]()
			if turn > 300 {
				f = draws[r.IntN(len(draws))]()
			}
			if !parts[i%3].AddFloat(f) {
				outside = true
				fars[i%3].Add(f)
			}
			values = append(values, new(big.Rat).SetFloat64(f))
		}
		for i := range 2 {
			parts[0].Merge(&parts[1+i])
			fars[0].Merge(&fars[1+i])
		}
		n := int64(len(values))
		want := variance(values, n-1)
		if got := parts[0].VarianceFloat(n, n-1, &fars[0]); !near(got, want) {
			t.Fatalf("turn %d: the variance of %d doubles is %v, want %v", turn, n, got, want.FloatString(30))
		}
		if got := parts[0].VarianceFloat(n, n-1, nil); !outside && !near(got, want) {
			t.Fatalf("turn %d: the variance of %d doubles of the window is %v, want %v", turn, n, got, want.FloatString(30))
		}
	}
}
