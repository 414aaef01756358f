package function

import (
	"math/bits"

	"gsdms/plan/value"
)

func BitCount(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfInt(int64(bits.OnesCount64(uint64(a[0].Int)))), nil
}

func FromBits(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfUnsigned(uint64(a[0].Int)), nil
}

func ToBits(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfInt(int64(value.UnsignedOf(a[0].Int))), nil
}
