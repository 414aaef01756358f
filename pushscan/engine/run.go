package engine

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"gsdms/operators"
	"gsdms/operators/concat"
	"gsdms/operators/index"
	"gsdms/operators/spill"
	"gsdms/operators/tail"
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network/cut"
	"gsdms/pushscan"
)

// last gives a function that calls f when it has been called n times.
func last(n int, f func()) func() {
	var left atomic.Int64
	left.Store(int64(n))
	return func() {
		if left.Add(-1) == 0 {
			f()
		}
	}
}

// both gives a function that calls two.
func both(f, g func()) func() { return func() { f(); g() } }

// Wait takes the query to its result. The rows may refer to its snapshots, and must not
// be changed. When ctx ends, Wait returns its cause at once; Gone says when the query has
// left its streams.
func (s *Started) Wait(ctx context.Context) (*Result, error) {
	ctx = s.telling(s.engine.inTurns(ctx))
	if s.query.large {
		return s.apart(ctx, s.again)
	}
	if s.query.Shape.Single() {
		out, err := s.waitSingle(ctx)
		if !s.overflows(err) {
			return s.leave(ctx, out, err)
		}
		return s.apart(ctx, s.again)
	}
	return s.apart(ctx, func(ctx context.Context) (*Result, error) {
		r := &running{started: s, cache: s.engine.cache.Passing(s.account), stages: make([]stage, len(s.seats))}
		out, err := r.run(ctx)
		if s.overflows(err) {
			return s.again(ctx)
		}
		return out, err
	})
}

// apart runs a query on a goroutine of its own, which may go on for a while when ctx ends.
func (s *Started) apart(ctx context.Context, run func(context.Context) (*Result, error)) (*Result, error) {
	var out *Result
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		out, err = run(ctx)
	}()
	select {
	case <-done:
		return s.leave(ctx, out, err)
	case <-ctx.Done():
		go func() {
			<-done
			_ = s.abandon(context.Cause(ctx)) // the caller has the error
		}()
		return nil, context.Cause(ctx)
	}
}

// boarded lists the query's subscriptions so far.
func (s *Started) boarded() []*pushscan.Subscription {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.late)
	for _, at := range s.seats {
		out = append(out, at.sub)
	}
	return out
}

// leave ends a query whose rows are there, or which has failed; one that has more of them
// goes on.
func (s *Started) leave(ctx context.Context, out *Result, err error) (*Result, error) {
	if err != nil {
		return nil, s.abandon(err)
	}
	out.Admission, out.Lost = s.admission, s.lost()
	switch {
	case s.flow != nil && !s.flow.ended:
		out.More = newCursor(ctx, s)
	default:
		out.Memory = s.account.Most()
		s.settle(out)
	}
	return out, nil
}

// abandon gives memory back and closes gone as soon as no stream works for the query: now,
// unless its context has ended. It gives the error that it is given.
func (s *Started) abandon(err error) error {
	subs := s.boarded()
	busy := slices.ContainsFunc(subs, func(sub *pushscan.Subscription) bool {
		if sub == nil {
			return false
		}
		select {
		case <-sub.Gone():
			return false
		default:
			return true
		}
	})
	if !busy {
		s.settle(nil)
		return err
	}
	go func() {
		for _, sub := range subs {
			if sub != nil {
				<-sub.Gone()
			}
		}
		s.settle(nil)
	}()
	return err
}

// waitSingle is Wait for a query of one stage, without anything that several need.
func (s *Started) waitSingle(ctx context.Context) (*Result, error) {
	out := &Result{}
	rows, report, err := s.leaf(ctx, 0)
	if err != nil {
		return nil, err
	}
	report.leaves(rows)
	out.Stages, out.Rows = []StageReport{report}, shown(s.query, rows)
	return out, nil
}

// leaves notes the rows that the stage has left.
func (r *StageReport) leaves(rows *plan.Rows) { r.Rows, r.Bytes = rows.Len, rows.Bytes() }

