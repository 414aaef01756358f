package relation

import (
	"fmt"
	"math"

	"gsdms/operators/simd"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// putFloats stores doubles, which have to be within the bounds that the part has said.
func (p *pending) putFloats(c *column, of bounds, at int, values *ingest.Column) error {
	if err := p.haveFloats(of, values); err != nil {
		return err
	}
	c.putFloats(at, values.Floats, values.Nulls)
	return nil
}

// haveFloats holds doubles against bounds.
func (*pending) haveFloats(of bounds, values *ingest.Column) error {
	if of.haveAll(values.Floats, values.Nulls) {
		return nil
	}
	low, high := of.doubles()
	return fmt.Errorf("there are values that are not from %v to %v, but the file's statistics say that all are"+unstated, low, high)
}

// doubles gives the doubles of bounds that are ranks.
func (b bounds) doubles() (low, high float64) {
	if b.lo > b.hi {
		return math.Inf(1), math.Inf(-1)
	}
	return plan.OfRank(b.lo), plan.OfRank(b.hi)
}

// kernels are for doubles.
var kernels = simd.Best()

// haveAll reports whether all doubles that are not NULL are within bounds that are ranks.
func (b bounds) haveAll(floats []float64, nulls []bool) bool {
	low, high := b.doubles()
	if nulls == nil {
		return kernels.Within(floats, low, high)
	}
	beyond := 0
	for i, null := range nulls[:len(floats)] {
		out, there := 0, 0 // no branch: which rows are NULL cannot be foretold
		if floats[i] < low || floats[i] > high {
			out = 1
		}
		if !null {
			there = 1
		}
		beyond |= out & there
	}
	return beyond == 0
}
