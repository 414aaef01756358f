package sql

import (
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// names is what names in FROM mean to one statement: the tables and the views of the
// catalog. It remembers the views that were asked for. One goroutine uses it.
type names struct {
	*store.View
	engine *Engine
	ctx    context.Context // of the statement
	used   []*store.Query  // the views that it has found
}

// names gives what names mean in a view of the catalog.
func (e *Engine) names(ctx context.Context, view *store.View) *names {
	return &names{View: view, engine: e, ctx: ctx}
}

// query finds the query that a view stands for, nil if there is no such view.
func (n *names) query(name string) *store.Query {
	q := n.View.Query(name)
	if q != nil && !slices.Contains(n.used, q) {
		n.used = append(n.used, q)
	}
	return q
}

// parse reads the text of a view.
func (n *names) parse(text string) (ast.StmtNode, error) { return n.engine.parsers.parse(text) }

// newest reports whether a snapshot is what its name means now.
func newest(c plan.Catalog, t *plan.Table) bool {
	now, err := c.Table(t.Name)
	return err == nil && now == t
}

// queriesOf are the views that have been found in a catalog.
func queriesOf(c plan.Catalog) []*store.Query {
	if n, ok := c.(*names); ok {
		return n.used
	}
	return nil
}

// newestQueries reports whether views are what their names mean now.
func newestQueries(c plan.Catalog, queries []*store.Query) bool {
	n, ok := c.(*names)
	for _, q := range queries {
		if !ok || n.View.Query(q.Name) != q {
			return false
		}
	}
	return true
}
