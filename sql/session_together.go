package sql

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/operators"
	"gsdms/pushscan/engine"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// Answer is what one statement of several gave: a result or an *Error.
type Answer struct {
	Result *result.Set
	Err    error
}

// Together runs SELECTs on one shared scan: all are compiled first, on the same
// snapshots, and then put on their tables' streams at the same chunk boundary. One
// that fails does not hold up the others. The session's timeout counts for each.
func (s *Session) Together(ctx context.Context, texts []string) []Answer {
	s.began, s.warnings = time.Now(), nil
	answers := make([]Answer, len(texts))
	err := s.together(ctx, texts, answers)
	for i := range answers {
		a := &answers[i]
		if a.Err == nil && a.Result == nil {
			a.Err = err
		}
		if a.Err == nil {
			s.observed(texts[i], a.Result, nil)
			continue
		}
		e := s.fault(texts[i], a.Err)
		a.Err = e
		s.observed(texts[i], nil, e)
	}
	return answers
}

// together fills the answers; an error is that of all which have none.
func (s *Session) together(ctx context.Context, texts []string, answers []Answer) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverTo(&err)
	ctx, cancel := s.deadline(ctx, "")
	defer cancel()
	ctx, done := s.begin(ctx, texts...)
	defer done()
	rest, err := s.work(nil)
	if err != nil {
		return err
	}
	defer rest()
	view := s.views()
	defer view.Close()
	return s.prepareAll(ctx, texts, view, answers).run(ctx, s, view, answers)
}

// prepareAll finds the texts' plans in the cache and compiles the others, side by side. It
// gives the queries that are ready; the answers of the rest hold what became of them.
func (s *Session) prepareAll(ctx context.Context, texts []string, view *scope.Views, answers []Answer) *group {
	first := startWatch()
	queries, watches := s.find(texts, s.names(ctx, view)), make([]watch, len(texts))
	first.lap("cache")
	var missing []int
	for i, q := range queries {
		if q == nil {
			missing = append(missing, i)
			continue
		}
		watches[i] = first.copy()
		watches[i].cached = true
	}
	names, nodes := make([]*scope.Names, len(missing)), make([]ast.StmtNode, len(missing))
	unparsed := operators.Spread(len(missing), func(n int) (err error) {
		i := missing[n]
		watches[i], names[n] = *startWatch(), s.names(ctx, view)
		nodes[n], err = names[n].Parse(texts[i])
		watches[i].lap("parse")
		return err
	})
	scope.Together(names, nodes)
	errs := operators.Spread(len(missing), func(n int) (err error) {
		if i := missing[n]; unparsed[n] == nil {
			queries[i], err = s.buildSelect(ctx, texts[i], nodes[n], names[n], &watches[i])
			return err
		}
		return unparsed[n]
	})
	for n, err := range errs {
		answers[missing[n]].Err = err
	}
	g := &group{}
	for i, q := range queries {
		if q != nil {
			g.add(i, q, &watches[i])
		}
	}
	return g
}

// buildSelect is buildParsed for a statement that must be a SELECT.
func (s *Session) buildSelect(ctx context.Context, text string, node ast.StmtNode, view *scope.Names, w *watch) (*engine.Query, error) {
	p, err := s.buildParsed(ctx, text, node, view, w)
	if err == nil && p.command != nil {
		err = fmt.Errorf("only SELECTs run together; run this statement on its own")
	}
	return p.query, err
}

// group is queries that go on the scan together.
type group struct {
	at      []int // which answer
	queries []*engine.Query
	watches []*watch
}

func (g *group) add(at int, q *engine.Query, w *watch) {
	g.at = append(g.at, at)
	g.queries = append(g.queries, q)
	g.watches = append(g.watches, w)
}

// run puts all queries on their streams, and then takes them to their results.
func (g *group) run(ctx context.Context, s *Session, view *scope.Views, answers []Answer) error {
	for _, q := range g.queries {
		s.noteFiles(q)
	}
	started, err := s.engine.run.Start(ctx, s.terms(), g.queries...)
	if err != nil {
		return err
	}
	runtime.Gosched() // to the streams: all wait for these, and another processor would have to wake for them
	g.finish(ctx, s.engine, started, view, answers)
	return nil
}

// finish waits for the queries and makes their results, all side by side: what waits for the
// first stage of one query has its next stage on the same streams as the others' next ones, and
// sorting the rows of a hundred queries takes longer than a fast scan.
func (g *group) finish(ctx context.Context, e *Engine, started []*engine.Started, view *scope.Views, answers []Answer) {
	var all sync.WaitGroup
	for i, q := range g.queries {
		all.Go(func() {
			operators.Deepen()
			var r *result.Set
			answers[g.at[i]].Err = operators.Guarded(func() (err error) {
				r, err = e.await(ctx, q, started[i], view, g.watches[i])
				return err
			})
			if answers[g.at[i]].Err == nil {
				r.Warnings = len(r.Lost)
				answers[g.at[i]].Result = g.watches[i].report(r)
			}
		})
	}
	all.Wait()
}
