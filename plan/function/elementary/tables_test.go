package elementary

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"
)

const bits = 300

// exact has numbers of 300 bits.
type exact struct{ ln2, ln10 *big.Float }

func newExact() exact {
	e := exact{}
	e.ln2 = e.series(big.NewFloat(2))
	e.ln10 = e.log(big.NewFloat(10))
	return e
}

func number() *big.Float { return new(big.Float).SetPrec(bits) }

// series is ln x of x near 1, by the series of artanh.
func (exact) series(x *big.Float) *big.Float {
	one := number().SetInt64(1)
	q := number().Quo(number().Sub(x, one), number().Add(x, one))
	square, term, sum := number().Mul(q, q), number().Set(q), number()
	for n := int64(1); term.Sign() != 0 && term.MantExp(nil) > -bits; n += 2 {
		sum.Add(sum, number().Quo(term, number().SetInt64(n)))
		term.Mul(term, square)
	}
	return sum.Mul(sum, number().SetInt64(2))
}

func (e exact) log(x *big.Float) *big.Float {
	m := number()
	k := x.MantExp(m)
	return number().Add(e.series(m), number().Mul(number().SetInt64(int64(k)), e.ln2))
}

// exp is e^x by the series of a small part of x.
func (e exact) exp(x *big.Float) *big.Float {
	quotient, _ := number().Quo(x, e.ln2).Float64()
	k := int(math.Round(quotient))
	r := number().Sub(x, number().Mul(number().SetInt64(int64(k)), e.ln2))
	sum, term := number().SetInt64(1), number().SetInt64(1)
	for n := int64(1); n < 80; n++ {
		term.Mul(term, r).Quo(term, number().SetInt64(n))
		sum.Add(sum, term)
	}
	return number().SetMantExp(sum, k)
}

// cut is x rounded to a multiple of 2^-digits, and the double next to what is left.
func cut(x *big.Float, digits int) (hi, lo float64) {
	scaled, _ := number().SetMantExp(x, digits).Float64()
	hi = math.Ldexp(math.RoundToEven(scaled), -digits)
	lo, _ = number().Sub(x, number().SetFloat64(hi)).Float64()
	return hi, lo
}

// split is the double next to x, and that next to what is left.
func split(x *big.Float) (hi, lo float64) {
	hi, _ = x.Float64()
	lo, _ = number().Sub(x, number().SetFloat64(hi)).Float64()
	return hi, lo
}

// made is the text of tables.go.
func made() string {
	e := newExact()
	var b strings.Builder
	b.WriteString("package elementary\n\n// Made by TestTables -rewrite; a number that a digit more does not hold is followed by what is left.\n\nconst (\n")
	constant := func(name string, hi, lo float64) { fmt.Fprintf(&b, "\t%sHi = %x\n\t%sLo = %x\n", name, hi, name, lo) }
	hi, lo := cut(e.ln2, 43)
	constant("ln2", hi, lo)
	one := number().SetInt64(1)
	hi, lo = split(number().Quo(one, e.ln2))
	constant("perLn2", hi, lo)
	hi, lo = split(number().Quo(one, e.ln10))
	constant("perLn10", hi, lo)
	step := number().SetMantExp(e.ln2, -intervalBits)
	hi, lo = cut(step, 42)
	constant("step", hi, lo)
	per, _ := number().Quo(one, step).Float64()
	fmt.Fprintf(&b, "\tperStep = %x\n)\n", per)
	b.WriteString("\n// logs are, by interval, about 1 by its middle, in few digits, and the logarithm of 1 by that.\nvar logs = [intervals]struct{ inverse, hi, lo float64 }{\n")
	for i := range int64(intervals) {
		from, to := math.Float64frombits(uint64(least+i<<(mantissa-intervalBits))), math.Float64frombits(uint64(least+(i+1)<<(mantissa-intervalBits)))
		digits := 128.
		if from >= 1 {
			digits = 256
		}
		inverse := math.Round(digits/((from+to)/2)) / digits
		if from <= 1 && to >= 1 {
			inverse = 1
		}
		hi, lo := cut(e.log(number().Quo(one, number().SetFloat64(inverse))), 43)
		fmt.Fprintf(&b, "\t{%x, %x, %x},\n", inverse, hi, lo)
	}
	b.WriteString("}\n\n// powers are 2^(i/128), and by what part the number is less than that.\nvar powers = [intervals]struct{ hi, lo float64 }{\n")
	for i := range int64(intervals) {
		x := e.exp(number().Mul(step, number().SetInt64(i)))
		hi, lo := split(x)
		part, _ := number().Quo(number().SetFloat64(lo), x).Float64()
		fmt.Fprintf(&b, "\t{%x, %x},\n", hi, part)
	}
	return b.String() + "}\n"
}

var rewrite = flag.Bool("rewrite", false, "write tables.go")

// The tables are those that numbers of 300 bits give.
func TestTables(t *testing.T) {
	want := made()
	if *rewrite {
		if err := os.WriteFile("tables.go", []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile("tables.go")
	if err != nil {
		t.Fatal(err)
	}
	if space(string(got)) != space(want) {
		t.Error("tables.go is not what the test makes: go test -run TestTables -rewrite, and gofmt")
	}
}

// space is a text whose spaces are all alike.
func space(s string) string { return strings.Join(strings.Fields(s), " ") }
