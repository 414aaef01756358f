package bind

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// fieldOrKey gives what a name in GROUP BY, HAVING or an expression of ORDER BY means besides a
// column of FROM: a field of the select list, else -1, or a key. GROUP BY and ORDER BY look among
// the columns first, and where several have the name it means none of them; HAVING looks among
// those that are keys.
func (b *binder) fieldOrKey(c *ast.ColumnName) (field int, key columnKey) {
	key = noColumn
	columns, keys := 0, 0
	for k := range b.candidates(c, &b.from) {
		columns++
		if b.clause == inHaving && b.isKey(k) {
			keys++
			key = k
		}
	}
	switch {
	case keys == 1:
		return -1, key
	case keys > 1 || b.clause != inHaving && columns == 1:
		return -1, noColumn
	}
	return b.fieldNamed(c), noColumn
}

// noColumn is the key of none.
var noColumn = columnKey{-1, -1}

func (b *binder) isKey(k columnKey) bool {
	for _, e := range b.keys {
		if c, ok := e.(plan.ColumnRef); ok && c.Table == k.table && c.Column == k.column {
			return true
		}
	}
	return false
}

// fieldNamed gives the field that a name means: the first with it as its alias, else the first
// that is a column of that name, unless others are other columns of it; -1 if there is none.
func (b *binder) fieldNamed(c *ast.ColumnName) int {
	if c.Table.O != "" {
		return -1
	}
	for i := range b.fields {
		if b.fields[i].alias != "" && b.fields[i].alias == c.Name.L {
			return i
		}
	}
	i, _ := b.fieldOf(c.Name.O)
	return i
}

// fieldOf gives the field that is a column of a name, and that column: -1 if there is none, or if
// fields are several columns of the name.
func (b *binder) fieldOf(name string) (field int, column columnKey) {
	field, column = -1, noColumn
	for i := range b.fields {
		k := b.columnShown(&b.fields[i], name)
		switch {
		case k == noColumn || k == column:
		case field >= 0:
			return -1, noColumn
		default:
			field, column = i, k
		}
	}
	return field, column
}

// columnShown gives the column that a field without an alias is, if it has a name.
func (b *binder) columnShown(f *field, name string) columnKey {
	if f.alias != "" || !strings.EqualFold(f.name, name) {
		return noColumn
	}
	if f.node == nil { // of *
		if ref, ok := f.expr.(plan.ColumnRef); ok {
			return columnKey{ref.Table, ref.Column}
		}
		return noColumn
	}
	if n, ok := scalar.Unwrap(f.node).(*ast.ColumnNameExpr); ok {
		if ref, err := b.resolve(n.Name, b.scope); err == nil {
			return columnKey{ref.Table, ref.Column}
		}
	}
	return noColumn
}

// meaning gives what a name of the select list stands for. GROUP BY comes before the fields are
// bound and binds the field's own expression, in which names are columns.
func (b *binder) meaning(i int) (plan.Expr, error) {
	f := &b.fields[i]
	if b.clause == inHaving && hasWindow(f.expr) {
		return nil, b.Errorf(parse.CodeWindowAlias, "You cannot use the alias '%s' of an expression containing a window function in this context.", f.name)
	}
	if b.clause != inGroup {
		b.mentions = append(b.mentions, f.mentions...)
		return f.expr, nil
	}
	if f.node == nil { // a column of *
		return f.expr, nil
	}
	b.clause = inWhere
	e, err := b.groupable(f)
	b.clause = inGroup
	return e, err
}
