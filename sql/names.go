package sql

import (
	"context"
	"maps"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/bind"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
)

// names is what names in FROM mean to one statement: the tables and the views of the
// catalog, and files. It remembers the views that were asked for. One goroutine uses it.
type names struct {
	*views
	engine    *Engine
	ctx       context.Context                    // of the statement
	used      []*store.Query                     // the views that it has found
	rights    account.Rights                     // of who asks
	inSchema  bool                               // names without a database are of one that describes the other
	read      []reading                          // what the statement itself names
	functions map[*store.Function]*bind.Function // that it has found
	usedOwn   string                             // a temporary table that it has found, "" for none
}

// names gives what names mean in a view of the catalog.
func (e *Engine) names(ctx context.Context, view *views) *names {
	return &names{views: view, engine: e, ctx: ctx}
}

// MayRead is of bind.Readers.
func (n *names) MayRead(schema, name string) error {
	if inform.IsSchema(schema) || schema == "" && n.inSchema {
		return nil
	}
	if n.has(name) {
		return nil
	}
	r := reading{name: name, file: n.isFile(name)}
	if !slices.Contains(n.read, r) {
		n.read = append(n.read, r)
	}
	return mayRead(n.rights, r)
}

// isFile reports whether a name is that of a file, not of a table or a view.
func (n *names) isFile(name string) bool {
	return load.IsFileName(name) && n.views.Query(name) == nil && !slices.Contains(n.views.Tables(), name)
}

// Table finds a table, or reads the file that is named.
func (n *names) Table(name string) (*plan.Table, error) {
	if n.has(name) {
		n.usedOwn = name
		return n.own.Table(name)
	}
	return n.LastingTable(name)
}

// LastingTable is of bind.Lasting.
func (n *names) LastingTable(name string) (*plan.Table, error) {
	t, err := n.View.Table(name)
	if err == nil || !parse.IsCode(err, parse.CodeUnknownTable) || !load.IsFileName(name) {
		return t, err
	}
	t, err = n.engine.files.Table(n.ctx, name)
	if n.engine.files.Forgotten() {
		n.engine.changed()
	}
	return t, err
}

// StoredQuery is of bind.Views.
func (n *names) StoredQuery(name string) *store.Query {
	q := n.views.Query(name)
	if q != nil && !slices.Contains(n.used, q) {
		n.used = append(n.used, q)
	}
	return q
}

// Parse is of bind.Views.
func (n *names) Parse(text string) (ast.StmtNode, error) { return n.engine.parsers.Parse(text) }

// namesOf gives the names of a catalog that has them, also within what a session knows.
func namesOf(c plan.Catalog) (*names, bool) {
	switch c := c.(type) {
	case *names:
		return c, true
	case *sessionView:
		return c.names, true
	}
	return nil, false
}

// newest reports whether a snapshot is what its name means now.
func newest(c plan.Catalog, t *plan.Table) bool {
	n, ok := namesOf(c)
	if !ok {
		now, err := c.Table(t.Name)
		return err == nil && now == t
	}
	now, err := n.View.Table(t.Name)
	return err == nil && now == t || parse.IsCode(err, parse.CodeUnknownTable) && n.engine.files.Holds(t)
}

// readBy is what a statement names itself, as far as a catalog has been asked.
func readBy(c plan.Catalog) []reading {
	if n, ok := namesOf(c); ok {
		return n.read
	}
	return nil
}

// mayUse reports whether who asks may read all that a plan's statement names.
func mayUse(c plan.Catalog, p *cached) bool {
	n, ok := namesOf(c)
	return !ok || !slices.ContainsFunc(p.read, func(r reading) bool { return n.has(r.name) || mayRead(n.rights, r) != nil })
}

// queriesOf are the views that have been found in a catalog.
func queriesOf(c plan.Catalog) []*store.Query {
	if n, ok := namesOf(c); ok {
		return n.used
	}
	return nil
}

// functionsOf are the functions that have been found in a catalog.
func functionsOf(c plan.Catalog) []*store.Function {
	if n, ok := namesOf(c); ok {
		return slices.Collect(maps.Keys(n.functions))
	}
	return nil
}

// newestFunctions reports whether functions are what their names mean now.
func newestFunctions(c plan.Catalog, functions []*store.Function) bool {
	n, ok := namesOf(c)
	for _, f := range functions {
		if !ok || n.views.Function(f.Name) != f {
			return false
		}
	}
	return true
}

// newestQueries reports whether views are what their names mean now.
func newestQueries(c plan.Catalog, queries []*store.Query) bool {
	n, ok := namesOf(c)
	for _, q := range queries {
		if !ok || n.View.Query(q.Name) != q {
			return false
		}
	}
	return true
}
