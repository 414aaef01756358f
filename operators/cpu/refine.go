package cpu

import (
	"math/bits"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/simd"
)

// unsigned is the stored forms of an integer column.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// numbers gives the stored numbers of a column.
func numbers[T unsigned](m memory, rows int) []T {
	if rows == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&m.data[0])), rows)
}

// inSet is 1 for a member; numbers past the end are none.
func inSet(set *operators.BitSet, x uint64) uint64 {
	if x >= uint64(set.Len) {
		return 0
	}
	return set.Bits[x/64] >> (x % 64) & 1
}

// refine keeps the positions of sel whose rows pass a clause of one column, in place.
func (c *clause) refine(sel []uint16, m memory, rows int) []uint16 {
	switch m.width {
	case 1:
		return refined(sel, numbers[uint8](m, rows), c)
	case 2:
		return refined(sel, numbers[uint16](m, rows), c)
	case 4:
		return refined(sel, numbers[uint32](m, rows), c)
	default:
		return refined(sel, numbers[uint64](m, rows), c)
	}
}

func refined[T unsigned](sel []uint16, src []T, c *clause) []uint16 {
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

func within[T unsigned](sel []uint16, src []T, in simd.Bounds) []uint16 {
	lo, span := T(in.Lo), T(in.Hi-in.Lo)
	n := 0
	for _, s := range sel {
		sel[n] = s
		n += lessOrEqual(src[s]-lo, span)
	}
	return sel[:n]
}

// lessOrEqual is 1 where x <= y.
func lessOrEqual[T unsigned](x, y T) int {
	_, more := bits.Sub64(uint64(y), uint64(x), 0)
	return int(1 - more)
}

func withinAny[T unsigned](sel []uint16, src []T, in []simd.Bounds) []uint16 {
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

func withinSet[T unsigned](sel []uint16, src []T, set *operators.BitSet) []uint16 {
	n := 0
	for _, s := range sel {
		sel[n] = s
		n += int(inSet(set, uint64(src[s])))
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
