package scalar

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/sql/bind/dated"
)

// nullIf binds NULLIF(x, y), which has the type of x. A TIME that is compared as a moment is a TIME.
func (b *Binder) nullIf(n *ast.FuncCallExpr) (plan.Expr, error) {
	args, err := b.Exprs(n.Args)
	if err != nil {
		return nil, err
	}
	if len(args) != 2 {
		return b.Call(n, args)
	}
	compared := make([]plan.Expr, len(args))
	for i, a := range args {
		if compared[i], err = b.beside(n.Args[i], a, args[1-i]); err != nil {
			return nil, err
		}
	}
	if compared, err = b.unwritten(n.Args, compared); err != nil {
		return nil, err
	}
	if compared, err = dated.Pair(plan.Eq, compared); err != nil {
		return nil, b.At(err)
	}
	unless := func(results []plan.Expr) (plan.Expr, error) {
		e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return typing.BuildNullIf(args, results[0]) }, compared...)
		return b.Settle(e, err)
	}
	e, err := unless(args[:1])
	if err == nil {
		b.remember(n, e, n.Args[:1], args[:1], unless)
	}
	return e, err
}
