package analysis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gsdms/operators"
)

// ErrFewPoints says that there are fewer different points than clusters are asked for.
var ErrFewPoints = errors.New("there are fewer different points than clusters")

// ErrTooFar says that points are so far apart that squares of distances pass a DOUBLE.
var ErrTooFar = errors.New("points are so far apart that the square of a distance is no DOUBLE")

// Clusters is what KMeans finds: by cluster its centre, how many points are nearest to it, and
// the sum of the squares of their distances.
type Clusters struct {
	Centres [][]float64
	Sizes   []int64
	Within  []float64
	Rounds  int // of moving centres
}

// Points are taken by blocks, of so many at least, and so many of them at most. Sums are made by
// blocks and added in their order, so that they do not depend on the processors.
const (
	blockPoints = 8192
	mostBlocks  = 64
)

// KMeans divides points, given by column, into k clusters by Lloyd's steps: each point goes to
// the nearest centre, the first of equally near ones, and each centre to the mean of its points,
// until no point moves or so many iterations have been made. The first centres are points chosen
// as k-means++ does, by a generator with the seed. A centre that loses all its points stays.
// held are the points where a device finds their nearest centres; nil: this finds them.
func KMeans(ctx context.Context, columns [][]float64, k, iterations int, seed uint64, held Held) (*Clusters, error) {
	m := &means{ctx: ctx, columns: columns, n: len(columns[0]), k: k, held: held}
	if m.n < k {
		return nil, ErrFewPoints
	}
	m.size = max(blockPoints, (m.n+mostBlocks-1)/mostBlocks)
	m.nearest, m.distance = make([]int32, m.n), make([]float64, m.n)
	if err := m.seed(rand.New(rand.NewPCG(seed, 0))); err != nil {
		return nil, err
	}
	for {
		moved, err := m.assign()
		if err != nil {
			return nil, err
		}
		if !moved || m.found.Rounds == iterations {
			return m.result()
		}
		m.found.Rounds++
		m.centre()
	}
}

// means is a run of KMeans.
type means struct {
	ctx      context.Context
	columns  [][]float64
	n, k     int
	size     int       // points of a block
	nearest  []int32   // by point: its cluster; -1: none yet
	distance []float64 // by point: the square of the distance to its centre
	found    Clusters
	blocks   []block
	held     Held    // nil: there is no device
	now      []int32 // by point: the nearest cluster, as the device says
}

// block is what a block of points adds to the clusters.
type block struct {
	sums   []float64 // by cluster and column
	sizes  []int64
	within []float64
	moved  bool
}

// point gives the coordinates of a point.
func (m *means) point(i int) []float64 {
	p := make([]float64, len(m.columns))
	for d := range p {
		p[d] = m.columns[d][i]
	}
	return p
}

// count is how many blocks there are.
func (m *means) count() int { return (m.n + m.size - 1) / m.size }

