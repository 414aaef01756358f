package scalar

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind/dated"
)

// unwritten gives texts that are known, though columns stand in what makes them, as the least moment where they are compared
// with a date and say none: only a text that is written is refused beside one.
func (b *Binder) unwritten(nodes []ast.ExprNode, args []plan.Expr) ([]plan.Expr, error) {
	if len(args) != 2 || len(nodes) != 2 {
		return args, nil
	}
	out := []plan.Expr{args[0], args[1]}
	for i, n := range nodes {
		_, constant := args[i].(plan.Const)
		if !constant || args[i].Type().Kind != plan.String || !isDated(args[1-i]) || !hasColumn(n) {
			continue
		}
		both, err := dated.LeastOfNone(args)
		if err != nil {
			return nil, b.At(err)
		}
		out[i] = both[i]
	}
	return out, nil
}

// hasColumn reports whether a column stands in an expression.
func hasColumn(n ast.ExprNode) bool {
	f := &columnFinder{}
	n.Accept(f)
	return f.found
}

type columnFinder struct{ found bool }

// Enter is of ast.Visitor.
func (f *columnFinder) Enter(n ast.Node) (ast.Node, bool) {
	_, column := n.(*ast.ColumnNameExpr)
	f.found = f.found || column
	return n, f.found
}

// Leave is of ast.Visitor.
func (f *columnFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }

func isDated(e plan.Expr) bool {
	return e.Type().Kind == plan.Date || e.Type().Kind == plan.DateTime
}
