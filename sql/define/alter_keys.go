package define

import (
	"slices"
	"strings"
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
	d, rules, indexes := a.declaring(columns...)
	for _, f := range a.foreign {
		f.ForeignKey.Column = Ordinal(columns, f.column)
		d.ForeignKeys = append(d.ForeignKeys, f.ForeignKey)
	}
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
	for _, f := range d.ForeignKeys[len(a.foreign):] {
		a.foreign = append(a.foreign, alteredKey{a.columns[f.Column].Name, f})
	}
	d.Rules, d.Indexes = d.Rules[rules:], d.Indexes[indexes:]
	return a.addRules(k, d)
}

// dropForeign drops a foreign key. Its index stays, as in MySQL.
func (a *Altered) dropForeign(name string) error {
	i := a.foreignAt(name)
	if i < 0 {
		return a.ErrorAt(a.at, parse.CodeCannotDrop, "Can't DROP '%s'; check that column/key exists", name)
	}
	a.foreign = slices.Delete(a.foreign, i, i+1)
	return nil
}

// foreignAt is the place of a foreign key by its name, the one that information_schema says where it has
// none, or by that of its column; -1 where there is none.
func (a *Altered) foreignAt(name string) int {
	for _, k := range Keys(a.table) {
		if k.Foreign != nil && strings.EqualFold(k.Name, name) {
			return slices.IndexFunc(a.foreign, func(f alteredKey) bool { return f.ForeignKey == *k.Foreign })
		}
	}
	if i := slices.IndexFunc(a.foreign, func(k alteredKey) bool { return strings.EqualFold(k.ForeignKey.Name, name) }); i >= 0 {
		return i
	}
	return slices.IndexFunc(a.foreign, func(k alteredKey) bool { return strings.EqualFold(k.column, name) })
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
	for _, k := range a.foreign {
		k.ForeignKey.Column = Ordinal(out.Columns, k.column)
		out.ForeignKeys = append(out.ForeignKeys, k.ForeignKey)
	}
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
