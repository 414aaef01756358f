package large

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Apart is zeros beside the heap, in large pages where the system has them: the collector does not
// count it. What it counts decides how much garbage may lie about before it runs, and garbage that is
// not collected is memory of the system that has not been written yet, the dearest there is. It goes
// with Apart, and with Free before.
type Apart[T any] struct {
	Memory  []T // no pointers
	cleanup runtime.Cleanup
	bytes   []byte // that were mapped; nil: the heap has them
}

// NewApart gives room for so many values. Where the system maps none it is of the heap.
func NewApart[T any](n int) *Apart[T] {
	bytes, err := unix.Mmap(-1, 0, max(1, n*int(unsafe.Sizeof(*new(T)))), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return &Apart[T]{Memory: make([]T, n)}
	}
	a := &Apart[T]{Memory: unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(Pages(bytes)))), n), bytes: bytes}
	a.cleanup = runtime.AddCleanup(a, unmap, bytes)
	return a
}

func unmap(bytes []byte) { _ = unix.Munmap(bytes) } // there is nobody left to tell

// Free gives the memory back, which nobody may look at any more.
func (a *Apart[T]) Free() {
	if a.bytes != nil {
		a.cleanup.Stop()
		unmap(a.bytes)
	}
	a.Memory, a.bytes = nil, nil
}
