package change

import (
	"context"
	"io"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/source"
)

// writtenRows are the rows of INSERT … VALUES as a source. Those that the parser has read are evaluated
// before the table changes, since they may ask or wait for something. The others are literals; they
// are evaluated a batch at a time, so that memory has their text and one batch.
type writtenRows struct {
	c         *command.Call
	of        *plan.Table
	to        []int // the ordinals that the values of a row go to
	node      *ast.InsertStmt
	rows      *parse.Rows
	constants *bind.Constants
	last      []*source.Builder // of the batch before
	first     *ingest.Batch     // which waits to be given; nil: it was
	held      int64             // bytes that are charged
}

// batchBytes is how much text the values of a batch have together at most, but for those of its last row.
const batchBytes = 4 << 20

// takenBytes is how many bytes of memory a batch takes for one of its text: the text of each value is
// found by itself, and numbers of few digits take more than these.
const takenBytes = 8

func newWrittenRows(c *command.Call, t *plan.Table, to []int, n *ast.InsertStmt) (*writtenRows, error) {
	w := &writtenRows{c: c, of: t, to: to, node: n, rows: parse.RowsOf(n), constants: bind.NewConstants(c.Text, c.Queries.Surround(c.Names))}
	var err error
	if bytes := w.rows.Bytes(); bytes > 0 {
		w.held = int64(bytes + takenBytes*min(bytes, batchBytes))
		if err = c.Session.Charge(w.held); err != nil {
			return nil, err
		}
	}
	if w.first, err = w.batch(w.rows.Parsed()); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// close gives the memory back.
func (w *writtenRows) close() { _ = w.c.Session.Charge(-w.held) } // which succeeds

// Next is of ingest.Source.
func (w *writtenRows) Next(ctx context.Context) (b *ingest.Batch, err error) {
	if b, w.first = w.first, nil; b != nil {
		return b, nil
	}
	if b, err = w.batch(plan.SegmentRows); err == nil && b.Rows == 0 {
		err = io.EOF
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	return b, err
}

// batch evaluates rows, column by column.
func (w *writtenRows) batch(most int) (*ingest.Batch, error) {
	builders := make([]*source.Builder, len(w.of.Shown()))
	for i := range builders {
		builders[i] = source.NewBuilder(&w.of.Columns[i])
	}
	first, begin, n := w.rows.At(), w.rows.Offset(), 0
	for most = min(most, w.rows.Len()-first); n < most && w.rows.Offset()-begin < batchBytes; n++ {
		if err := w.row(builders, w.rows.Next(), first+n, n); err != nil {
			return nil, err
		}
	}
	if n > 0 {
		w.last = builders
	}
	return source.Batch(builders, n, first), nil
}

// row adds the values of a row with some number to the nth of a batch.
func (w *writtenRows) row(to []*source.Builder, values []ast.ExprNode, number, n int) error {
	if len(values) != len(w.to) {
		return w.c.ErrorAt(firstNode(values, w.node), parse.CodeValueCount, "Column count doesn't match value count at row %d: %d columns, %d values", number+1, len(w.to), len(values))
	}
	for i, e := range values {
		e, err := givenValue(w.c, w.of, &w.of.Columns[w.to[i]], e)
		if err != nil {
			return err
		}
		if err := insertValue(w.c, w.constants, to[w.to[i]], e, number); err != nil {
			return err
		}
	}
	for _, b := range to {
		if !b.Fill(n) {
			return w.c.ErrorAt(firstNode(values, w.node), parse.CodeNoDefault, "Field '%s' doesn't have a default value", b.Of.Name)
		}
	}
	return nil
}