// each calls work for the blocks of points, in parallel.
func (m *means) each(work func(b, lo, hi int)) error {
	errs := operators.SpreadIn(m.ctx, m.count(), func(_ context.Context, b int) error {
		if m.ctx.Err() != nil {
			return context.Cause(m.ctx)
		}
		work(b, b*m.size, min(m.n, (b+1)*m.size))
		return nil
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// seed chooses the first centres: a point, and then points by the squares of their distances
// from the nearest of those chosen.
func (m *means) seed(random *rand.Rand) error {
	for i := range m.distance {
		m.distance[i], m.nearest[i] = math.Inf(1), -1
	}
	next := random.IntN(m.n)
	for {
		m.found.Centres = append(m.found.Centres, m.point(next))
		if len(m.found.Centres) == m.k {
			return nil
		}
		sums := make([]float64, m.count())
		if err := m.each(func(b, lo, hi int) { sums[b] = m.closer(lo, hi) }); err != nil {
			return err
		}
		total := 0.0
		for _, s := range sums {
			total += s
		}
		switch {
		case total == 0:
			return ErrFewPoints
		case math.IsInf(total, 0):
			return ErrTooFar
		}
		next = m.draw(sums, random.Float64()*total)
	}
}

// closer takes the last centre into the distances of points, and gives their sum.
func (m *means) closer(lo, hi int) (sum float64) {
	c := m.found.Centres[len(m.found.Centres)-1]
	for i := lo; i < hi; i++ {
		m.distance[i] = min(m.distance[i], m.square(i, c))
		sum += m.distance[i]
	}
	return sum
}

// square is the square of the distance of a point.
func (m *means) square(i int, c []float64) (sum float64) {
	for d, column := range m.columns {
		x := column[i] - c[d]
		sum += float64(x * x) // rounded before it is added, on every processor
	}
	return sum
}

// draw finds the point at which the sum of the distances passes a number. Rounding may pass the
// last one: it then is the last point that is no centre.
func (m *means) draw(sums []float64, at float64) int {
	last := 0
	for b, sum := range sums {
		if at >= sum && b < len(sums)-1 {
			at -= sum
			continue
		}
		for i := b * m.size; i < m.n; i++ {
			if m.distance[i] > 0 {
				last = i
			}
			if at -= m.distance[i]; at < 0 {
				return i
			}
		}
	}
	return last
}

// assign takes each point to its nearest centre, and reports whether any has moved.
func (m *means) assign() (moved bool, err error) {
	m.blocks = make([]block, m.count())
	if m.held != nil {
		if m.now == nil {
			m.now = make([]int32, m.n)
		}
		if err := m.held.Nearest(m.ctx, m.found.Centres, m.now, m.distance); err != nil {
			return false, err
		}
	}
	if err := m.each(m.assignBlock); err != nil {
		return false, err
	}
	if m.ctx.Err() != nil { // a block may lack points
		return false, context.Cause(m.ctx)
	}
	for i := range m.blocks {
		moved = moved || m.blocks[i].moved
	}
	return moved, nil
}

func (m *means) assignBlock(at, lo, hi int) {
	b := block{make([]float64, m.k*len(m.columns)), make([]int64, m.k), make([]float64, m.k), false}
	for i := lo; i < hi; i++ {
		if i%64 == 0 && m.ctx.Err() != nil { // many clusters take long
			return
		}
		best, least := m.nearestOf(i)
		b.moved = b.moved || m.nearest[i] != best
		m.nearest[i] = best
		b.sizes[best]++
		b.within[best] += least
		for d, column := range m.columns {
			b.sums[int(best)*len(m.columns)+d] += column[i]
		}
	}
	m.blocks[at] = b
}

// nearestOf gives the cluster whose centre is nearest to a point, and the square of the distance.
func (m *means) nearestOf(i int) (best int32, least float64) {
	if m.held != nil {
		return m.now[i], m.distance[i]
	}
	least = math.Inf(1)
	for c, centre := range m.found.Centres {
		if d := m.square(i, centre); d < least {
			best, least = int32(c), d
		}
	}
	return best, least
}

// centre moves the centres to the means of their points.
func (m *means) centre() {
	for c := range m.found.Centres {
		size, sums := int64(0), make([]float64, len(m.columns))
		for _, b := range m.blocks {
			size += b.sizes[c]
			for d := range sums {
				sums[d] += b.sums[c*len(sums)+d]
			}
		}
		if size == 0 {
			continue
		}
		for d := range sums {
			sums[d] /= float64(size)
		}
		m.found.Centres[c] = sums
	}
}

// result adds up what the last assignment found.
func (m *means) result() (*Clusters, error) {
	m.found.Sizes, m.found.Within = make([]int64, m.k), make([]float64, m.k)
	for c := range m.k {
		for _, b := range m.blocks {
			m.found.Sizes[c] += b.sizes[c]
			m.found.Within[c] += b.within[c]
		}
		if math.IsInf(m.found.Within[c], 0) || math.IsNaN(m.found.Within[c]) {
			return nil, fmt.Errorf("cluster %d: %w", c+1, ErrTooFar)
		}
	}
	return &m.found, nil
}
