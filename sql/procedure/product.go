package procedure

import (
	"context"
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
	factors, err := c.points(ctx, table, slices.Concat(lists[0], lists[1]))
	if err != nil {
		return nil, err
	}
	p := &analysis.Product{X: factors[:len(lists[0])]}
	names := lists[0]
	if len(args) > 2 {
		p.Y, names = factors[len(lists[0]):], lists[1]
	}
	sums, err := c.multiply(ctx, p)
	if err != nil {
		return nil, err
	}
	return c.matrix(lists[0], names, sums)
}

// multiply sums products where that is expected to end sooner, and where there is no choice on what
// is there.
func (c *Call) multiply(ctx context.Context, p *analysis.Product) ([]float64, error) {
	c.Ran = "cpu"
	if multiplier, there := c.Backend.(analysis.Multiplier); there {
		sums, there, err := elsewhere(c, multiplier.ForecastProduct(p), analysis.ForecastProduct(p), func() ([]float64, error) {
			return multiplier.Multiply(ctx, p, c.Memory)
		})
		if there {
			return sums, err
		}
	}
	return analysis.MatrixProduct(ctx, p)
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
