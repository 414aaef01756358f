package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/operators/analysis"
)

// labProducts times products of columns on the first GPU, beside what bounds them.
type labProducts struct {
	Rows    int   `default:"1000000" placeholder:"N" help:"How many rows (${default})."`
	Columns []int `default:"4,16,32,40,64,128,256,512" placeholder:"N,..." help:"How many columns (${default})."`
	Runs    int   `default:"5" placeholder:"N" help:"Timed runs of each; the median counts (${default})."`
}

// Validate refuses to time nothing.
func (c *labProducts) Validate() error {
	if c.Rows < 1 {
		return errors.New("--rows must be 1 or more")
	}
	return atLeastOne("columns", c.Columns)
}

// Run runs the command.
func (c *labProducts) Run(e *environment) error {
	ctx, stop := e.interrupted()
	defer stop()
	limits, err := printComputing(ctx, e)
	if err != nil {
		return err
	}
	e.late = true
	backend, err := openCUDA(e)
	if err != nil {
		return err
	}
	defer backend.Close()
	multiplier, ok := backend.(analysis.Multiplier)
	if !ok {
		return fmt.Errorf("%s does not multiply columns", backend.Device().Name)
	}
	t := gpuTable(fmt.Sprintf("\nProducts of columns with each other, %d rows, median of %d runs", c.Rows, max(1, c.Runs)),
		"columns", "whole ms", "expected", "GB/s", "G products/s", "of arithmetic", "CPU ms", "expected")
	for _, n := range c.Columns {
		if err := c.row(ctx, t, multiplier, &analysis.Product{X: factors(c.Rows, n)}, limits); err != nil {
			return fmt.Errorf("%d columns: %w", n, err)
		}
	}
	fmt.Fprintln(e.out, t.Render())
	return nil
}

// factors makes columns of numbers at random.
func factors(rows, columns int) [][]float64 {
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

// multiply has a device multiply columns whose rows are all there.
func multiply(ctx context.Context, multiplier analysis.Multiplier, p *analysis.Product) (sums []float64, err error) {
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

// row times the products of some columns and compares them with the CPU's.
func (c *labProducts) row(ctx context.Context, t table.Writer, multiplier analysis.Multiplier, p *analysis.Product, limits computing) error {
	var sums []float64
	took := make([]time.Duration, max(1, c.Runs)+1)
	var expected float64
	for i := range took {
		expected = multiplier.ForecastProduct(p.Factors(), p.Rows())
		began := time.Now()
		var err error
		if sums, err = multiply(ctx, multiplier, p); err != nil {
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
		fmt.Sprintf("%.1f", rate), fmt.Sprintf("%.1f %%", 100*rate/limits.doubles), fmt.Sprintf("%.2f", cpu.Seconds()*1e3), fmt.Sprintf("%.2f", 1e3*analysis.ForecastProduct(p.Factors(), rows))})
	return nil
}
