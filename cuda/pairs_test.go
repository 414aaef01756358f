package cuda

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gsdms/cuda/codegen"
	"gsdms/operators/analysis"
)

// scattered makes points; whole ones have many distances that are edges of buckets.
func scattered(r *rand.Rand, n int, size float64, whole bool) *analysis.Pairs {
	p := &analysis.Pairs{}
	for _, column := range []*[]float64{&p.X, &p.Y, &p.Z} {
		for range n {
			x := r.Float64() * size
			if whole {
				x = math.Floor(x)
			}
			*column = append(*column, x)
		}
	}
	return p
}

// The device counts what the CPU counts, in each way to find buckets and with counts in each
// place.
func TestPairsAreCounted(t *testing.T) {
	_, b := analysing(t, 64<<20)
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		how     codegen.PairsEstimate
		n       int
		size    float64
		whole   bool
		width   float64
		buckets int
	}{
		{codegen.PairsSingle, 300, 20, true, 1, 33}, {codegen.PairsSingle, 2500, 50, true, 0.5, 100}, {codegen.PairsSingle, 500, 1, false, 0.01, 180},
		{codegen.PairsSingle, 900, 1000, false, 3, 1}, {codegen.PairsSingle, 1, 10, false, 1, 5}, {codegen.PairsDouble, 800, 1e6, true, 1, 900},
		{codegen.PairsDouble, 800, 30000, true, 1, 30000}, {codegen.PairsDouble, 400, 30, true, 0.001, 60000}, {codegen.PairsSearch, 300, 1e-30, false, 1e-31, 20}, {codegen.PairsSearch, 300, 1e200, false, 1e198, 20},
	} {
		p := scattered(r, c.n, c.size, c.whole)
		p.Width, p.Buckets = c.width, c.buckets
		counted(t, b, p, c.how)
	}
	odd := scattered(r, 100, 10, true)
	odd.Width, odd.Buckets = 1, 12
	odd.X[3], odd.Y[7], odd.Z[9] = math.NaN(), math.Inf(1), math.Inf(-1)
	counted(t, b, odd, codegen.PairsDouble)
	counted(t, b, &analysis.Pairs{Width: 1, Buckets: 2}, codegen.PairsSingle)
	if n := b.users.Load(); n != 0 {
		t.Errorf("%d users are left", n)
	}
}

// counted compares the device's counts with the CPU's.
func counted(t *testing.T, b *Backend, p *analysis.Pairs, how codegen.PairsEstimate) {
	t.Helper()
	name := fmt.Sprintf("%d points, %d buckets of %v", len(p.X), p.Buckets, p.Width)
	if got := estimateOf(p).from; len(p.X) > 0 && got != how {
		t.Errorf("%s: estimate %d, want %d", name, got, how)
	}
	want, err := analysis.DistanceHistogram(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.CountPairs(context.Background(), p, 1<<30)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !reflect.DeepEqual(got, want) {
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: bucket %d has %d, want %d", name, i, got[i], want[i])
			}
		}
	}
}

// A count that is cancelled, one of a device that fails, and one without room end with an error
// and leave nothing behind.
func TestPairsEnd(t *testing.T) {
	d, b := analysing(t, 64<<20)
	p := scattered(rand.New(rand.NewPCG(3, 4)), 100, 10, true)
	p.Width, p.Buckets = 1, 12
	count := func(ctx context.Context, room int64) error {
		_, err := b.CountPairs(ctx, p, room)
		return err
	}
	endsCleanly(t, d, count, "alloc", "pin", "queue", "copy", "clear", "launch", "wait", "compile")
	counted(t, b, p, codegen.PairsSingle)
	if n := b.users.Load(); n != 0 {
		t.Errorf("%d users are left", n)
	}
}
