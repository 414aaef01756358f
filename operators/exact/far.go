package exact

import (
	"math"
	"math/big"
)

// Far is the sum and the sum of the squares of doubles that are too large or too small for
// a Moments. A square is kept as a double and what it has lost, which are exact as long as
// neither leaves the exponents that doubles have: so very large numbers are added divided,
// and very small ones multiplied, by 2^scaling.
type Far struct {
	sum     Sum
	squares [3]Sum // of very small numbers, of others, of very large ones
}

const (
	scaling   = 600
	verySmall = 0x1p-400
	veryLarge = 0x1p500
)

// FarBytes is what a Far takes of the memory limit.
const FarBytes = 4 * Bytes

// Add adds a finite double.
func (f *Far) Add(x float64) { f.count(x, 1) }

// Remove takes away a double that has been added.
func (f *Far) Remove(x float64) { f.count(x, -1) }

func (f *Far) count(x, sign float64) {
	f.sum.Add(sign * x)
	of := 1
	switch size := math.Abs(x); {
	case size < verySmall:
		x, of = math.Ldexp(x, scaling), 0
	case size > veryLarge:
		x, of = math.Ldexp(x, -scaling), 2
	}
	square := x * x
	f.squares[of].Add(sign * square)
	f.squares[of].Add(sign * math.FMA(x, x, -square))
}

// Merge adds the numbers of another Far.
func (f *Far) Merge(o *Far) {
	f.sum.Merge(&o.sum)
	for i := range f.squares {
		f.squares[i].Merge(&o.squares[i])
	}
}

// The units of large numbers: a Sum counts 2^-lowest, and of squares of very small numbers
// even 2^-(lowest+2*scaling).
const lowest = 1074

// variance is that of the numbers in f and in m, n together.
func (f *Far) variance(m *Moments, n, by int64) float64 {
	sum := f.sum.whole()
	sum.Add(sum, shifted(whole(m[:3], true), lowest-fraction))
	squares := f.squares[0].whole()
	squares.Add(squares, shifted(f.squares[1].whole(), 2*scaling))
	squares.Add(squares, shifted(f.squares[2].whole(), 4*scaling))
	squares.Add(squares, shifted(whole(m[3:], false), lowest+2*scaling-2*fraction))
	squares.Mul(squares, big.NewInt(n))
	squares.Sub(squares, shifted(sum.Mul(sum, sum), 2*scaling-lowest))
	distances := new(big.Float).SetInt(squares)
	distances.SetMantExp(distances, -lowest-2*scaling)
	over := new(big.Float).SetInt(new(big.Int).Mul(big.NewInt(n), big.NewInt(by)))
	out, _ := new(big.Float).SetPrec(256).Quo(distances, over).Float64()
	return out
}

func shifted(n *big.Int, by uint) *big.Int { return n.Lsh(n, by) }

// whole is the number that words are, in two's complement or without a sign.
func whole(words []int64, signed bool) *big.Int {
	out := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		w := new(big.Int).SetUint64(uint64(words[i]))
		if signed && i == len(words)-1 {
			w.SetInt64(words[i])
		}
		out.Add(out.Lsh(out, 64), w)
	}
	return out
}

// whole is the sum in units of 2^-lowest.
func (s *Sum) whole() *big.Int {
	s.carry()
	out := new(big.Int)
	for i := len(s.digits) - 1; i >= 0; i-- {
		out.Add(out.Lsh(out, 32), big.NewInt(s.digits[i]))
	}
	return out
}
