package scope

import (
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// mentioned is what a statement may read of a file: the columns whose names are in it, of
// whatever table, or all.
type mentioned struct {
	all   bool
	names map[string]bool // in small letters
}

// has reports whether a column may be read. Of a statement that is not known, all are.
func (m *mentioned) has(column string) bool {
	return m == nil || m.all || m.names[column]
}

// in adds what a node mentions.
func (m *mentioned) in(n ast.Node) { n.Accept(m) }

// Enter is of ast.Visitor.
func (m *mentioned) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.ColumnName:
		m.names[n.Name.L] = true
	case *ast.SelectField:
		m.all = m.all || n.WildCard != nil
	case *ast.SelectStmt:
		m.all = m.all || n.Kind != ast.SelectStmtKindSelect // TABLE name
	case *ast.Join:
		m.all = m.all || n.NaturalJoin
		for _, c := range n.Using {
			m.names[c.Name.L] = true
		}
	}
	return n, false
}

// Leave is of ast.Visitor.
func (*mentioned) Leave(n ast.Node) (ast.Node, bool) { return n, true }
