package scalar

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/sql/parse"
)

// timestampAdd binds TIMESTAMPADD(unit, n, x).
func (b *Binder) timestampAdd(n *ast.FuncCallExpr) (plan.Expr, error) {
	args, err := b.Exprs(n.Args[1:])
	if err != nil {
		return nil, err
	}
	unit, ok := n.Args[0].(*ast.TimeUnitExpr)
	if !ok {
		return nil, b.Errorf(parse.CodeNotSupported, "TIMESTAMPADD needs a unit")
	}
	return b.moved(n, moving{n.Args[2], args[1], args[0], unit.Unit.String(), false})
}

// dateAdd binds DATE_ADD and DATE_SUB, also written with + and - INTERVAL.
func (b *Binder) dateAdd(n *ast.FuncCallExpr) (plan.Expr, error) {
	args, err := b.Exprs(n.Args[:2])
	if err != nil {
		return nil, err
	}
	unit, ok := n.Args[2].(*ast.TimeUnitExpr)
	if !ok {
		return nil, b.Errorf(parse.CodeNotSupported, "an interval needs a unit")
	}
	sub := n.FnName.L == ast.DateSub || n.FnName.L == ast.SubDate
	name := unit.Unit.String()
	if !strings.Contains(name, "_") && !(name == "SECOND" && isElt(n.Args[1])) { // that of several parts is a text, and the seconds of ELT
		if args[1], err = b.numberOf(n.Args[1], args[1]); err != nil {
			return nil, err
		}
	}
	return b.moved(n, moving{n.Args[0], args[0], args[1], name, sub})
}

// moving is a moment, as it is written and bound, and the interval that moves it.
type moving struct {
	written    ast.ExprNode
	moment, by plan.Expr
	unit       string
	back       bool
}

// moved binds a moment that an interval moves, and keeps how its text is spelled.
func (b *Binder) moved(n *ast.FuncCallExpr, m moving) (plan.Expr, error) {
	from, err := b.onDay([]ast.ExprNode{m.written}, []plan.Expr{m.moment})
	if err == nil {
		from[0], err = b.movedChoice(m.written, from[0])
	}
	if err != nil {
		return nil, err
	}
	e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) {
		return typing.DateAdd(args[0], args[1], m.unit, m.back)
	}, from[0], m.by)
	if e, err = b.Settle(ofText(m.moment, e, err)); err == nil {
		b.rememberSpelled(n, e, m.moment)
	}
	return e, err
}

// ofText gives a moved moment as a text where a text was moved that was one of today.
func ofText(x, moved plan.Expr, err error) (plan.Expr, error) {
	if err != nil || x.Type().Kind != plan.String || moved.Type().Kind != plan.DateTime {
		return moved, err
	}
	return typing.ExactText(moved)
}
