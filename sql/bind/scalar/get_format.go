package scalar

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// formatNames are the names that GET_FORMAT knows, and dateFormats what they stand for.
var (
	formatNames = [...]string{"USA", "JIS", "ISO", "EUR", "INTERNAL"}
	dateFormats = map[ast.GetFormatSelectorType][len(formatNames)]string{
		ast.GetFormatSelectorDate:     {"%m.%d.%Y", "%Y-%m-%d", "%Y-%m-%d", "%d.%m.%Y", "%Y%m%d"},
		ast.GetFormatSelectorTime:     {"%h:%i:%s %p", "%H:%i:%s", "%H:%i:%s", "%H.%i.%s", "%H%i%s"},
		ast.GetFormatSelectorDatetime: {"%Y-%m-%d %H.%i.%s", "%Y-%m-%d %H:%i:%s", "%Y-%m-%d %H:%i:%s", "%Y-%m-%d %H.%i.%s", "%Y%m%d%H%i%s"},
	}
)

// getFormat binds GET_FORMAT(DATE | TIME | DATETIME, name): NULL for a name that there is not.
func (b *Binder) getFormat(n *ast.FuncCallExpr) (plan.Expr, error) {
	if len(n.Args) != 2 {
		return nil, b.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", strings.ToUpper(n.FnName.O))
	}
	selector, ok := n.Args[0].(*ast.GetFormatSelectorExpr)
	if !ok {
		return nil, b.Errorf(fault.CodeNotSupported, "GET_FORMAT is of DATE, TIME or DATETIME")
	}
	name, err := b.Expr(n.Args[1])
	if err != nil {
		return nil, err
	}
	if name, err = typing.Build("UPPER", name); err != nil {
		return nil, b.At(err)
	}
	out := plan.Expr(plan.NullOf(plan.Type{Kind: plan.String}))
	for i, format := range dateFormats[selector.Selector] {
		is, err := typing.Build(plan.Eq, name, plan.Literal(value.OfString(formatNames[i])))
		if err != nil {
			return nil, b.At(err)
		}
		if out, err = typing.Build(plan.If, is, plan.Literal(value.OfString(format)), out); err != nil {
			return nil, b.At(err)
		}
	}
	return b.Settle(out, nil)
}
