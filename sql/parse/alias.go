package parse

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The parser does not know the name that MySQL 8 lets the rows of an INSERT have, VALUES (…) AS
// new(a, b) ON DUPLICATE KEY UPDATE c = new.a: it reads blanks there, and asComing makes
// VALUES(column) of what is named.

// rowAlias is the name of the rows that come, and of their columns, if these have other ones.
type rowAlias struct {
	span
	name    ast.CIStr
	columns []ast.CIStr
}

// withoutRowAlias gives the text of an INSERT, of the same length, without the name of its rows,
// and that; nil where none stands there.
func withoutRowAlias(text string) (read string, alias *rowAlias) {
	first, ok := wordFrom(text, 0)
	if !ok || !strings.EqualFold(first.of(text), "INSERT") {
		return text, nil
	}
	depth := 0
	for word := first; ok; word, ok = wordFrom(text, word.end) {
		switch strings.ToUpper(word.of(text)) {
		case "(":
			depth++
		case ")":
			depth--
		case "SELECT", "TABLE", "WITH", "ON":
			if depth == 0 {
				return text, nil
			}
		case "AS":
			if depth != 0 {
				continue
			}
			if alias = rowAliasAt(text, word); alias == nil {
				return text, nil
			}
			return blank(text, alias.start, alias.end), alias
		}
	}
	return text, nil
}

// rowAliasAt reads AS name [(column, …)].
func rowAliasAt(text string, as span) *rowAlias {
	if l, ok := columnListAt(text, as.start); ok {
		return &rowAlias{span{as.start, l.end}, l.name, l.columns}
	}
	word, ok := wordFrom(text, as.end)
	if !ok {
		return nil
	}
	name, ok := nameIn(word.of(text))
	if !ok {
		return nil
	}
	return &rowAlias{span{as.start, word.end}, name, nil}
}

// asComing has the assignments of an INSERT read the rows that come where they name these.
func asComing(text string, stmts []ast.StmtNode, alias *rowAlias) error {
	if len(stmts) == 0 {
		return nil
	}
	n, ok := stmts[0].(*ast.InsertStmt)
	if !ok || len(n.OnDuplicate) == 0 {
		return nil
	}
	if alias == nil {
		asSelected(n)
		return nil
	}
	if len(alias.columns) > 0 && len(n.Columns) != len(alias.columns) {
		return ErrorAt(text, alias.start, CodeNotSupported, "the columns of the rows have %d names, and %d columns are listed behind the table: list as many there", len(alias.columns), len(n.Columns))
	}
	reading(n, &comingNames{alias: alias, columns: n.Columns})
	return nil
}

func reading(n *ast.InsertStmt, v ast.Visitor) {
	for _, a := range n.OnDuplicate {
		e, _ := a.Expr.Accept(v)
		a.Expr = e.(ast.ExprNode)
	}
}

// asSelected has the assignments of INSERT … SELECT read the rows that come where they name
// columns of the query's list, with the name of another table before them.
func asSelected(n *ast.InsertStmt) {
	q, ok := n.Select.(*ast.SelectStmt)
	if !ok || q.Fields == nil || len(q.Fields.Fields) != len(n.Columns) {
		return
	}
	if into, ok := n.Table.TableRefs.Left.(*ast.TableSource); ok {
		if name, ok := into.Source.(*ast.TableName); ok {
			reading(n, &selectedNames{name.Name.L, q.Fields.Fields, n.Columns})
		}
	}
}

// selectedNames puts VALUES(column) in the place of names of a query's columns.
type selectedNames struct {
	into    string // the name of the table, in lower case
	fields  []*ast.SelectField
	columns []*ast.ColumnName
}

// Enter implements ast.Visitor.
func (v *selectedNames) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave implements ast.Visitor.
func (v *selectedNames) Leave(n ast.Node) (ast.Node, bool) {
	c, ok := n.(*ast.ColumnNameExpr)
	if !ok || c.Name.Table.L == "" || c.Name.Table.L == v.into {
		return n, true
	}
	for i, f := range v.fields {
		own, ok := f.Expr.(*ast.ColumnNameExpr)
		if ok && own.Name.Name.L == c.Name.Name.L && (own.Name.Table.L == "" || own.Name.Table.L == c.Name.Table.L) {
			return comingColumn(c, v.columns[i]), true
		}
	}
	return n, true
}

// comingNames puts VALUES(column) in the place of names of the rows that come.
type comingNames struct {
	alias   *rowAlias
	columns []*ast.ColumnName
}

// Enter implements ast.Visitor.
func (v *comingNames) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave implements ast.Visitor.
func (v *comingNames) Leave(n ast.Node) (ast.Node, bool) {
	c, ok := n.(*ast.ColumnNameExpr)
	if !ok || c.Name.Table.L != "" && c.Name.Table.L != v.alias.name.L {
		return n, true
	}
	for i, name := range v.alias.columns {
		if name.L == c.Name.Name.L {
			return comingColumn(c, v.columns[i]), true
		}
	}
	if c.Name.Table.L == "" || len(v.alias.columns) > 0 {
		return n, true
	}
	return comingColumn(c, &ast.ColumnName{Name: c.Name.Name}), true
}

func comingColumn(at *ast.ColumnNameExpr, column *ast.ColumnName) *ast.ValuesExpr {
	out := &ast.ValuesExpr{Column: &ast.ColumnNameExpr{Name: column}}
	out.SetOriginTextPosition(at.OriginTextPosition())
	return out
}
