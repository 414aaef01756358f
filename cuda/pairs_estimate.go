package cuda

import (
	"math"
	"math/bits"

	"gsdms/cuda/codegen"
	"gsdms/operators/analysis"
)

// pairEstimate is how the kernel finds the buckets of most pairs: the distance over the width of a
// bucket, as a number of fixed point, with an error below a margin. A number within the margin of a
// whole one is next to an edge.
type pairEstimate struct {
	from              codegen.PairsEstimate
	middle            [3]float64 // that is taken from coordinates, before they become floats
	point             int        // bits behind the point
	far               uint32     // has the bits that are all zero within the margin, when it has been added
	scale, magic, cap float32
}

// Floats hold squares of such widths, and of all distances up to the last bucket's end; what is
// lost when the square of a small difference is no float any more is less than a unit.
const (
	leastWidth = 1.0 / (1 << 40)
	mostWidth  = 1 << 40
	mostReach  = 1 << 60
)

// How many bits must tell what is next to an edge from the rest. With fewer, a warp has such a pair
// too often to read coordinates as doubles for it; of an estimate from the square, two are enough
// for the end of the last bucket, which is far from its edges.
const (
	leastFarSingle = 7
	leastFarDouble = 2
)

// estimateOf chooses the cheapest way that is exact for the points.
func estimateOf(p *analysis.Pairs) pairEstimate {
	e := pairEstimate{from: codegen.PairsSearch, point: codegen.PairsBits - bits.Len(uint(p.Buckets+1))}
	if p.Width < leastWidth || p.Width > mostWidth {
		return e
	}
	middle, reach := around(p)
	e.middle = middle
	unit := math.Ldexp(1, -e.point) // of a bucket's width
	// of a coordinate as a float, of a difference of two, and of three such as a vector; and what the
	// sum, the root, its scale and its rounding to a unit add
	const half = 1.0 / (1 << 24)
	rest := 5 * half * float64(p.Buckets+1)
	single := math.Sqrt(3)*4*half*reach/p.Width + rest
	if e.bound(single/unit, leastFarSingle) && reach < mostReach {
		e.from = codegen.PairsSingle
	} else if e.bound(rest/unit, leastFarDouble) {
		e.from = codegen.PairsDouble
	}
	if e.from != codegen.PairsSearch {
		e.set(p)
	}
	return e
}

// bound takes a margin for an error of so many units, a power of two, and reports whether it leaves
// bits enough. Half a unit is for rounding, half for what is too small for floats.
func (e *pairEstimate) bound(units float64, least int) bool {
	units += 1
	if !(units < 1<<codegen.PairsBits) {
		return false
	}
	within := bits.Len(uint(units)) + 1 // bits of twice the margin, which is more than the error
	e.far = (1<<e.point - 1) &^ (1<<within - 1)
	return e.point-within >= least
}

// set makes the kernel's numbers. magic's last bit is a unit, so that what is added to it is
// rounded to one.
func (e *pairEstimate) set(p *analysis.Pairs) {
	within := bits.TrailingZeros32(e.far)
	unit := math.Ldexp(1, -e.point)
	e.scale = float32(1 / p.Width)
	e.magic = float32(1.5*math.Ldexp(1, 23-e.point) + unit*float64(int(1)<<(within-1)))
	e.cap = float32((float64(p.Buckets) + 0.5) * p.Width)
}

// around gives the middle of the points and how far a coordinate is from it at most: no number
// where one of them is none.
func around(p *analysis.Pairs) (middle [3]float64, reach float64) {
	for d, column := range [3][]float64{p.X, p.Y, p.Z} {
		lo, hi := bounds(column)
		middle[d] = lo + (hi-lo)/2
		reach = max(reach, hi-middle[d], middle[d]-lo)
	}
	return middle, reach
}

// bounds gives the least and the greatest of numbers, none where one of them is none.
func bounds(all []float64) (lo, hi float64) {
	parts := make([][2]float64, len(all)/partPoints+1)
	eachOf(len(all), partPoints, func(from, to int) {
		lo, hi, is := math.Inf(1), math.Inf(-1), true
		for _, x := range all[from:to] {
			if x < lo {
				lo = x
			}
			if x > hi {
				hi = x
			}
			is = is && x == x
		}
		if !is {
			lo, hi = math.NaN(), math.NaN()
		}
		parts[from/partPoints] = [2]float64{lo, hi}
	})
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, p := range parts[:max(1, (len(all)+partPoints-1)/partPoints)] {
		lo, hi = min(lo, p[0]), max(hi, p[1])
	}
	return lo, hi
}
