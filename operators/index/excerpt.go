package index

import (
	"context"
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/operators"
	"gsdms/plan"
)

// excerptRows is how many rows, from a multiple of it on, a store gives without unpacking others: a block of
// packed numbers.
const excerptRows = 512

// excerpt is some rows of a column, which are there until it is released.
type excerpt struct {
	*operators.Array
	first int
	rows  arrow.Array
}

// readExcerpt reads rows [lo, hi) of a column, of which lo is a multiple of 64.
func readExcerpt(ctx context.Context, t *plan.Table, column, lo, hi int) (excerpt, error) {
	c := &t.Columns[column]
	a, err := t.Data.Rows(ctx, column, lo, hi)
	if err != nil {
		return excerpt{}, fmt.Errorf("read column %s of %s: %w", c.Name, t.Name, err)
	}
	d := a.Data()
	from, n := d.Offset()*c.Storage.Width, (hi-lo)*c.Storage.Width
	b := d.Buffers()[1].Bytes()
	if len(b) < from+n {
		a.Release()
		return excerpt{}, fmt.Errorf("read column %s of %s: %d bytes for %d rows", c.Name, t.Name, len(b), hi-lo)
	}
	out := &operators.Array{Name: t.Name + "." + c.Name, Storage: c.Storage, Len: hi - lo, Data: b[from : from+n : from+n]}
	return excerpt{out, lo, a}, nil
}
