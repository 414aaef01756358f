package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
	"gsdms/sql/show"
)

// prepared is a statement that is ready to run: a compiled query, or a command.
type prepared struct {
	query   *engine.Query
	command statement
	least   int64                                   // rows that the query has to give where it reads the first of a file
	again   func(context.Context) (prepared, error) // makes it anew, of all rows; nil: it reads these
}

// prepare finds the query of a text in the cache, or parses the text and compiles
// what turns out to be a query.
func (s *Session) prepare(ctx context.Context, text string, view *scope.Names, w *watch) (prepared, error) {
	if q := s.find([]string{text}, view)[0]; q != nil {
		w.cached = true
		w.lap("cache")
		return prepared{query: q}, nil
	}
	view.Try()
	p, err := s.build(ctx, text, view, w)
	if p.command != nil { // which binds what it reads, and looks at no Tried
		view.Again()
	}
	return p, err
}

// find gives the queries of the texts that are in the cache, nil for others.
func (s *Session) find(texts []string, view *scope.Names) []*engine.Query {
	if !s.settings.KeepsPlans() {
		return make([]*engine.Query, len(texts))
	}
	keys := make([]string, len(texts))
	for i, text := range texts {
		keys[i] = view.Key(text)
	}
	return s.engine.plans.FindAll(keys, view)
}

// build makes what find has not found. Of equal texts that are compiled at the same time
// all get one query, whose program they then share.
func (s *Session) build(ctx context.Context, text string, view *scope.Names, w *watch) (prepared, error) {
	node, err := view.Parse(text)
	if err != nil {
		return prepared{}, err
	}
	w.lap("parse")
	return s.buildParsed(ctx, text, node, view, w)
}

// buildParsed is build of a statement that has been parsed.
func (s *Session) buildParsed(ctx context.Context, text string, node ast.StmtNode, view *scope.Names, w *watch) (prepared, error) {
	if c := commandOf(node); c != nil {
		return prepared{command: c}, nil
	}
	around := s.surround(view)
	q, err := s.engine.compile(ctx, text, s.limited(node), around, w)
	if err != nil {
		return prepared{}, err
	}
	if least := view.Tried(); least > 0 {
		return prepared{query: q, least: least, again: func(ctx context.Context) (prepared, error) {
			view.Again()
			return s.build(ctx, text, view, w)
		}}, nil
	}
	if s.settings.KeepsPlans() && !around.personal && around.UsedOwn == "" {
		q = s.engine.plans.Put(view.Key(text), q, view)
	}
	return prepared{query: q}, nil
}

// answer takes a query to its result: where too few of the first rows of a file pass its condition,
// one of all rows.
func (s *Session) answer(ctx context.Context, p prepared, view *scope.Views, w *watch, flowing bool) (*result.Set, error) {
	if p.again == nil {
		return s.runQuery(ctx, p.query, view, w, flowing)
	}
	noted := len(s.warnings)
	r, err := s.runQuery(ctx, p.query, view, w, false)
	if err != nil || int64(r.Rows.Len) >= p.least {
		return r, err
	}
	s.warnings = s.warnings[:noted]
	if p, err = p.again(ctx); err != nil {
		return nil, err
	}
	return s.answer(ctx, p, view, w, flowing)
}

// compile binds a query and makes its plan for the snapshots of the view.
func (e *Engine) compile(ctx context.Context, text string, node ast.StmtNode, view *sessionView, w *watch) (*engine.Query, error) {
	return e.compileBy(ctx, bind.Select, text, node, view, w)
}

// compileBy is compile of what is bound in a way.
func (e *Engine) compileBy(ctx context.Context, bound func(string, ast.StmtNode, plan.Catalog) (*network.Network, error), text string, node ast.StmtNode, view *sessionView, w *watch) (*engine.Query, error) {
	view.Binds(node)
	node = view.unlocked(node, w)
	for {
		n, err := bound(text, node, view)
		if err != nil {
			return nil, err
		}
		q, err := e.planned(ctx, text, n, view, w)
		if err != nil || !view.Order(func(t *plan.Table) bool { return expectsMany(q, t) }) {
			return q, err
		}
	}
}

// rowsOfEased is how many rows a file has for each that passes the conditions, at least, where texts are left in no
// order.
const rowsOfEased = 8

// expectsMany reports whether a query may do something with many rows of a file.
func expectsMany(q *engine.Query, file *plan.Table) bool {
	rows, known := q.Expects(file)
	return !known || rows*rowsOfEased > float64(file.Rows)
}

