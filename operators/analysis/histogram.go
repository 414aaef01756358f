package analysis

import (
	"context"
	"sync"

	"gsdms/operators"
)

// tile is how many points are compared with as many at once: both lie in the cache, and it
// takes a few milliseconds.
const tile = 1024

// DistanceHistogram counts pairs of points by their distances, on all processors. What is
// multiplied is rounded before it is added: an answer does not depend on the processor.
func DistanceHistogram(ctx context.Context, all *Pairs) ([]int64, error) {
	var mu sync.Mutex
	counts := make([]int64, all.Buckets+1)
	tiles := (len(all.X) + tile - 1) / tile
	errs := operators.SpreadIn(ctx, tiles, func(ctx context.Context, row int) error {
		p := &counted{all, make([]int64, all.Buckets+1)}
		for column := row; column < tiles; column++ {
			operators.TurnsOf(ctx).Pause()
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

// counted is what a goroutine counts.
type counted struct {
	*Pairs
	counts []int64
}

// count counts the pairs of two tiles, of which the second may be the first.
func (p *counted) count(first, second int) {
	end := min(second+tile, len(p.X))
	for i := first; i < min(first+tile, len(p.X)); i++ {
		a, b, c := p.X[i], p.Y[i], p.Z[i]
		for j := max(second, i+1); j < end; j++ {
			dx, dy, dz := p.X[j]-a, p.Y[j]-b, p.Z[j]-c
			square := float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
			p.counts[bucket(square, p.Width, p.Buckets)]++
		}
	}
}
