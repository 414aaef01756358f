package scalar

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
)

// secondsOf gives UNIX_TIMESTAMP of what IF or CASE chooses, which is NULL where that is no moment, and else 0 there. The
// number 0 stands for the zero date, and what is never NULL remains that.
func (b *Binder) secondsOf(n ast.ExprNode, e, x plan.Expr) (plan.Expr, error) {
	call, _ := Unwrap(n).(*ast.FuncCallExpr)
	if _, chosen := Unwrap(n).(*ast.CaseExpr); !chosen && (call == nil || call.FnName.L != ast.If) || x.Type().Kind.Temporal() || !x.Nullable() {
		return e, nil
	}
	if !isNumber(x) {
		moment, err := b.Build("TIMESTAMP", x)
		if err != nil {
			return nil, err
		}
		return b.unlessNull(moment, e)
	}
	k, zero := b.Building(), plan.Literal(value.OfInt(0))
	none := k.Build(plan.And, k.Build(plan.Eq, k.Build("TRUNCATE", x, zero), zero), k.Build(plan.Ge, x, zero))
	day := k.Build(plan.If, none, zero, k.Build("TO_DAYS", x))
	if k.Err != nil {
		return nil, k.Err
	}
	return b.unlessNull(day, e)
}

// rememberSeconds keeps the whole number of UNIX_TIMESTAMP, whose digits behind the point are cut where one is asked for.
func (b *Binder) rememberSeconds(n *ast.FuncCallExpr, e plan.Expr) {
	if e.Type().Kind != plan.Decimal {
		return
	}
	b.keep(n, choice{whole: func() (plan.Expr, error) {
		return b.Build("TRUNCATE", e, plan.Literal(value.OfInt(0)))
	}})
}
