package embed

import (
	"context"
	"iter"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
	"gsdms/pushscan/load/arrows"
	"gsdms/sql/result"
)

// recordRows is the most rows of a record.
const recordRows = plan.SegmentRows

// records is an array.RecordReader of the rows of a result. Columns have the names that the
// query gives them, twice where it gives one twice.
type records struct {
	ctx    context.Context
	set    *result.Set
	schema *arrow.Schema
	next   func() (*plan.Rows, error, bool)
	stop   func()
	rows   *plan.Rows
	at     int          // rows that have been given
	record arrow.Record // the last one, nil for none
	err    error
	users  atomic.Int64
}

var _ array.RecordReader = (*records)(nil)

func newRecords(ctx context.Context, r *result.Set) *records {
	out := &records{ctx: ctx, set: r, schema: arrows.Schema(r.Columns), rows: &plan.Rows{}}
	out.next, out.stop = iter.Pull2(batches(r))
	out.users.Store(1)
	return out
}

// Retain is of array.RecordReader.
func (r *records) Retain() { r.users.Add(1) }

// Release is of array.RecordReader: the last one ends the rows.
func (r *records) Release() {
	if r.users.Add(-1) == 0 {
		r.drop()
		r.stop()
		r.set.Close() // who never asked for a record has not begun what stop ends
	}
}

// Schema is of array.RecordReader.
func (r *records) Schema() *arrow.Schema { return r.schema }

// Record is of array.RecordReader: it is valid until Next is called.
func (r *records) Record() arrow.Record { return r.record }

// Err is of array.RecordReader.
func (r *records) Err() error { return r.err }

// Next is of array.RecordReader.
func (r *records) Next() bool {
	r.drop()
	for r.err == nil && r.at == r.rows.Len {
		rows, err, ok := r.next()
		if !ok {
			return false
		}
		if r.err = ended(r.ctx, err); err == nil {
			r.rows, r.at = rows, 0
		}
	}
	if r.err == nil && r.ctx.Err() != nil {
		r.err = context.Cause(r.ctx)
	}
	if r.err != nil {
		return false
	}
	hi := min(r.at+recordRows, r.rows.Len)
	r.record, r.err = arrows.Record(r.schema, r.rows, r.at, hi)
	r.at = hi
	return r.err == nil
}

// drop releases the last record.
func (r *records) drop() {
	if r.record != nil {
		r.record.Release()
		r.record = nil
	}
}
