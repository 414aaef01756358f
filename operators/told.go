package operators

import (
	"context"

	"gsdms/operators/large"
	"gsdms/plan"
)

// toldRows is how many texts are told at a time.
const toldRows = 1 << 16

// Told gives rows that a run of the program has collected the columns that are read late, and the
// texts of those that have no dictionary.
func (p *Program) Told(ctx context.Context, rows *plan.Rows) error {
	if rows == nil {
		return nil
	}
	switch sink := p.Sink.(type) {
	case *Groups:
		for i, k := range sink.Keys {
			if err := tell(ctx, rows, i, k.Unsorted); err != nil {
				return err
			}
		}
		return sink.ToldFolds(ctx, rows)
	case *Emit:
		if err := p.readLate(ctx, sink.Out, rows); err != nil {
			return err
		}
		for i, c := range sink.Out {
			if err := tell(ctx, rows, i, c.Unsorted); err != nil {
				return err
			}
		}
	}
	return nil
}

// ToldFolds gives the folds of groups their texts, where they have codes of some.
func (g *Groups) ToldFolds(ctx context.Context, rows *plan.Rows) error {
	for i, f := range g.Aggs {
		if err := tell(ctx, rows, len(g.Keys)+i, f.Unsorted); err != nil {
			return err
		}
	}
	return nil
}

// tell gives a column of codes its texts, if it is one of such and has none yet.
func tell(ctx context.Context, rows *plan.Rows, column int, of *plan.Unsorted) error {
	if of == nil || rows.Columns[column].Texts != nil {
		return nil
	}
	v := &rows.Columns[column]
	texts, nulls := large.Make[string](rows.Len), v.Nulls
	if of.Computed() && nulls == nil {
		nulls = make([]bool, rows.Len)
	}
	for _, err := range SpreadIn(ctx, (rows.Len+toldRows-1)/toldRows, func(_ context.Context, k int) error {
		lo, hi := k*toldRows, min(rows.Len, (k+1)*toldRows)
		some := rows.Slice(lo, hi).Columns[column]
		if of.Computed() {
			return of.Compute(texts[lo:hi], some.Ints, nulls[lo:hi])
		}
		of.Texts(texts[lo:hi], some.Ints, some.Nulls)
		return nil
	}) {
		if err != nil {
			return err
		}
	}
	v.Texts, v.Nulls, v.Ints, v.Dict = texts, nulls, nil, nil
	return nil
}
