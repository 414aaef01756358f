package scope

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store/roster"
)

// Meaning lists the tables and functions that a statement names which Names has parsed, as the
// catalog has them. Two texts of one form that have the same list mean the same.
func Meaning(n ast.Node) []string {
	var m meaning
	n.Accept(&m)
	return m
}

// meaning gathers names.
type meaning []string

// Enter is of ast.Visitor.
func (m *meaning) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.TableName:
		*m = append(*m, n.Name.O)
	case *ast.FuncCallExpr:
		*m = append(*m, n.FnName.L)
	}
	return n, false
}

// Leave is of ast.Visitor.
func (*meaning) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// Here reports whether a name without a database is that of a table, a view or a function of the
// current one.
func (n *Names) Here(name string) bool {
	full := roster.Join(n.Database, name)
	return n.isStored(full) || slices.ContainsFunc(n.Views.Functions(), func(f *roster.Function) bool { return strings.EqualFold(f.Name, full) })
}
