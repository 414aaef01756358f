package analysis

import (
	"context"
	"math"
	"sync"

	"gsdms/operators"
)

// tile is how many points are compared with as many at once: both lie in the cache, and it
// takes a few milliseconds.
const tile = 1024

// DistanceHistogram counts the pairs of points in space by their distances: bucket b has those
// from b*width to less than (b+1)*width, and the last number those that are farther apart. Each
// pair is counted once.
func DistanceHistogram(ctx context.Context, x, y, z []float64, width float64, buckets int) ([]int64, error) {
	var mu sync.Mutex
	counts := make([]int64, buckets+1)
	tiles := (len(x) + tile - 1) / tile
	errs := operators.Spread(tiles, func(row int) error {
		p := &pairs{x, y, z, width, make([]int64, buckets+1)}
		for column := row; column < tiles; column++ {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			p.count(row*tile, column*tile)
		}
		mu.Lock()
		defer mu.Unlock()
		for b, n := range p.counts {
			counts[b] += n
		}
		return nil
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// pairs is what a goroutine counts.
type pairs struct {
	x, y, z []float64
	width   float64
	counts  []int64
}

// count counts the pairs of two tiles, of which the second may be the first.
func (p *pairs) count(first, second int) {
	farther := len(p.counts) - 1
	end := min(second+tile, len(p.x))
	for i := first; i < min(first+tile, len(p.x)); i++ {
		a, b, c := p.x[i], p.y[i], p.z[i]
		for j := max(second, i+1); j < end; j++ {
			dx, dy, dz := p.x[j]-a, p.y[j]-b, p.z[j]-c
			at := farther
			if q := math.Sqrt(dx*dx+dy*dy+dz*dz) / p.width; q < float64(farther) {
				at = int(q)
			}
			p.counts[at]++
		}
	}
}
