package scalar

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/sql/bind/dated"
	"gsdms/sql/parse"
)

// rowValue is an expression, or a row of several.
type rowValue struct {
	expr plan.Expr
	node ast.ExprNode // that it was bound of, if it is one
	row  []rowValue
}

func isRow(n ast.ExprNode) bool {
	_, ok := Unwrap(n).(*ast.RowExpr)
	return ok
}

// row binds the operand of a comparison of rows: a row value, a subquery of several columns,
// or one expression.
func (b *Binder) row(n ast.ExprNode) (rowValue, error) {
	switch n := Unwrap(n).(type) {
	case *ast.RowExpr:
		out := rowValue{}
		for _, v := range n.Values {
			r, err := b.row(v)
			if err != nil {
				return out, err
			}
			out.row = append(out.row, r)
		}
		return out, nil
	case *ast.SubqueryExpr:
		return b.rowOf(n)
	}
	e, err := b.Expr(n)
	return rowValue{expr: e, node: n}, err
}

// rowOf binds a subquery that stands for a row.
func (b *Binder) rowOf(n *ast.SubqueryExpr) (rowValue, error) {
	columns, err := b.Around.Row(n)
	if err != nil {
		return rowValue{}, err
	}
	out := rowValue{}
	for _, c := range columns {
		out.row = append(out.row, rowValue{expr: c})
	}
	if len(out.row) == 1 {
		return out.row[0], nil
	}
	return out, nil
}

// compareRows binds a comparison of rows: of the first parts that differ.
func (b *Binder) compareRows(op plan.Op, l, r ast.ExprNode) (plan.Expr, error) {
	left, err := b.row(l)
	if err != nil {
		return nil, err
	}
	right, err := b.row(r)
	if err != nil {
		return nil, err
	}
	e, err := b.comparison(op, left, right, dated.Pair)
	return b.Settle(e, err)
}

// strictly are the comparisons that decide before the last part.
var strictly = map[plan.Op]plan.Op{plan.Lt: plan.Lt, plan.Le: plan.Lt, plan.Gt: plan.Gt, plan.Ge: plan.Gt}

// comparands gives the operands of a comparison as what they are compared.
type comparands func(op plan.Op, args []plan.Expr) ([]plan.Expr, error)

func (b *Binder) comparison(op plan.Op, l, r rowValue, as comparands) (plan.Expr, error) {
	switch {
	case len(l.row) != len(r.row):
		return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain %d column(s)", max(1, len(l.row)))
	case l.row == nil:
		left, err := b.beside(l.node, l.expr, r.expr)
		if err != nil {
			return nil, err
		}
		right, err := b.beside(r.node, r.expr, l.expr)
		if err != nil {
			return nil, err
		}
		args, err := as(op, []plan.Expr{left, right})
		if err != nil {
			return nil, err
		}
		return b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return typing.Build(op, args...) }, args...)
	}
	if strict, ok := strictly[op]; ok {
		return b.inOrder(op, strict, l.row, r.row, as)
	}
	joint := plan.And
	if op == plan.Ne {
		joint = plan.Or
	}
	parts := make([]plan.Expr, len(l.row))
	for i := range parts {
		var err error
		if parts[i], err = b.comparison(op, l.row[i], r.row[i], as); err != nil {
			return nil, err
		}
	}
	return plan.Combine(joint, parts), nil
}

// inOrder compares by the first parts, and where they are equal by the others.
func (b *Binder) inOrder(op, strict plan.Op, l, r []rowValue, as comparands) (plan.Expr, error) {
	if len(l) == 1 {
		return b.comparison(op, l[0], r[0], as)
	}
	first, err := b.comparison(strict, l[0], r[0], as)
	if err != nil {
		return nil, err
	}
	same, err := b.comparison(plan.Eq, l[0], r[0], as)
	if err != nil {
		return nil, err
	}
	rest, err := b.inOrder(op, strict, l[1:], r[1:], as)
	if err != nil {
		return nil, err
	}
	behind := []plan.Expr{same, rest}
	if !plain(slices.Concat(l[0].row, l[1:])) || !plain(slices.Concat(r[0].row, r[1:])) {
		known, err := b.Built(plan.IsNull, []plan.Expr{first})
		if err != nil {
			return nil, err
		}
		if known, err = b.Built(plan.Not, []plan.Expr{known}); err != nil {
			return nil, err
		}
		behind = slices.Insert(behind, 0, known)
	}
	return plan.Combine(plan.Or, []plan.Expr{first, plan.Combine(plan.And, behind)}), nil
}

// plain reports whether parts are columns and constants. Others may fail: behind a comparison with
// NULL they are not computed.
func plain(parts []rowValue) bool {
	return !slices.ContainsFunc(parts, func(v rowValue) bool {
		switch v.expr.(type) {
		case plan.ColumnRef, plan.Const:
			return false
		}
		return v.row == nil || !plain(v.row)
	})
}

// inRows binds a row value IN (row values).
func (b *Binder) inRows(n *ast.PatternInExpr) (plan.Expr, error) {
	left, err := b.row(n.Expr)
	if err != nil {
		return nil, err
	}
	as := dated.Pair
	if len(n.List) > 1 {
		as = dated.One
	}
	b.room += pairNodes * len(n.List) * len(left.row)
	equal := make([]plan.Expr, len(n.List))
	for i, item := range n.List {
		right, err := b.row(item)
		if err != nil {
			return nil, err
		}
		if equal[i], err = b.comparison(plan.Eq, left, right, as); err != nil {
			return nil, err
		}
	}
	e, err := b.Settle(plan.Combine(plan.Or, equal), nil)
	return b.Not(n.Not, e, err)
}
