package operators

import "math"

func greaterInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = max(x[i], y[i])
	}
	return false
}

func lesserInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = min(x[i], y[i])
	}
	return false
}

// Of 0 and -0, which are equal, it is the first one, so Go's max and min do not do.

func greaterFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	for i := range r {
		r[i] = chosen(x[i] >= y[i], x[i], y[i])
	}
	return false
}

func lesserFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	for i := range r {
		r[i] = chosen(x[i] <= y[i], x[i], y[i])
	}
	return false
}

// chosen is x or y, without a branch.
func chosen(first bool, x, y float64) float64 {
	mask := -uint64(truth(first))
	return math.Float64frombits(math.Float64bits(x)&mask | math.Float64bits(y)&^mask)
}
