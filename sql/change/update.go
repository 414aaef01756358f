package change

import (
	"context"
	"fmt"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// updateRows is UPDATE, of one table, which others may be joined to.
type updateRows struct{ node *ast.UpdateStmt }

// target is the table that changes, by its name in the statement and by its own. Where there
// are several, it is the one that the first assignment names.
func (x updateRows) target() (called, name *ast.TableName, ok bool) {
	if name, called, ok := onlyTable(x.node.TableRefs); ok {
		return called, name, true
	}
	column := x.node.List[0].Column
	if column.Table.O == "" {
		return nil, nil, false
	}
	called = &ast.TableName{Name: column.Table}
	return called, aliased([]*ast.TableName{called}, x.node.TableRefs)[0], true
}

func (x updateRows) targets() []*ast.TableName {
	if _, name, ok := x.target(); ok {
		return []*ast.TableName{name}
	}
	return nil
}

func (updateRows) Nature() command.Nature { return command.ChangesRows }

func (x updateRows) Permit(r command.Permits) error {
	return command.NeedAll(r, account.Update, x.targets())
}

func (x updateRows) Run(ctx context.Context, c *command.Call) (*result.Set, error) {
	if x.node.IgnoreErr {
		return nil, c.RefuseWord("IGNORE", "UPDATE IGNORE")
	}
	called, name, ok := x.target()
	if !ok {
		return nil, c.Refuse(x.node.List[0].Column, "an UPDATE of several tables whose first column is without a table's name: write it before the column")
	}
	t, err := c.Table(name)
	if err != nil {
		return nil, err
	}
	if t.NumberColumn() < 0 {
		return nil, c.ErrorAt(name, parse.CodeNotUpdatable, "The target table %s of the UPDATE is not updatable", name.Name.O)
	}
	if err := x.onlyOf(c, called); err != nil {
		return nil, err
	}
	columns, err := x.columns(c, t)
	if err != nil {
		return nil, err
	}
	var set, following []string
	for _, i := range updatedNow(t, columns) {
		following = append(following, t.Columns[i].Name)
	}
	for _, i := range columns {
		set = append(set, t.Columns[i].Name)
	}
	set = append(set, following...)
	defer c.Session.Changed()
	done, err := c.Catalog(t.Name).Update(ctx, t.Name, set, func(view *store.View, take func(store.Source) error) error {
		return x.find(ctx, c.On(ctx, c.View.With(t.Name, view)), called, take)
	}, following...)
	if err != nil {
		return nil, c.UpdateError(err)
	}
	return &result.Set{
		Affected: int64(done.Changed), Matched: int64(done.Matched),
		Message: fmt.Sprintf("%s matched, %d changed", command.CountRows(done.Matched), done.Changed),
	}, nil
}

// onlyOf refuses assignments to columns of another table of the statement.
func (x updateRows) onlyOf(c *command.Call, called *ast.TableName) error {
	known := tablesIn(x.node.TableRefs.TableRefs)
	of := func(name *ast.TableName) int {
		return slices.IndexFunc(known, func(t calledTable) bool { return t.is(name) })
	}
	for _, a := range x.node.List {
		named := &ast.TableName{Schema: a.Column.Schema, Name: a.Column.Table}
		if at := of(named); at >= 0 && at != of(called) {
			return c.Refuse(a.Column, "an UPDATE that sets columns of several tables, as %s and %s are: write one UPDATE for each", parse.OwnName(called), known[at].name)
		}
	}
	return nil
}

// columns are the ordinals of the columns that are assigned, each once.
func (x updateRows) columns(c *command.Call, t *plan.Table) (out []int, err error) {
	for _, a := range x.node.List {
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

// find hands over the rows that are to change, with their values.
func (x updateRows) find(ctx context.Context, c *command.Call, called *ast.TableName, take func(store.Source) error) error {
	n := x.node
	_, name, _ := x.target()
	t, err := c.Table(name)
	if err != nil {
		return err
	}
	columns, err := x.columns(c, t)
	if err != nil {
		return err
	}
	t = filling(c, t)
	follow := updatedNow(t, columns)
	list := slices.Concat(n.List, nowAssigned(called, t, follow))
	columns = append(columns, follow...)
	set, names := make([]*ast.Assignment, len(list)), make([]*ast.ColumnName, len(list))
	values := []plan.Column{t.Columns[t.NumberColumn()]}
	values[0].Nullable = true
	to := []int{0}
	for i, a := range list {
		if set[i], err = assigned(c, a, &t.Columns[columns[i]]); err != nil {
			return err
		}
		names[i] = a.Column
		values, to = append(values, t.Columns[columns[i]]), append(to, i+1)
	}
	r, _, err := c.RowsToChange(ctx, command.Changing(n.With, n.TableRefs, n.Where, n.Order, n.Limit, set), []*ast.TableName{called}, names)
	if err != nil {
		return err
	}
	defer r.Close()
	src, err := source.FromResult(c.Written(), n.List[0].Column, values, to, r)
	if err != nil {
		return err
	}
	defer src.Stop()
	return take(src)
}

// assigned is an assignment with the column's default where DEFAULT is written.
func assigned(c *command.Call, a *ast.Assignment, column *plan.Column) (*ast.Assignment, error) {
	if d, ok := a.Expr.(*ast.DefaultExpr); !ok || d.Name != nil {
		return a, nil
	}
	v := new(test_driver.ValueExpr)
	switch {
	case column.Default != nil:
		if err := command.SetLiteral(v, *column.Default); err != nil {
			return nil, err
		}
	case !column.Nullable:
		return nil, c.ErrorAt(a.Column, parse.CodeNoDefault, "Field '%s' doesn't have a default value", column.Name)
	default:
		v.SetNull()
	}
	return &ast.Assignment{Column: a.Column, Expr: v}, nil
}
