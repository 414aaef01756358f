package operators

import "math"

// truth is 1 for true; the compiler makes it one instruction.
func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func eqInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth(x[i] == y[i])
	}
	return false
}

func neInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth(x[i] != y[i])
	}
	return false
}

func ltInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth(x[i] < y[i])
	}
	return false
}

func leInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth(x[i] <= y[i])
	}
	return false
}

func gtInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth(x[i] > y[i])
	}
	return false
}

func geInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth(x[i] >= y[i])
	}
	return false
}

// clearNull marks all rows of a result that is never NULL.
func clearNull(d *Vector) {
	if d.Null != nil {
		clear(d.Null)
	}
}

func nullEqInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	xn, yn := a[0].Null, a[1].Null
	for i := range r {
		both := int64(xn[i] & yn[i])
		neither := int64(1 ^ (xn[i] | yn[i]))
		r[i] = both | neither&truth(x[i] == y[i])
	}
	clearNull(d)
	return false
}

// True AND NULL is NULL, false AND NULL is false.
func andBool(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	xn, yn := a[0].Null, a[1].Null
	for i := range r {
		isNull := xn[i] | yn[i]
		maybe := (xn[i] | flag(x[i] != 0)) & (yn[i] | flag(y[i] != 0))
		r[i] = int64(maybe)
		storeNull(d, i, maybe&isNull)
	}
	return false
}

// False OR NULL is NULL, true OR NULL is true.
func orBool(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	xn, yn := a[0].Null, a[1].Null
	for i := range r {
		isNull := xn[i] | yn[i]
		sure := (flag(x[i] != 0) &^ xn[i]) | (flag(y[i] != 0) &^ yn[i])
		r[i] = int64(sure)
		storeNull(d, i, isNull&^sure)
	}
	return false
}

func andSure(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth(x[i] != 0) & truth(y[i] != 0)
	}
	return false
}

func orSure(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth(x[i]|y[i] != 0)
	}
	return false
}

func storeNull(d *Vector, i int, null byte) {
	if d.Null != nil {
		d.Null[i] = null
	}
}

func xorBool(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = truth((x[i] != 0) != (y[i] != 0))
	}
	return false
}

func notBool(d *Vector, a []*Vector, _ int64) bool {
	r, x := single(d, a)
	for i := range r {
		r[i] = truth(x[i] == 0)
	}
	return false
}

func isNull(d *Vector, a []*Vector, _ int64) bool {
	null := a[0].Null[:len(d.Int)]
	for i := range d.Int {
		d.Int[i] = int64(null[i])
	}
	clearNull(d)
	return false
}

func ifInt(d *Vector, a []*Vector, _ int64) bool {
	r, n := d.Int, len(d.Int)
	test, yes, no := a[0].Int[:n], a[1].Int[:n], a[2].Int[:n]
	unsure := a[0].Null[:n]
	if d.Null == nil {
		for i := range r {
			take := -int64(flag(test[i] != 0) &^ unsure[i])
			r[i] = yes[i]&take | no[i]&^take
		}
		return false
	}
	null, yesNull, noNull := d.Null[:n], a[1].Null[:n], a[2].Null[:n]
	for i := range r {
		take := flag(test[i] != 0) &^ unsure[i]
		null[i] = yesNull[i]&take | noNull[i]&^take
		r[i] = yes[i]&-int64(take) | no[i]&^-int64(take)
	}
	return false
}

func ifSure(d *Vector, a []*Vector, _ int64) bool {
	r, n := d.Int, len(d.Int)
	test, yes, no := a[0].Int[:n], a[1].Int[:n], a[2].Int[:n]
	for i := range r {
		take := -truth(test[i] != 0)
		r[i] = yes[i]&take | no[i]&^take
	}
	return false
}

func ifFloat(d *Vector, a []*Vector, _ int64) bool {
	r, n := d.Float, len(d.Float)
	test, yes, no := a[0].Int[:n], a[1].Float[:n], a[2].Float[:n]
	unsure, yesNull, noNull := a[0].Null[:n], a[1].Null[:n], a[2].Null[:n]
	for i := range r {
		take := flag(test[i] != 0) &^ unsure[i]
		storeNull(d, i, yesNull[i]&take|noNull[i]&^take)
		mask := -uint64(take)
		r[i] = math.Float64frombits(math.Float64bits(yes[i])&mask | math.Float64bits(no[i])&^mask)
	}
	return false
}
