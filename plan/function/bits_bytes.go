package function

import (
	"math/bits"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// BytesTogether makes the evaluation of a bit operation on two texts of bytes, byte by byte.
func BytesTogether(of func(a, b byte) byte) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, args []value.Value) (value.Value, error) {
		a, b := []byte(value.BytesOfText(args[0].Text)), value.BytesOfText(args[1].Text)
		if len(a) != len(b) {
			return value.Value{}, fault.Errorf(fault.CodeByteLengths, "Binary operands of bitwise operators must be of equal length")
		}
		for i := range a {
			a[i] = of(a[i], b[i])
		}
		return ofBytes(a), nil
	}
}

// BytesNot inverts the bits of a text of bytes.
func BytesNot(_ value.Type, args []value.Value) (value.Value, error) {
	a := []byte(value.BytesOfText(args[0].Text))
	for i := range a {
		a[i] = ^a[i]
	}
	return ofBytes(a), nil
}

// BytesShifted makes the evaluation of a shift of the bits of a text of bytes, which keeps its length.
func BytesShifted(left bool) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, args []value.Value) (value.Value, error) {
		a := []byte(value.BytesOfText(args[0].Text))
		out, by := make([]byte, len(a)), uint64(args[1].Int)
		if by >= 8*uint64(len(a)) {
			return ofBytes(out), nil
		}
		far, near := int(by/8), by%8
		at := func(i int) uint16 { // the byte that lies so far to the right
			if i < 0 || i >= len(a) {
				return 0
			}
			return uint16(a[i])
		}
		for i := range out {
			if left {
				out[i] = byte((at(i+far)<<8 | at(i+far+1)) << near >> 8)
			} else {
				out[i] = byte((at(i-far-1)<<8 | at(i-far)) >> near)
			}
		}
		return ofBytes(out), nil
	}
}

// BytesCount counts the bits of a text of bytes.
func BytesCount(_ value.Type, args []value.Value) (value.Value, error) {
	n := 0
	for _, b := range []byte(value.BytesOfText(args[0].Text)) {
		n += bits.OnesCount8(b)
	}
	return value.OfInt(int64(n)), nil
}

func ofBytes(raw []byte) value.Value { return value.OfString(value.TextOfBytes(string(raw))) }
