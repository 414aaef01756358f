package aggregate

import (
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/sketch"
	"gsdms/plan"
	"gsdms/plan/value"
)

// estimating counts different values roughly.
type estimating struct {
	fn   *Function
	seen *sketch.Sketch // nil: no value yet
}

func (f *estimating) Add(row int) {
	if f.seen == nil {
		f.seen = &sketch.Sketch{}
	}
	h := uint64(0)
	for _, v := range f.fn.args {
		h = cell.Mixed(h ^ cell.Hash(v, row))
	}
	f.seen.Add(h)
}

func (f *estimating) Value() plan.Value {
	if f.seen == nil {
		return plan.Value{}
	}
	return value.OfInt(f.seen.Count())
}
