package scalar

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
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

// choices are the functions that give one of their arguments.
var choices = map[string]bool{ast.If: true, ast.Ifnull: true, ast.Coalesce: true, ast.Nullif: true, ast.Greatest: true, ast.Least: true, ast.Elt: true}

// Distinct gives what SUM(DISTINCT) and AVG(DISTINCT) add up: of what is a text, or chosen among dates, times or members
// of an ENUM, the number that the text begins with, as distinct values are kept as what they show.
func (b *Binder) Distinct(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	t := x.Type()
	call, _ := Unwrap(n).(*ast.FuncCallExpr)
	_, chosen := Unwrap(n).(*ast.CaseExpr)
	chosen = chosen || call != nil && choices[call.FnName.L]
	if !chosen && call == nil || !t.Kind.Temporal() && t.Kind != plan.String || t.Kind.Temporal() && !chosen || typing.IsJSON(x) {
		return x, nil
	}
	text, err := b.Build("CONCAT", x)
	if err != nil || t.Kind == plan.String {
		return text, err
	}
	number, err := typing.Convert(text, value.DecimalType(value.SureDigits+t.Scale, t.Scale))
	return b.Settle(number, err)
}
