package sql

import (
	"gsdms/plan"
	"gsdms/pushscan/engine"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// rest is the rows of a query that are still to come. It holds their snapshots, those of
// the view.
type rest struct {
	*engine.Cursor
	engine *Engine
	view   *scope.Views
	set    *result.Set
	closed bool
}

// Next is of result.Rest.
func (r *rest) Next() (*plan.Rows, error) {
	rows, err := r.Cursor.Next()
	if rows == nil && err == nil {
		r.told()
	}
	return rows, err
}

// told has the report say what all parts have done.
func (r *rest) told() {
	parts := r.set.Report.Parts
	parts[len(parts)-1] = r.Report()
	r.set.Report.Scan, r.set.Report.Memory = largest(parts), r.Memory()
}

// Close is of result.Rest.
func (r *rest) Close() {
	if r.closed {
		return
	}
	r.closed = true
	r.Cursor.Close()
	r.engine.keep(r.view, r.Gone())
}

// flow is the rest of a statement's rows: it runs until they have been read.
type flow struct {
	result.Rest
	call   *call
	set    *result.Set
	end    func()
	closed bool
	failed bool // which has been told
}

// Next is of result.Rest.
func (f *flow) Next() (*plan.Rows, error) {
	rows, err := f.Rest.Next()
	if err != nil {
		f.failed = true
		return nil, f.call.session.failed(f.call.Text, err)
	}
	if rows == nil {
		f.call.watch.lap("rows")
	}
	return rows, nil
}

// Close is of result.Rest.
func (f *flow) Close() {
	if f.closed {
		return
	}
	f.closed = true
	f.Rest.Close()
	f.call.watch.report(f.set)
	f.end()
	if !f.failed {
		f.call.session.observed(f.call.Text, f.set, nil)
	}
}
