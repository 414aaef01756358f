package gen

import (
	"fmt"
	"math"
)

// The scale factors that the generator accepts. Above the largest, keys of the
// reference would leave the 31 bits of its random numbers.
const (
	MinScale = 0.01
	MaxScale = 50000
)

// Scale holds the row counts of one scale factor. It is a value; all its methods may
// be called concurrently.
type Scale struct {
	SF        float64 // as used: fractions above 1 are cut
	Customers int64
	Suppliers int64
	Parts     int64
	Orders    int64 // an order has 1 to 7 lineorder rows

	partKeys int64 // lineorder draws part keys up to here; below Parts at larger scales
}

// NewScale gives the counts for a scale factor from 0.01 up. Below 1 they are the
// counts of 1 times the factor, truncated; above 1 a fraction is cut off, and parts
// grow with the logarithm.
func NewScale(sf float64) (Scale, error) {
	if !(sf >= MinScale && sf <= MaxScale) {
		return Scale{}, fmt.Errorf("scale factor %v: must be a number from %v to %v", sf, MinScale, MaxScale)
	}
	if sf < 1 {
		parts := fraction(200000, sf)
		return Scale{sf, fraction(30000, sf), fraction(2000, sf), parts, fraction(1500000, sf), parts}, nil
	}
	sf = math.Floor(sf)
	n := int64(sf)
	return Scale{
		SF: sf, Customers: 30000 * n, Suppliers: 2000 * n, Orders: 1500000 * n,
		Parts:    200000 * (1 + int64(math.Floor(math.Log2(sf)))),
		partKeys: 200000 * (1 + int64(math.Floor(math.Log(sf)))),
	}, nil
}

// fraction is base times sf, truncated as decimals are: 100 times 0.29 is 29, although
// the product of the doubles may lie just below it.
func fraction(base int64, sf float64) int64 {
	return int64(math.Floor(float64(base)*sf + 1e-6))
}
