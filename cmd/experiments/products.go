package experiments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/operators/analysis"
)

// Factors makes columns of numbers at random.
func Factors(rows, columns int) [][]float64 {
	r := rand.New(rand.NewPCG(uint64(columns), 11))
	out := make([][]float64, columns)
	for c := range out {
		out[c] = make([]float64, rows)
		for row := range out[c] {
			out[c][row] = r.NormFloat64()
		}
	}
	return out
}

// Multiply has a device multiply columns whose rows are all there.
func Multiply(ctx context.Context, multiplier analysis.Multiplier, p *analysis.Product) (sums []float64, err error) {
	m, err := multiplier.BeginProduct(ctx, p.Factors(), 1<<40)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if err := m.Add(ctx, p); err != nil {
		return nil, err
	}
	return m.Sums()
}

// Products times products of columns.
type Products struct {
	Multiplier analysis.Multiplier
	Runs       int // timed ones of each; the median counts
	Limits     Computing
}

// Print times those of so many rows for numbers of columns.
func (l *Products) Print(ctx context.Context, out io.Writer, rows int, columns []int) error {
	t := newTable(fmt.Sprintf("\nProducts of columns with each other, %d rows, median of %d runs", rows, l.Runs),
		"columns", "whole ms", "expected", "GB/s", "G products/s", "of arithmetic", "CPU ms", "expected")
	for _, n := range columns {
		if err := l.row(ctx, t, &analysis.Product{X: Factors(rows, n)}); err != nil {
			return fmt.Errorf("%d columns: %w", n, err)
		}
	}
	fmt.Fprintln(out, t.Render())
	return nil
}

// row times the products of some columns and compares them with the CPU's.
func (l *Products) row(ctx context.Context, t table.Writer, p *analysis.Product) error {
	var sums []float64
	took := make([]time.Duration, l.Runs+1)
	var expected float64
	for i := range took {
		expected = l.Multiplier.ForecastProduct(p.Factors(), p.Rows())
		began := time.Now()
		var err error
		if sums, err = Multiply(ctx, l.Multiplier, p); err != nil {
			return err
		}
		took[i] = time.Since(began)
	}
	took = took[1:]
	slices.Sort(took)
	began := time.Now()
	want, err := analysis.MatrixProduct(ctx, p)
	if err == nil && !slices.Equal(sums, want) {
		err = errors.New("the sums are not those of the CPU")
	}
	if err != nil {
		return err
	}
	cpu := time.Since(began)
	rows, columns := p.Rows(), p.Factors().X
	ns := float64(took[len(took)/2].Nanoseconds())
	rate := float64(rows) * float64(columns) * float64(columns+1) / 2 / ns
	t.AppendRow(table.Row{columns, fmt.Sprintf("%.2f", ns/1e6), fmt.Sprintf("%.2f", 1e3*expected), fmt.Sprintf("%.1f", 8*float64(rows)*float64(columns)/ns),
		fmt.Sprintf("%.1f", rate), fmt.Sprintf("%.1f %%", 100*rate/l.Limits.doubles), fmt.Sprintf("%.2f", cpu.Seconds()*1e3), fmt.Sprintf("%.2f", 1e3*analysis.ForecastProduct(p.Factors(), rows))})
	return nil
}
