package function

import (
	"math/bits"

	"gsdms/plan/value"
)

// BitCount computes BIT_COUNT.
func BitCount(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfInt(int64(bits.OnesCount64(uint64(a[0].Int)))), nil
}

// FromBits gives the Unsigned that has the bits of an Int.
func FromBits(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfUnsigned(uint64(a[0].Int)), nil
}

// ToBits gives the bits of an Unsigned as an Int.
func ToBits(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfInt(int64(value.UnsignedOf(a[0].Int))), nil
}
