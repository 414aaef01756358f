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
	moments, err := b.onDay(n.Args[1:], args)
	if err == nil {
		moments[1], err = b.movedChoice(n.Args[2], moments[1])
	}
	if err != nil {
		return nil, err
	}
	e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) {
		return typing.DateAdd(args[1], args[0], unit.Unit.String(), false)
	}, args[0], moments[1])
	if e, err = b.Settle(ofText(args[1], e, err)); err == nil {
		b.rememberSpelled(n, e, args[1])
	}
	return e, err
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
	moments, err := b.onDay(n.Args[:2], args)
	if err == nil {
		moments[0], err = b.movedChoice(n.Args[0], moments[0])
	}
	if err != nil {
		return nil, err
	}
	e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) {
		return typing.DateAdd(args[0], args[1], unit.Unit.String(), sub)
	}, moments[0], args[1])
	if e, err = b.Settle(ofText(args[0], e, err)); err == nil {
		b.rememberSpelled(n, e, args[0])
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
