package machine

import (
	"math"
	"math/bits"
	"unsafe"
)

// Where the kernels read many places of a list at a time, columns of up to four bytes and
// arrays of as many are read by them, and not in a loop over the rows.

// fewListed is how many rows are read sooner by a loop: those of a filter that few rows pass lie
// far apart, and a loop has more of their lines under way.
const fewListed = 512

// Listed gives the stored numbers of the n rows at hand of a column, until the next call; nil
// where a loop over the rows is as fast.
func Listed[C Unsigned](m *Machine, from Source, n int) []uint32 {
	size := int(unsafe.Sizeof(C(0)))
	l := m.Kernels.Lists
	if l == nil || size > 4 || n < fewListed {
		return nil
	}
	if len(m.listed) < n {
		m.listed = make([]uint32, max(n, m.Batch))
	}
	out := m.listed[:n]
	l.Read[bits.TrailingZeros(uint(size))](out, unsafe.Slice((*byte)(m.Columns[from.Column]), m.rows*size), m.Levels[from.Level][:n])
	return out
}

// Picked gives the elements of an array at the places that a column gives, until the next
// call; nil where a loop over the rows is as fast, or tells what is wrong with a place.
func Picked[A, C Unsigned](m *Machine, array []A, from Source, n int) []uint32 {
	size, first := int(unsafe.Sizeof(A(0))), -from.Bias
	if first < 0 && first > -int64(len(array)) { // stored numbers are places behind the first
		array, first = array[-first:], 0
	}
	if size > 4 || len(array) == 0 || len(array) > math.MaxInt32/4 || first < 0 || first > math.MaxInt32 {
		return nil
	}
	out := Listed[C](m, from, n)
	if out == nil {
		return nil
	}
	data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(array))), len(array)*size)
	if !m.Kernels.Lists.Pick[bits.TrailingZeros(uint(size))](out, uint32(first), data) {
		return nil
	}
	return out
}

// Widen gives the values of stored numbers.
func Widen[T Unsigned](m *Machine, dst []int64, stored []T, bias int64) {
	size := int(unsafe.Sizeof(T(0)))
	if l := m.Kernels.Lists; l != nil && size <= 4 && len(stored) > 0 {
		l.Widen[bits.TrailingZeros(uint(size))](dst, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(stored))), len(stored)*size), bias)
		return
	}
	dst = dst[:len(stored)]
	for i, n := range stored {
		dst[i] = int64(n) + bias
	}
}

// AddScaled adds stored numbers, times a factor, to as many others.
func AddScaled[T Unsigned](m *Machine, dst []uint32, stored []T, factor uint32) {
	size := int(unsafe.Sizeof(T(0)))
	if size <= 4 && len(stored) > 0 {
		m.Kernels.Scaled[bits.TrailingZeros(uint(size))](dst, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(stored))), len(stored)*size), factor)
		return
	}
	dst = dst[:len(stored)]
	for i, n := range stored {
		dst[i] += uint32(n) * factor
	}
}

// Fill sets all numbers to one.
func Fill(numbers []uint32, to uint32) {
	if to == 0 || len(numbers) == 0 {
		clear(numbers)
		return
	}
	numbers[0] = to
	for done := 1; done < len(numbers); done *= 2 {
		copy(numbers[done:], numbers[:done])
	}
}
