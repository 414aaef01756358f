package sql

import (
	"context"
	"fmt"
	"runtime/debug"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan"
)

// Answer is what one statement of several gave: a result or an *Error.
type Answer struct {
	Result *Result
	Err    error
}

// Together runs SELECTs on one shared scan: all are compiled first, on the same
// snapshots, and then put on their tables' streams at the same chunk boundary. One
// that fails does not hold up the others. The session's timeout counts for each.
func (s *Session) Together(ctx context.Context, texts []string) []Answer {
	answers := make([]Answer, len(texts))
	err := s.together(ctx, texts, answers)
	for i := range answers {
		a := &answers[i]
		if a.Err == nil && a.Result == nil {
			a.Err = err
		}
		if a.Err != nil {
			a.Err = s.fault(texts[i], a.Err)
		}
	}
	return answers
}

// together fills the answers; an error is that of all which have none.
func (s *Session) together(ctx context.Context, texts []string, answers []Answer) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverTo(&err)
	ctx, cancel := s.deadline(ctx)
	defer cancel()
	view := s.engine.catalog.View()
	defer view.Close()
	g := &group{}
	for i, text := range texts {
		w := startWatch()
		q, err := s.prepareSelect(ctx, text, view, w)
		if err != nil {
			answers[i].Err = err
			continue
		}
		g.add(i, q, w)
	}
	return g.run(ctx, s, answers)
}

// prepareSelect is prepare for a text that must be a SELECT.
func (s *Session) prepareSelect(ctx context.Context, text string, view plan.Catalog, w *watch) (*operators.Query, error) {
	p, err := s.prepare(ctx, text, view, w)
	if err != nil {
		return nil, err
	}
	if p.command != nil {
		return nil, fmt.Errorf("only SELECTs run together; run this statement on its own")
	}
	return p.query, nil
}

// group is queries that go on the scan together.
type group struct {
	at      []int // which answer
	queries []*operators.Query
	watches []*watch
}

func (g *group) add(at int, q *operators.Query, w *watch) {
	g.at = append(g.at, at)
	g.queries = append(g.queries, q)
	g.watches = append(g.watches, w)
}

// run subscribes all queries that scan, and then takes them to their results in order.
func (g *group) run(ctx context.Context, s *Session, answers []Answer) error {
	var scans []*operators.Query
	var bytes int64
	for _, q := range g.queries {
		if q.Program != nil {
			scans = append(scans, q)
			bytes += share(q.Program, s.engine.config.QueryMemory)
		}
	}
	release, err := s.engine.memory.take(ctx, bytes)
	if err != nil {
		return err
	}
	defer release()
	subs, err := s.engine.hub.Subscribe(ctx, scans...)
	if err != nil {
		return err
	}
	for i, q := range g.queries {
		a := &answers[g.at[i]]
		if q.Program == nil {
			a.Result, a.Err = complete(q, &plan.Rows{Len: 1}, nil, g.watches[i])
		} else {
			a.Result, a.Err = awaitSafely(ctx, q, subs[0], g.watches[i])
			subs = subs[1:]
		}
		if a.Err == nil {
			g.watches[i].report(a.Result)
		}
	}
	return nil
}

// awaitSafely is await for one of several: its panic must not keep the others from
// being waited for.
func awaitSafely(ctx context.Context, q *operators.Query, sub *pushscan.Subscription, w *watch) (r *Result, err error) {
	defer recoverTo(&err)
	return await(ctx, q, sub, w)
}
