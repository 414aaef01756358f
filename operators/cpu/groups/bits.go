package groups

import "gsdms/operators/cpu/machine"

// Combined bits are a word of the group. All begin as 0: what BIT_AND keeps are the bits that
// a value lacks, and NULL adds nothing.

// present gives the values, and 0 for NULL; turned has their bits turned round first.
func (f *fold) present(m *machine.Machine, n int, turned uint64) []uint64 {
	v, out := m.Register(f.arg, n), m.Hashes[:n]
	for i, x := range v.Int {
		out[i] = uint64(x) ^ turned
	}
	if v.Null != nil {
		for i, null := range v.Null {
			out[i] &= uint64(null) - 1
		}
	}
	return out
}

func addBits(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	return a.setBits(f, f.present(m, len(numbers), 0), numbers)
}

func addUnset(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	return a.setBits(f, f.present(m, len(numbers), ^uint64(0)), numbers)
}

// setBits sets the bits of each row in the word of its group.
func (a *accumulators) setBits(f *fold, bits []uint64, numbers []uint32) error {
	width := a.groups.width
	for i, n := range numbers {
		a.words[int(n)*width+f.at] |= int64(bits[i])
	}
	return nil
}

func addOdd(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	bits, width := f.present(m, len(numbers), 0), a.groups.width
	for i, n := range numbers {
		a.words[int(n)*width+f.at] ^= int64(bits[i])
	}
	return nil
}

func mergeBits(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	into.words[i*into.groups.width+f.at] |= from.words[j*from.groups.width+f.at]
	return nil
}

func mergeOdd(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	into.words[i*into.groups.width+f.at] ^= from.words[j*from.groups.width+f.at]
	return nil
}

// outUnset gives the bits that no value lacks.
func outUnset(f *fold, a *accumulators, groups, at []uint32, to *Column) error {
	width := a.groups.width
	for i, g := range groups {
		to.Ints[at[i]] = ^a.words[int(g)*width+f.at]
	}
	return nil
}
