package coding

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

// Summary bounds the numbers of a column, or of a part of it, that are not NULL.
type Summary struct {
	Min, Max int64 // min > max: none
	Null     bool  // a NULL is among them
}

// Empty bounds no numbers.
func Empty() Summary { return Summary{Min: math.MaxInt64, Max: math.MinInt64} }

// Merge widens s by t.
func (s *Summary) Merge(t Summary) {
	s.Min, s.Max = min(s.Min, t.Min), max(s.Max, t.Max)
	s.Null = s.Null || t.Null
}

// Summarize bounds numbers; null may be nil.
func Summarize(n []int64, null []bool) Summary {
	s := Empty()
	if null == nil {
		for _, v := range n {
			s.Min, s.Max = min(s.Min, v), max(s.Max, v)
		}
		return s
	}
	for i, v := range n {
		if null[i] {
			s.Null = true
			continue
		}
		s.Min, s.Max = min(s.Min, v), max(s.Max, v)
	}
	return s
}

// Storage is the narrowest form that holds what s bounds. It fails only for a column
// with NULL that spans all 64 bits: no code is left for NULL.
func (s Summary) Storage() (plan.Storage, error) {
	if s.Min > s.Max {
		return plan.Storage{Width: 1, Nullable: s.Null}, nil
	}
	span, bias := uint64(s.Max)-uint64(s.Min), s.Min
	if s.Null {
		if span == math.MaxUint64 {
			return plan.Storage{}, fmt.Errorf("a column with NULL cannot hold both %d and %d: no 64-bit code is left for NULL; declare it NOT NULL or leave one of them out", s.Min, s.Max)
		}
		span, bias = span+1, bias-1
	}
	return plan.Storage{Width: Width(span), Nullable: s.Null, Bias: bias}, nil
}

// HeldBy says whether a form has a code for all that s bounds.
func (s Summary) HeldBy(form plan.Storage) bool {
	if s.Null && !form.Nullable {
		return false
	}
	if s.Min > s.Max {
		return true
	}
	lo, hi := form.Store(s.Min), form.Store(s.Max)
	return s.Min >= form.Bias && lo <= hi && Width(hi) <= form.Width && (lo > 0 || !form.Nullable)
}

// Width is the number of bytes that hold the largest stored number.
func Width(largest uint64) int {
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

// FloatStorage is the form of a Double column.
func FloatStorage(null bool) plan.Storage {
	return plan.Storage{Width: 8, Float: true, Nullable: null}
}

// Encode writes numbers in storage form to dst, which holds len(n)*Width bytes aligned
// to 8, and bounds the stored numbers. Numbers of a float column are IEEE bits.
func Encode(dst []byte, n []int64, null []bool, s plan.Storage) (lo, hi uint64) {
	if len(n) == 0 {
		return 0, 0
	}
	if s.Float {
		encodeFloats(Words[uint64](dst), n, null)
		return 0, math.MaxUint64
	}
	switch s.Width {
	case 1:
		return encodeAs(Words[uint8](dst), n, null, s.Bias)
	case 2:
		return encodeAs(Words[uint16](dst), n, null, s.Bias)
	case 4:
		return encodeAs(Words[uint32](dst), n, null, s.Bias)
	}
	return encodeAs(Words[uint64](dst), n, null, s.Bias)
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

// Decode is the inverse of encode. null is filled if it is not nil; a NULL's number
// is 0. It goes forward and reads each number once, so src may be the end of n.
func Decode(n []int64, null []bool, src []byte, s plan.Storage) {
	switch s.Width {
	case 1:
		decodeAs(n, null, Words[uint8](src), s)
	case 2:
		decodeAs(n, null, Words[uint16](src), s)
	case 4:
		decodeAs(n, null, Words[uint32](src), s)
	default:
		decodeAs(n, null, Words[uint64](src), s)
	}
}

func decodeAs[T unsigned](n []int64, null []bool, src []T, s plan.Storage) {
	src = src[:len(n)]
	if null == nil || !s.Nullable {
		clear(null)
		for i, c := range src {
			n[i] = int64(c) + s.Bias
		}
		return
	}
	nothing := T(0)
	if s.Float {
		none := plan.NullBits
		nothing = T(none)
	}
	for i, c := range src {
		v, is := int64(c)+s.Bias, c == nothing
		if is {
			v = 0
		}
		n[i], null[i] = v, is
	}
}

// Words views bytes as numbers of type T; the bytes are aligned for it.
func Words[T unsigned](b []byte) []T {
	var t T
	size := int(unsafe.Sizeof(t))
	if len(b) < size {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/size)
}

// AlignedBytes makes a buffer that words can view as any type.
func AlignedBytes(n int) []byte {
	if n == 0 {
		return nil
	}
	w := make([]uint64, (n+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), n)
}

// BytesOf views numbers as bytes.
func BytesOf(n []int64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(n))), 8*len(n))
}
