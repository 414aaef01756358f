package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// setDefault is ALTER COLUMN … SET DEFAULT and DROP DEFAULT.
func (a *altered) setDefault(n *ast.ColumnDef) error {
	i, err := a.find(n.Name)
	if err != nil {
		return err
	}
	col := &a.columns[i].Column
	col.Own &^= plan.DefaultsToNow
	if len(n.Options) == 0 {
		col.Default = nil
		return nil
	}
	if isNow(n.Options[0].Expr) {
		return a.setOwn(n, col, n.Options[0].Expr, plan.DefaultsToNow)
	}
	v, err := bind.Const(a.text, n.Options[0].Expr, a.columns[i].Type, nil)
	if err == nil {
		a.columns[i].Default = &v
	}
	return err
}

// addKey adds a primary or a foreign key.
func (a *altered) addKey(k *ast.Constraint) error {
	d := &store.Definition{Name: a.name}
	for _, c := range a.columns {
		d.Columns = append(d.Columns, c.Column)
	}
	if err := a.addConstraint(d, k); err != nil {
		return err
	}
	if len(d.PrimaryKey) > 0 && a.primary != nil {
		return a.errorAt(k, parse.CodeTwoPrimaryKeys, "Multiple primary key defined")
	}
	for _, i := range d.PrimaryKey {
		a.primary = append(a.primary, a.columns[i].Name)
		a.columns[i].Nullable = false
	}
	for _, f := range d.ForeignKeys {
		a.foreign = append(a.foreign, alteredKey{a.columns[f.Column].Name, f})
	}
	return nil
}

// dropForeign drops a foreign key. They have no names of their own: the column's, or the one
// that information_schema says, is meant.
func (a *altered) dropForeign(name string) error {
	i := slices.IndexFunc(a.foreign, func(k alteredKey) bool { return strings.EqualFold(k.column, name) })
	for _, k := range keysOf(a.table) { // by the name that information_schema has
		if i < 0 && k.foreign != nil && strings.EqualFold(k.name, name) {
			i = slices.IndexFunc(a.foreign, func(f alteredKey) bool { return f.ForeignKey == *k.foreign })
		}
	}
	if i >= 0 {
		a.foreign = slices.Delete(a.foreign, i, i+1)
		return nil
	}
	return a.errorAt(a.at, parse.CodeCannotDrop, "Can't DROP '%s'; check that column/key exists: a foreign key goes by the name of its column", name)
}

// alteration is what the store makes of the steps.
func (a *altered) alteration(ctx context.Context) (store.Alteration, error) {
	out := store.Alteration{Definition: store.Definition{Name: a.name, NextNumber: a.next}}
	for _, c := range a.columns {
		if c.from < 0 && c.Own.Has(plan.Numbered) && a.table.Count() > 0 {
			return out, a.refuse(a.at, "to number the rows that are there by a new column: make a table with it and INSERT … SELECT the rows")
		}
		out.Columns = append(out.Columns, c.Column)
		out.From = append(out.From, c.from)
		fill := store.BatchColumn{}
		if c.from < 0 && a.table.Count() > 0 {
			var err error
			if fill, err = a.fillOf(&toFill([]plan.Column{c.Column}, a.session.moment())[0]); err != nil {
				return out, err
			}
		}
		out.Fill = append(out.Fill, fill)
	}
	for _, name := range a.primary {
		out.PrimaryKey = append(out.PrimaryKey, ordinal(out.Columns, name))
	}
	if err := a.checkNumbered(a.at, out.Columns, out.PrimaryKey); err != nil {
		return out, err
	}
	for _, k := range a.foreign {
		k.ForeignKey.Column = ordinal(out.Columns, k.column)
		out.ForeignKeys = append(out.ForeignKeys, k.ForeignKey)
	}
	out.Values = func(columns []int, take func(store.Source) error) error { return a.values(ctx, columns, take) }
	return out, nil
}

