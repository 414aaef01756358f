package change

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// updateRows is UPDATE, of rows of one table, which others may be joined to, or of several.
type updateRows struct{ node *ast.UpdateStmt }

// updated is a table that changes, by its name in the statement and by its own, and what is assigned
// to its columns.
type updated struct {
	called, name *ast.TableName
	list         []*ast.Assignment
}

// targets are the tables that change, of a statement whose columns are named.
func (x updateRows) targets() (out []updated) {
	if name, called, ok := onlyTable(x.node.TableRefs); ok {
		return []updated{{called, name, x.node.List}}
	}
	known := tablesIn(x.node.TableRefs.TableRefs)
	places := map[int]int{} // by table of FROM: its place among the targets
	for _, a := range x.node.List {
		from := tableOf(a.Column, known)
		at, seen := places[from]
		if !seen {
			called := &ast.TableName{Schema: a.Column.Schema, Name: a.Column.Table}
			name := called
			if from >= 0 {
				name = known[from].table
			}
			at, places[from] = len(out), len(out)
			out = append(out, updated{called: called, name: name})
		}
		out[at].list = append(out[at].list, a)
	}
	return out
}

// tableOf gives the place of the table that a column is of by its name, -1 if none is called so. A
// database before it is that of the table, or else the one without a name.
func tableOf(c *ast.ColumnName, known []calledTable) int {
	in := func(database string) int {
		return slices.IndexFunc(known, func(t calledTable) bool {
			return strings.EqualFold(t.name, c.Table.O) && (c.Schema.O == "" || parse.DatabaseOf(t.table) == database)
		})
	}
	if at := in(c.Schema.O); at >= 0 {
		return at
	}
	return in("")
}

// EveryRow reports whether nothing says which rows are meant.
func (x updateRows) EveryRow() bool { return x.node.Where == nil && x.node.Limit == nil }

func (updateRows) Nature() command.Nature { return command.ChangesRows }

