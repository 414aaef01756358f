package sql

import (
	"context"
	"iter"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
	"gsdms/sql/account"
	"gsdms/sql/bind"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// deleteRows is DELETE, of rows of one table or of several.
type deleteRows struct{ node *ast.DeleteStmt }

// targets are the tables that lose rows, by the names that they have in the statement; those
// of one table's DELETE by their own.
func (x deleteRows) targets() []*ast.TableName {
	if x.node.Tables != nil {
		return aliased(x.node.Tables.Tables, x.node.TableRefs)
	}
	if name, _, ok := onlyTable(x.node.TableRefs); ok {
		return []*ast.TableName{name}
	}
	return nil
}

func (deleteRows) nature() nature { return changesRows }

func (x deleteRows) permit(r permits) error {
	return needAll(r, account.Delete, x.targets())
}

func (x deleteRows) run(ctx context.Context, c *call) (*result.Set, error) {
	n := x.node
	if n.IgnoreErr {
		return nil, c.refuseWord("IGNORE", "DELETE IGNORE")
	}
	names := make([]string, 0, 1)
	for _, target := range x.targets() {
		t, err := c.table(target)
		if err != nil {
			return nil, err
		}
		names = append(names, t.Name)
	}
	for i, name := range names {
		if c.view.Has(name) != c.view.Has(names[0]) {
			return nil, c.refuse(x.targets()[i], "DELETE of rows of temporary tables and of others at once")
		}
	}
	defer c.engine.changed()
	gone, err := c.catalogOf(names[0]).Delete(ctx, names, func(view *store.View) (map[string]*snapshot.RowSet, error) {
		return x.find(ctx, c.on(ctx, c.view.With(names[0], view)))
	})
	if err != nil {
		return nil, err
	}
	return &result.Set{Affected: int64(gone), Message: countRows(gone) + " deleted"}, nil
}

// find gives the rows that are to be deleted, by table.
func (x deleteRows) find(ctx context.Context, c *call) (map[string]*snapshot.RowSet, error) {
	n := x.node
	in := n.Tables
	if in == nil {
		_, called, _ := onlyTable(n.TableRefs)
		in = &ast.DeleteTableList{Tables: []*ast.TableName{called}}
	}
	r, tables, err := c.rowsToChange(ctx, changing(n.With, n.TableRefs, n.Where, n.Order, n.Limit, nil), in.Tables, nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	gone := map[string]*snapshot.RowSet{}
	for _, t := range tables {
		if gone[t.Name] == nil {
			gone[t.Name] = snapshot.NewRowSet(t.Rows)
		}
	}
	for rows, err := range r.Batches() {
		if err != nil {
			return nil, err
		}
		for i, t := range tables {
			for _, row := range numbersIn(&rows.Columns[i], rows.Len) {
				gone[t.Name].Add(row)
			}
		}
	}
	return gone, nil
}

// on is the same statement on other snapshots.
func (c *call) on(ctx context.Context, view *scope.Views) *call {
	out := *c
	out.view, out.names = view, c.session.names(ctx, view)
	return &out
}

// changing is the query that finds the rows of a DELETE or an UPDATE.
func changing(with *ast.WithClause, from *ast.TableRefsClause, where ast.ExprNode, order *ast.OrderByClause, limit *ast.Limit, set []*ast.Assignment) *ast.SelectStmt {
	q := &ast.SelectStmt{
		SelectStmtOpts: &ast.SelectStmtOpts{}, Fields: &ast.FieldList{}, Kind: ast.SelectStmtKindSelect,
		With: with, From: from, Where: where, OrderBy: order, Limit: limit,
	}
	for _, a := range set {
		q.Fields.Fields = append(q.Fields.Fields, &ast.SelectField{Expr: a.Expr, Offset: a.OriginTextPosition()})
	}
	return q
}

// rowsToChange runs the query that finds rows; the result must be closed. Its first columns
// are the numbers of the rows of the targets, whose snapshots are given.
func (c *call) rowsToChange(ctx context.Context, q *ast.SelectStmt, targets []*ast.TableName, set []*ast.ColumnName) (*result.Set, []*plan.Table, error) {
	around := c.session.surround(c.names)
	found, err := bind.Change(c.text, q, targets, set, around)
	if err != nil {
		return nil, nil, err
	}
	p, err := c.engine.planned(ctx, c.text, found.Network, around, c.watch)
	if err != nil {
		return nil, nil, err
	}
	r, err := c.session.runQuery(ctx, p, c.view, c.watch, true)
	return r, found.Tables, err
}

// numbersIn gives the numbers of rows that a column has, as it has them, without NULL.
func numbersIn(v *plan.Vector, rows int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i, n := range v.Ints[:rows] {
			if !v.IsNull(i) && !yield(i, int(n)) {
				return
			}
		}
	}
}

// onlyTable gives the table of a FROM that has no other, and the name that it has there.
func onlyTable(from *ast.TableRefsClause) (name, called *ast.TableName, ok bool) {
	join := from.TableRefs
	source, ok := join.Left.(*ast.TableSource)
	if !ok || join.Right != nil {
		return nil, nil, false
	}
	if name, ok = source.Source.(*ast.TableName); !ok {
		return nil, nil, false
	}
	if called = name; source.AsName.O != "" {
		called = &ast.TableName{Name: source.AsName}
	}
	return name, called, true
}

// aliased gives the tables that names in a FROM stand for; what is none of it stays.
func aliased(names []*ast.TableName, from *ast.TableRefsClause) []*ast.TableName {
	known := map[string]*ast.TableName{}
	addAliases(known, from.TableRefs)
	out := make([]*ast.TableName, len(names))
	for i, name := range names {
		if out[i] = known[name.Name.L]; out[i] == nil {
			out[i] = name
		}
	}
	return out
}

// addAliases adds the tables of a part of FROM by their names there, in lower case.
func addAliases(to map[string]*ast.TableName, n ast.ResultSetNode) {
	switch n := n.(type) {
	case *ast.Join:
		addAliases(to, n.Left)
		if n.Right != nil {
			addAliases(to, n.Right)
		}
	case *ast.TableSource:
		name, ok := n.Source.(*ast.TableName)
		switch {
		case !ok:
			addAliases(to, n.Source)
		case n.AsName.L != "":
			to[n.AsName.L] = name
		default:
			to[name.Name.L] = name
		}
	}
}
