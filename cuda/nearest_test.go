package cuda

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gsdms/operators/analysis"
)

// columnsOf makes points.
func columnsOf(r *rand.Rand, n, columns int) [][]float64 {
	out := make([][]float64, columns)
	for d := range out {
		out[d] = make([]float64, n)
		for i := range out[d] {
			out[d][i] = r.NormFloat64()
		}
	}
	return out
}

// Clusters whose points look for their centres on the device are those of the CPU, to the last bit.
func TestClustersOnTheDevice(t *testing.T) {
	_, b := analysing(t, 128<<20)
	r := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct{ n, columns, k, iterations int }{{1, 1, 1, 5}, {5000, 3, 7, 20}, {1500, 3, 1400, 3}, {300, 17, 9, 5}, {40, 2100, 5, 2}, {20000, 1, 3, 4}} {
		columns := columnsOf(r, c.n, c.columns)
		held, err := b.HoldPoints(context.Background(), columns, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		got, err := analysis.KMeans(context.Background(), columns, c.k, c.iterations, 3, held)
		if err := errors.Join(err, held.Close()); err != nil {
			t.Fatal(err)
		}
		want, err := analysis.KMeans(context.Background(), columns, c.k, c.iterations, 3, nil)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: the device's clusters differ (%v)", c, err)
		}
	}
	odd := columnsOf(r, 3, 2)
	odd[0][1], odd[1][2] = math.NaN(), math.Inf(1)
	held, err := b.HoldPoints(context.Background(), odd, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	nearest, least := make([]int32, 3), make([]float64, 3)
	if err := errors.Join(held.Nearest(context.Background(), [][]float64{{9, 9}, {odd[0][0], odd[1][0]}, {odd[0][0], odd[1][0]}}, nearest, least), held.Close()); err != nil {
		t.Fatal(err)
	}
	if nearest[0] != 1 || least[0] != 0 || nearest[1] != 0 || !math.IsInf(least[1], 1) || nearest[2] != 0 || !math.IsInf(least[2], 1) {
		t.Errorf("nearest %v at %v", nearest, least)
	}
}

// A search that is cancelled, one of a device that fails, and one without room end with an error and
// leave nothing behind.
func TestNearestEnds(t *testing.T) {
	d, b := analysing(t, 64<<20)
	columns := columnsOf(rand.New(rand.NewPCG(7, 8)), 100, 2)
	find := func(ctx context.Context, room int64) error {
		held, err := b.HoldPoints(ctx, columns, room)
		if err != nil {
			return err
		}
		return errors.Join(held.Nearest(ctx, [][]float64{{0, 0}}, make([]int32, 100), make([]float64, 100)), held.Close())
	}
	endsCleanly(t, d, find, "alloc", "pin", "queue", "copy", "launch", "wait", "compile")
	if n := b.users.Load(); n != 0 {
		t.Errorf("%d users are left", n)
	}
}
