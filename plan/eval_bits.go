package plan

import (
	"math/bits"

	"gsdms/plan/value"
)

func evalBitCount(_ Type, a []Value) (Value, error) {
	return value.OfInt(int64(bits.OnesCount64(uint64(a[0].Int)))), nil
}

func evalFromBits(_ Type, a []Value) (Value, error) { return value.OfUnsigned(uint64(a[0].Int)), nil }

func evalToBits(_ Type, a []Value) (Value, error) {
	return value.OfInt(int64(value.UnsignedOf(a[0].Int))), nil
}
