package operators

import "math/bits"

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
		r[i] = int64(uint64(x[i]) << uint64(y[i])) // likewise
	}
	return false
}

func shiftRight(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = int64(uint64(x[i]) >> uint64(y[i])) // 0 by 64 and more, which all below 0 are
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
