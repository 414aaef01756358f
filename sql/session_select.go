package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/plan"
	"gsdms/pushscan"
)

// prepared is a statement that is ready to run: a compiled query, or a command.
type prepared struct {
	query   *operators.Query
	command command
}

// prepare finds the query of a text in the cache, or parses the text and compiles
// what turns out to be a query.
func (s *Session) prepare(ctx context.Context, text string, view plan.Catalog, w *watch) (prepared, error) {
	if q := s.find([]string{text}, view)[0]; q != nil {
		w.cached = true
		w.lap("cache")
		return prepared{query: q}, nil
	}
	return s.build(ctx, text, view, w)
}

// find gives the queries of the texts that are in the cache, nil for others.
func (s *Session) find(texts []string, view plan.Catalog) []*operators.Query {
	if !s.settings.cache {
		return make([]*operators.Query, len(texts))
	}
	return s.engine.plans.findAll(texts, view)
}

// build makes what find has not found. Of equal texts that are compiled at the same time
// all get one query, whose program they then share.
func (s *Session) build(ctx context.Context, text string, view plan.Catalog, w *watch) (prepared, error) {
	node, err := s.engine.parsers.parse(text)
	if err != nil {
		return prepared{}, err
	}
	w.lap("parse")
	if c := commandOf(node); c != nil {
		return prepared{command: c}, nil
	}
	q, err := s.engine.compile(ctx, text, node, view, w)
	if err != nil {
		return prepared{}, err
	}
	if s.settings.cache {
		q = s.engine.plans.put(text, q, view)
	}
	return prepared{query: q}, nil
}

// compile binds a SELECT and compiles it for the snapshots of the view.
func (e *Engine) compile(ctx context.Context, text string, node ast.StmtNode, view plan.Catalog, w *watch) (*operators.Query, error) {
	network, err := bindSelect(text, node, view)
	if err != nil {
		return nil, err
	}
	network.Text = queryText(text)
	w.lap("bind")
	network, err = plan.Rewrite(network)
	if err != nil {
		return nil, err
	}
	w.lap("rewrite")
	if len(network.Tables) == 0 {
		return &operators.Query{Network: network, Finish: network.Ops}, nil
	}
	q, err := compile.Query(ctx, network, e.indexes)
	if err != nil {
		return nil, err
	}
	q.Program.Live() // here, where many are compiled at once, and not on the scan's goroutine
	w.lap("compile")
	return q, nil
}

// queryText is the text of the query that a statement explains or runs.
func queryText(text string) string {
	if start := findWord(text, "SELECT"); start > 0 {
		return text[start:]
	}
	return text
}

// runQuery takes one query over the scan to its result.
func (s *Session) runQuery(ctx context.Context, q *operators.Query, w *watch) (*Result, error) {
	if q.Program == nil {
		return complete(q, &plan.Rows{Len: 1}, nil, w)
	}
	release, err := s.engine.memory.take(ctx, share(q.Program, s.engine.config.QueryMemory))
	if err != nil {
		return nil, err
	}
	defer release()
	subs, err := s.engine.hub.SubscribeAs(ctx, s.settings.granularity, q)
	if err != nil {
		return nil, err
	}
	return await(ctx, q, subs[0], w)
}

// await waits for a subscription and finishes its rows.
func await(ctx context.Context, q *operators.Query, sub *pushscan.Subscription, w *watch) (*Result, error) {
	rows, err := sub.Wait(ctx)
	if err != nil {
		return nil, q.Program.Blame(err)
	}
	w.lap("scan")
	report := sub.Report()
	return complete(q, rows, &report, w)
}

// complete finishes the rows of a query and cuts them off from its snapshots.
func complete(q *operators.Query, rows *plan.Rows, scan *pushscan.Report, w *watch) (*Result, error) {
	rows, err := finish(q, rows)
	if err != nil {
		return nil, err
	}
	r := &Result{Columns: q.Network.Output, Rows: detach(rows)}
	r.Report.Scan = scan
	w.lap("finish")
	return r, nil
}