// shown leaves out the hidden columns behind the result's. The columns are the caller's
// own, what they hold may be shared.
func shown(q *Query, rows *plan.Rows) *plan.Rows {
	return &plan.Rows{Len: rows.Len, Columns: slices.Clone(rows.Columns[:len(q.Shape.Output)])}
}

// leaf waits for a stage that was put on its stream at the start.
func (s *Started) leaf(ctx context.Context, i int) (*plan.Rows, StageReport, error) {
	q := s.query.Leaves[i]
	report := StageReport{Stage: i, Query: q}
	rows := &plan.Rows{Len: 1}
	if s.flows(i, q) {
		return s.begin(ctx, i, q, 0)
	}
	if x := s.seats[i].bounded; x != nil {
		return s.scannedByBounds(ctx, i, x)
	}
	if q.Program != nil {
		return s.scanned(ctx, i, q, s.seats[i])
	}
	rows, err := s.behind(ctx, q, rows, &report)
	return rows, report, err
}

// behind runs the operators behind a program's sink, and notes what they took.
func (s *Started) behind(ctx context.Context, q *operators.Query, rows *plan.Rows, report *StageReport) (*plan.Rows, error) {
	began := time.Now()
	report.Sunk = rows.Len
	rows, err := s.finish(ctx, q.Finish, rows)
	report.tail(began)
	return rows, err
}

// tail notes operators behind the sink, which began then and have ended.
func (r *StageReport) tail(began time.Time) {
	if r.Behind.IsZero() {
		r.Behind = began
	}
	r.Tail += time.Since(began)
}

// finish runs operators on rows that the query holds.
func (s *Started) finish(ctx context.Context, ops []plan.Operator, rows *plan.Rows) (*plan.Rows, error) {
	return finish(ctx, s.account, ops, rows)
}

// begin gives the first rows of a stage that gives them part by part.
func (s *Started) begin(ctx context.Context, i int, q *operators.Query, compile time.Duration) (rows *plan.Rows, report StageReport, err error) {
	s.flow = s.flowOf(i, q)
	s.flow.report.Compiled, s.flow.report.Compile = time.Now().Add(-compile), compile
	rows, s.first, err = s.flow.read(ctx)
	if report = s.flow.report; report.Scan != nil {
		now := *report.Scan // the flow's own goes on
		report.Scan = &now
	}
	return rows, report, err
}

// finish runs the operators behind a stage's scan. What its rows take in the account that
// are not in the result is given back.
func finish(ctx context.Context, account *operators.Account, ops []plan.Operator, rows *plan.Rows) (*plan.Rows, error) {
	plain := rows.Plain()
	if err := account.Charge(plain.Bytes() - rows.Bytes()); err != nil {
		return nil, err
	}
	if rows = plain; len(ops) == 0 {
		return rows, nil
	}
	made := int64(0)
	charge := func(bytes int64) error {
		err := account.Charge(bytes)
		if err == nil {
			made += bytes
		}
		return err
	}
	out, err := tail.Run(ctx, ops, rows, tail.Options{Charge: charge})
	if err != nil {
		return nil, err
	}
	return out, account.Charge(min(0, out.Bytes()-rows.Bytes()-made))
}

// running is a query while its stages run.
type running struct {
	started *Started
	cache   *index.Cache
	stages  []stage
}

// stage is one of them. Its goroutine owns it until done is closed.
type stage struct {
	done   chan struct{}
	err    error
	rows   *plan.Rows
	table  *plan.Table // of the rows, once a stage has asked for it
	making chan struct{}
	report StageReport

	file    *spill.Rows   // has the rows, where they are in a file
	scan    *flow         // that gives them part by part; nil: none does
	written *atomic.Int64 // bytes, of a query with rows in files
}

