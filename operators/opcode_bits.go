package operators

import (
	"math/bits"

	"gsdms/plan"
)

func andBits(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = x[i] & y[i]
	}
	return false
}

func orBits(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = x[i] | y[i]
	}
	return false
}

func xorBits(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = x[i] ^ y[i]
	}
	return false
}

func shiftLeft(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = plan.Bits(plan.ShiftLeft, x[i], y[i])
	}
	return false
}

func shiftRight(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = plan.Bits(plan.ShiftRight, x[i], y[i])
	}
	return false
}

func countBits(d *Vector, a []*Vector, _ int64) bool {
	r, x := single(d, a)
	for i := range r {
		r[i] = int64(bits.OnesCount64(uint64(x[i])))
	}
	return false
}
