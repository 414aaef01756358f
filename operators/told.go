package operators

import (
	"context"

	"gsdms/plan"
)

// toldRows is how many texts are told at a time.
const toldRows = 1 << 16

// Told gives rows that a run of the program has collected the columns that are read late, and the
// texts of those that have no dictionary.
func (p *Program) Told(ctx context.Context, rows *plan.Rows) error {
	emit, ok := p.Sink.(*Emit)
	if !ok || rows == nil {
		return nil
	}
	if err := p.readLate(ctx, emit.Out, rows); err != nil {
		return err
	}
	for i, c := range emit.Out {
		if c.Unsorted == nil {
			continue
		}
		v := &rows.Columns[i]
		texts := make([]string, rows.Len)
		for _, err := range SpreadIn(ctx, (rows.Len+toldRows-1)/toldRows, func(_ context.Context, k int) error {
			lo, hi := k*toldRows, min(rows.Len, (k+1)*toldRows)
			some := rows.Slice(lo, hi).Columns[i]
			c.Unsorted.Texts(texts[lo:hi], some.Ints, some.Nulls)
			return nil
		}) {
			if err != nil {
				return err
			}
		}
		v.Texts, v.Ints, v.Dict = texts, nil, nil
	}
	return nil
}
