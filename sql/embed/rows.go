package embed

import (
	"context"
	"iter"

	"gsdms/plan"
	"gsdms/sql/result"
)

// Column is a column of a result. Any may hold NULL.
type Column struct {
	Name string
	Type plan.Type // String spells it as SQL does
}

// Rows is what a query gives, read from the first row on: Next goes to a row, and Value and
// Text read it. One goroutine uses it.
type Rows struct {
	ctx     context.Context // of the statement
	set     *result.Set
	columns []Column
	next    func() (*plan.Rows, error, bool) // the next rows
	stop    func()
	rows    *plan.Rows // those that are read
	at      int        // in rows
	err     error
}

func newRows(ctx context.Context, r *result.Set) *Rows {
	out := &Rows{ctx: ctx, set: r, at: -1, rows: &plan.Rows{}}
	for _, c := range r.Columns {
		out.columns = append(out.columns, Column{c.Name, c.Type})
	}
	out.next, out.stop = iter.Pull2(batches(r))
	return out
}

// batches gives the rows of a result, none of one that has no rows.
func batches(r *result.Set) iter.Seq2[*plan.Rows, error] {
	return func(yield func(*plan.Rows, error) bool) {
		if r.Rows != nil {
			r.Batches()(yield)
		}
	}
}

// Columns describes the result: none of a statement that gives no rows.
func (r *Rows) Columns() []Column { return r.columns }

// Next goes to the next row, the first one at its first call, and reports whether there is
// one. At the end the rows are closed.
func (r *Rows) Next() bool {
	r.at++
	for r.at >= r.rows.Len {
		rows, err, ok := r.next()
		if !ok || err != nil {
			r.err = ended(r.ctx, err)
			r.Close()
			return false
		}
		r.rows, r.at = rows, 0
	}
	return true
}

// Err is what ended the rows early, nil at their end.
func (r *Rows) Err() error { return r.err }

// Close ends the rows, whether all have been read or not.
func (r *Rows) Close() {
	r.stop()
	r.set.Close() // who never asked for a row has not begun what stop ends
	r.rows, r.at = &plan.Rows{}, -1
}

// Value is a value of the row: nil for NULL, an int64, a float64, a string (texts, and
// decimals with all of their digits, and spans of time) or a time.Time (DATE and DATETIME, as
// if in UTC). Valid after a Next that has found a row.
func (r *Rows) Value(column int) any { return goValue(&r.rows.Columns[column], r.at) }

// Text is a value of the row as SQL prints it, false for NULL.
func (r *Rows) Text(column int) (text string, ok bool) {
	v := &r.rows.Columns[column]
	if v.IsNull(r.at) {
		return "", false
	}
	return string(result.AppendCell(nil, v, r.at)), true
}
