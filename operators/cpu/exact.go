package cpu

import (
	"math"
	"math/big"

	"gsdms/plan"
)

// exactSum adds doubles without rounding: Neal's small superaccumulator ("Fast exact
// summation using small and large superaccumulators", 2015). The sum is a number of
// 67 signed digits to the base 2^32; digit 0 counts multiples of 2^-1074, the smallest
// double. A digit has 31 bits of room, so carries are passed on only now and then.
type exactSum struct {
	digits [67]int64
	adds   int // since the carries were last passed on
}

// A double puts less than 2^52 into a digit, so 2^11 of them fit its 63 bits.
const maxAdds = 1<<11 - 2

// exactBytes is what a sum takes of the memory limit.
const exactBytes = 67*8 + 16

// add adds a finite double.
func (s *exactSum) add(f float64) {
	b := math.Float64bits(f)
	exponent := int(b >> 52 & 0x7ff)
	mantissa := b & (1<<52 - 1)
	if exponent == 0 {
		exponent = 1 // subnormal: no hidden bit
	} else {
		mantissa |= 1 << 52
	}
	shift := exponent - 1
	digit, part := shift/32, uint(shift%32)
	low := int64(mantissa << part & (1<<32 - 1))
	high := int64(mantissa >> (32 - part))
	if int64(b) < 0 {
		low, high = -low, -high
	}
	s.digits[digit] += low
	s.digits[digit+1] += high
	if s.adds++; s.adds >= maxAdds {
		s.carry()
	}
}

// carry brings every digit but the last into 0 to 2^32-1.
func (s *exactSum) carry() {
	for i := range len(s.digits) - 1 {
		s.digits[i+1] += s.digits[i] >> 32
		s.digits[i] &= 1<<32 - 1
	}
	s.adds = 0
}

// merge adds another sum.
func (s *exactSum) merge(o *exactSum) {
	s.carry()
	o.carry()
	for i, d := range o.digits {
		s.digits[i] += d
	}
	s.carry()
}

// value rounds the sum to the nearest double, ties to even; it may be infinite.
func (s *exactSum) value() float64 {
	s.carry()
	sum := new(big.Int)
	for i := len(s.digits) - 1; i >= 0; i-- {
		sum.Lsh(sum, 32)
		sum.Add(sum, big.NewInt(s.digits[i]))
	}
	if sum.Sign() == 0 {
		return 0
	}
	exact := new(big.Float).SetInt(sum)
	f, _ := exact.SetMantExp(exact, -1074).Float64()
	return f
}

func addExact(f *fold, a *accumulators, m *machine, numbers []uint32) error {
	v, width := f.argument(a, m, numbers), a.groups.width
	for i, n := range numbers {
		if v.Null != nil && v.Null[i] != 0 {
			continue
		}
		s, err := a.exactAt(f, &a.words[int(n)*width+f.at])
		if err != nil {
			return err
		}
		s.add(v.Float[i])
	}
	return nil
}

// exactSums is the exact sums of a fold, in chunks that stay where they are.
type exactSums struct {
	chunks [][]exactSum
	n      int
}

const exactChunk = 16

func (s *exactSums) at(i int64) *exactSum { return &s.chunks[i/exactChunk][i%exactChunk] }

// exactAt is the sum that a group's word refers to (1 + its place), made at first use.
func (a *accumulators) exactAt(f *fold, word *int64) (*exactSum, error) {
	sums := &a.exact[f.index]
	if *word != 0 {
		return sums.at(*word - 1), nil
	}
	if sums.n == len(sums.chunks)*exactChunk {
		if err := a.run.budget.charge(exactChunk * exactBytes); err != nil {
			return nil, err
		}
		sums.chunks = append(sums.chunks, make([]exactSum, exactChunk))
	}
	sums.n++
	*word = int64(sums.n)
	return sums.at(*word - 1), nil
}

func mergeExact(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	word := from.words[j*from.groups.width+f.at]
	if word == 0 {
		return nil
	}
	s, err := into.exactAt(f, &into.words[i*into.groups.width+f.at])
	if err != nil {
		return err
	}
	s.merge(from.exact[f.index].at(word - 1))
	return nil
}

func outExact(f *fold, a *accumulators, groups, at []uint32, to *column) error {
	for i, g := range groups {
		word := a.words[int(g)*a.groups.width+f.at]
		if word == 0 {
			continue
		}
		sum := a.exact[f.index].at(word - 1).value()
		if math.IsInf(sum, 0) {
			return &plan.RangeError{Kind: plan.Double, In: f.spec.Name}
		}
		to.floats[at[i]] = sum
	}
	return nil
}
