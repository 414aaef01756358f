// Package column is the columns of a result while several goroutines write them.
package column

import (
	"math/big"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/large"
	"gsdms/plan"
)

// Column is a column of the result while it is written, by several goroutines at
// different places.
type Column struct {
	Ints    []int64
	Floats  []float64
	High    []int64 // of numbers that may pass 64 bits, what is above them
	Nulls   []bool  // where a value can be NULL
	hasNull atomic.Bool
	isWide  atomic.Bool
}

// New makes a column of n values, all of which the caller writes but those that it makes NULL,
// and charges it.
func New(b *budget.Budget, n int, float, null, wide bool) (*Column, error) {
	if null {
		if err := b.Charge(bytesOf(n, null, wide)); err != nil {
			return nil, err
		}
		return Room(n, float, null, wide), nil
	}
	c, err := NewFilled(b, n, float, false)
	if err == nil && wide {
		c.High = operators.Uncleared(n)
		err = b.Charge(bytesOf(n, false, true) - bytesOf(n, false, false))
	}
	return c, err
}

// NewFilled makes a column of n values without upper words, all of which the caller writes, and
// charges it.
func NewFilled(b *budget.Budget, n int, float, null bool) (*Column, error) {
	if err := b.Charge(bytesOf(n, null, false)); err != nil {
		return nil, err
	}
	c, values := &Column{}, operators.Uncleared(n)
	if float {
		c.Floats = machine.Doubles(values)
	} else {
		c.Ints = values
	}
	if null {
		c.Nulls = large.Make[bool](n)
	}
	return c, nil
}

// bytesOf is what a column of n values takes.
func bytesOf(n int, null, wide bool) int64 {
	bytes := 8 * n
	if wide {
		bytes += 8 * n
	}
	if null {
		bytes += n
	}
	return int64(bytes)
}

// Room is a column of n values that nobody is charged for.
func Room(n int, float, null, wide bool) *Column {
	c := &Column{}
	if float {
		c.Floats = large.Make[float64](n)
	} else {
		c.Ints = large.Make[int64](n)
	}
	if null {
		c.Nulls = large.Make[bool](n)
	}
	if wide {
		c.High = large.Make[int64](n)
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

// SetWide writes a number of 128 bits at a place; several goroutines may, at different places.
func (c *Column) SetWide(at uint32, low, high int64) {
	c.Ints[at], c.High[at] = low, high
	if high != low>>63 && !c.isWide.Load() {
		c.isWide.Store(true)
	}
}

// Replace has the elements of an array in place of the numbers at some places; nil: the numbers
// stay.
func (c *Column) Replace(at []uint32, by *operators.Array) {
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
		wide := new(big.Int).Lsh(big.NewInt(c.High[i]), 64)
		v.Wide[i] = wide.Add(wide, new(big.Int).SetUint64(uint64(c.Ints[i])))
	}
	return v
}
