package scalar

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
)

// secondsOf gives UNIX_TIMESTAMP of what IF or CASE chooses, which is NULL where that is no moment, and else 0 there. What
// is never NULL remains that, and 0 of what is no moment.
func (b *Binder) secondsOf(n ast.ExprNode, e, x plan.Expr) (plan.Expr, error) {
	if each := b.eachOf(n); each != nil {
		known, _ := x.(plan.Const)
		seconds, err := each(b.secondsOfResult(known.Value))
		if err == nil && b.isSure(n) {
			seconds, err = b.Build("IFNULL", seconds, plan.Literal(value.OfInt(0)))
		}
		return seconds, err
	}
	if !isNumber(x) || !x.Nullable() && !choosesNull(n) || !chooses(n) {
		return e, nil
	}
	return b.secondsOfNumber(e, x)
}

// chooses reports whether an expression is IF or CASE.
func chooses(n ast.ExprNode) bool {
	call, _ := Unwrap(n).(*ast.FuncCallExpr)
	_, chosen := Unwrap(n).(*ast.CaseExpr)
	return chosen || call != nil && call.FnName.L == ast.If
}

// choosesNull reports whether NULL is written among what IF or CASE chooses, as it is where no ELSE is.
func choosesNull(n ast.ExprNode) bool {
	var results []ast.ExprNode
	switch n := Unwrap(n).(type) {
	case *ast.CaseExpr:
		if results = caseResults(n); n.ElseClause == nil {
			return true
		}
	case *ast.FuncCallExpr:
		if n.FnName.L == ast.If {
			results = n.Args[1:]
		}
	case *test_driver.ValueExpr:
		return n.Kind() == test_driver.KindNull
	}
	return slices.ContainsFunc(results, choosesNull)
}

// secondsOfResult is UNIX_TIMESTAMP of one that a text is chosen among, which is NULL unless it is known.
func (b *Binder) secondsOfResult(known plan.Value) func(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	return func(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
		if each := b.eachOf(n); each != nil {
			return each(b.secondsOfResult(known))
		}
		moment := x
		if x.Type().Kind == plan.String {
			var err error
			if moment, err = b.castTo(n, x, plan.Type{Kind: plan.DateTime, Scale: digitsOfSecond(plan.DateTime, x, known)}); err != nil {
				return nil, err
			}
		}
		e, err := b.Build("UNIX_TIMESTAMP", moment)
		if err != nil || !isNumber(x) {
			return e, err
		}
		return b.secondsOfNumber(e, x)
	}
}

// secondsOfNumber is UNIX_TIMESTAMP of a number, NULL where that is no moment. The number 0 stands for the zero date.
func (b *Binder) secondsOfNumber(e, x plan.Expr) (plan.Expr, error) {
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

// unlessNull is an expression, or NULL where another one is.
func (b *Binder) unlessNull(other, e plan.Expr) (plan.Expr, error) {
	null, err := b.Build(plan.IsNull, other)
	if err != nil {
		return nil, err
	}
	return b.Build(plan.If, null, plan.NullOf(e.Type()), e)
}
