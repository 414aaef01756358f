package sql

import (
	"context"

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
	r.set.Lost = r.Lost()
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

// flow is the rows of a statement, which runs until they have been read, in parts of which each
// is soon written: it ends between them where its context does.
type flow struct {
	result.Rest // nil: all rows are there
	ctx         context.Context
	call        *call
	set         *result.Set
	parts       parted
	end         func()
	closed      bool
	failed      bool // which has been told
}

// flows has a statement run until its rows have been read, unless it has few and they are there.
func (c *call) flows(ctx context.Context, r *result.Set, end func()) bool {
	if r.Rows == nil {
		return false
	}
	f := &flow{Rest: r.More, ctx: ctx, call: c, set: r, parts: parted{rows: r.Rows, size: mostPart}, end: end}
	if first := f.parts.next(); first != nil {
		r.Rows = first
	}
	if r.More == nil && f.parts.from == f.parts.rows.Len {
		return false
	}
	r.More = f
	return true
}

// Next is of result.Rest.
func (f *flow) Next() (*plan.Rows, error) {
	if f.ctx.Err() != nil {
		return nil, f.fails(context.Cause(f.ctx))
	}
	for {
		if rows := f.parts.next(); rows != nil || f.Rest == nil {
			return rows, nil
		}
		rows, err := f.Rest.Next()
		if err != nil {
			return nil, f.fails(err)
		}
		if rows == nil {
			f.call.session.lose(f.set.Lost)
			f.set.Warnings = f.call.session.Warnings()
			f.call.watch.lap("rows")
			return nil, nil
		}
		f.parts.rows, f.parts.from = rows, 0
	}
}

// fails tells an error that ends the rows.
func (f *flow) fails(err error) error {
	f.failed = true
	return f.call.session.failed(f.call.Text, err)
}

// Close is of result.Rest.
func (f *flow) Close() {
	if f.closed {
		return
	}
	f.closed = true
	if f.Rest != nil {
		f.Rest.Close()
	}
	f.call.watch.report(f.set)
	f.end()
	if !f.failed {
		f.call.session.observed(f.call.Text, f.set, nil)
	}
}

// mostPart and mostTexts are how many rows a part of them has at most, and bytes of texts if it
// has more than one row.
const (
	mostPart  = 1 << 16
	mostTexts = 1 << 20
)

// parted gives rows in parts.
type parted struct {
	rows *plan.Rows
	from int
	size int // rows that the next part may have, by the texts of the last one
}

// next gives the next part, nil behind the last one.
func (p *parted) next() *plan.Rows {
	if p.from == p.rows.Len {
		return nil
	}
	to := min(p.from+p.size, p.rows.Len)
	for to > p.from+1 && longTexts(p.rows, p.from, to) {
		p.size = (to - p.from) / 2
		to = p.from + p.size
	}
	part := p.rows.Slice(p.from, to)
	p.from, p.size = to, min(2*p.size, mostPart)
	return part
}

// longTexts reports whether the texts of rows are longer than those of a part should be.
func longTexts(rows *plan.Rows, from, to int) bool {
	left := mostTexts
	for i := range rows.Columns {
		v := &rows.Columns[i]
		if v.Texts == nil && v.Dict == nil {
			continue
		}
		for row := from; row < to && left >= 0; row++ {
			switch {
			case v.IsNull(row):
			case v.Texts != nil:
				left -= len(v.Texts[row])
			default:
				left -= len(v.Dict.Bytes(int(v.Ints[row])))
			}
		}
	}
	return left < 0
}
