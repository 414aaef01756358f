package groups

import (
	"gsdms/operators"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/machine"
)

// Combined bits are a word of the group. All begin as 0: what BIT_AND keeps are the bits that
// a value lacks, and NULL adds nothing.

func addBits(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	return f.setBits(a, m, numbers, 0)
}

func addUnset(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	return f.setBits(a, m, numbers, -1)
}

// setBits sets the bits of each row in the word of its group; turned has them turned round first.
func (f *fold) setBits(a *accumulators, m *machine.Machine, numbers []uint32, turned int64) error {
	v, width := m.Register(f.arg, len(numbers)), a.groups.width
	if a.groups.shared {
		var all int64
		for i, x := range v.Int {
			all |= (x ^ turned) & present(&v, i)
		}
		a.words[f.at] |= all
		return nil
	}
	for i, n := range numbers {
		a.words[int(n)*width+f.at] |= (v.Int[i] ^ turned) & present(&v, i)
	}
	return nil
}

func addOdd(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v, width := m.Register(f.arg, len(numbers)), a.groups.width
	if a.groups.shared {
		var all int64
		for i, x := range v.Int {
			all ^= x & present(&v, i)
		}
		a.words[f.at] ^= all
		return nil
	}
	for i, n := range numbers {
		a.words[int(n)*width+f.at] ^= v.Int[i] & present(&v, i)
	}
	return nil
}

// present is all bits where a row's value is not NULL, else none.
func present(v *operators.Vector, i int) int64 {
	if v.Null == nil {
		return -1
	}
	return int64(v.Null[i]) - 1
}

// outUnset gives the bits that no value lacks.
func outUnset(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
	width := a.groups.width
	for i, g := range groups {
		to.Ints[at[i]] = ^a.words[int(g)*width+f.at]
	}
	return nil
}
