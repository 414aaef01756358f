package ddl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/formula"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// alterTable is ALTER TABLE: all that it says, or nothing.
type alterTable struct{ node *ast.AlterTableStmt }

func (x alterTable) run(ctx context.Context, c *call) (*result.Set, error) {
	t, err := c.Table(x.node.Table)
	if err != nil {
		return nil, err
	}
	if err := x.ready(ctx, c, t.Name); err != nil {
		return nil, err
	}
	defer c.Session.Changed()
	name := t.Name
	err = c.Catalog(t.Name).Alter(ctx, t.Name, func(view *store.View) (store.Alteration, error) {
		on := c.on(ctx, c.View.With(t.Name, view))
		t, err := on.Table(x.node.Table)
		if err != nil {
			return store.Alteration{}, err
		}
		a, err := on.reader().Alter(x.node, t)
		if err != nil {
			return store.Alteration{}, err
		}
		name = a.Name
		if _, err := c.Together("CREATE TABLE … AS SELECT copies it there", t.Name, a.Name); err != nil {
			return store.Alteration{}, err
		}
		out, err := a.Alteration(c.Session.Moment())
		if err == nil {
			err = errors.Join(c.keysWithin(out.Definition), on.callsNone(out.Definition))
		}
		if on.View.Has(t.Name) && len(out.ForeignKeys)+len(out.References)+len(out.Rules) > 0 {
			return out, on.Refuse(x.node.Table, "foreign keys, UNIQUE and CHECK of temporary tables")
		}
		out.Values = func(columns []int, take func(ingest.Source) error) error {
			return on.alteredValues(ctx, t, &out, columns, take)
		}
		return out, err
	})
	if errors.Is(err, store.ErrExists) {
		return nil, c.ErrorAt(x.node.Table, parse.CodeTableExists, "Table '%s' already exists", name)
	}
	if err != nil {
		return nil, c.UpdateError(err)
	}
	for _, s := range x.node.Specs {
		if s.Tp == ast.AlterTableAddConstraint {
			c.withoutIndexes(s.Constraint)
		}
	}
	return &result.Set{Message: fmt.Sprintf("table %s altered", name)}, nil
}

// ready has the session's own tables have the database of another name that one of them gets.
func (x alterTable) ready(ctx context.Context, c *call, table string) (err error) {
	for _, s := range x.node.Specs {
		if s.Tp == ast.AlterTableRenameTable && c.View.Has(table) && err == nil {
			_, err = c.own(ctx, s.NewTable.Name.O)
		}
	}
	return err
}

// permit asks for what the manual does: ALTER, and for another name DROP, CREATE and INSERT.
func (x alterTable) Permit(r command.Permits) error {
	err := r.Need(account.Alter, x.node.Table.Name.O)
	for _, s := range x.node.Specs {
		if s.Tp == ast.AlterTableRenameTable && err == nil {
			err = errors.Join(r.Need(account.Drop, x.node.Table.Name.O), r.Need(account.Create|account.Insert, s.NewTable.Name.O))
		}
		if s.Constraint != nil && s.Constraint.Refer != nil && s.Constraint.Refer.Table != nil && err == nil {
			err = r.Need(account.Select, s.Constraint.Refer.Table.Name.O)
		}
	}
	return err
}

// alteredValues hands over what columns of an altered table have in them, converted to their
// new types.
func (c *call) alteredValues(ctx context.Context, t *plan.Table, a *store.Alteration, columns []int, take func(ingest.Source) error) error {
	v := alteredRows{of: t, a: a, places: slices.Repeat([]int{-1}, len(a.Columns))}
	v.into, v.to = []plan.Column{t.Columns[t.NumberColumn()]}, []int{0}
	v.into[0].Nullable = true
	for _, at := range columns {
		v.add(c, at)
	}
	f, err := v.compute(c, columns)
	if err != nil {
		return err
	}
	table := &ast.TableName{Name: ast.NewCIStr(t.Name)}
	from := &ast.TableRefsClause{TableRefs: &ast.Join{Left: &ast.TableSource{Source: table}}}
	reading := c.on(ctx, c.View)
	reading.Names.Rights = account.Rights{}
	r, _, err := reading.RowsToChange(ctx, command.Changing(nil, from, nil, nil, nil, v.set), []*ast.TableName{table}, v.names)
	if err != nil {
		return err
	}
	defer r.Close()
	src, err := source.FromResult(c.Written(), table, v.into, v.to, r)
	if err != nil {
		return err
	}
	defer src.Stop()
	if f == nil {
		return take(src)
	}
	return take(source.First(f.Source(src, v.places), len(columns)+1))
}

// alteredRows is what a query gives of the rows of an altered table, and the columns of its new definition.
type alteredRows struct {
	of     *plan.Table
	a      *store.Alteration
	set    []*ast.Assignment
	names  []*ast.ColumnName
	into   []plan.Column // the number of the row before them
	to     []int         // by field of the query: the place in into
	places []int         // by column of the new definition: the place in into, -1 for none
}

// add adds a column: what it was, its default, or what a formula is to compute.
func (v *alteredRows) add(c *call, at int) {
	column, from := v.a.Columns[at], v.a.From[at]
	if v.places[at] = len(v.into); from < 0 && !v.a.Computed[at] {
		column = define.ToFill([]plan.Column{column}, c.Session.Moment())[0]
		filled, _ := define.Filled(&column)
		column.Default = &filled
	}
	column.Nullable = true // what may be NULL is for the store to say
	if from >= 0 && !v.a.Computed[at] {
		name := &ast.ColumnName{Name: ast.NewCIStr(v.of.Columns[from].Name)}
		column.Default = nil
		v.set, v.names = append(v.set, &ast.Assignment{Column: name, Expr: &ast.ColumnNameExpr{Name: name}}), append(v.names, name)
		v.to = append(v.to, len(v.into))
	}
	v.into = append(v.into, column)
}

// compute adds what formulas of some columns read, and gives these formulas; nil: there are none.
func (v *alteredRows) compute(c *call, columns []int) (*formula.Formulas, error) {
	computed := slices.DeleteFunc(slices.Clone(columns), func(at int) bool { return !v.a.Computed[at] })
	if len(computed) == 0 {
		return nil, nil
	}
	f, err := c.Queries.Formulas(c.Names, v.a.Columns)
	if err != nil {
		return nil, err
	}
	f = f.Only(computed)
	for _, at := range f.Reads(computed) {
		if v.places[at] < 0 {
			v.add(c, at)
		}
	}
	return f, nil
}
