package groups

import (
	"math"
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/exact"
	"gsdms/plan"
)

// An exact sum of doubles has 552 bytes, which a million groups do not have to spare. Nearly
// all doubles that people sum lie in a window of magnitudes in which 128 bits of fixed point
// hold them exactly: so a group has these, and an exact.Sum only for values outside.
//
// A group's words are the low and the high half of the fixed point number, and the place of
// its exact.Sum (1 + it; 0: none).

// exactWord is which of a group's words is that place.
const exactWord = 2

// The window: multiples of 2^-64 below 2^24. So many values that their sum leaves 128 bits
// cannot be: 2^38 of the largest do not.
const (
	fixedBits = 64
	fixedTop  = 24
	fixedMost = 1 << fixedTop
)

// The exponents of doubles without any bits below the window, as they are stored.
const (
	leastExponent = 1075 - fixedBits
	exponents     = 1023 + fixedTop - leastExponent
)

// inWindow reports whether fixedOf gives a double by a shift and the sign.
func inWindow(f float64) bool {
	return math.Float64bits(f)>>52&0x7ff-leastExponent < exponents
}

// shifted gives a double that is inWindow as a multiple of 2^-fixedBits.
func shifted(f float64) (lo, hi int64) {
	b := math.Float64bits(f)
	shift, sign := (b>>52&0x7ff-leastExponent)&63, int64(b)>>63
	signed := (int64(b&(1<<52-1)|1<<52) ^ sign) - sign
	return signed << shift, signed >> 1 >> (63 - shift)
}

// fixedOf gives a double as a multiple of 2^-fixedBits; false where it is none in the window.
func fixedOf(f float64) (lo, hi int64, ok bool) {
	if inWindow(f) {
		lo, hi = shifted(f)
		return lo, hi, true
	}
	b := math.Float64bits(f)
	below := leastExponent - int(b>>52&0x7ff)
	mantissa := b&(1<<52-1) | 1<<52
	switch {
	case f == 0:
		return 0, 0, true
	case below <= 0 || below >= 53 || mantissa&(1<<below-1) != 0:
		return 0, 0, false
	}
	lo = int64(mantissa >> below)
	if f < 0 {
		lo = -lo
	}
	return lo, lo >> 63, true
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
		return sign * float64(l) * powerOfTwo(-fixedBits)
	}
	down := bits.Len64(h) // 64 bits stay, the last says whether anything is lost
	top := h<<(64-down) | l>>down
	if l<<(64-down) != 0 {
		top |= 1
	}
	return sign * float64(top) * powerOfTwo(down-fixedBits)
}

// powerOfTwo is 2^n, of an n between -1022 and 1023.
func powerOfTwo(n int) float64 { return math.Float64frombits(uint64(1023+n) << 52) }

func addExact(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v := m.Register(f.arg, len(numbers))
	switch {
	case a.groups.shared && v.Null == nil:
		return a.addTogether(f, v.Float[:len(numbers)])
	case a.groups.shared:
		f.argument(a, m, numbers)
		return a.addPresent(f, &v, numbers, nil)
	case v.Null == nil:
		return a.addEach(f, v.Float[:len(numbers)], numbers)
	case f.told:
		return a.addPresent(f, &v, numbers, nil)
	}
	return a.addPresent(f, &v, numbers, a.words[f.values:])
}

// addEach adds doubles to the groups of their rows.
func (a *accumulators) addEach(f *fold, doubles []float64, numbers []uint32) error {
	words, width := a.words[f.at:], a.groups.width
	for {
		n := addWindow(words, width, doubles, numbers)
		if n == len(doubles) {
			return nil
		}
		if err := a.addDouble(f, words[int(numbers[n])*width:][:3], doubles[n]); err != nil {
			return err
		}
		doubles, numbers = doubles[n+1:], numbers[n+1:]
	}
}

