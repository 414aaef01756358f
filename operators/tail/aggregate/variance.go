package aggregate

import (
	"math"
	"math/big"

	"gsdms/operators/exact"
	"gsdms/operators/tail/cell"
	"gsdms/plan"
	"gsdms/plan/value"
)

// newVarying is for variances and standard deviations.
func newVarying(fn *Function) Folder {
	f := spread{fn: fn}
	f.sample, f.root = fn.agg.Func.Spread()
	if fn.args[0].Wide != nil {
		return &wideVarying{spread: f}
	}
	return &varying{spread: f}
}

// spread is what all variances have in common.
type spread struct {
	fn           *Function
	sample, root bool
	n            int64
}

// by is what the squares of the distances are divided by; 0 or less: there is no variance.
func (f *spread) by() int64 {
	if f.sample {
		return f.n - 1
	}
	return f.n
}

func (f *spread) shown(variance float64) plan.Value {
	if f.root {
		variance = math.Sqrt(variance)
	}
	return value.OfFloat(variance)
}

// varying computes variances as the programs do.
type varying struct {
	spread
	moments exact.Moments
	far     *exact.Far
}

func (f *varying) Add(row int) {
	f.n++
	v := f.fn.args[0]
	if v.Floats == nil {
		f.moments.AddInt(v.Ints[row])
		return
	}
	f.addFloat(v.Floats[row])
}

// AddAll brings the values together first: they are read from all over memory side by side.
func (f *varying) AddAll(s *Scratch, rows []int32) bool {
	v := f.fn.args[0]
	if v.Nulls != nil {
		return false
	}
	f.n = int64(len(rows))
	if v.Floats == nil {
		for _, n := range cells(&s.ints, v.Ints, rows) {
			f.moments.AddInt(n)
		}
		return true
	}
	for _, d := range cells(&s.floats, v.Floats, rows) {
		f.addFloat(d)
	}
	return true
}

func (f *varying) addFloat(d float64) {
	if f.moments.AddFloat(d) {
		return
	}
	if f.far == nil {
		f.far = new(exact.Far)
	}
	f.far.Add(d)
}

func (f *varying) Value() plan.Value {
	by := f.by()
	switch {
	case by <= 0:
		return plan.Value{}
	case f.fn.args[0].Floats != nil:
		return f.shown(f.moments.VarianceFloat(f.n, by, f.far))
	}
	return f.shown(f.moments.Variance(f.n, by) / math.Pow10(2*f.fn.args[0].Type.Scale))
}

// wideVarying is of decimals past 64 bits: exact until the last division, n Q - S² over n
// by with the sum S and the sum of squares Q.
type wideVarying struct {
	spread
	sum, squares big.Int
}

func (f *wideVarying) Add(row int) {
	f.n++
	x := cell.Number(f.fn.args[0], row)
	f.sum.Add(&f.sum, x)
	f.squares.Add(&f.squares, new(big.Int).Mul(x, x))
}

func (f *wideVarying) Value() plan.Value {
	by := f.by()
	if by <= 0 {
		return plan.Value{}
	}
	return f.shown(exact.WideVariance(&f.sum, &f.squares, f.n, by, f.fn.args[0].Type.Scale))
}
