package result

import (
	"iter"

	"gsdms/plan"
)

// Rest is the rows behind the first ones of a Set, which come as they are read. One
// goroutine uses it.
type Rest interface {
	// Next gives the next rows, nil when there are no more. They are valid until it is
	// called again. An error ends the rows, and is as that of a statement.
	Next() (*plan.Rows, error)
	// Close ends the statement, whether its rows have all been read or not. It may be
	// called more than once.
	Close()
}

// Batches gives the rows in order. Each batch is valid until the next one is asked for. It
// is called once where there is More, and closes the set at its end.
func (r *Set) Batches() iter.Seq2[*plan.Rows, error] {
	return func(yield func(*plan.Rows, error) bool) {
		defer r.Close()
		if r.Read = int64(r.Rows.Len); !yield(r.Rows, nil) || r.More == nil {
			return
		}
		r.Rows = &plan.Rows{Columns: make([]plan.Vector, len(r.Columns))} // the reader has them
		for {
			rows, err := r.More.Next()
			if rows == nil && err == nil {
				r.Close()
				r.More = nil
				return
			}
			if err == nil {
				r.Read += int64(rows.Len)
			}
			if !yield(rows, err) || err != nil {
				return
			}
		}
	}
}

// Drop reads all rows and keeps none.
func (r *Set) Drop() error {
	for _, err := range r.Batches() {
		if err != nil {
			return err
		}
	}
	return nil
}

// Close ends a statement whose rows have not all been read.
func (r *Set) Close() {
	if r.More != nil {
		r.More.Close()
	}
}