// addWindow adds doubles up to the first that is not inWindow, and gives how many. It calls nothing,
// so that what it needs stays in registers: 4 ns for a double, where a loop with the call took 6.
func addWindow(words []int64, width int, doubles []float64, numbers []uint32) int {
	numbers = numbers[:len(doubles)]
	for i, d := range doubles {
		if !inWindow(d) {
			return i
		}
		lo, hi := shifted(d)
		at := int(numbers[i]) * width
		high := &words[at+1]
		low, carry := bits.Add64(uint64(words[at]), uint64(lo), 0)
		words[at] = int64(low)
		*high += hi + int64(carry)
	}
	return len(doubles)
}

// addPresent adds doubles that are not NULL to the groups of their rows, and counts them in counts,
// if that is not nil: a group's words come into the cache once for both.
func (a *accumulators) addPresent(f *fold, v *operators.Vector, numbers []uint32, counts []int64) error {
	words, width := a.words[f.at:], a.groups.width
	doubles, nulls := v.Float[:len(numbers)], v.Null[:len(numbers)]
	for i, n := range numbers {
		if nulls[i] != 0 {
			continue
		}
		at := int(n) * width
		if counts != nil {
			counts[at]++
		}
		if d := doubles[i]; inWindow(d) {
			lo, hi := shifted(d)
			sum := (*[2]int64)(words[at:])
			add128(sum[:], lo, hi)
		} else if err := a.addDouble(f, words[at:][:3], d); err != nil {
			return err
		}
	}
	return nil
}

// addDouble adds any double to a group's words.
func (a *accumulators) addDouble(f *fold, words []int64, d float64) error {
	if lo, hi, ok := fixedOf(d); ok {
		add128(words, lo, hi)
		return nil
	}
	s, err := a.exactAt(f, &words[exactWord])
	if err == nil {
		s.Add(d)
	}
	return err
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
func (x *aside[T]) of(word *int64, b *budget.Budget, bytes int64) (*T, error) {
	if *word != 0 {
		return x.at(*word - 1), nil
	}
	if x.n == len(x.chunks)*asideChunk {
		if err := b.Charge(asideChunk * bytes); err != nil {
			return nil, err
		}
		x.chunks = append(x.chunks, make([]T, asideChunk))
	}
	x.n++
	*word = int64(x.n)
	return x.at(*word - 1), nil
}

// empty makes all values zero, and the places free.
func (x *aside[T]) empty() {
	for _, c := range x.chunks {
		clear(c)
	}
	x.n = 0
}

// exactPlace is the word of a group that refers to an exact sum: that of distinct values is
// behind their count.
func (f *fold) exactPlace() int {
	if f.spec.Func == operators.SumDistinctFloat {
		return f.at + 1 + exactWord
	}
	return f.at + exactWord
}

// exactAt is the exact sum of a group.
func (a *accumulators) exactAt(f *fold, word *int64) (*exact.Sum, error) {
	return a.exact[f.index].of(word, a.run.budget, exact.Bytes)
}

func mergeExact(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	other, words := from.words[j*from.groups.width+f.at:][:3], into.words[i*into.groups.width+f.at:][:3]
	add128(words, other[0], other[1])
	if other[exactWord] == 0 {
		return nil
	}
	s, err := into.exactAt(f, &words[exactWord])
	if err != nil {
		return err
	}
	s.Merge(from.exact[f.index].at(other[exactWord] - 1))
	return nil
}

func outExact(f *fold, a *accumulators, groups, at []uint32, to *Column) error {
	for i, g := range groups {
		words := a.words[int(g)*a.groups.width+f.at:][:3]
		sum := fixedValue(words[0], words[1])
		if words[exactWord] != 0 {
			sum = a.exact[f.index].at(words[exactWord]-1).Plus(words[0], words[1], -fixedBits)
		}
		if math.IsInf(sum, 0) {
			return &plan.RangeError{Kind: plan.Double, In: f.spec.Name}
		}
		to.Floats[at[i]] = sum
	}
	return nil
}
