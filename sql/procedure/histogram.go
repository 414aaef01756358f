package procedure

import (
	"context"

	"gsdms/operators/analysis"
	"gsdms/plan"
	"gsdms/sql/result"
)

// The bounds of CALL distance_histogram: 2^20 points are half a million million pairs.
const (
	mostBuckets = 1 << 16
	mostPaired  = 1 << 20
)

// distanceHistogram is CALL distance_histogram: a row for each bucket of distances, with how
// many pairs of points have one of these, and one more for those farther apart.
func distanceHistogram(ctx context.Context, c *Call, args []argument) (*result.Set, error) {
	names := make([]string, 4)
	for i := range names {
		var err error
		if names[i], err = args[i].name(); err != nil {
			return nil, err
		}
	}
	width, err := args[4].number("the width of a bucket")
	if err != nil {
		return nil, err
	}
	if !(width > 0) {
		return nil, args[4].wrong("the width of a bucket is more than 0, not %s", args[4].value)
	}
	buckets, err := args[5].whole("the number of buckets", 1, mostBuckets)
	if err != nil {
		return nil, err
	}
	points, err := c.points(ctx, names[0], names[1:])
	if err != nil {
		return nil, err
	}
	if n := len(points[0]); n > mostPaired {
		return nil, args[0].wrong("table %s has %d points; all pairs are counted of up to %d: name a view of fewer", names[0], n, mostPaired)
	}
	counts, err := c.countPairs(ctx, &analysis.Pairs{X: points[0], Y: points[1], Z: points[2], Width: width, Buckets: int(buckets)})
	if err != nil {
		return nil, err
	}
	return histogram(counts, width), nil
}

// countPairs counts pairs where that is expected to end sooner, on the device or the CPU beside
// it, and where there is no choice on what is there.
func (c *Call) countPairs(ctx context.Context, p *analysis.Pairs) ([]int64, error) {
	c.Ran = "cpu"
	if counter, there := c.Backend.(analysis.PairCounter); there {
		counts, there, err := elsewhere(c, counter.ForecastPairs(p), analysis.ForecastPairs(p), func() ([]int64, error) {
			return counter.CountPairs(ctx, p, c.Memory)
		})
		if there {
			return counts, err
		}
	}
	return analysis.DistanceHistogram(ctx, p)
}

// histogram gives the buckets; the last has no end.
func histogram(counts []int64, width float64) *result.Set {
	numbers, from, to, nulls := make([]int64, len(counts)), make([]float64, len(counts)), make([]float64, len(counts)), make([]bool, len(counts))
	for i := range counts {
		numbers[i], from[i], to[i] = int64(i+1), float64(i)*width, float64(i+1)*width
	}
	last := len(counts) - 1
	nulls[last], to[last] = true, 0
	r := found([]string{"bucket", "from", "to", "pairs"}, numbers, from, to, counts)
	r.Rows.Columns[2] = plan.Vector{Type: r.Rows.Columns[2].Type, Floats: to, Nulls: nulls}
	return r
}
