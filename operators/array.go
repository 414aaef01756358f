package operators

import (
	little "encoding/binary"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan"
)

// Array is a read-only array of numbers that a Lookup reads: a whole dimension
// column, aliased, or a table computed when the query was compiled.
type Array struct {
	Name    string
	Storage plan.Storage
	Len     int
	Data    []byte // Len * Storage.Width bytes, little-endian, 64-byte aligned
}

// ArrayOf is what was read of a stored column, which it aliases.
func ArrayOf(c *plan.Column, read arrow.Array) *Array {
	d, width := read.Data(), c.Storage.Width
	return &Array{Name: c.Name, Storage: c.Storage, Len: d.Len(), Data: d.Buffers()[1].Bytes()[d.Offset()*width : (d.Offset()+d.Len())*width]}
}

// Stored is element i as it is stored.
func (a *Array) Stored(i int) uint64 {
	switch a.Storage.Width {
	case 1:
		return uint64(a.Data[i])
	case 2:
		return uint64(little.LittleEndian.Uint16(a.Data[2*i:]))
	case 4:
		return uint64(little.LittleEndian.Uint32(a.Data[4*i:]))
	}
	return little.LittleEndian.Uint64(a.Data[8*i:])
}

// Number is element i of an array of numbers, 0 of NULL.
func (a *Array) Number(i int) int64 {
	n, _ := a.Storage.Load(a.Stored(i))
	return n
}

// BitSet is a read-only set of small numbers.
type BitSet struct {
	Name string
	Len  int // bits
	Bits []uint64
}

// NewBitSet makes a set of numbers less than some number that has none yet.
func NewBitSet(name string, bits int) *BitSet {
	return &BitSet{Name: name, Len: bits, Bits: make([]uint64, (bits+63)/64)}
}

// Add adds a number to a set that is being made.
func (b *BitSet) Add(n int) { b.Bits[n/64] |= 1 << (n % 64) }

// Has reports whether a number is in the set.
func (b *BitSet) Has(n int) bool { return b.Bits[n/64]>>(n%64)&1 == 1 }
