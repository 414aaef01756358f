package analysis

import "context"

// Parts hands the rows of a Multiplication on tile by tile, however they come.
type Parts struct {
	To      Multiplication
	Factors Factors
	rest    [][]float64 // the rows behind the last whole tile
}

// Add takes in rows, by column: those of X, then those of Y. They are not used afterwards.
func (p *Parts) Add(ctx context.Context, columns [][]float64) error {
	if p.rest == nil {
		p.rest = make([][]float64, len(columns))
	}
	if have := len(p.rest[0]); have > 0 {
		some := min(len(columns[0]), ProductTile-have)
		p.keep(cut(columns, 0, some))
		if have+some < ProductTile {
			return nil
		}
		if err := p.Flush(ctx); err != nil {
			return err
		}
		columns = cut(columns, some, len(columns[0]))
	}
	n := len(columns[0])
	whole := n / ProductTile * ProductTile
	p.keep(cut(columns, whole, n))
	if whole == 0 {
		return nil
	}
	return p.hand(ctx, cut(columns, 0, whole))
}

// Flush hands on what is left, behind the last row.
func (p *Parts) Flush(ctx context.Context) error {
	if p.rest == nil || len(p.rest[0]) == 0 {
		return nil
	}
	err := p.hand(ctx, p.rest)
	for i := range p.rest {
		p.rest[i] = p.rest[i][:0]
	}
	return err
}

func (p *Parts) keep(columns [][]float64) {
	for i, column := range columns {
		p.rest[i] = append(p.rest[i], column...)
	}
}

func (p *Parts) hand(ctx context.Context, columns [][]float64) error {
	part := &Product{X: columns[:p.Factors.X]}
	if p.Factors.Y > 0 {
		part.Y = columns[p.Factors.X:]
	}
	return p.To.Add(ctx, part)
}

// cut gives the same rows of all columns.
func cut(columns [][]float64, lo, hi int) [][]float64 {
	out := make([][]float64, len(columns))
	for i, column := range columns {
		out[i] = column[lo:hi]
	}
	return out
}
