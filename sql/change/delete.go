package change

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
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

// EveryRow reports whether nothing says which rows are meant.
func (x deleteRows) EveryRow() bool { return x.node.Where == nil && x.node.Limit == nil }

func (deleteRows) Nature() command.Nature { return command.ChangesRows }

func (x deleteRows) Permit(r command.Permits) error {
	return command.NeedAll(r, account.Delete, x.targets())
}

func (x deleteRows) Run(ctx context.Context, c *command.Call) (*result.Set, error) {
	n := x.node
	if n.IgnoreErr {
		return nil, c.RefuseWord("IGNORE", "DELETE IGNORE")
	}
	names := make([]string, 0, 1)
	for i, name := range x.targets() {
		if n.Tables != nil && called(n.Tables.Tables[i], n.TableRefs) == nil {
			return nil, c.ErrorAt(name, parse.CodeNoTarget, "Unknown table '%s' in MULTI DELETE", name.Name.O)
		}
		t, err := target(c, name, "DELETE")
		if err != nil {
			return nil, err
		}
		names = append(names, t.Name)
	}
	for i, name := range names {
		if c.View.Has(name) != c.View.Has(names[0]) {
			return nil, c.Refuse(x.targets()[i], "DELETE of rows of temporary tables and of others at once")
		}
	}
	in, err := c.Together("write a DELETE for each", names...)
	if err != nil {
		return nil, err
	}
	defer c.Session.Changed()
	gone, err := in.Delete(ctx, names, func(view *store.View) (map[string]*snapshot.RowSet, error) {
		return x.find(ctx, c.On(ctx, c.View.With(names[0], view)))
	})
	if err != nil {
		return nil, err
	}
	return &result.Set{Affected: int64(gone), Message: command.CountRows(gone) + " deleted"}, nil
}

// find gives the rows that are to be deleted, by table.
func (x deleteRows) find(ctx context.Context, c *command.Call) (map[string]*snapshot.RowSet, error) {
	f := x.finding()
	r, tables, err := c.RowsToChange(ctx, f.Query, f.Targets, f.Set)
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

// finding is what finds the rows that are to be deleted.
func (x deleteRows) finding() Finding {
	n := x.node
	in := n.Tables
	if in == nil {
		_, called, _ := onlyTable(n.TableRefs)
		in = &ast.DeleteTableList{Tables: []*ast.TableName{called}}
	}
	return Finding{Query: command.Changing(n.With, n.TableRefs, n.Where, n.Order, n.Limit, nil), Targets: in.Tables}
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
	out := slices.Clone(names)
	for i, name := range names {
		if t := called(name, from); t != nil {
			out[i] = t
		}
	}
	return out
}

// called is the table that a name in a FROM stands for, nil where it is none of it.
func called(name *ast.TableName, from *ast.TableRefsClause) *ast.TableName {
	for _, t := range tablesIn(from.TableRefs) {
		if t.is(name) {
			return t.table
		}
	}
	return nil
}

// calledTable is a table by the name that it has in a FROM.
type calledTable struct {
	name  string
	table *ast.TableName
}

// is reports whether a name, which may have a database before it, means the table.
func (t calledTable) is(name *ast.TableName) bool {
	return strings.EqualFold(t.name, parse.OwnName(name)) && (name.Schema.O == "" || parse.DatabaseOf(name) == parse.DatabaseOf(t.table))
}

// tablesIn lists the tables of a part of FROM.
func tablesIn(n ast.ResultSetNode) []calledTable {
	switch n := n.(type) {
	case *ast.Join:
		out := tablesIn(n.Left)
		if n.Right != nil {
			out = append(out, tablesIn(n.Right)...)
		}
		return out
	case *ast.TableSource:
		name, ok := n.Source.(*ast.TableName)
		switch {
		case !ok:
			return tablesIn(n.Source)
		case n.AsName.O != "":
			return []calledTable{{n.AsName.O, name}}
		}
		return []calledTable{{parse.OwnName(name), name}}
	}
	return nil
}
