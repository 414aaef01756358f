package cuda

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators/analysis"
)

// What opens its device anew offers all analyses, too.
var (
	_ analysis.Multiplier    = (*Lasting)(nil)
	_ analysis.NearestFinder = (*Lasting)(nil)
	_ analysis.PairCounter   = (*Lasting)(nil)
)

// Products of columns on the device are those of the CPU, to the last bit.
func TestProductsOnTheDevice(t *testing.T) {
	_, b := analysing(t, 256<<20)
	r := rand.New(rand.NewPCG(5, 7))
	for _, c := range []struct{ rows, x, y int }{
		{0, 3, 0}, {1, 1, 0}, {1, 40, 3}, {15, 2, 2}, {2048, 5, 0}, {2049, 40, 0}, {6200, 33, 0}, {5000, 70, 0}, {5000, 2, 70}, {4100, 65, 5}, {3000, 32, 32},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			p := &analysis.Product{X: columnsOf(r, c.rows, c.x)}
			if c.y > 0 {
				p.Y = columnsOf(r, c.rows, c.y)
			}
			same(t, b, p, 1<<30)
		})
	}
}

// multiplied has a backend multiply columns whose rows come in parts of 3,000.
func multiplied(ctx context.Context, b *Backend, p *analysis.Product, room int64) (sums []float64, err error) {
	m, err := b.BeginProduct(ctx, p.Factors(), room)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	parts := &analysis.Parts{To: m, Factors: p.Factors()}
	for lo := 0; lo < p.Rows(); lo += 3000 {
		var columns [][]float64
		for _, c := range slices.Concat(p.X, p.Y) {
			columns = append(columns, c[lo:min(p.Rows(), lo+3000)])
		}
		if err := parts.Add(ctx, columns); err != nil {
			return nil, err
		}
	}
	if err := parts.Flush(ctx); err != nil {
		return nil, err
	}
	return m.Sums()
}

func same(t *testing.T, b *Backend, p *analysis.Product, room int64) {
	t.Helper()
	got, err := multiplied(context.Background(), b, p, room)
	if err != nil {
		t.Fatal(err)
	}
	want, err := analysis.MatrixProduct(context.Background(), p)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, want %v (%v)", got, want, err)
	}
}

// Rows that do not fit the device together are brought one portion after another.
func TestProductsInPortions(t *testing.T) {
	_, b := analysing(t, 64<<20)
	r := rand.New(rand.NewPCG(9, 7))
	p := &analysis.Product{X: columnsOf(r, 9000, 30), Y: columnsOf(r, 9000, 2)}
	same(t, b, p, 11<<20) // 8 MiB of parts, and a tile or more of half a MiB
	same(t, b, &analysis.Product{X: p.X}, 9<<20)
}

// A product that is cancelled, one of a device that fails, and one without room end with an error
// and leave nothing behind.
func TestProductsEnd(t *testing.T) {
	d, b := analysing(t, 64<<20)
	p := &analysis.Product{X: columnsOf(rand.New(rand.NewPCG(7, 8)), 100, 2)}
	multiply := func(ctx context.Context, room int64) error {
		_, err := multiplied(ctx, b, p, room)
		return err
	}
	endsCleanly(t, d, multiply, "alloc", "pin", "queue", "copy", "launch", "wait", "compile")
	if n := b.users.Load(); n != 0 {
		t.Errorf("%d users are left", n)
	}
}
