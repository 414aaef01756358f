package memory

import "unsafe"

// Bytes is a slice of numbers as bytes, the same memory: what queues copy.
func Bytes[T uint32 | uint64 | int64](words []T) []byte {
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*int(unsafe.Sizeof(t)))
}
