package procedure

import (
	"context"
	"errors"
	"math"
	"slices"

	"gsdms/operators/analysis"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// mostFactors is how many columns CALL matrix_product takes in each of its lists: a million sums.
const mostFactors = 1024

// matrixProduct is CALL matrix_product: a row for each column of the first list, with its name and,
// for each column of the second, which is the first unless it is given, the sum of their products.
func matrixProduct(ctx context.Context, c *Call, args []argument) (*result.Set, error) {
	table, err := args[0].name()
	if err != nil {
		return nil, err
	}
	var lists [2][]string
	for i, a := range args[1:] {
		if lists[i], err = a.columns(); err != nil {
			return nil, err
		}
		if n := len(lists[i]); n > mostFactors {
			return nil, a.wrong("%d columns; up to %d are multiplied", n, mostFactors)
		}
	}
	factors, names := analysis.Factors{X: len(lists[0])}, lists[0]
	if len(args) > 2 {
		factors.Y, names = len(lists[1]), lists[1]
	}
	query, err := c.pointsOf(table, slices.Concat(lists[0], lists[1]))
	if err != nil {
		return nil, err
	}
	r, err := c.Flow(ctx, query)
	if err != nil {
		return nil, err
	}
	sums, err := c.multiply(ctx, factors, r)
	if err != nil {
		return nil, err
	}
	return c.matrix(lists[0], names, sums)
}

// manyRows is how many rows are expected where they come in several parts.
const manyRows = 1 << 24

// multiply sums the products of the columns of a query, part by part, so that they need not fit memory.
func (c *Call) multiply(ctx context.Context, f analysis.Factors, r *result.Set) (sums []float64, err error) {
	defer r.Close()
	rows := r.Rows.Len
	if r.More != nil {
		rows = manyRows
	}
	m, err := c.beginProduct(ctx, f, rows)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	parts, left := &analysis.Parts{To: m, Factors: f}, 0
	for rows, err := range r.Batches() {
		if err != nil {
			return nil, err
		}
		columns, without, err := withoutNulls(ctx, rows)
		if err == nil {
			err = parts.Add(ctx, columns)
		}
		if err != nil {
			return nil, err
		}
		left += without
	}
	c.leftOut(left)
	if err := parts.Flush(ctx); err != nil {
		return nil, err
	}
	return m.Sums()
}

// beginProduct begins a product where it is expected to end sooner, and where there is no choice on
// what is there.
func (c *Call) beginProduct(ctx context.Context, f analysis.Factors, rows int) (analysis.Multiplication, error) {
	c.Ran = "cpu"
	if multiplier, there := c.Backend.(analysis.Multiplier); there {
		m, there, err := elsewhere(c, multiplier.ForecastProduct(f, rows), analysis.ForecastProduct(f, rows), func() (analysis.Multiplication, error) {
			return multiplier.BeginProduct(ctx, f, c.Memory)
		})
		if there {
			return m, err
		}
	}
	return analysis.BeginProduct(f), nil
}

// matrix gives the sums as a table. One that no DOUBLE holds is error 1690.
func (c *Call) matrix(rows, columns []string, sums []float64) (*result.Set, error) {
	for i, v := range sums {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, parse.ErrorAt(string(c.Text), 0, parse.CodeOutOfRange, "the sum of the products of columns %s and %s is no DOUBLE", rows[i/len(columns)], columns[i%len(columns)])
		}
	}
	names, values := []string{"column"}, []any{rows}
	for j, name := range columns {
		column := make([]float64, len(rows))
		for i := range column {
			column[i] = sums[i*len(columns)+j]
		}
		names, values = append(names, name), append(values, column)
	}
	return found(names, values...), nil
}
