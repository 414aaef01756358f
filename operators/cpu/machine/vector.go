package machine

import (
	"gsdms/operators"
	"unsafe"
)

// Vector is some consecutive rows of a chunk, at most 65,536.
type Vector struct {
	Columns []Memory // of the chunk, by ordinal
	Row     int      // in the chunk
	Rows    int
	Morsel  int    // row of the table that its morsel begins with
	First   int    // row of the table that it begins with
	Read    []bool // by ordinal: looked at in this vector
	Touch   int    // columns are touched when more than one row in so many is read
}

// Column gives the vector's rows of a column.
func (v *Vector) Column(ordinal int) Memory {
	v.Read[ordinal] = true
	m := v.Columns[ordinal]
	return Memory{Data: m.Data[v.Row*m.Width : (v.Row+v.Rows)*m.Width], Width: m.Width}
}

// Bytes counts what was looked at since the last call.
func (v *Vector) Bytes() (n int64) {
	for o, read := range v.Read {
		if read {
			n += int64(v.Rows * v.Columns[o].Width)
			v.Read[o] = false
		}
	}
	return n
}

// Memory is the stored numbers of one column of a chunk.
type Memory struct {
	Data  []byte // Rows * width bytes
	Width int
}

// Unsigned is the stored forms of an integer column.
type Unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// Numbers gives the stored numbers of a column.
func Numbers[T Unsigned](m Memory, rows int) []T {
	if rows == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&m.Data[0])), rows)
}

// InSet is 1 for a member; numbers past the end are none.
func InSet(set *operators.BitSet, x uint64) uint64 {
	if x >= uint64(set.Len) {
		return 0
	}
	return set.Bits[x/64] >> (x % 64) & 1
}

// Unsigned64 is the same words as unsigned numbers.
func Unsigned64(words []int64) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// Doubles is the same words as doubles.
func Doubles(words []int64) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// Bytes is the memory of numbers.
func Bytes[T int64 | uint64](n []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(n))), 8*len(n))
}
