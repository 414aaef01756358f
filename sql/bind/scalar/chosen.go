package scalar

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing"
)

// chosen gives an operand of arithmetic: of ELT, which is a text, the number of what it chooses.
func (b *Binder) chosen(op plan.Op, n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	call, ok := Unwrap(n).(*ast.FuncCallExpr)
	if !ok || call.FnName.L != "elt" {
		return x, nil
	}
	switch op {
	case plan.Add, plan.Sub, plan.Mul, plan.Div, plan.Mod:
	default:
		return x, nil
	}
	args, err := b.Exprs(call.Args)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(args[1:], func(a plan.Expr) bool { return a.Type().Kind.Temporal() || a.Type().Listed() }) {
		return x, nil // the number that the text spells
	}
	e, err := typing.EltNumber(args)
	return b.Settle(e, err)
}
