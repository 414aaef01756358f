// Package narrow says how wide the numbers of a stored column lie on a device, and makes them so.
// What is four bytes wide in the host's memory, and would fit three, has three on a device: a kernel
// that reads such columns is bound by the memory, and a fourth of what it reads of them is zeros.
package narrow

import (
	"encoding/binary"
	"fmt"

	"gsdms/plan"
)

// packed is the bytes of a number that is packed, wide those that it has in the host's memory.
const (
	packed = 3
	wide   = 4
)

// Width is the bytes of a number of the column on a device. Rows that a pipeline has left are read
// once or twice, so packing them would cost more than it spares.
func Width(t *plan.Table, ordinal int) int {
	c := &t.Columns[ordinal]
	if most := uint64(c.Max) - uint64(c.Storage.Bias); c.Storage.Width != wide || t.Passing || c.Min > c.Max || most>>16 == 0 || most>>(8*packed) != 0 {
		return c.Storage.Width
	}
	return packed
}

// Packs reports whether numbers of the column are packed on their way to a device.
func Packs(t *plan.Table, ordinal int) bool {
	return Width(t, ordinal) != t.Columns[ordinal].Storage.Width
}

// Packed is how many bytes so many of the host's are when they are packed.
func Packed(bytes int) int { return bytes / wide * packed }

// Pack writes three of each four bytes: Packed(len(from)) of them. An error says that there are numbers
// which three bytes do not hold, as the column's bounds have it.
func Pack(to, from []byte) error {
	var all uint64
	for len(from) >= 4*wide && len(to) >= 4*packed {
		a, b := binary.LittleEndian.Uint64(from), binary.LittleEndian.Uint64(from[8:])
		all |= a | b
		a, b = two(a), two(b)
		binary.LittleEndian.PutUint64(to, a|b<<48)
		binary.LittleEndian.PutUint32(to[8:], uint32(b>>16))
		from, to = from[4*wide:], to[4*packed:]
	}
	for len(from) >= wide {
		a := binary.LittleEndian.Uint32(from)
		all |= uint64(a)
		to[0], to[1], to[2] = byte(a), byte(a>>8), byte(a>>16)
		from, to = from[wide:], to[packed:]
	}
	if all&(0xff<<24|0xff<<56) != 0 {
		return fmt.Errorf("a number of the column is past its bounds, which %d bytes hold", packed)
	}
	return nil
}

// two brings two numbers of four bytes together, in six.
func two(n uint64) uint64 { return n&(1<<24-1) | n>>8&((1<<24-1)<<24) }
