package manifest

import (
	"math"

	"gsdms/pushscan/store/coding"
)

// Describe fills in the storage of integer numbers with these bounds.
func (e *Column) Describe(sum coding.Summary) error {
	storage, err := sum.Storage()
	if err != nil {
		return err
	}
	e.Width, e.Float, e.Nulls, e.Bias = storage.Width, false, storage.Nullable, storage.Bias
	e.Min, e.Max = sum.Min, sum.Max
	return nil
}

// DescribeWithRoom is describe for a column that was written anew since its form did not hold
// what came. What the width leaves over is for values on both sides, of eight bytes as much below
// as there is, so that a column of rising or falling values is written a few times only, however
// many there will be. Codes begin at 0.
func (e *Column) DescribeWithRoom(sum coding.Summary, codes bool) {
	_ = e.Describe(sum) // which settle has found to hold
	if codes || sum.Min > sum.Max {
		return
	}
	span := uint64(sum.Max) - uint64(e.Bias)
	below := (uint64(math.MaxUint64)>>(64-8*e.Width) - span) / 2
	if e.Width == 8 {
		below = min(below, span)
	}
	e.Bias -= int64(min(below, uint64(e.Bias)-1<<63))
}

// Within says whether all of a foreign key's numbers are rows below n, or NULL.
func (m *Manifest) Within(column, n int) bool {
	c := &m.Columns[column]
	return c.Min > c.Max || c.Min >= 0 && c.Max < int64(n)
}