func (x updateRows) Run(ctx context.Context, c *command.Call) (*result.Set, error) {
	x, err := x.named(c)
	if err != nil {
		return nil, err
	}
	targets := x.targets()
	changes := make([]store.TableUpdate, len(targets))
	for i, u := range targets {
		t, err := x.updatable(c, u, len(targets) > 1)
		if err != nil {
			return nil, err
		}
		if changes[i], err = u.change(c, t); err != nil {
			return nil, err
		}
		for k := range i {
			if c.View.Has(t.Name) != c.View.Has(changes[k].Table) {
				return nil, c.Refuse(u.list[0].Column, "UPDATE of rows of temporary tables and of others at once")
			}
			if t.Name == changes[k].Table {
				return nil, c.Refuse(u.list[0].Column, "an UPDATE that sets columns of a table by two of its names, as %s and %s are: write one UPDATE for each", parse.OwnName(targets[k].called), parse.OwnName(u.called))
			}
		}
	}
	in, err := c.Together("write an UPDATE for each", tablesOf(changes)...)
	if err != nil {
		return nil, err
	}
	defer c.Session.Changed()
	first := changes[0].Table
	var number uint64
	left := 0
	done, err := in.UpdateTables(ctx, changes, func(view *store.View, take func(int, ingest.Source) error) error {
		on := c.On(ctx, c.View.With(first, view))
		for i, u := range targets {
			if err := x.find(ctx, on, u, &number, &left, func(src ingest.Source) error { return take(i, src) }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, c.UpdateError(err)
	}
	c.Session.Numbered(number)
	done.Matched += left
	return &result.Set{
		Affected: int64(done.Changed), Matched: int64(done.Matched), First: number,
		Message: fmt.Sprintf("%s matched, %d changed", command.CountRows(done.Matched), done.Changed),
	}, nil
}

// tablesOf are the names of the tables that change.
func tablesOf(changes []store.TableUpdate) (names []string) {
	for _, change := range changes {
		names = append(names, change.Table)
	}
	return names
}

// updatable gives a table that changes. One of several keeps its primary keys, since rows of the
// others may be given them.
func (x updateRows) updatable(c *command.Call, u updated, several bool) (*plan.Table, error) {
	t, err := target(c, u.name, "UPDATE")
	if err != nil {
		return nil, err
	}
	if t.NumberColumn() < 0 {
		return nil, c.ErrorAt(u.name, parse.CodeNotUpdatable, "The target table %s of the UPDATE is not updatable", u.name.Name.O)
	}
	for _, a := range u.list {
		if several && slices.Contains(t.PrimaryKey, define.Ordinal(t.Shown(), a.Column.Name.O)) {
			return nil, c.Refuse(a.Column, "an UPDATE of several tables that sets a column of a primary key, as %s.%s is: write an UPDATE for that table", parse.OwnName(u.called), a.Column.Name.O)
		}
	}
	return t, nil
}

// change is what the store changes of a table.
func (u updated) change(c *command.Call, t *plan.Table) (store.TableUpdate, error) {
	s, err := u.setting(c, t)
	if err != nil {
		return store.TableUpdate{}, err
	}
	following := namesOf(t, slices.Concat(s.follow, s.computed)) // which may be of the moment
	return store.TableUpdate{Table: t.Name, Columns: slices.Concat(namesOf(t, s.assigned), following), Following: following}, nil
}

func namesOf(t *plan.Table, columns []int) (out []string) {
	for _, i := range columns {
		out = append(out, t.Columns[i].Name)
	}
	return out
}

// columns are the ordinals of the columns that are assigned, each once.
func (u updated) columns(c *command.Call, t *plan.Table) (out []int, err error) {
	for _, a := range u.list {
		i := define.Ordinal(t.Shown(), a.Column.Name.O)
		if i < 0 {
			return nil, define.UnknownColumn(c.Written(), a.Column, t)
		}
		for _, earlier := range out {
			if earlier == i {
				return nil, c.ErrorAt(a.Column, parse.CodeColumnTwice, "Column '%s' specified twice", a.Column.Name.O)
			}
		}
		out = append(out, i)
	}
	return out, nil
}

// find hands over the rows of a table that are to change, with their values. What is assigned to
// columns of other tables it does not see. The number is what LAST_INSERT_ID(x) has of the last row, and how many rows are
// left as they are is added to left.
func (x updateRows) find(ctx context.Context, c *command.Call, u updated, number *uint64, left *int, take func(ingest.Source) error) error {
	t, err := target(c, u.name, "UPDATE")
	if err != nil {
		return err
	}
	f, err := u.values(c, t)
	if err != nil {
		return err
	}
	r, _, err := c.RowsToChange(ctx, x.query(f.set), []*ast.TableName{u.called}, f.names)
	if err != nil {
		return err
	}
	defer r.Close()
	if x.node.IgnoreErr {
		g, err := x.ignoring(ctx, c, u, &f)
		if err != nil {
			return err
		}
		defer g.release()
		rows, stop := g.source(r)
		defer stop()
		defer func() { *left += g.left }()
		return take(f.source(rows, number))
	}
	src, err := source.FromResult(c.Written(), u.list[0].Column, f.values, f.to, r)
	if err != nil {
		return err
	}
	defer src.Stop()
	return take(f.source(src, number))
}

// query is what finds the rows with what is assigned.
func (x updateRows) query(set []*ast.Assignment) *ast.SelectStmt {
	return command.Changing(x.node.With, x.node.TableRefs, x.node.Where, x.node.Order, x.node.Limit, set)
}

// assigned is an assignment with the column's default where DEFAULT is written, or DEFAULT(column).
func assigned(c *command.Call, called *ast.TableName, a *ast.Assignment, column *plan.Column) (*ast.Assignment, error) {
	if !isDefault(a.Expr, column) {
		return a, nil
	}
	v := new(test_driver.ValueExpr)
	switch {
	case column.Formula != nil && a.Expr.(*ast.DefaultExpr).Name != nil:
		return nil, c.ErrorAt(a.Column, parse.CodeDefaultOf, "DEFAULT function cannot be used with default value expressions")
	case column.Computed():
		e, err := defaultExpr(c, called, column)
		return &ast.Assignment{Column: a.Column, Expr: e}, err
	case column.Default != nil:
		if err := command.SetLiteral(v, value.Raw(*column.Default, column.Type)); err != nil {
			return nil, err
		}
	case !column.Nullable:
		return nil, c.ErrorAt(a.Column, parse.CodeNoDefault, "Field '%s' doesn't have a default value", column.Name)
	default:
		v.SetNull()
	}
	return &ast.Assignment{Column: a.Column, Expr: v}, nil
}
