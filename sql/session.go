package sql

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/explain"
	"gsdms/sql/lock"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
	"gsdms/sql/setting"
	"gsdms/sql/show"
)

// Session runs statements under its settings. One goroutine at a time uses it; any
// number of sessions run at once.
type Session struct {
	engine   *Engine
	settings setting.Values

	onlyReads bool // it runs nothing that changes or writes anything

	id           uint32  // of a client's session, else 0
	client       *Client // nil: a session within this process
	user         atomic.Pointer[string]
	warnings     []show.Warning // of the last statement
	entered      string         // the user as whose connection it counts, "" for none
	locks        lock.Owner
	temporary    *scope.Own // its tables; nil: it has none
	transactions transactions
	texts        map[string]*Prepared // by PREPARE, by name in lower case
	active       activity
	began        time.Time // of the statement
	counts       counts
	lastNumber   uint64 // that a table has given a row of this session's, of the last INSERT that got one the first
}

// errTimeout is the cause of a context that ended by the session's timeout.
var errTimeout = errors.New("timeout")

// Query runs one statement. When ctx ends, the statement is gone within one chunk. An
// error is always an *Error.
func (s *Session) Query(ctx context.Context, text string) (*result.Set, error) {
	return s.ask(ctx, text, false)
}

// Stream is Query for who reads the rows one after another: those of a query that gives
// many come as they are read, and the Set must be closed. The statement runs until then.
func (s *Session) Stream(ctx context.Context, text string) (*result.Set, error) {
	return s.ask(ctx, text, true)
}

func (s *Session) ask(ctx context.Context, text string, flowing bool) (*result.Set, error) {
	r, err := s.query(ctx, text, flowing)
	if err != nil {
		return nil, s.failed(text, err)
	}
	return r, nil
}

// failed is fault for a statement that ran by itself: SHOW WARNINGS lists the error.
func (s *Session) failed(text string, err error) *parse.Error {
	e := s.fault(text, err)
	s.warnings = []show.Warning{{Level: "Error", Code: e.Code, Message: e.Message}}
	s.observed(text, nil, e)
	return e
}

// query is Query with errors as they come. A panic, also one of a file that was cut
// short under its mapping, becomes an error.
func (s *Session) query(ctx context.Context, text string, flowing bool) (r *result.Set, err error) {
	s.began = time.Now()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverTo(&err)
	return s.running(ctx, text, flowing, func(ctx context.Context, c *call) (prepared, error) {
		p, err := s.prepare(ctx, text, c.Names, c.watch)
		if x, ok := p.command.(executeText); ok {
			return s.executed(ctx, x.node, c)
		}
		return p, err
	})
}

// running runs what prepare makes, under the session's timeout and where KILL reaches it,
// until its rows are there or, where more are to come, have been read.
func (s *Session) running(ctx context.Context, text string, flowing bool, prepare func(context.Context, *call) (prepared, error)) (r *result.Set, err error) {
	ctx, cancel := s.deadline(ctx, text)
	ctx, done := s.begin(ctx, text)
	view := s.views()
	rest := func() {}
	end := func() {
		rest()
		view.Close()
		done()
		cancel()
	}
	defer func() {
		if r == nil || r.More == nil {
			end()
		}
	}()
	c := s.newCall(ctx, text, view)
	p, err := prepare(ctx, c)
	if err != nil {
		return nil, err
	}
	if !natureOf(p.command).Has(command.KeepsWarnings) {
		s.warnings = nil
	}
	if c.watch.unlocked {
		s.warn("Warning", parse.CodeNotSupported, "No row is locked: a statement reads a snapshot, and each writes all or nothing")
	}
	if p.command != nil {
		if err := errors.Join(c.permitReads(p.command), c.permitAll(p.command), c.permit(p.command)); err != nil {
			return nil, err
		}
	}
	if rest, err = s.work(p.command); err != nil {
		return nil, err
	}
	if p.command != nil {
		if r, err = p.command.run(context.WithValue(s.underChecks(ctx), inSession{}, s), c); err == nil {
			s.wrote(p.command, r)
		}
	} else {
		if r, err = s.answer(ctx, p, view, c.watch, flowing); err == nil {
			err = s.counted(r)
		}
	}
	if err != nil {
		return nil, err
	}
	c.watch.report(r)
	if !natureOf(p.command).Has(command.KeepsWarnings) {
		r.Warnings = len(s.warnings)
	}
	if (flowing || r.More != nil) && c.flows(ctx, r, end) {
		return r, nil
	}
	s.observed(text, r, nil)
	return r, nil
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

// deadline is ctx under the session's timeout, or that of a statement's hint.
func (s *Session) deadline(ctx context.Context, text string) (context.Context, context.CancelFunc) {
	limit, _ := s.timeLimit(text)
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, errTimeout)
}

