package elementary

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// off is how many units in the last place a result is beside the exact one.
func off(got float64, want *big.Float) float64 {
	unit := math.Nextafter(math.Abs(got), math.Inf(1)) - math.Abs(got)
	d, _ := number().Quo(number().Sub(number().SetFloat64(got), want), number().SetFloat64(unit)).Float64()
	return math.Abs(d)
}

// arguments are doubles above 0 of all sizes, near 1, and without all digits.
func arguments(r *rand.Rand) float64 {
	switch r.IntN(5) {
	case 0:
		return math.Float64frombits(r.Uint64N(math.Float64bits(math.MaxFloat64)) + 1)
	case 1:
		return 1 + (r.Float64()-0.5)/float64(int64(1)<<r.IntN(50))
	case 2:
		return math.Float64frombits(1 + r.Uint64N(1<<52))
	case 3:
		return float64(1 + r.IntN(100000))
	}
	return r.Float64() * 4
}

// Logarithms, exponentials and powers are those of numbers of 300 bits, but for hundredths of the last place.
func TestResultsAreRounded(t *testing.T) {
	e, r := newExact(), rand.New(rand.NewPCG(2, 7))
	worst := map[string]float64{}
	check := func(name string, most, got float64, want *big.Float, of ...float64) {
		if o := off(got, want); o > most {
			t.Fatalf("%s of %x: %x is %.4f units off", name, of, got, o)
		} else {
			worst[name] = max(worst[name], o)
		}
	}
	for range 30000 {
		x := arguments(r)
		ln := e.log(number().SetFloat64(x))
		if x != 1 {
			check("ln", 0.51, Log(x), ln, x)
			check("log2", 0.51, Log2(x), number().Quo(ln, e.ln2), x)
			check("log10", 0.51, Log10(x), number().Quo(ln, e.ln10), x)
		}
		y := (r.Float64() - 0.5) * 2 * 700
		if r.IntN(2) == 0 {
			y = (r.Float64() - 0.5) / float64(int64(1)<<r.IntN(40))
		}
		check("exp", 0.51, Exp(y), e.exp(number().SetFloat64(y)), y)
		p, _ := number().Quo(number().SetFloat64(y), ln).Float64() // x to the power of it is about e^y
		if math.Abs(p) < beyondPowers {
			check("power", 0.55, Power(x, p), e.exp(number().Mul(ln, number().SetFloat64(p))), x, p)
		}
	}
	t.Log(worst)
}

// What is a double exactly is that one.
func TestExactResults(t *testing.T) {
	for i := range 309 {
		power, _ := new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(i)), nil)).Float64()
		if got := Log10(power); got != float64(i) {
			t.Errorf("LOG10(1e%d) is %v", i, got)
		}
		if i < 23 && Power(10, float64(i)) != power {
			t.Errorf("10 to the power of %d is %v", i, Power(10, float64(i)))
		}
	}
	for i := -1074; i < 1024; i++ {
		if power := math.Ldexp(1, i); Log2(power) != float64(i) || Power(2, float64(i)) != power {
			t.Errorf("2 to the power of %d: %v, %v", i, Log2(power), Power(2, float64(i)))
		}
	}
	for x := -40.; x < 40; x++ {
		for n, want := 0., 1.; n < 9; n, want = n+1, want*x {
			if got := Power(x, n); got != want || math.Signbit(got) != math.Signbit(want) {
				t.Errorf("%v to the power of %v is %v, not %v", x, n, got, want)
			}
		}
	}
}

// Where there is no double, or arguments are no usual ones, results are those of math.
func TestEdges(t *testing.T) {
	edges := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1 << 53, -1 << 53, 1e300, -1e300, 1e-300, math.MaxFloat64, 5e-324, -5e-324, 0x1p-1022, math.Inf(1), math.Inf(-1), math.NaN(), 709.9, -745.2, 1100, -1100}
	same := func(a, b float64) bool {
		return a == b && math.Signbit(a) == math.Signbit(b) || a != a && b != b || math.Abs(a-b) <= 1e-13*math.Abs(b)
	}
	for _, x := range edges {
		if got, want := Exp(x), math.Exp(x); !same(got, want) {
			t.Errorf("e to the power of %v is %v, not %v", x, got, want)
		}
		for _, y := range edges {
			if got, want := Power(x, y), math.Pow(x, y); !same(got, want) {
				t.Errorf("%v to the power of %v is %v, not %v", x, y, got, want)
			}
		}
	}
}

func BenchmarkLog(b *testing.B)   { over(b, Log) }
func BenchmarkExp(b *testing.B)   { over(b, Exp) }
func BenchmarkPower(b *testing.B) { over(b, func(x float64) float64 { return Power(x, 1.5) }) }
func BenchmarkLog10(b *testing.B) { over(b, Log10) }
func BenchmarkGoLog(b *testing.B) { over(b, math.Log) }
func BenchmarkGoPow(b *testing.B) { over(b, func(x float64) float64 { return math.Pow(x, 1.5) }) }

func over(b *testing.B, of func(float64) float64) {
	x := make([]float64, 1024)
	for i := range x {
		x[i] = 0.1 + float64(i)*0.09
	}
	for b.Loop() {
		for i := range x {
			x[i] += 0 * of(x[i])
		}
	}
}
