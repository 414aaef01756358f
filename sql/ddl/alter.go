package ddl

import (
	"context"
	"errors"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/account"
	"gsdms/sql/command"
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
	number := t.Columns[t.NumberColumn()]
	number.Nullable = true
	into, to := []plan.Column{number}, []int{0}
	var set []*ast.Assignment
	var names []*ast.ColumnName
	for i, at := range columns {
		column := a.Columns[at]
		name := &ast.ColumnName{Name: ast.NewCIStr(t.Columns[a.From[at]].Name)}
		set = append(set, &ast.Assignment{Column: name, Expr: &ast.ColumnNameExpr{Name: name}})
		names = append(names, name)
		column.Nullable, column.Default = true, nil // what may be NULL is for the store to say
		into, to = append(into, column), append(to, i+1)
	}
	table := &ast.TableName{Name: ast.NewCIStr(t.Name)}
	from := &ast.TableRefsClause{TableRefs: &ast.Join{Left: &ast.TableSource{Source: table}}}
	reading := c.on(ctx, c.View)
	reading.Names.Rights = account.Rights{}
	r, _, err := reading.RowsToChange(ctx, command.Changing(nil, from, nil, nil, nil, set), []*ast.TableName{table}, names)
	if err != nil {
		return err
	}
	defer r.Close()
	src, err := source.FromResult(c.Written(), table, into, to, r)
	if err != nil {
		return err
	}
	defer src.Stop()
	return take(src)
}