// planned makes the plan of what has been bound.
func (e *Engine) planned(ctx context.Context, text string, n *network.Network, view *sessionView, w *watch) (*engine.Query, error) {
	n.Text = queryText(text)
	w.lap("bind")
	q, err := e.plan(ctx, n, view.Views)
	if err != nil {
		return nil, err
	}
	w.lap("compile")
	return q, nil
}

// plan makes the plan of a query. When ctx ends it returns the cause at once; what is being
// made ends by itself, soon.
func (e *Engine) plan(ctx context.Context, n *network.Network, view *scope.Views) (*engine.Query, error) {
	var q *engine.Query
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = operators.Guarded(func() (err error) {
			q, err = e.run.Prepare(ctx, n)
			return err
		})
	}()
	select {
	case <-done:
		return q, err
	case <-ctx.Done():
		e.keep(view, done)
		return nil, context.Cause(ctx)
	}
}

// queryText is the text of the query that a statement explains or runs.
func queryText(text string) string {
	if start := parse.FindWord(text, "SELECT"); start > 0 {
		return text[start:]
	}
	return text
}

// runQuery takes one query over the scans to its result, which where it may flow may have
// more rows to come.
func (s *Session) runQuery(ctx context.Context, q *engine.Query, view *scope.Views, w *watch, flowing bool) (*result.Set, error) {
	s.noteFiles(q)
	started, err := s.start(ctx, q, flowing)
	if err != nil {
		return nil, err
	}
	r, err := s.engine.await(ctx, q, started, view, w)
	if err == nil {
		s.lose(r.Lost)
	}
	return r, err
}

// start puts a query on its streams.
func (s *Session) start(ctx context.Context, q *engine.Query, flowing bool) (*engine.Started, error) {
	if flowing {
		return s.engine.run.Open(ctx, s.terms(), q)
	}
	started, err := s.engine.run.Start(ctx, s.terms(), q)
	if err != nil {
		return nil, err
	}
	return started[0], nil
}

// noteFiles is noteFile for the files that a query reads.
func (s *Session) noteFiles(q *engine.Query) {
	for _, t := range q.Tables() {
		s.noteFile(t.Name, t.Omitted, t.Remarks)
	}
}

// noteFile says what columns of a file its table does not have, and what else is to be said of it, each
// once.
func (s *Session) noteFile(file string, omitted []plan.Omitted, remarks []string) {
	for _, r := range remarks {
		s.noteOnce(parse.CodeUnknownError, r)
	}
	for _, o := range omitted {
		s.noteOnce(parse.CodeNotSupported, fmt.Sprintf("Column %s of '%s' is left out: its type is %s, which no column of a table holds", o.Name, file, o.Type))
	}
}

func (s *Session) noteOnce(code int, message string) {
	if !slices.ContainsFunc(s.warnings, func(w show.Warning) bool { return w.Message == message }) {
		s.warn("Note", code, message)
	}
}

// await waits for a query and cuts its rows off from its snapshots, which are those of the
// view, unless there are more to come.
func (e *Engine) await(ctx context.Context, q *engine.Query, started *engine.Started, view *scope.Views, w *watch) (*result.Set, error) {
	done, err := started.Wait(ctx)
	if err != nil {
		e.keep(view, started.Gone())
		other, unplanned := q.Under(ctx, err)
		if other == nil || unplanned != nil {
			return nil, errors.Join(unplanned, err)
		}
		again, err := e.run.Start(ctx, started.Terms(), other)
		if err != nil {
			return nil, err
		}
		r, err := e.await(ctx, other, again[0], view, w)
		if err == nil && r.Report.Other == nil {
			r.Report.Other = other
		}
		return r, err
	}
	w.lap("scan")
	r := &result.Set{Columns: q.Output(), Rows: done.Rows, Lost: done.Lost}
	r.Report.Parts, r.Report.Memory, r.Report.Admission = done.Stages, done.Memory, done.Admission
	r.Report.Scan = largest(done.Stages)
	if done.More != nil {
		r.More = &rest{Cursor: done.More, engine: e, view: view, set: r}
		return r, nil
	}
	result.Detach(done.Rows)
	w.lap("finish")
	return r, nil
}

// largest is the scan of most rows, nil where nothing was scanned.
func largest(stages []engine.StageReport) (scan *pushscan.Report) {
	for _, s := range stages {
		if s.Scan != nil && (scan == nil || s.Scan.Rows > scan.Rows) {
			scan = s.Scan
		}
	}
	return scan
}
