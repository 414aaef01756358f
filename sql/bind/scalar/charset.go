package scalar

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/sql/parse"
)

// Texts are UTF-8 and compared by their bytes: a conversion to another character set, or
// another order, is refused; one to what a text is already changes nothing.

// isCharset reports whether texts are of a character set as they are.
func isCharset(name string) bool {
	switch strings.ToLower(name) {
	case "binary", "utf8", "utf8mb3", "utf8mb4":
		return true
	}
	return false
}

// sameText reports whether BINARY x, or CAST(x AS BINARY), is x.
func sameText(n *ast.FuncCastExpr, x plan.Expr) bool {
	kind := n.Tp.GetType()
	return x.Type().Kind == plan.String && !coerce.IsJSON(x) && !x.Type().Listed() && !x.Type().Bytes() && n.Tp.GetFlen() < 0 && isCharset(n.Tp.GetCharset()) &&
		(kind == mysql.TypeVarString || kind == mysql.TypeString)
}

// convertCharset binds CONVERT(x USING name).
func (b *Binder) convertCharset(n *ast.FuncCallExpr) (plan.Expr, error) {
	x, err := b.Expr(n.Args[0])
	if err != nil {
		return nil, err
	}
	name, ok := n.Args[1].(*test_driver.ValueExpr)
	if !ok || !isCharset(name.GetString()) || x.Type().Kind != plan.String || coerce.IsJSON(x) {
		return nil, b.Errorf(parse.CodeNotSupported, "CONVERT to a character set is not supported but of a text, to utf8mb4 or binary, which changes nothing")
	}
	return x, nil
}

// collate binds x COLLATE name.
func (b *Binder) collate(n *ast.SetCollationExpr) (plan.Expr, error) {
	switch strings.ToLower(n.Collate) {
	case "binary", "utf8mb4_bin", "utf8mb4_0900_bin", "utf8mb3_bin", "utf8_bin":
		x, err := b.Expr(n.Expr)
		if err != nil {
			return nil, err
		}
		return b.Finish(coerce.ByBytes(x))
	}
	return nil, b.Errorf(parse.CodeNotSupported, "COLLATE %s is not supported: texts are compared by their bytes, as utf8mb4_bin does", n.Collate)
}

// isByBytes reports whether an operand says that it compares by its bytes: BINARY x, or one with a
// COLLATE.
func isByBytes(n ast.ExprNode) bool {
	switch n := n.(type) {
	case *ast.FuncCastExpr:
		return n.FunctionType == ast.CastBinaryOperator
	case *ast.SetCollationExpr:
		return true
	case *ast.ParenthesesExpr:
		return isByBytes(n.Expr)
	}
	return false
}
