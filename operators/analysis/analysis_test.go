package analysis

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
)

// scattered makes points by column, whole numbers below a bound.
func scattered(r *rand.Rand, n, columns, bound int) [][]float64 {
	out := make([][]float64, columns)
	for d := range out {
		out[d] = make([]float64, n)
		for i := range out[d] {
			out[d][i] = float64(r.IntN(bound))
		}
	}
	return out
}

// near compares sums that were made in different orders.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// plainSteps is Lloyd's method, point by point, from given centres on.
func plainSteps(points, centres [][]float64, iterations int) (after [][]float64, sizes []int64, within []float64) {
	before := []int(nil)
	for round := 0; ; round++ {
		now := make([]int, len(points[0]))
		sums := make([][]float64, len(centres))
		sizes, within = make([]int64, len(centres)), make([]float64, len(centres))
		for c := range sums {
			sums[c] = make([]float64, len(points))
		}
		for i := range now {
			least := math.Inf(1)
			for c, centre := range centres {
				d := 0.0
				for k := range points {
					d += math.Pow(points[k][i]-centre[k], 2)
				}
				if d < least {
					least, now[i] = d, c
				}
			}
			sizes[now[i]]++
			within[now[i]] += least
			for k := range points {
				sums[now[i]][k] += points[k][i]
			}
		}
		if reflect.DeepEqual(now, before) || round == iterations {
			return centres, sizes, within
		}
		next := make([][]float64, len(centres))
		for c := range centres {
			next[c] = centres[c]
			if sizes[c] > 0 {
				next[c] = sums[c]
				for k := range next[c] {
					next[c][k] /= float64(sizes[c])
				}
			}
		}
		centres, before = next, now
	}
}

// The steps are those of the plain method, from the centres on that no steps leave.
func TestKMeansSteps(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 7, 100, 3 * blockPoints, mostBlocks*blockPoints + 5} {
		for _, iterations := range []int{0, 1, 3} {
			if testing.Short() && n > mostBlocks*blockPoints && iterations != 1 {
				continue // one step has all that goes on at once
			}
			points, k := scattered(r, n, 1+r.IntN(3), 1000), min(n, 1+r.IntN(6))
			seeds, err := KMeans(ctx, points, k, 0, 9, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := KMeans(ctx, points, k, iterations, 9, nil)
			if err != nil {
				t.Fatal(err)
			}
			centres, sizes, within := plainSteps(points, seeds.Centres, iterations)
			for c := range centres {
				if got.Sizes[c] != sizes[c] || !near(got.Within[c], within[c]) {
					t.Errorf("%d points, %d steps, cluster %d: %d points within %v, want %d within %v", n, iterations, c, got.Sizes[c], got.Within[c], sizes[c], within[c])
				}
				for d := range centres[c] {
					if !near(got.Centres[c][d], centres[c][d]) {
						t.Errorf("%d points, %d steps: centre %v, want %v", n, iterations, got.Centres[c], centres[c])
					}
				}
			}
		}
	}
}

// The first centres are different points; heaps that lie apart get a centre each; and nothing
// depends on the number of processors.
func TestKMeansCentres(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 4))
	points := scattered(r, 2*blockPoints, 2, 10)
	heaps := map[[2]float64]int64{}
	for i := range points[0] {
		heap := [2]float64{1000 * float64(r.IntN(3)), 5000 * float64(r.IntN(2))}
		heaps[heap]++
		points[0][i] += heap[0]
		points[1][i] += heap[1]
	}
	for seed := range uint64(5) {
		got, err := KMeans(ctx, points, len(heaps), 100, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		for c, centre := range got.Centres {
			heap := [2]float64{1000 * math.Floor(centre[0]/1000), 5000 * math.Floor(centre[1]/5000)}
			if heaps[heap] != got.Sizes[c] {
				t.Errorf("seed %d: %d points around %v, of heaps of %v", seed, got.Sizes[c], centre, heaps)
			}
		}
		before := runtime.GOMAXPROCS(1)
		again, err := KMeans(ctx, points, len(heaps), 100, seed, nil)
		runtime.GOMAXPROCS(before)
		if err != nil || !reflect.DeepEqual(got, again) {
			t.Errorf("seed %d on one processor: %v, %v and not %v", seed, err, again, got)
		}
	}
	few := [][]float64{{3, 1, 3, 2, 1, 3}}
	got, err := KMeans(ctx, few, 3, 10, 7, nil)
	if err != nil || got.Within[0]+got.Within[1]+got.Within[2] != 0 || got.Centres[0][0]+got.Centres[1][0]+got.Centres[2][0] != 6 {
		t.Errorf("three points, three clusters: %v, %v", got, err)
	}
	for k, columns := range map[int][][]float64{4: few, 1: {{}}} {
		if _, err := KMeans(ctx, columns, k, 10, 7, nil); !errors.Is(err, ErrFewPoints) {
			t.Errorf("%d clusters: %v", k, err)
		}
	}
	for _, k := range []int{1, 2} {
		if _, err := KMeans(ctx, [][]float64{{-1e300, 1e300, 0}}, k, 10, 7, nil); !errors.Is(err, ErrTooFar) {
			t.Errorf("far points: %v", err)
		}
	}
}

// The counts are those of whole numbers, which know no rounding.
func TestDistanceHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 2, 50, tile, 2*tile + 17} {
		points := scattered(r, n, 3, 60)
		width, buckets := 1+r.IntN(9), 1+r.IntN(12)
		want := make([]int64, buckets+1)
		for i := range n {
			for j := range i {
				square := 0
				for _, column := range points {
					square += int(column[i]-column[j]) * int(column[i]-column[j])
				}
				b := 0
				for b < buckets && square >= (b+1)*(b+1)*width*width {
					b++
				}
				want[b]++
			}
		}
		got, err := DistanceHistogram(context.Background(), &Pairs{points[0], points[1], points[2], float64(width), buckets})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d points, width %d: %v, want %v (%v)", n, width, got, want, err)
		}
	}
}

// What is cancelled ends with the cause.
func TestCancelled(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	points := scattered(rand.New(rand.NewPCG(7, 8)), 5*tile, 3, 100)
	cancel(cause)
	if _, err := DistanceHistogram(ctx, &Pairs{points[0], points[1], points[2], 1, 5}); !errors.Is(err, cause) {
		t.Errorf("a histogram: %v", err)
	}
	if _, err := KMeans(ctx, points, 2, 5, 1, nil); !errors.Is(err, cause) {
		t.Errorf("clusters: %v", err)
	}
}

// Edges tell buckets apart as roots and quotients do, next to each edge as anywhere, for widths
// of any size.
func TestEdges(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, width := range []float64{1, 3, 0.1, 1e-3, math.Pi, 1e-160, 5e-324, 1e150, 1e300} {
		p := &Pairs{Width: width, Buckets: 1 + r.IntN(300)}
		edges := p.Edges()
		check := func(square float64) {
			want := len(edges) - 1
			if q := math.Sqrt(square) / width; q < float64(want) {
				want = int(q)
			}
			got := 0
			for got < len(edges)-1 && !(square < edges[got+1]) {
				got++
			}
			if got != want {
				t.Errorf("width %v: the square %v belongs to bucket %d, by edges to %d", width, square, want, got)
			}
		}
		for _, e := range edges {
			for _, square := range []float64{e, math.Nextafter(e, 0), math.Nextafter(e, math.Inf(1))} {
				check(square)
			}
		}
		for range 1000 {
			d := r.Float64() * width * float64(len(edges)+1)
			check(d * d)
		}
		check(0)
		check(math.NaN())
		check(math.Inf(1))
	}
}
