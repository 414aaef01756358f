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
	if begin, n := whole(bytes); n > 0 {
		_ = unix.Madvise(bytes[begin:begin+n*pageBytes], unix.MADV_HUGEPAGE) // where it fails small ones come
	}
	return memory
}

// leastAround is from how many bytes on a large page is worth asking for that has other memory, too.
const leastAround = 64 << 10

// Around is Pages with the large pages that begin before memory or end behind it: what is allocated next
// mostly lies there, and is written as soon. For memory of the heap, all of which is mapped.
func Around[T any](memory []T) []T {
	all := memory[:cap(memory)]
	bytes := uintptr(len(all)) * unsafe.Sizeof(*new(T))
	if bytes < leastAround {
		return memory
	}
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(all)))
	end := (begin + bytes + pageBytes - 1) &^ (pageBytes - 1)
	begin &^= pageBytes - 1
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, begin, end-begin, unix.MADV_HUGEPAGE) // where it fails small ones come
	return memory
}

// Make makes n zeros, in large pages where they are many.
func Make[T any](n int) []T { return Around(make([]T, n)) }

// whole gives where the first whole large page of memory begins, and how many there are.
func whole(memory []byte) (begin, n int) {
	if len(memory) < pageBytes {
		return 0, 0
	}
	begin = int(-uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % pageBytes)
	return begin, max(0, len(memory)-begin) / pageBytes
}

// Count is how many whole large pages lie within memory.
func Count(memory []byte) int {
	_, n := whole(memory)
	return n
}

// Touched gives the whole large pages with some of the bytes [lo, hi), from one on and before another.
func Touched(memory []byte, lo, hi int) (first, end int) {
	begin, n := whole(memory)
	if first, end = (lo-begin)/pageBytes, (hi-begin+pageBytes-1)/pageBytes; lo < begin {
		first = 0
	}
	return min(first, n), min(max(end, min(first, n)), n)
}

// Forget gives a whole large page back to the system: what it had is gone, and it is zeros when it is
// asked for again.
func Forget(memory []byte, page int) {
	begin, _ := whole(memory)
	at := memory[begin+page*pageBytes : begin+(page+1)*pageBytes]
	if unix.Madvise(at, unix.MADV_DONTNEED) != nil {
		clear(at)
	}
}

// Move gives a whole large page the memory of another, which is then as if it had been forgotten: the
// system need not make zeros of memory that is written next. false where it cannot; then nothing is
// changed.
func Move(memory []byte, from, to int) bool {
	begin, _ := whole(memory)
	base := unsafe.Add(unsafe.Pointer(unsafe.SliceData(memory)), begin)
	old, target := unsafe.Add(base, from*pageBytes), unsafe.Add(base, to*pageBytes)
	got, _, failed := unix.Syscall6(unix.SYS_MREMAP, uintptr(old), pageBytes, pageBytes,
		unix.MREMAP_MAYMOVE|unix.MREMAP_FIXED|unix.MREMAP_DONTUNMAP, uintptr(target), 0)
	return failed == 0 && got == uintptr(target)
}
