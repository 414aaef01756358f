package engine

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"gsdms/operators"
	"gsdms/operators/external"
	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/plan/network/cut"
)

// A query that memory has no room for runs once more, with its rows in files: its stages run one
// after another, each scan gives its rows part by part, the operators behind it run over parts
// (package external), and what a stage leaves for others is a file. A table of it is mapped.

// How the rows that an operator works on at once compare with the memory of a query, and those
// that a stage keeps in memory with them.
const (
	roomShare = 10
	keptShare = 6
	leastRoom = 64 << 10
)

// patience is how long a query with rows in files waits for memory that others have, unless some
// comes free meanwhile.
const patience = time.Second

// overflows reports whether a query has failed because memory had no room for it, and may use
// files.
func (s *Started) overflows(err error) bool {
	return errors.As(err, new(*operators.ShortError)) && s.engine.space != nil && s.flow == nil
}

// again runs a query that has overflowed, with its rows in files. No more queries do that at
// once than have all that one may hold.
func (s *Started) again(ctx context.Context) (*Result, error) {
	for _, sub := range s.boarded() {
		if sub != nil {
			<-sub.Gone() // soon: its run has failed, or its context has ended
		}
	}
	select {
	case s.engine.filing <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-s.engine.filing }()
	s.account.Empty()
	s.mu.Lock()
	s.late = nil
	s.mu.Unlock()
	r := &running{started: s, cache: s.engine.cache.Passing(s.account).Beyond(s.mapped), stages: make([]stage, len(s.query.Leaves))}
	var out *Result
	err := operators.Guarded(func() (err error) {
		out, err = r.inFiles(ctx)
		return err
	})
	return out, err
}

// mapped gives bytes of a file for as long as anything works on the query.
func (s *Started) mapped(bytes int64) ([]byte, error) {
	m, err := s.engine.space.Map(bytes)
	if err != nil {
		return nil, err
	}
	s.closes(m.Close)
	return m.Bytes, nil
}

// inFiles runs the stages one after another.
func (r *running) inFiles(ctx context.Context) (*Result, error) {
	s := r.started
	last := len(r.stages) - 1
	for i, shape := range s.query.Shape.Stages {
		own := &r.stages[i]
		own.done, own.making = make(chan struct{}), make(chan struct{}, 1)
		close(own.done)
		own.report.Stage = i
		o := s.external(ctx)
		began := time.Now()
		from, err := r.open(ctx, i, shape, o)
		if err != nil {
			return nil, err
		}
		s.closes(from.Close)
		if i == last && s.flowing {
			rows, report, err := s.begins(ctx, own, from)
			if err != nil {
				return nil, err
			}
			own.report = report
			return &Result{Rows: rows, Stages: r.reports()}, nil
		}
		if err := r.keep(ctx, own, from, o, i == last); err != nil {
			return nil, err
		}
		own.report.tail(began)
	}
	return r.result(), nil
}

// external is how operators over parts of a query's rows run.
func (s *Started) external(ctx context.Context) filing {
	written := new(atomic.Int64)
	return filing{written: written, Options: external.Options{
		Space: s.engine.space, Room: s.room(),
		Charge:  func(bytes int64) error { return s.patiently(ctx, func() error { return s.account.Charge(bytes) }) },
		Spilled: func(bytes int64) { written.Add(bytes) },
	}}
}

// filing is such options, with the bytes that are written.
type filing struct {
	external.Options
	written *atomic.Int64
}

