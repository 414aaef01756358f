package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
)

// Merging is what ON DUPLICATE KEY UPDATE makes of a row of the table and of one that comes with
// its key.
type Merging struct {
	columns []int // that are assigned
	exprs   []plan.Expr
	of      []*plan.Column
}

// The tables of the expressions of a Merging.
const (
	presentRow = iota
	comingRow
)

// Merge binds the assignments of ON DUPLICATE KEY UPDATE, whose columns are those with the
// ordinals of to, of a table that is called so in the statement. VALUES(column) is of the row
// that comes.
func Merge(text string, list []*ast.Assignment, to []int, t *plan.Table, called string, c plan.Catalog) (*Merging, error) {
	b := newBinder(text, c)
	for _, alias := range []string{called, "values"} {
		if _, err := b.Table(&plan.TableRef{Alias: alias, Table: plan.Schema(alias, t.Shown()...)}); err != nil {
			return nil, err
		}
	}
	b.from = b.sideOf(&network.Row{}, presentRow)
	b.merges = true
	m := &Merging{columns: to}
	for i, a := range list {
		e, err := b.condensed(a.Expr)
		if err != nil {
			return nil, err
		}
		if len(b.net.Tables) > 2 {
			return nil, b.Errorf(parse.CodeNotSupported, "a subquery in ON DUPLICATE KEY UPDATE is not supported: INSERT … SELECT can compute it, and VALUES(column) is what it gives")
		}
		m.exprs, m.of = append(m.exprs, e), append(m.of, &t.Columns[to[i]])
	}
	return m, nil
}

// condensed binds an expression and folds what is constant in it.
func (b *binder) condensed(n ast.ExprNode) (plan.Expr, error) {
	e, err := b.Expr(n)
	if err != nil {
		return nil, err
	}
	e, err = plan.FoldAll(plan.Full(e))
	return e, b.At(err)
}

// comingValue binds VALUES(column).
func (b *binder) comingValue(n *ast.ValuesExpr) (plan.Expr, error) {
	if !b.merges {
		return nil, b.Errorf(parse.CodeNotSupported, "VALUES(%s) stands in ON DUPLICATE KEY UPDATE only", n.Column.Name.Name.O)
	}
	ref, err := b.resolve(n.Column.Name, &b.from)
	if err != nil {
		return nil, err
	}
	return b.net.Ref(comingRow, ref.Column), nil
}

// Into gives a row of the table the values that are assigned, one after another: what is assigned
// later sees what was before. The error is that of the expression, or of a value that the column
// does not take, also where a later row would give it another one.
func (m *Merging) Into(present, coming []plan.Value) error {
	row := [...][]plan.Value{presentRow: present, comingRow: coming}
	for i, e := range m.exprs {
		v, err := plan.Eval(e, func(leaf plan.Expr) (plan.Value, error) {
			ref := leaf.(plan.ColumnRef)
			return row[ref.Table][ref.Column], nil
		})
		if err == nil {
			v, err = strict.Convert(strict.Taken(v, e.Type(), m.of[i].Type), m.of[i].Type)
		}
		if err == nil && v.IsNull() && !m.of[i].Nullable {
			err = parse.ErrorAt("", -1, parse.CodeNotNull, "Column '%s' cannot be null", m.of[i].Name)
		}
		if err != nil {
			return err
		}
		present[m.columns[i]] = v
	}
	return nil
}
