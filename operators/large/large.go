// Package large has memory come in large pages. What is written for the first time costs a fault for
// each page that the system gives: for numbers that are read once, small pages take longer than
// reading them.
package large

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// pageBytes is how much memory the system can give at once.
const pageBytes = 2 << 20

// Pages asks for large pages where whole ones lie within memory that nobody has written yet, and
// gives it back. A system that has none gives small ones.
func Pages[T any](memory []T) []T {
	all := memory[:cap(memory)]
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(all))), uintptr(len(all))*unsafe.Sizeof(*new(T)))
	if len(bytes) < pageBytes {
		return memory
	}
	begin := int(-uintptr(unsafe.Pointer(unsafe.SliceData(bytes))) % pageBytes)
	if end := begin + (len(bytes)-begin)/pageBytes*pageBytes; begin < end {
		_ = unix.Madvise(bytes[begin:end], unix.MADV_HUGEPAGE) // where it fails small ones come
	}
	return memory
}
