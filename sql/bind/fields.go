package bind

import (
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind/assign"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// maxFields is how many columns a result may have (MySQL's limit of a table), and how
// many aggregates and keys.
const maxFields = 4096

// expandFields lists the result's columns, * and t.* written out.
func (b *binder) expandFields(fields []*ast.SelectField) error {
	sets := assign.In(fields)
	for _, f := range fields {
		if f.WildCard != nil {
			if err := b.expandStar(f); err != nil {
				return err
			}
			continue
		}
		if len(b.fields) == maxFields {
			return parse.ErrorAt(b.text, f.Offset, parse.CodeTooManyColumns, "too many columns; at most %d can be selected", maxFields)
		}
		if !utf8.ValidString(f.AsName.O) {
			return parse.ErrorAt(b.text, f.Offset, parse.CodeNotText, "Invalid utf8mb4 character string: %q; a name is UTF-8", f.AsName.O)
		}
		out := field{node: f.Expr, name: b.fieldName(f), alias: f.AsName.L}
		if sets != nil {
			var err error
			if out.node, err = sets.Expr(f.Expr); err != nil {
				return b.At(err)
			}
			f.Expr, f.AsName = out.node, ast.NewCIStr(out.name) // for who binds it once more
		}
		b.fields = append(b.fields, out)
	}
	return nil
}

// fieldName is the alias, a column's name, or the expression as it is written.
func (b *binder) fieldName(f *ast.SelectField) string {
	if f.AsName.O != "" {
		return f.AsName.O
	}
	if c, ok := scalar.Unwrap(f.Expr).(*ast.ColumnNameExpr); ok {
		return c.Name.Name.O
	}
	if v, ok := f.Expr.(*test_driver.ValueExpr); ok && v.Kind() == test_driver.KindString {
		return strings.ToValidUTF8(headOf(v), "?")
	}
	return strings.ToValidUTF8(strings.TrimSpace(parse.WithoutLastComment(b.shownAs(f))), "?")
}

// headOf is what a text heads: without the space before it, and of several that are one, the first.
func headOf(v *test_driver.ValueExpr) string {
	text := v.GetString()
	if n := v.GetProjectionOffset(); n >= 0 && n <= len(text) {
		text = text[:n]
	}
	return strings.TrimLeft(text, " \t\r\n")
}

// shownAs is an expression as it stands in the statement, which may be other than what the parser
// has read in its place.
func (b *binder) shownAs(f *ast.SelectField) string {
	read := f.OriginalText()
	if end := f.Offset + len(read); end <= len(b.text) && parse.ReadsAs(b.text[f.Offset:end], read) {
		return b.text[f.Offset:end]
	}
	return read
}

// expandStar adds the columns of one table or of all; as the joins show them.
func (b *binder) expandStar(f *ast.SelectField) error {
	b.Place = f.Offset
	if err := b.checkSchema(f.WildCard.Schema.O); err != nil {
		return err
	}
	if len(b.from.tables) == 0 {
		return b.Errorf(parse.CodeNoTables, "No tables used: * needs FROM")
	}
	name, before := f.WildCard.Table.O, len(b.fields)
	if name == "" {
		for _, k := range b.from.columns {
			b.addColumn(k, f.Offset)
		}
		return nil
	}
	var names []string
	for _, i := range b.from.tables {
		t := b.net.Tables[i]
		names = append(names, t.Alias)
		if b.among(f.WildCard.Schema.O, name, t) {
			for c := range t.Table.Shown() {
				b.addColumn(b.from.key(i, c), f.Offset)
			}
		}
	}
	if before == len(b.fields) {
		return parse.Hinted(b.Errorf(parse.CodeUnknownView, "Unknown table '%s'", name), name, names)
	}
	return nil
}

func (b *binder) addColumn(k columnKey, offset int) {
	b.fields = append(b.fields, field{bound: bound{b.net.Ref(k.table, k.column), []mention{{k, offset}}}, name: b.columnName(k)})
}

// bindFields binds the expressions of the select list.
func (b *binder) bindFields() error {
	b.clause = inSelect
	for i := range b.fields {
		f := &b.fields[i]
		if f.node == nil {
			continue
		}
		x, err := b.capture(f.node)
		if err != nil {
			return err
		}
		f.bound = x
		if err := b.changes.follow(b, i); err != nil {
			return err
		}
	}
	return b.changes.plain(b)
}

// capture binds an expression and notes the columns it names.
func (b *binder) capture(n ast.ExprNode) (bound, error) {
	b.mentions = nil
	e, err := b.Expr(n)
	return bound{e, b.mentions}, err
}

// name binds a column's name, or where the clause allows it a field's alias.
func (b *binder) name(c *ast.ColumnName) (plan.Expr, error) {
	if b.values != nil {
		return b.value(c)
	}
	if err := b.checkSchema(c.Schema.O); err != nil {
		return nil, err
	}
	i, key := -1, noColumn
	if b.clause == inGroup || b.clause == inHaving || b.clause == inOrder {
		i, key = b.fieldOrKey(c)
	}
	if i >= 0 {
		return b.meaning(i)
	}
	if key != noColumn {
		return b.mentioned(key), nil
	}
	ref, err := b.resolve(c, b.scope)
	if err != nil {
		return b.around(c, err)
	}
	return b.mentioned(columnKey{ref.Table, ref.Column}), nil
}

// mentioned gives a column that an expression has.
func (b *binder) mentioned(k columnKey) plan.ColumnRef {
	b.mentions = append(b.mentions, mention{k, b.Place})
	return b.net.Ref(k.table, k.column)
}

// defaultOf binds DEFAULT(column).
func (b *binder) defaultOf(n *ast.ColumnName) (plan.Expr, error) {
	ref, err := b.resolve(n, b.scope)
	if err != nil {
		return nil, err
	}
	c := ref.Of.Table.Columns[ref.Column]
	switch {
	case c.Generated():
		return nil, b.Errorf(parse.CodeNoDefault, "Field '%s' doesn't have a default value", c.Name)
	case c.Formula != nil:
		return nil, b.Errorf(parse.CodeDefaultOf, "DEFAULT function cannot be used with default value expressions")
	case c.Own != 0:
		return nil, b.Errorf(parse.CodeNotSupported, "DEFAULT(%s) is not supported: it is no constant", c.Name)
	case c.Default != nil:
		return valueLiteral(value.Raw(*c.Default, c.Type)), nil
	case !c.Nullable:
		return nil, b.Errorf(parse.CodeNoDefault, "Field '%s' doesn't have a default value", c.Name)
	}
	return plan.NullOf(c.Type), nil
}
