package cpu

import (
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
)

// refine keeps the positions of sel whose rows pass a clause of one column, in place.
func (c *clause) refine(sel []uint16, m machine.Memory, rows int) []uint16 {
	switch m.Width {
	case 1:
		return refined(sel, machine.Numbers[uint8](m, rows), c)
	case 2:
		return refined(sel, machine.Numbers[uint16](m, rows), c)
	case 4:
		return refined(sel, machine.Numbers[uint32](m, rows), c)
	default:
		return refined(sel, machine.Numbers[uint64](m, rows), c)
	}
}

func refined[T machine.Unsigned](sel []uint16, src []T, c *clause) []uint16 {
	switch {
	case c.set != nil:
		return withinSet(sel, src, c.set)
	case len(c.in) == 1:
		return within(sel, src, c.in[0])
	default:
		return withinAny(sel, src, c.in)
	}
}

// The loops have no branch that depends on the data.

func within[T machine.Unsigned](sel []uint16, src []T, in simd.Bounds) []uint16 {
	lo, span := T(in.Lo), T(in.Hi-in.Lo)
	n := 0
	for _, s := range sel {
		sel[n] = s
		n += lessOrEqual(src[s]-lo, span)
	}
	return sel[:n]
}

// lessOrEqual is 1 where x <= y.
func lessOrEqual[T machine.Unsigned](x, y T) int {
	_, more := bits.Sub64(uint64(y), uint64(x), 0)
	return int(1 - more)
}

func withinAny[T machine.Unsigned](sel []uint16, src []T, in []simd.Bounds) []uint16 {
	n := 0
	for _, s := range sel {
		sel[n] = s
		passes := 0
		for _, r := range in {
			passes |= lessOrEqual(src[s]-T(r.Lo), T(r.Hi-r.Lo))
		}
		n += passes
	}
	return sel[:n]
}

func withinSet[T machine.Unsigned](sel []uint16, src []T, set *operators.BitSet) []uint16 {
	n := 0
	for _, s := range sel {
		sel[n] = s
		n += int(machine.InSet(set, uint64(src[s])))
	}
	return sel[:n]
}

// withBit keeps the positions whose bit is set.
func withBit(sel []uint16, mask []uint64) []uint16 {
	n := 0
	for _, s := range sel {
		sel[n] = s
		n += int(mask[s/64] >> (s % 64) & 1)
	}
	return sel[:n]
}
