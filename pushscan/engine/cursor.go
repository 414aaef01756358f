package engine

import (
	"context"
	"errors"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// Cursor is the rows of a query behind the first ones, which come as they are read: the
// next are made while the reader has those before. One goroutine uses it, and must close it.
type Cursor struct {
	started *Started
	cancel  context.CancelFunc
	fetch   func()             // has a batch come
	coming  chan batch         // what it gives
	fetched bool               // fetch was called, and the batch has not been taken
	held    *operators.Account // what the rows take that the reader has
}

// batch is what a read of a flow has given.
type batch struct {
	rows    *plan.Rows
	account *operators.Account
	last    bool
	err     error
}

// errUnread is the cause of a query whose reader wants no more of it.
var errUnread = errors.New("the rows are not wanted any more")

// newCursor makes the cursor of a query whose first rows have been read, and which ends
// with ctx.
func newCursor(ctx context.Context, s *Started) *Cursor {
	ctx, cancel := context.WithCancel(ctx)
	c := &Cursor{started: s, cancel: cancel, coming: make(chan batch, 1), held: s.first}
	c.fetch = func() {
		c.fetched = true
		go func() { c.coming <- s.flow.batch(ctx) }()
	}
	c.fetch()
	return c
}

// batch is read for a goroutine of its own.
func (f *flow) batch(ctx context.Context) (b batch) {
	b.err = operators.Guarded(func() (err error) {
		b.rows, b.account, err = f.read(ctx)
		return err
	})
	b.last = f.ended
	return b
}

// Next gives the next rows, nil when there are no more. They are valid until it is called
// again, and must not be changed. An error ends the rows.
func (c *Cursor) Next() (*plan.Rows, error) {
	c.held.Empty()
	c.held = nil
	if !c.fetched {
		return nil, nil
	}
	b := <-c.coming // which ends with the context
	c.fetched = false
	if b.err != nil {
		return nil, b.err
	}
	c.held = b.account
	if !b.last {
		c.fetch()
	}
	return b.rows, nil
}

// Report says what the last stage of the query has done: all of it when Next has given nil.
func (c *Cursor) Report() StageReport { return c.started.flow.report }

// Lost is what values have lost in what the query computed, as far as its rows have come.
func (c *Cursor) Lost() []fault.Warning { return c.started.lost() }

// Memory is the most bytes that were charged to the query at once, so far.
func (c *Cursor) Memory() int64 { return c.started.account.Most() }

// Close ends the query, whether its rows have all been read or not.
func (c *Cursor) Close() {
	c.cancel()
	c.held.Empty()
	if c.held = nil; c.fetched {
		b := <-c.coming
		c.fetched = false
		b.account.Empty()
	}
	_ = c.started.abandon(errUnread) // which it gives back
}

// Gone is closed after Close when nothing works on the query any more: its snapshots must
// stay alive until then.
func (c *Cursor) Gone() <-chan struct{} { return c.started.gone }