// patiently does again what fails because other queries have too much. Who has waited in vain
// does not wait once more for less.
func (s *Started) patiently(ctx context.Context, do func() error) error {
	for wait := time.Duration(0); ; wait = 2*wait + time.Millisecond {
		err := do()
		short := (*operators.ShortError)(nil)
		if err == nil && wait > 0 {
			s.waited.Store(0)
		}
		if !errors.As(err, &short) || short.Refusal == operators.QueryMemoryRefusal || s.alone() || s.waited.Add(int64(wait)) > int64(patience) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}

// alone reports whether no other query holds anything of the memory that this one is charged to.
func (s *Started) alone() bool { return s.account.Used() >= s.terms.Memory.Used() }

// closes has something closed when nothing works on the query any more.
func (s *Started) closes(what func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closers = append(s.closers, what)
}

// open gives the rows of a stage, of which nothing is computed yet but what its scan groups.
func (r *running) open(ctx context.Context, i int, shape *cut.Stage, o filing) (external.Source, error) {
	own := &r.stages[i]
	own.written = o.written
	switch {
	case shape.Loop != nil:
		rows, err := r.loop(ctx, shape)
		if err != nil {
			return nil, err
		}
		return external.Whole(rows, o.Options)
	case len(shape.Parts) > 0:
		parts := make([]external.Source, len(shape.Parts))
		for k, p := range shape.Parts {
			parts[k] = r.stages[p].source(o)
		}
		return external.Run(shape.Ops, external.Append(parts), o.Options), nil
	}
	began := time.Now()
	q, err := r.compiled(ctx, i, shape)
	if err != nil {
		return nil, err
	}
	own.report.Query, own.report.Compiled, own.report.Compile = q, began, time.Since(began)
	if q.Program == nil {
		from, err := external.Whole(&plan.Rows{Len: 1}, o.Options)
		return external.Run(q.Finish, from, o.Options), err
	}
	if r.emits(q) {
		return external.Run(q.Finish, r.scanning(own, q), o.Options), nil
	}
	return r.grouping(ctx, own, shape, q, o)
}

// compiled gives the program of a stage: that of a leaf, or one over the tables that there are.
func (r *running) compiled(ctx context.Context, i int, shape *cut.Stage) (*operators.Query, error) {
	if q := r.started.query.Leaves[i]; q != nil {
		return q, nil
	}
	return r.compile(ctx, shape)
}

// emits reports whether a program gives all rows as they are.
func (r *running) emits(q *operators.Query) bool {
	emit, ok := q.Program.Sink.(*operators.Emit)
	return ok && (emit.Top == nil || emit.Top.Within != nil)
}

// grouping gives the rows of a stage whose program leaves groups, or first rows. Groups that it
// cannot leave in a file are made behind it.
func (r *running) grouping(ctx context.Context, own *stage, shape *cut.Stage, q *operators.Query, o filing) (external.Source, error) {
	s := r.started
	var rows *plan.Rows
	var spilled *spill.Rows
	compiled, compile := own.report.Compiled, own.report.Compile
	err := s.patiently(ctx, func() error {
		seats, err := s.engine.board(ctx, s.terms, []*operators.Query{q})
		if err != nil {
			return err
		}
		s.join(seats[0].sub)
		rows, spilled, own.report, err = s.scan(ctx, own.report.Stage, q, seats[0])
		return err
	})
	own.report.Compiled, own.report.Compile = compiled, compile
	switch behind := shape.GroupsBehind(); {
	case errors.As(err, new(*operators.ShortError)) && behind != nil:
		if q, err = r.compile(ctx, behind); err != nil {
			return nil, err
		}
		own.report.Query = q
		return external.Run(q.Finish, r.scanning(own, q), o.Options), nil
	case err != nil:
		return nil, err
	case spilled != nil:
		own.report.Sunk = spilled.Len()
		return external.Run(q.Finish, external.Read(spilled, o.Options), o.Options), nil
	}
	own.report.Sunk = rows.Len
	from, err := external.Whole(rows, o.Options)
	if err == nil {
		err = s.account.Charge(-rows.Bytes()) // which the scan has charged as well
	}
	return external.Run(q.Finish, from, o.Options), err
}

// scanning gives the rows of a program part by part.
func (r *running) scanning(own *stage, q *operators.Query) external.Source {
	own.scan = r.started.flowOf(own.report.Stage, q)
	return &scanning{flow: own.scan, account: operators.NewAccount(0, "", r.started.account)}
}

// scanning is rows that a program emits, a part at a time. The last one is charged.
type scanning struct {
	flow    *flow
	account *operators.Account
	given   bool
}

// Next is of external.Source.
func (s *scanning) Next(ctx context.Context) (*plan.Rows, error) {
	s.account.Empty()
	for !s.flow.ended {
		var rows *plan.Rows
		err := s.flow.started.patiently(ctx, func() (err error) {
			rows, err = s.flow.raw(ctx)
			return err
		})
		if errors.As(err, new(*operators.ShortError)) && s.flow.shrink() {
			continue
		}
		if err != nil {
			return nil, err
		}
		if rows == nil || rows.Len == 0 && (s.given || !s.flow.ended) {
			continue
		}
		s.given = true
		s.flow.report.Sunk += rows.Len
		return rows, s.account.Charge(rows.Bytes())
	}
	return nil, nil
}

// Close is of external.Source.
func (s *scanning) Close() {
	s.account.Empty()
	s.flow.ended = true
}

// keep has the rows of a stage stay, in a file where they are not few; those of a result are in
// memory.
func (r *running) keep(ctx context.Context, own *stage, from external.Source, o filing, result bool) (err error) {
	defer from.Close()
	most := r.started.room() / keptShare
	if result {
		most = -1
	}
	own.rows, own.file, err = external.Keep(ctx, from, most, o.Options)
	if own.file != nil {
		r.started.closes(own.file.Release)
	}
	own.reported()
	return err
}

// reported completes the report of a stage that has ended.
func (s *stage) reported() {
	if s.scan != nil {
		s.report.Scan, s.report.Sunk, s.report.Refused = s.scan.report.Scan, s.scan.report.Sunk, s.scan.report.Refused
	}
	s.report.Spilled = s.written.Load()
}

// source gives the rows of a stage once more.
func (s *stage) source(o filing) external.Source {
	if s.file != nil {
		s.file.Keep()
		return external.Read(s.file, o.Options)
	}
	return external.Shared(s.rows)
}

// inMemory gives the rows of a stage, of which memory must have room for all.
func (r *running) inMemory(ctx context.Context, i int) (*plan.Rows, error) {
	s := &r.stages[i]
	if s.file == nil {
		return s.rows, nil
	}
	o := r.started.external(ctx)
	rows, _, err := external.Keep(ctx, s.source(o), -1, o.Options)
	return rows, err
}

// first gives the first rows of a last stage that is open.
func (s *Started) begins(ctx context.Context, own *stage, from external.Source) (*plan.Rows, StageReport, error) {
	s.flow = &flow{started: s, stage: own.report.Stage, query: own.report.Query, hub: s.engine.hub, source: from, own: own, report: own.report}
	rows, account, err := s.flow.read(ctx)
	s.first = account
	return rows, s.flow.report, err
}

// fromFile gives the rows of a stage whose scan has left its rows in a file: of the last one
// the first, where the others may come later.
func (s *Started) fromFile(ctx context.Context, i int, q *operators.Query, spilled *spill.Rows, report StageReport) (*plan.Rows, StageReport, error) {
	o := s.external(ctx)
	own := &stage{report: report, written: o.written}
	from := external.Run(q.Finish, external.Read(spilled, o.Options), o.Options)
	if s.flowing && i == len(s.query.Leaves)-1 {
		s.closes(from.Close)
		return s.begins(ctx, own, from)
	}
	began := time.Now()
	rows, _, err := external.Keep(ctx, from, -1, o.Options)
	own.reported()
	own.report.tail(began)
	return rows, own.report, err
}