// timeHint is what the optimizer hint MAX_EXECUTION_TIME(ms) of a statement says.
func timeHint(text string) (limit time.Duration, ok bool) {
	if !strings.Contains(text, "/*+") {
		return 0, false
	}
	for i := 0; i < len(text); {
		end, kind := parse.Lexeme(text, i)
		if kind == parse.HintLexeme && strings.HasPrefix(text[i:], "/*+") {
			if m := executionTime.FindStringSubmatch(text[i:end]); m != nil {
				ms, err := strconv.ParseUint(m[1], 10, 32)
				return time.Duration(ms) * time.Millisecond, err == nil
			}
		}
		i = end
	}
	return 0, false
}

// executionTime is the optimizer hint that limits a statement's time.
var executionTime = regexp.MustCompile(`(?i)\bMAX_EXECUTION_TIME\s*\(\s*(\d+)\s*\)`)

// shown is scope.Names.Shown of what there is now.
func (s *Session) shown(table string) string {
	view := s.views()
	defer view.Close()
	return s.engine.names(context.Background(), view).Shown(table)
}

// fault gives an error its SQL code and its place in the text.
func (s *Session) fault(text string, err error) *parse.Error {
	switch {
	case errors.Is(err, errTimeout), errors.Is(err, context.DeadlineExceeded):
		e := parse.ErrorAt(text, -1, parse.CodeTimeout, "Query execution was interrupted, maximum statement execution time exceeded")
		_, hinted := timeHint(text)
		limit, byUser := s.timeLimit(text)
		switch {
		case errors.Is(err, errTimeout) && byUser:
			e.Hint = fmt.Sprintf("The limit of user %s is %s", s.userName(), limit)
		case errors.Is(err, errTimeout) && !hinted:
			e.Hint = fmt.Sprintf("The limit is %s; SET gsdms_timeout = '1m' changes it, 0 takes it away", limit)
		}
		return e
	case errors.Is(err, context.Canceled):
		return parse.ErrorAt(text, -1, parse.CodeInterrupted, "Query execution was interrupted")
	}
	var known *parse.Error
	var missing *store.UnknownTableError
	var row *store.ReferencedRowError
	var broken *store.RuleError
	var outside *plan.RangeError
	var unsupported *compile.UnsupportedError
	var short *operators.ShortError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &short) && short.Refusal == memoryRefusal(s.userName()):
		return account.Refuse(s.userName(), "max_memory", short.Limit)
	case errors.As(err, &missing):
		e := parse.ErrorAt(text, parse.PlaceOfTable(text, missing.Name), parse.CodeUnknownTable, "Table '%s' doesn't exist", s.shown(missing.Name))
		if e.Hint = parse.OnlyRead(missing.Name); e.Hint != "" {
			return e
		}
		return parse.Hinted(e, missing.Name, []string{missing.Near()})
	case errors.As(err, &broken):
		return parse.ErrorAt(text, -1, broken.Code, "%s", broken.Message)
	case errors.As(err, &row):
		return parse.ErrorAt(text, 0, row.SQLCode(), "%s", row)
	case errors.Is(err, store.ErrReferenced):
		e := parse.ErrorAt(text, 0, parse.CodeReferenced, "%s", err)
		e.Err = err
		return e
	case errors.As(err, &outside):
		e := parse.ErrorAt(text, s.placeOf(text, outside.In), parse.CodeOutOfRange, "%s", outside)
		e.Err = err
		return e
	case errors.As(err, &unsupported) && unsupported.Expr != nil:
		return parse.Locate(text, s.placeOf(text, unsupported.Expr.String()), err)
	}
	return parse.AsError(text, err)
}

// watch measures the stages of a statement.
type watch struct {
	unlocked    bool // FOR UPDATE was read, and locks nothing
	began, last time.Time
	stages      []explain.Stage
	cached      bool
}

func startWatch() *watch {
	now := time.Now()
	return &watch{began: now, last: now}
}

// copy gives a watch that goes on by itself. The stages of a query with a plan have room.
func (w *watch) copy() watch {
	out := *w
	out.stages = append(make([]explain.Stage, 0, 4), w.stages...)
	return out
}

// lap ends a stage.
func (w *watch) lap(name string) {
	now := time.Now()
	w.stages = append(w.stages, explain.Stage{Name: name, Took: now.Sub(w.last)})
	w.last = now
}

// report writes the times into a result.
func (w *watch) report(r *result.Set) *result.Set {
	r.Report.Began, r.Report.Wall = w.began, time.Since(w.began)
	r.Report.Stages = w.stages
	r.Report.Cached = w.cached
	if r.Rows != nil {
		r.Report.Rows = max(r.Rows.Len, int(r.Read))
	}
	return r
}
