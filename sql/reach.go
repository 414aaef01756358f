package sql

import (
	"context"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/pushscan/engine"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// narrow is a command that needs no more of its session than a command.Call has.
type narrow struct{ command.Command }

func (x narrow) run(ctx context.Context, c *call) (*result.Set, error) {
	return x.Run(ctx, c.Call)
}

// reach is what commands reach of a session while it runs one: command.Session and
// command.Queries.
type reach struct {
	session *Session
	watch   *watch
}

// Catalogs is of command.Session.
func (r reach) Catalogs() *store.Catalogs { return r.session.engine.catalogs }

// Own is of command.Session.
func (r reach) Own() *store.Catalog { return r.session.temporary.Catalog }

// Changed is of command.Session.
func (r reach) Changed() { r.session.engine.changed() }

// Numbered is of command.Session.
func (r reach) Numbered(first uint64) { r.session.numbered(first) }

// Moment is of command.Session.
func (r reach) Moment() time.Time { return r.session.moment() }

// Charge is of command.Session.
func (r reach) Charge(bytes int64) error { return r.session.charge(bytes) }

// Warn is of command.Session.
func (r reach) Warn(level string, code int, message string) { r.session.warn(level, code, message) }

// Database is of command.Queries.
func (r reach) Database(schema string) (string, bool) {
	return r.session.engine.tablesOf(schema)
}

// Names is of command.Queries.
func (r reach) Names(ctx context.Context, view *scope.Views) *scope.Names {
	return r.session.names(ctx, view)
}

// Surround is of command.Queries.
func (r reach) Surround(n *scope.Names) bind.Surroundings { return r.session.surround(n) }

// Query is of command.Queries.
func (r reach) Query(ctx context.Context, c *command.Call, query ast.StmtNode) (*result.Set, error) {
	return r.query(ctx, c, bind.Select, query)
}

// Stored is of command.Queries.
func (r reach) Stored(ctx context.Context, c *command.Call, query ast.StmtNode) (*result.Set, error) {
	return r.query(ctx, c, bind.Stored, query)
}

func (r reach) query(ctx context.Context, c *command.Call, bound func(string, ast.StmtNode, plan.Catalog) (*network.Network, error), query ast.StmtNode) (*result.Set, error) {
	q, err := r.session.engine.compileBy(ctx, bound, c.Text, query, r.session.surround(c.Names), r.watch)
	if err != nil {
		return nil, err
	}
	return r.session.runQuery(ctx, q, c.View, r.watch, true)
}

// Change is of command.Queries.
func (r reach) Change(ctx context.Context, c *command.Call, q *ast.SelectStmt, targets []*ast.TableName, set []*ast.ColumnName) (*result.Set, []*plan.Table, error) {
	p, tables, err := r.finding(ctx, c, q, targets, set)
	if err != nil {
		return nil, nil, err
	}
	rows, err := r.session.runQuery(ctx, p, c.View, r.watch, true)
	return rows, tables, err
}

// finding is the plan of what finds the rows of a change, and the tables that have them.
func (r reach) finding(ctx context.Context, c *command.Call, q *ast.SelectStmt, targets []*ast.TableName, set []*ast.ColumnName) (*engine.Query, []*plan.Table, error) {
	around := r.session.surround(c.Names)
	found, err := bind.Change(c.Text, q, targets, set, around)
	if err != nil {
		return nil, nil, err
	}
	p, err := r.session.engine.planned(ctx, c.Text, found.Network, around, r.watch)
	return p, found.Tables, err
}

// newCall is what a command of a statement works with.
func (s *Session) newCall(ctx context.Context, text string, view *scope.Views) *call {
	w := startWatch()
	r := reach{s, w}
	return &call{
		Call:    &command.Call{Text: text, View: view, Names: s.names(ctx, view), Session: r, Queries: r},
		session: s, engine: s.engine, watch: w,
	}
}

// on is the same statement on other snapshots.
func (c *call) on(ctx context.Context, view *scope.Views) *call {
	out := *c
	out.Call = c.Call.On(ctx, view)
	return &out
}
