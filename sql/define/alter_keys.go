package define

import (
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
	"gsdms/sql/source"
)

// setDefault is ALTER COLUMN … SET DEFAULT and DROP DEFAULT.
func (a *Altered) setDefault(n *ast.ColumnDef) error {
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
	if nowKind(n.Options[0].Expr) != value.Null {
		return a.setOwn(n, col, n.Options[0].Expr, plan.DefaultsToNow)
	}
	return a.Reader.setDefault(n, col, n.Options[0].Expr)
}

// addKey adds a key, an index or a condition.
func (a *Altered) addKey(k *ast.Constraint) error {
	var columns []plan.Column
	for _, c := range a.columns {
		columns = append(columns, c.Column)
	}
	d := a.declaring(columns...)
	if err := a.addConstraint(d, k); err != nil {
		return err
	}
	if len(d.PrimaryKey) > 0 && a.primary != nil {
		return a.ErrorAt(k, parse.CodeTwoPrimaryKeys, "Multiple primary key defined")
	}
	for _, i := range d.PrimaryKey {
		a.primary = append(a.primary, a.columns[i].Name)
		a.columns[i].Nullable = false
	}
	a.onlyNew(d)
	a.addForeign(d)
	return a.addRules(k, d)
}

// Alteration is what the store makes of the steps, at a moment. The values of columns are left
// to the caller.
func (a *Altered) Alteration(now time.Time) (store.Alteration, error) {
	out := store.Alteration{Definition: store.Definition{Name: a.Name, NextNumber: a.next, Comment: a.comment}}
	for _, c := range a.columns {
		if c.from < 0 && c.Own.Has(plan.Numbered) && a.table.Count() > 0 {
			return out, a.Refuse(a.at, "to number the rows that are there by a new column: make a table with it and INSERT … SELECT the rows")
		}
		out.Columns = append(out.Columns, c.Column)
		out.From = append(out.From, c.from)
		fill := ingest.Column{}
		if c.from < 0 && a.table.Count() > 0 {
			var err error
			if fill, err = a.fillOf(&ToFill([]plan.Column{c.Column}, now)[0]); err != nil {
				return out, err
			}
		}
		out.Fill = append(out.Fill, fill)
	}
	for _, name := range a.primary {
		out.PrimaryKey = append(out.PrimaryKey, Ordinal(out.Columns, name))
	}
	if err := a.checkNumbered(a.at, out.Columns, out.PrimaryKey); err != nil {
		return out, err
	}
	a.putForeign(&out.Definition)
	if err := a.putRules(&out.Definition); err != nil {
		return out, err
	}
	a.putIndexes(&out.Definition)
	return out, nil
}

// fillOf is the value that rows which are there get in a new column: its default, NULL, or
// what MySQL takes for a type that has none.
func (a *Altered) fillOf(c *plan.Column) (ingest.Column, error) {
	v, known := strict.Implicit(c.Type)
	switch {
	case c.Default != nil:
		v = *c.Default
	case c.Nullable:
		v = plan.Value{}
	case known:
	case c.Type.Kind == plan.Date || c.Type.Kind == plan.DateTime:
		return ingest.Column{}, a.ErrorAt(a.at, parse.CodeWrongDate, "Incorrect %s value: there is no zero date for column %s of the rows that are there; give it a DEFAULT", c.Type.Lower(), c.Name)
	}
	return source.One(c, v), nil
}