// run runs every stage on a goroutine of its own, which waits for those that it needs.
func (r *running) run(ctx context.Context) (*Result, error) {
	shape := r.started.query.Shape
	for i := range r.stages {
		r.stages[i].done, r.stages[i].making = make(chan struct{}), make(chan struct{}, 1)
	}
	g, ctx := errgroup.WithContext(ctx)
	for i, s := range shape.Stages {
		g.Go(func() error {
			own := &r.stages[i]
			defer close(own.done)
			own.err = operators.Guarded(func() (err error) {
				own.rows, own.report, err = r.stage(ctx, i, s)
				return err
			})
			return own.err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return r.result(), nil
}

// result gives the rows and what all stages have reported.
func (r *running) result() *Result {
	last := &r.stages[len(r.stages)-1]
	out := &Result{Rows: shown(r.started.query, last.rows)}
	out.Stages = r.reports()
	return out
}

// reports gives what the stages have reported.
func (r *running) reports() (all []StageReport) {
	for i := range r.stages {
		s := &r.stages[i]
		report := s.report
		switch {
		case s.file != nil:
			report.Rows, report.Bytes = s.file.Len(), s.file.Bytes()
		case s.rows != nil:
			report.leaves(s.rows)
		}
		report.Table = s.table
		all = append(all, report)
	}
	return all
}

// stage gives the rows of a stage.
func (r *running) stage(ctx context.Context, i int, s *cut.Stage) (*plan.Rows, StageReport, error) {
	if r.started.query.Leaves[i] != nil {
		return r.started.leaf(ctx, i)
	}
	for _, need := range s.Needs() {
		select {
		case <-r.stages[need].done:
		case <-ctx.Done():
			return nil, StageReport{}, context.Cause(ctx)
		}
		if err := r.stages[need].err; err != nil {
			return nil, StageReport{}, err // whichever of both is seen first
		}
	}
	if s.Loop != nil {
		rows, err := r.loop(ctx, s)
		return rows, StageReport{Stage: i}, err
	}
	if len(s.Parts) > 0 {
		rows, err := r.parts(ctx, s)
		return rows, StageReport{Stage: i}, err
	}
	return r.pipeline(ctx, i, s)
}

// parts gives the rows of several stages one after another.
func (r *running) parts(ctx context.Context, s *cut.Stage) (*plan.Rows, error) {
	parts := make([]*plan.Rows, len(s.Parts))
	for i, p := range s.Parts {
		parts[i] = r.stages[p].rows
	}
	rows, err := concat.Rows(ctx, parts)
	if err != nil {
		return nil, err
	}
	if err := r.started.account.Charge(rows.Bytes()); err != nil {
		return nil, err
	}
	return r.started.finish(ctx, s.Ops, rows)
}

// pipeline compiles a stage for what the others have left, and puts it on its stream.
func (r *running) pipeline(ctx context.Context, i int, s *cut.Stage) (*plan.Rows, StageReport, error) {
	began, report := time.Now(), StageReport{Stage: i}
	q, err := r.compile(ctx, s)
	if err != nil {
		return nil, report, err
	}
	fault.TellsTo(ctx).Add(q.Lost...)
	report.Query = q
	took := time.Since(began)
	rows := &plan.Rows{Len: 1}
	if r.started.flows(i, q) {
		return r.started.begin(ctx, i, q, took)
	}
	if r.started.bounded(i, q) {
		rows, report, err = r.started.scannedByBounds(ctx, i, r.started.seats[i].bounded)
		report.Compiled, report.Compile = began, took
		return rows, report, err
	}
	if q.Program != nil {
		seats, err := r.started.engine.board(ctx, r.started.terms, []*operators.Query{q})
		if err != nil {
			return nil, report, err
		}
		r.started.join(seats[0].sub)
		rows, report, err = r.started.scanned(ctx, i, q, seats[0])
		report.Compiled, report.Compile = began, took
		return rows, report, err
	}
	report.Compiled, report.Compile = began, took
	rows, err = r.started.behind(ctx, q, rows, &report)
	return rows, report, err
}

// join notes the subscription of a stage.
func (s *Started) join(sub *pushscan.Subscription) {
	if s.within != nil {
		s.within.join(sub)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.late = append(s.late, sub)
}

// part forgets a subscription that has given its rows.
func (s *Started) part(sub *pushscan.Subscription) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.late = slices.DeleteFunc(s.late, func(other *pushscan.Subscription) bool { return other == sub })
}
