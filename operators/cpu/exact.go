package cpu

import (
	"math"
	"math/bits"

	"gsdms/operators/exact"
	"gsdms/plan"
)

// An exact sum of doubles has 552 bytes, which a million groups do not have to spare. Nearly
// all doubles that people sum lie in a window of magnitudes in which 128 bits of fixed point
// hold them exactly: so a group has these, and an exact.Sum only for values outside.
//
// A group's words are the low and the high half of the fixed point number, and the place of
// its exact.Sum (1 + it; 0: none).

// The window: multiples of 2^-64 below 2^24. So many values that their sum leaves 128 bits
// cannot be: 2^38 of the largest do not.
const (
	fixedBits = 64
	fixedMost = 1 << 24
)

// fixedOf gives a double as a multiple of 2^-fixedBits; false where it is none in the window.
func fixedOf(f float64) (lo, hi int64, ok bool) {
	if math.Abs(f) >= fixedMost {
		return 0, 0, false
	}
	b := math.Float64bits(f)
	exponent := int(b>>52&0x7ff) - 1075 + fixedBits
	mantissa := b&(1<<52-1) | 1<<52
	var l, h uint64
	switch {
	case f == 0:
		return 0, 0, true
	case exponent >= 0:
		l, h = mantissa<<exponent, mantissa>>(64-exponent)
	case exponent > -53 && mantissa&(1<<-exponent-1) == 0:
		l = mantissa >> -exponent
	default:
		return 0, 0, false
	}
	if f < 0 {
		var borrow uint64
		l, borrow = bits.Sub64(0, l, 0)
		h, _ = bits.Sub64(0, h, borrow)
	}
	return int64(l), int64(h), true
}

// fixedValue rounds a fixed point number to the nearest double, ties to even.
func fixedValue(lo, hi int64) float64 {
	l, h := uint64(lo), uint64(hi)
	sign := 1.0
	if hi < 0 {
		var borrow uint64
		l, borrow = bits.Sub64(0, l, 0)
		h, _ = bits.Sub64(0, h, borrow)
		sign = -1
	}
	if h == 0 {
		return sign * math.Ldexp(float64(l), -fixedBits)
	}
	down := bits.Len64(h) // 64 bits stay, the last says whether anything is lost
	top := h<<(64-down) | l>>down
	if l<<(64-down) != 0 {
		top |= 1
	}
	return sign * math.Ldexp(float64(top), down-fixedBits)
}

func addExact(f *fold, a *accumulators, m *machine, numbers []uint32) error {
	v, width := f.argument(a, m, numbers), a.groups.width
	for i, n := range numbers {
		if v.Null != nil && v.Null[i] != 0 {
			continue
		}
		words := a.words[int(n)*width+f.at:][:3]
		if lo, hi, ok := fixedOf(v.Float[i]); ok {
			add128(words, lo, hi)
			continue
		}
		s, err := a.exactAt(f, &words[2])
		if err != nil {
			return err
		}
		s.Add(v.Float[i])
	}
	return nil
}

// aside is what groups have outside of their words, in chunks that stay where they are.
type aside[T any] struct {
	chunks [][]T
	n      int
}

const asideChunk = 16

func (x *aside[T]) at(i int64) *T { return &x.chunks[i/asideChunk][i%asideChunk] }

// of is the value that a group's word refers to (1 + its place), made at first use and
// charged as so many bytes.
func (x *aside[T]) of(word *int64, b *budget, bytes int64) (*T, error) {
	if *word != 0 {
		return x.at(*word - 1), nil
	}
	if x.n == len(x.chunks)*asideChunk {
		if err := b.charge(asideChunk * bytes); err != nil {
			return nil, err
		}
		x.chunks = append(x.chunks, make([]T, asideChunk))
	}
	x.n++
	*word = int64(x.n)
	return x.at(*word - 1), nil
}

// exactAt is the exact sum of a group.
func (a *accumulators) exactAt(f *fold, word *int64) (*exact.Sum, error) {
	return a.exact[f.index].of(word, &a.run.budget, exact.Bytes)
}

func mergeExact(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	other, words := from.words[j*from.groups.width+f.at:][:3], into.words[i*into.groups.width+f.at:][:3]
	add128(words, other[0], other[1])
	if other[2] == 0 {
		return nil
	}
	s, err := into.exactAt(f, &words[2])
	if err != nil {
		return err
	}
	s.Merge(from.exact[f.index].at(other[2] - 1))
	return nil
}

func outExact(f *fold, a *accumulators, groups, at []uint32, to *column) error {
	for i, g := range groups {
		words := a.words[int(g)*a.groups.width+f.at:][:3]
		sum := fixedValue(words[0], words[1])
		if words[2] != 0 {
			sum = a.exact[f.index].at(words[2]-1).Plus(words[0], words[1], -fixedBits)
		}
		if math.IsInf(sum, 0) {
			return &plan.RangeError{Kind: plan.Double, In: f.spec.Name}
		}
		to.floats[at[i]] = sum
	}
	return nil
}
