package operators

import (
	"strings"
	"unsafe"

	"gsdms/operators/large"
)

// Uncleared is n words of whatever was there, which nobody reads before they are written, in large
// pages where they are many. Clearing the memory of a large column takes one goroutine as long as all
// of them need to fill it.
func Uncleared(n int) []int64 {
	const small = 1 << 12
	if n < small {
		return make([]int64, n)
	}
	var b strings.Builder // its memory is not cleared
	b.Grow(8 * n)
	if begin := unsafe.StringData(b.String()); begin != nil { // a guess, for nothing has been written
		large.Around(unsafe.Slice(begin, 8*n))
	}
	b.WriteByte(0)
	return unsafe.Slice((*int64)(unsafe.Pointer(unsafe.StringData(b.String()))), n)
}
