package gen

import (
	"fmt"
	"math"

	"gsdms/ssb/lehmer"
)

// The scale factors that the generator accepts. Above the largest, keys of parts would
// leave the 31 bits of INTEGER.
const (
	MinScale = 0.01
	MaxScale = 10000
)

// Scale holds the row counts of one scale factor. It is a value; all its methods may
// be called concurrently.
type Scale struct {
	SF        float64 // as used: fractions above 1 are cut, below 1 those of thousandths
	Suppliers int64
	Customers int64
	Parts     int64 // each has four rows of partsupp
	Orders    int64 // an order has 1 to 7 rows of lineitem
}

// NewScale gives the counts for a scale factor from 0.01 up.
func NewScale(sf float64) (Scale, error) {
	if !(sf >= MinScale && sf <= MaxScale) {
		return Scale{}, fmt.Errorf("scale factor %v: must be a number from %v to %v", sf, MinScale, MaxScale)
	}
	k := int64(1000 * sf)
	if sf >= 1 {
		k = 1000 * int64(math.Floor(sf))
	}
	return Scale{SF: float64(k) / 1000, Suppliers: 10 * k, Customers: 150 * k, Parts: 200 * k, Orders: 1500 * k}, nil
}

// clerks is the number of clerks that orders are given to.
func (s Scale) clerks() int64 { return max(1000, int64(1000*s.SF)) }

// Lines is the number of rows of lineitem of orders from+1 to to.
func (s Scale) Lines(from, to int64) int64 {
	count := lehmer.At(countSeed, from)
	var n int64
	for range to - from {
		n += count.Draw(1, linesMax)
	}
	return n
}

// Rows are the rows of each table.
func (s Scale) Rows() map[string]int64 {
	return map[string]int64{
		"region": int64(len(words().Regions)), "nation": int64(len(words().Nations)), "supplier": s.Suppliers,
		"customer": s.Customers, "part": s.Parts, "partsupp": suppliersOfPart * s.Parts,
		"orders": s.Orders, "lineitem": s.Lines(0, s.Orders),
	}
}
