package store

import (
	"fmt"
	"math"
	"unsafe"

	"gsdms/plan"
)

// unsigned is a stored number.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// summary bounds the numbers of a column, or of a part of it, that are not NULL.
type summary struct {
	min, max int64 // min > max: none
	null     bool  // a NULL is among them
}

func emptySummary() summary { return summary{min: math.MaxInt64, max: math.MinInt64} }

// merge widens s by t.
func (s *summary) merge(t summary) {
	s.min, s.max = min(s.min, t.min), max(s.max, t.max)
	s.null = s.null || t.null
}

// summarize bounds numbers; null may be nil.
func summarize(n []int64, null []bool) summary {
	s := emptySummary()
	if null == nil {
		for _, v := range n {
			s.min, s.max = min(s.min, v), max(s.max, v)
		}
		return s
	}
	for i, v := range n {
		if null[i] {
			s.null = true
			continue
		}
		s.min, s.max = min(s.min, v), max(s.max, v)
	}
	return s
}

// storage is the narrowest form that holds what s bounds. It fails only for a column
// with NULL that spans all 64 bits: no code is left for NULL.
func (s summary) storage() (plan.Storage, error) {
	if s.min > s.max {
		return plan.Storage{Width: 1, Nullable: s.null}, nil
	}
	span, bias := uint64(s.max)-uint64(s.min), s.min
	if s.null {
		if span == math.MaxUint64 {
			return plan.Storage{}, fmt.Errorf("a column with NULL cannot hold both %d and %d: no 64-bit code is left for NULL; declare it NOT NULL or leave one of them out", s.min, s.max)
		}
		span, bias = span+1, bias-1
	}
	return plan.Storage{Width: widthOf(span), Nullable: s.null, Bias: bias}, nil
}

// heldBy says whether a form has a code for all that s bounds.
func (s summary) heldBy(form plan.Storage) bool {
	if s.null && !form.Nullable {
		return false
	}
	if s.min > s.max {
		return true
	}
	lo, hi := form.Store(s.min), form.Store(s.max)
	return s.min >= form.Bias && lo <= hi && widthOf(hi) <= form.Width && (lo > 0 || !form.Nullable)
}

// widthOf is the number of bytes that hold the largest stored number.
func widthOf(largest uint64) int {
	switch {
	case largest <= math.MaxUint8:
		return 1
	case largest <= math.MaxUint16:
		return 2
	case largest <= math.MaxUint32:
		return 4
	}
	return 8
}

// floatStorage is the form of a Double column.
func floatStorage(null bool) plan.Storage {
	return plan.Storage{Width: 8, Float: true, Nullable: null}
}

// encode writes numbers in storage form to dst, which holds len(n)*Width bytes aligned
// to 8, and bounds the stored numbers. Numbers of a float column are IEEE bits.
func encode(dst []byte, n []int64, null []bool, s plan.Storage) (lo, hi uint64) {
	if len(n) == 0 {
		return 0, 0
	}
	if s.Float {
		encodeFloats(words[uint64](dst), n, null)
		return 0, math.MaxUint64
	}
	switch s.Width {
	case 1:
		return encodeAs(words[uint8](dst), n, null, s.Bias)
	case 2:
		return encodeAs(words[uint16](dst), n, null, s.Bias)
	case 4:
		return encodeAs(words[uint32](dst), n, null, s.Bias)
	}
	return encodeAs(words[uint64](dst), n, null, s.Bias)
}

func encodeAs[T unsigned](dst []T, n []int64, null []bool, bias int64) (lo, hi uint64) {
	dst = dst[:len(n)]
	low, high := ^T(0), T(0)
	for i, v := range n {
		c := T(uint64(v - bias))
		if null != nil && null[i] {
			c = 0
		}
		low, high = min(low, c), max(high, c)
		dst[i] = c
	}
	return uint64(low), uint64(high)
}

func encodeFloats(dst []uint64, n []int64, null []bool) {
	for i, v := range n {
		dst[i] = uint64(v)
		if null != nil && null[i] {
			dst[i] = plan.NullBits
		}
	}
}

// decode is the inverse of encode. null is filled if it is not nil; a NULL's number
// is 0.
func decode(n []int64, null []bool, src []byte, s plan.Storage) {
	switch s.Width {
	case 1:
		decodeAs(n, null, words[uint8](src), s)
	case 2:
		decodeAs(n, null, words[uint16](src), s)
	case 4:
		decodeAs(n, null, words[uint32](src), s)
	default:
		decodeAs(n, null, words[uint64](src), s)
	}
}

func decodeAs[T unsigned](n []int64, null []bool, src []T, s plan.Storage) {
	src = src[:len(n)]
	for i, c := range src {
		n[i] = int64(c) + s.Bias
	}
	if null == nil {
		return
	}
	nothing := T(0)
	if s.Float {
		none := plan.NullBits
		nothing = T(none)
	}
	for i, c := range src {
		null[i] = s.Nullable && c == nothing
		if null[i] {
			n[i] = 0
		}
	}
}

// words views bytes as numbers of type T; the bytes are aligned for it.
func words[T unsigned](b []byte) []T {
	var t T
	size := int(unsafe.Sizeof(t))
	if len(b) < size {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/size)
}

// alignedBytes makes a buffer that words can view as any type.
func alignedBytes(n int) []byte {
	if n == 0 {
		return nil
	}
	w := make([]uint64, (n+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), n)
}