// fillOf is the value that rows which are there get in a new column: its default, NULL, or
// what MySQL takes for a type that has none.
func (a *altered) fillOf(c *plan.Column) (store.BatchColumn, error) {
	v := plan.Value{}
	switch {
	case c.Default != nil:
		v = *c.Default
	case c.Nullable:
	case c.Type.Kind == plan.String:
		v = value.OfString("")
	case c.Type.Kind == plan.Date || c.Type.Kind == plan.DateTime:
		return store.BatchColumn{}, a.errorAt(a.at, parse.CodeWrongDate, "Incorrect %s value: there is no zero date for column %s of the rows that are there; give it a DEFAULT", strings.ToLower(c.Type.String()), c.Name)
	default:
		var err error
		if v, err = bind.Convert(value.OfInt(0), c.Type); err != nil {
			return store.BatchColumn{}, err
		}
	}
	b := newColumnBuilder(c)
	b.add(v)
	return b.out, nil
}

// values hands over what columns have in them, converted to their new types.
func (a *altered) values(ctx context.Context, columns []int, take func(store.Source) error) error {
	number := a.table.Columns[a.table.NumberColumn()]
	number.Nullable = true
	into, to := []plan.Column{number}, []int{0}
	var set []*ast.Assignment
	var names []*ast.ColumnName
	for i, at := range columns {
		c := a.columns[at]
		name := &ast.ColumnName{Name: ast.NewCIStr(a.table.Columns[c.from].Name)}
		set = append(set, &ast.Assignment{Column: name, Expr: &ast.ColumnNameExpr{Name: name}})
		names = append(names, name)
		c.Column.Nullable, c.Column.Default = true, nil // what may be NULL is for the store to say
		into, to = append(into, c.Column), append(to, i+1)
	}
	table := &ast.TableName{Name: ast.NewCIStr(a.table.Name)}
	from := &ast.TableRefsClause{TableRefs: &ast.Join{Left: &ast.TableSource{Source: table}}}
	reading := a.on(ctx, a.view)
	reading.names.rights = rights{}
	r, _, err := reading.rowsToChange(ctx, changing(nil, from, nil, nil, nil, set), []*ast.TableName{table}, names)
	if err != nil {
		return err
	}
	defer r.Close()
	src, err := a.resultSource(table, into, to, r)
	if err != nil {
		return err
	}
	defer src.stop()
	return take(src)
}

// renameTables is RENAME TABLE.
type renameTables struct{ node *ast.RenameTableStmt }

func (x renameTables) run(ctx context.Context, c *call) (*result.Set, error) {
	now := map[string]string{} // names as they are after the renames so far, and what they were
	was := func(name string) string {
		if old, ok := now[name]; ok {
			return old
		}
		return name
	}
	var texts []string
	for _, r := range x.node.TableToTables {
		from, to := r.OldTable.Name.O, r.NewTable.Name.O
		if err := errors.Join(c.checkSchema(r.OldTable), c.checkSchema(r.NewTable)); err != nil {
			return nil, err
		}
		old := was(from)
		if old == "" || !slices.Contains(c.view.Tables(), old) {
			if _, err := c.table(r.OldTable); err != nil {
				return nil, err
			}
		}
		if taken := was(to); taken != "" && (now[to] != "" || slices.Contains(c.view.Tables(), taken) || c.view.Query(to) != nil) {
			return nil, c.errorAt(r.NewTable, parse.CodeTableExists, "Table '%s' already exists", to)
		}
		now[to], now[from] = old, ""
		texts = append(texts, from+" is "+to)
	}
	to := map[string]string{}
	for name, old := range now {
		if old != "" && old != name {
			to[old] = name
		}
	}
	defer c.engine.changed()
	if err := c.engine.catalog.Rename(ctx, to); err != nil {
		return nil, err
	}
	return &result.Set{Message: fmt.Sprintf("renamed: %s", strings.Join(texts, ", "))}, nil
}

func (x renameTables) permit(r rights) error {
	for _, t := range x.node.TableToTables {
		err := r.need(mayAlter|mayDrop, t.OldTable.Name.O)
		if err == nil {
			err = r.need(mayCreate|mayInsert, t.NewTable.Name.O)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
