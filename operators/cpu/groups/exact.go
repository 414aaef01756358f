package groups

import (
	"math"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/exact"
	"gsdms/operators/simd"
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

// addExact adds doubles to the groups of their rows, and counts those that are not NULL.
func addExact(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	doubles := f.doubles(m, len(numbers))
	if a.groups.shared {
		return a.addTogether(f, m.Kernels, doubles)
	}
	to, add := simd.FixedSums{Words: a.words, Width: a.groups.width, Sum: f.at}, m.Kernels.AddFixed
	if f.counts {
		to.Rows = 1
	}
	if f.arg.Null {
		add = m.Kernels.AddPresent
		if !f.told {
			to.Values = f.values
		}
	}
	if a.addsFew(m.Kernels, len(numbers)) && m.Kernels.Few(a.few, a.groups.size, numbers, doubles) {
		return a.addFew(f, &to)
	}
	for {
		n := add(&to, numbers, doubles)
		if n == len(doubles) {
			return nil
		}
		group := to.Words[int(numbers[n])*to.Width:][:to.Width]
		group[0] += to.Rows
		if to.Values > 0 {
			group[to.Values]++
		}
		if err := a.addDouble(f, group[f.at:], doubles[n]); err != nil {
			return err
		}
		doubles, numbers = doubles[n+1:], numbers[n+1:]
	}
}

// addDouble adds any double to a group's words.
func (a *accumulators) addDouble(f *fold, words []int64, d float64) error {
	if lo, hi, ok := simd.FixedOf(d); ok {
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

func outExact(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
	for i, g := range groups {
		words := a.words[int(g)*a.groups.width+f.at:][:3]
		sum := simd.FixedValue(words[0], words[1])
		if words[exactWord] != 0 {
			sum = a.exact[f.index].at(words[exactWord]-1).Plus(words[0], words[1], -simd.FixedBits)
		}
		if math.IsInf(sum, 0) {
			return &plan.RangeError{Kind: plan.Double, In: f.spec.Name}
		}
		to.Floats[at[i]] = sum
	}
	return nil
}
