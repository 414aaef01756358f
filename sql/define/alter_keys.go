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
	if col.Generated() {
		return a.ErrorAt(n.Name, parse.CodeUsage, "Incorrect usage of DEFAULT and generated column")
	}
	col.Own &^= plan.DefaultsToNow
	col.Default, col.Formula = nil, nil
	if len(n.Options) == 0 {
		return nil
	}
	if wrapped, ok := n.Options[0].Expr.(*ast.ParenthesesExpr); ok {
		return a.defaultTo(n, col, wrapped.Expr)
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
		out.Computed = append(out.Computed, a.computed(&c))
		if c.from < 0 && a.table.Count() > 0 && !c.Computed() {
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
	if err := a.settleFormulas(a.at, out.Columns, out.PrimaryKey); err != nil {
		return out, err
	}
	a.putForeign(&out.Definition)
	if err := a.putRules(&out.Definition); err != nil {
		return out, err
	}
	a.putIndexes(&out.Definition)
	return out, nil
}

// fillOf is the value that rows which are there get in a new column.
func (a *Altered) fillOf(c *plan.Column) (ingest.Column, error) {
	v, known := Filled(c)
	if !known && (c.Type.Kind == plan.Date || c.Type.Kind == plan.DateTime) {
		return ingest.Column{}, a.ErrorAt(a.at, parse.CodeWrongDate, "Incorrect %s value: there is no zero date for column %s of the rows that are there; give it a DEFAULT", c.Type.Lower(), c.Name)
	}
	return source.One(c, v), nil
}

// Filled is the value of rows that are there in a new column: its default, NULL, or what MySQL takes for a type that
// has none; false says that there is no such value.
func Filled(c *plan.Column) (plan.Value, bool) {
	switch {
	case c.Default != nil:
		return *c.Default, true
	case c.Nullable:
		return plan.Value{}, true
	}
	return strict.Implicit(c.Type)
}
