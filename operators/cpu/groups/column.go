package groups

import (
	"math/big"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// Column is a column of the result while it is written, by several goroutines at
// different places.
type Column struct {
	Ints    []int64
	Floats  []float64
	high    []int64 // of numbers that may pass 64 bits, what is above them
	Nulls   []bool  // where a value can be NULL
	hasNull atomic.Bool
	isWide  atomic.Bool
}

// NewColumn makes a column of n values, all of which the caller writes but those that it makes NULL,
// and charges it.
func NewColumn(b *budget.Budget, n int, float, null, wide bool) (*Column, error) {
	if null {
		if err := b.Charge(columnBytes(n, null, wide)); err != nil {
			return nil, err
		}
		return makeColumn(n, float, null, wide), nil
	}
	c, err := NewFilled(b, n, float, false)
	if err == nil && wide {
		c.high = operators.Uncleared(n)
		err = b.Charge(columnBytes(n, false, true) - columnBytes(n, false, false))
	}
	return c, err
}

// NewFilled makes a column of n values without upper words, all of which the caller writes, and
// charges it.
func NewFilled(b *budget.Budget, n int, float, null bool) (*Column, error) {
	if err := b.Charge(columnBytes(n, null, false)); err != nil {
		return nil, err
	}
	c, values := &Column{}, operators.Uncleared(n)
	if float {
		c.Floats = machine.Doubles(values)
	} else {
		c.Ints = values
	}
	if null {
		c.Nulls = make([]bool, n)
	}
	return c, nil
}

// columnBytes is what a column of n values takes.
func columnBytes(n int, null, wide bool) int64 {
	bytes := 8 * n
	if wide {
		bytes += 8 * n
	}
	if null {
		bytes += n
	}
	return int64(bytes)
}

func makeColumn(n int, float, null, wide bool) *Column {
	c := &Column{}
	if float {
		c.Floats = make([]float64, n)
	} else {
		c.Ints = make([]int64, n)
	}
	if null {
		c.Nulls = make([]bool, n)
	}
	if wide {
		c.high = make([]int64, n)
	}
	return c
}

// SetNull makes the value at a place NULL; several goroutines may, at different places.
func (c *Column) SetNull(at uint32) {
	c.Nulls[at] = true
	if !c.hasNull.Load() {
		c.hasNull.Store(true)
	}
}

// replace has the elements of an array in place of the numbers at some places; nil: the numbers
// stay.
func (c *Column) replace(at []uint32, by *operators.Array) {
	if by == nil {
		return
	}
	for _, place := range at {
		if c.Nulls == nil || !c.Nulls[place] {
			c.Ints[place] = by.Number(int(c.Ints[place]))
		}
	}
}

// Vector is what was written: numbers, or big ones where one passes 64 bits.
func (c *Column) Vector(t plan.Type, dict *plan.Dictionary) plan.Vector {
	v := plan.Vector{Type: t, Dict: dict, Ints: c.Ints, Floats: c.Floats}
	if c.hasNull.Load() {
		v.Nulls = c.Nulls
	}
	if !c.isWide.Load() {
		return v
	}
	v.Ints, v.Wide = nil, make([]*big.Int, len(c.Ints))
	for i := range v.Wide {
		wide := new(big.Int).Lsh(big.NewInt(c.high[i]), 64)
		v.Wide[i] = wide.Add(wide, new(big.Int).SetUint64(uint64(c.Ints[i])))
	}
	return v
}

// outFunc writes what comes out of a fold: of groups[i] at place at[i].
type outFunc func(f *fold, a *accumulators, groups, at []uint32, to *Column) error

// column makes the column of a fold.
func (f *fold) column(r *Run, n int) (*Column, error) {
	return NewColumn(r.budget, n, f.outFloat(), f.canBeNull(r.of), f.row.wide)
}

// outFloat reports whether doubles come out.
func (f *fold) outFloat() bool {
	switch f.spec.Func {
	case operators.SumFloat, operators.SumDistinctFloat, operators.MinFloat, operators.MaxFloat:
		return true
	}
	return isVariance(f.spec.Func)
}

// canBeNull reports whether there may be groups without a value for the fold.
func (f *fold) canBeNull(g *Groups) bool {
	switch f.spec.Func {
	case operators.CountRows, operators.CountValues, operators.CountDistinct, operators.BitAnd, operators.BitOr, operators.BitXor:
		return false
	case operators.VarianceInt, operators.VarianceFloat: // of one value, too
		return true
	}
	return f.arg.Null || g.shared || f.spec.Func.OfTexts() && f.spec.Unsorted.Computed()
}

// write writes the fold's results of groups, NULL where it saw no value.
func (f *fold) write(a *accumulators, groups, at []uint32, to *Column) error {
	if to.Nulls != nil {
		for i, g := range groups {
			if a.words[int(g)*a.groups.width+f.values] == 0 {
				to.SetNull(at[i])
			}
		}
	}
	return f.row.out(f, a, groups, at, to)
}

func outCount(f *fold, a *accumulators, groups, at []uint32, to *Column) error {
	return out(a, f.values, groups, at, to.Ints)
}

func outWord(f *fold, a *accumulators, groups, at []uint32, to *Column) error {
	return out(a, f.at, groups, at, to.Ints)
}

// out copies a word of every group.
func out(a *accumulators, word int, groups, at []uint32, to []int64) error {
	width := a.groups.width
	for i, g := range groups {
		to[at[i]] = a.words[int(g)*width+word]
	}
	return nil
}

func outSum128(f *fold, a *accumulators, groups, at []uint32, to *Column) error {
	width := a.groups.width
	for i, g := range groups {
		sum := a.words[int(g)*width+f.at:]
		to.Ints[at[i]], to.high[at[i]] = sum[0], sum[1]
		if sum[1] != sum[0]>>63 {
			to.isWide.Store(true)
		}
	}
	return nil
}

func outRanked(value func(rank uint64) int64) outFunc {
	return func(f *fold, a *accumulators, groups, at []uint32, to *Column) error {
		width := a.groups.width
		for i, g := range groups {
			if to.Nulls == nil || !to.Nulls[at[i]] {
				to.Ints[at[i]] = value(uint64(a.words[int(g)*width+f.at]))
			}
		}
		return nil
	}
}

// outRankedFloat turns ranks back into doubles; turn gives the rank of a largest value.
func outRankedFloat(turn func(rank uint64) uint64) outFunc {
	return func(f *fold, a *accumulators, groups, at []uint32, to *Column) error {
		width := a.groups.width
		for i, g := range groups {
			if to.Nulls == nil || !to.Nulls[at[i]] {
				to.Floats[at[i]] = keys.RankFloat(turn(uint64(a.words[int(g)*width+f.at])))
			}
		}
		return nil
	}
}
