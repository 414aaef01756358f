package sql

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/plan"
	"gsdms/pushscan/store"
)

// Session runs statements under its settings. One goroutine at a time uses it; any
// number of sessions run at once.
type Session struct {
	engine   *Engine
	settings settings
}

// errTimeout is the cause of a context that ended by the session's timeout.
var errTimeout = errors.New("timeout")

// Query runs one statement. When ctx ends, the statement is gone within one chunk. An
// error is always an *Error.
func (s *Session) Query(ctx context.Context, text string) (*Result, error) {
	r, err := s.query(ctx, text)
	if err != nil {
		return nil, s.fault(text, err)
	}
	return r, nil
}

// query is Query with errors as they come. A panic, also one of a file that was cut
// short under its mapping, becomes an error.
func (s *Session) query(ctx context.Context, text string) (r *Result, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverTo(&err)
	ctx, cancel := s.deadline(ctx)
	defer cancel()
	view := s.engine.catalog.View()
	defer view.Close()
	w := startWatch()
	names := s.engine.names(ctx, view)
	p, err := s.prepare(ctx, text, names, w)
	if err != nil {
		return nil, err
	}
	if p.command != nil {
		r, err = p.command.run(ctx, &call{text: text, view: view, names: names, session: s, engine: s.engine, watch: w})
	} else {
		r, err = s.runQuery(ctx, p.query, view, w)
	}
	if err != nil {
		return nil, err
	}
	return w.report(r), nil
}

func recoverTo(err *error) {
	p := recover()
	if p == nil {
		return
	}
	if *err = operators.FaultError(p); *err == nil {
		*err = fmt.Errorf("the statement failed inside the engine: %v (please report this)\n%s", p, debug.Stack())
	}
}

// deadline is ctx under the session's timeout.
func (s *Session) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.settings.timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, s.settings.timeout, errTimeout)
}

// fault gives an error its SQL code and its place in the text.
func (s *Session) fault(text string, err error) *Error {
	switch {
	case errors.Is(err, errTimeout), errors.Is(err, context.DeadlineExceeded):
		e := errorAt(text, -1, codeTimeout, "Query execution was interrupted, maximum statement execution time exceeded")
		if errors.Is(err, errTimeout) {
			e.Hint = fmt.Sprintf("The limit is %s; SET gsdms_timeout = '1m' changes it, 0 takes it away", s.settings.timeout)
		}
		return e
	case errors.Is(err, context.Canceled):
		return errorAt(text, -1, codeInterrupted, "Query execution was interrupted")
	}
	var known *Error
	var missing *store.UnknownTableError
	var outside *plan.RangeError
	var unsupported *compile.UnsupportedError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &missing):
		e := errorAt(text, findWord(text, missing.Name), codeUnknownTable, "Table '%s' doesn't exist", missing.Name)
		return hinted(e, missing.Name, []string{missing.Near})
	case errors.Is(err, store.ErrReferenced):
		e := errorAt(text, 0, codeReferenced, "%s", err)
		e.Err = err
		return e
	case errors.As(err, &outside):
		e := errorAt(text, s.placeOf(text, outside.In), codeOutOfRange, "%s", outside)
		e.Err = err
		return e
	case errors.As(err, &unsupported) && unsupported.Expr != nil:
		return locate(text, s.placeOf(text, unsupported.Expr.String()), err)
	}
	return asError(text, err)
}

// watch measures the stages of a statement.
type watch struct {
	began, last time.Time
	stages      []Stage
	cached      bool
}

func startWatch() *watch {
	now := time.Now()
	return &watch{began: now, last: now}
}

// copy gives a watch that goes on by itself. The stages of a query with a plan have room.
func (w *watch) copy() watch {
	out := *w
	out.stages = append(make([]Stage, 0, 4), w.stages...)
	return out
}

// lap ends a stage.
func (w *watch) lap(name string) {
	now := time.Now()
	w.stages = append(w.stages, Stage{name, now.Sub(w.last)})
	w.last = now
}

// report writes the times into a result.
func (w *watch) report(r *Result) *Result {
	r.Report.Wall = time.Since(w.began)
	r.Report.Stages = w.stages
	r.Report.Cached = w.cached
	if r.Rows != nil {
		r.Report.Rows = r.Rows.Len
	}
	return r
}
