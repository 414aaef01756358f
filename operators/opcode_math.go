package operators

import (
	"math"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/function/elementary"
)

// mathFloat is the loop of a function of one double: NULL where it has no value.
func mathFloat(op plan.Op) loop {
	of, defined := function.OfDouble(string(op))
	return func(d *Vector, a []*Vector, _ int64) bool {
		r, x := singleFloat(d, a)
		failed := false
		for i := range r {
			if !defined(x[i]) {
				setNull(d, i)
				continue
			}
			r[i] = of(x[i])
			failed = failed || infinite(r[i])
		}
		return failed
	}
}

// The next three are functions that take no longer than a call of what a variable has.

func lnFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x := singleFloat(d, a)
	for i, x := range x {
		if x > 0 {
			r[i] = elementary.Log(x)
		} else {
			setNull(d, i)
		}
	}
	return false
}

func sqrtFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x := singleFloat(d, a)
	for i, x := range x {
		if x >= 0 {
			r[i] = math.Sqrt(x)
		} else {
			setNull(d, i)
		}
	}
	return false
}

func expFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x := singleFloat(d, a)
	failed := uint64(0)
	for i := range r {
		r[i] = elementary.Exp(x[i])
		failed |= beyond(r[i])
	}
	return failed&beyondBit != 0
}

// mathAlways is mathFloat for a function that has a value everywhere.
func mathAlways(op plan.Op) loop {
	of, _ := function.OfDouble(string(op))
	return func(d *Vector, a []*Vector, _ int64) bool {
		r, x := singleFloat(d, a)
		failed := false
		for i := range r {
			r[i] = of(x[i])
			failed = failed || infinite(r[i])
		}
		return failed
	}
}

func powFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	failed := false
	for i := range r {
		r[i] = function.PowerOf(x[i], y[i])
		failed = failed || infinite(r[i])
	}
	return failed
}

func atan2Float(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	for i := range r {
		r[i] = math.Atan2(x[i], y[i])
	}
	return false
}

func singlePrecision(d *Vector, a []*Vector, _ int64) bool {
	r, x := singleFloat(d, a)
	failed := false
	for i := range r {
		r[i] = float64(float32(x[i]))
		failed = failed || infinite(r[i])
	}
	return failed
}

func cutFloat(d *Vector, a []*Vector, imm int64) bool {
	r, x := singleFloat(d, a)
	for i := range r {
		r[i] = function.CutFloat(x[i], imm)
	}
	return false
}

func randFloat(d *Vector, a []*Vector, _ int64) bool {
	for i := range d.Float {
		d.Float[i] = function.RandomAfter(a[0].Int[i])
	}
	return false
}
