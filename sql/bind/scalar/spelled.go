package scalar

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing"
)

// rememberSpelled keeps the number of a text that ADDTIME, SUBTIME or an interval has made of a text or a number: where
// one is asked for, it is that of the moment, the day or the time which the text spells.
func (b *Binder) rememberSpelled(n ast.ExprNode, e, moved plan.Expr) {
	if _, ok := typing.SpelledNumber(e); ok { // as which it is taken wherever it stands by itself
		b.keep(n, choice{number: func() (plan.Expr, error) { return e, nil }})
		return
	}
	c, constant := e.(plan.Const)
	if !constant || c.Value.Kind != plan.String || moved.Type().Kind.Temporal() {
		return
	}
	digits := func() (plan.Expr, error) {
		x, err := typing.SpelledBy(c)
		return b.Settle(x, err)
	}
	b.keep(n, choice{whole: digits, number: func() (plan.Expr, error) {
		x, err := digits()
		if err == nil {
			x, err = typing.OperandDouble(x)
		}
		return b.Settle(x, err)
	}})
}
