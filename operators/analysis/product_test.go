package analysis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// plainProduct sums tile by tile and row by row, as ProductTile says.
func plainProduct(p *Product) []float64 {
	var out []float64
	for _, x := range p.X {
		for _, y := range p.Right() {
			all := 0.0
			for lo := 0; lo < len(x); lo += ProductTile {
				sum := 0.0
				for row := lo; row < min(len(x), lo+ProductTile); row++ {
					sum = math.FMA(x[row], y[row], sum)
				}
				all += sum
			}
			out = append(out, all)
		}
	}
	return out
}

// uneven makes columns of numbers of many sizes and signs, some of which are 0.
func uneven(r *rand.Rand, rows, columns int) [][]float64 {
	out := make([][]float64, columns)
	for c := range out {
		out[c] = make([]float64, rows)
		for row := range out[c] {
			out[c][row] = math.Ldexp(r.NormFloat64(), r.IntN(60)-30) * float64(r.IntN(4))
		}
	}
	return out
}

// The sums are those of each pair of columns in the order that is promised, to the last bit.
func TestMatrixProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	for _, rows := range []int{0, 1, 7, 255, 257, ProductTile, ProductTile + 1, 3*ProductTile + 300} {
		for _, columns := range []int{1, 2, 7, 8, 9, 40} {
			x := uneven(r, rows, columns)
			for _, p := range []*Product{{X: x}, {X: x, Y: uneven(r, rows, 1+r.IntN(20))}, {X: x[:1], Y: x}} {
				t.Run(fmt.Sprintf("%d rows of %d and %d", rows, columns, len(p.Y)), func(t *testing.T) { sameProduct(t, p) })
			}
		}
	}
}

// More columns than a band has, and more parts than are made at a time.
func TestMatrixProductOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	sameProduct(t, &Product{X: uneven(r, 700, 300)})
	sameProduct(t, &Product{X: uneven(r, 300, 140), Y: uneven(r, 300, 17)})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	sameProduct(t, &Product{X: uneven(r, 600*ProductTile/8, 2)})
	wide := uneven(r, 3*ProductTile, 3)
	for len(wide) < 1000 {
		wide = append(wide, wide...)
	}
	sameProduct(t, &Product{X: wide[:2], Y: wide})
}

func sameProduct(t *testing.T, p *Product) {
	t.Helper()
	got, err := MatrixProduct(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if want := plainProduct(p); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Rows that come in parts of any size give what they do together.
func TestMatrixProductInParts(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 8))
	for _, f := range []Factors{{X: 3}, {X: 2, Y: 9}} {
		for range 20 {
			rows := r.IntN(5 * ProductTile)
			all := uneven(r, rows, f.X+f.Y)
			m := BeginProduct(f)
			parts := &Parts{To: m, Factors: f}
			for lo := 0; lo < rows; {
				hi := min(rows, lo+r.IntN([]int{3, 1000, 3 * ProductTile}[r.IntN(3)])+1)
				part := make([][]float64, len(all))
				for i, column := range all {
					part[i] = slices.Clone(column[lo:hi])
				}
				if err := parts.Add(ctx, part); err != nil {
					t.Fatal(err)
				}
				for _, column := range part { // they are another's from now on
					clear(column)
				}
				lo = hi
			}
			if err := parts.Flush(ctx); err != nil {
				t.Fatal(err)
			}
			got, err := m.Sums()
			p := &Product{X: all[:f.X]}
			if f.Y > 0 {
				p.Y = all[f.X:]
			}
			if want := plainProduct(p); err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d rows: %v, want %v (%v)", rows, got, want, err)
			}
		}
	}
}

// Sums of whole numbers are exact.
func TestMatrixProductIsExact(t *testing.T) {
	p := &Product{X: scattered(rand.New(rand.NewPCG(2, 2)), 5000, 5, 1000)}
	got, err := MatrixProduct(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range p.X {
		for j, b := range p.X {
			sum := int64(0)
			for row := range a {
				sum += int64(a[row]) * int64(b[row])
			}
			if got[i*5+j] != float64(sum) {
				t.Errorf("columns %d and %d: %v, want %d", i, j, got[i*5+j], sum)
			}
		}
	}
}

// One that is cancelled ends with the context's cause.
func TestMatrixProductEnds(t *testing.T) {
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(enough)
	if _, err := MatrixProduct(ctx, &Product{X: [][]float64{{1}}}); !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
}

func BenchmarkMatrixProduct(b *testing.B) {
	for _, columns := range []int{4, 40, 400} {
		x := uneven(rand.New(rand.NewPCG(1, 1)), 1<<17, columns)
		b.Run(fmt.Sprint(columns), func(b *testing.B) {
			for b.Loop() {
				if _, err := MatrixProduct(context.Background(), &Product{X: x}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
