package analysis

import (
	"context"
	"math"
	"runtime"
)

// Pairs is the pairs of points in space that a histogram of distances counts, each once, and its
// buckets: the first has distances from 0 to less than Width, and so on. There is one more, for
// those farther apart.
type Pairs struct {
	X, Y, Z []float64
	Width   float64 // more than 0
	Buckets int
}

// PairCounter is what a Backend may also offer: counting pairs on its device, with the answer of
// DistanceHistogram.
type PairCounter interface {
	// CountPairs gives the number of pairs of each bucket. It takes no more than so many bytes of
	// the device, or ends in an *operators.Refused. Cancelled, it ends within some milliseconds.
	CountPairs(ctx context.Context, p *Pairs, memory int64) ([]int64, error)
	// ForecastPairs is the seconds that it is expected to take.
	ForecastPairs(p *Pairs) float64
}

// pairSeconds is what a pair takes of one processor.
const pairSeconds = 2.5e-9

// ForecastPairs is the seconds that DistanceHistogram is expected to take here.
func ForecastPairs(p *Pairs) float64 {
	n := float64(len(p.X))
	return n * n / 2 * pairSeconds / float64(runtime.GOMAXPROCS(0))
}

// bucket is where a pair belongs by the square of its distance, which is all that decides.
// farther is the last bucket.
func bucket(square, width float64, farther int) int {
	if q := math.Sqrt(square) / width; q < float64(farther) {
		return int(q)
	}
	return farther
}

// Edges gives, for each bucket, the least square of a distance that belongs there or farther:
// since neither a root nor a quotient is rounded past another, the square alone tells buckets
// apart, and devices that know edges need not divide. A square that is no number is farther
// than all.
func (p *Pairs) Edges() []float64 {
	edges := make([]float64, p.Buckets+1)
	for b := 1; b < len(edges); b++ {
		edges[b] = p.edge(b)
	}
	return edges
}

// edge finds an edge among doubles, which have the order of their bits: near the square of b
// widths, where it must be but for rounding.
func (p *Pairs) edge(b int) float64 {
	before := func(bits uint64) bool { return bucket(math.Float64frombits(bits), p.Width, p.Buckets) < b }
	infinite := math.Float64bits(math.Inf(1))
	d := float64(b) * p.Width
	lo := min(math.Float64bits(d*d), infinite)
	hi := lo
	for step := uint64(1); !before(lo); step *= 2 {
		if lo <= step {
			lo = 0 // the square 0 is in bucket 0
			break
		}
		lo -= step
	}
	for step := uint64(1); hi < infinite && before(hi); step *= 2 {
		hi = min(infinite, hi+step)
	}
	for lo+1 < hi { // lo is before, hi is not
		if middle := lo + (hi-lo)/2; before(middle) {
			lo = middle
		} else {
			hi = middle
		}
	}
	return math.Float64frombits(hi)
}
