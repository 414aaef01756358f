package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/parse"
)

// Bind binds one node of an expression, and keeps its place.
func (b *binder) Bind(n ast.ExprNode) (plan.Expr, error) {
	e, err := b.keyOr(n)
	if err == nil {
		b.places.add(e, b.Place)
	}
	return e, err
}

// Now is the moment of the statement, where a session tells it.
func (b *binder) Now() (plan.Value, bool) {
	if known := b.surrounding(); known != nil {
		return known.Now(), true
	}
	return plan.Value{}, false
}

// node binds what has its meaning from the statement, and the rest by its form.
func (b *binder) node(n ast.ExprNode) (plan.Expr, error) {
	switch n := n.(type) {
	case *ast.ColumnNameExpr:
		return b.name(n.Name)
	case *ast.VariableExpr:
		return b.variable(n)
	case *ast.PatternInExpr:
		if n.Sel != nil {
			return b.once(n, b.subqueryIn)
		}
	case *ast.FuncCallExpr:
		return b.function(n)
	case *ast.AggregateFuncExpr:
		return b.aggregate(n)
	case *ast.WindowFuncExpr:
		return b.window(n)
	case *ast.ValuesExpr:
		return b.comingValue(n)
	case *ast.DefaultExpr:
		if n.Name != nil {
			return b.defaultOf(n.Name)
		}
	case *ast.SubqueryExpr, *ast.ExistsSubqueryExpr, *ast.CompareSubqueryExpr:
		return b.once(n, b.subqueryIn)
	case *ast.BinaryOperationExpr:
		if q, none := counted(n); q != nil {
			return b.once(n, func(ast.ExprNode) (plan.Expr, error) {
				return b.existence(&ast.ExistsSubqueryExpr{Sel: q, Not: none})
			})
		}
	}
	return b.Form(n)
}

// function binds a call: of what the statement or its session knows, or by its form.
func (b *binder) function(n *ast.FuncCallExpr) (plan.Expr, error) {
	if n.Schema.O != "" {
		return nil, b.Errorf(parse.CodeNoFunction, "FUNCTION %s.%s does not exist", n.Schema.O, n.FnName.O)
	}
	if rule, ok := calledAggregates[n.FnName.L]; ok {
		return b.calledAggregate(n, rule)
	}
	switch f := b.native(n).(type) {
	case plan.NativeFunction:
		return b.nativeCall(f, n.Args)
	case plan.Native:
		return b.nativeAggregate(f, n.Args)
	}
	if n.FnName.L == ast.Grouping {
		return b.grouping(n)
	}
	if e, ok, err := b.fact(n); ok || err != nil {
		return e, err
	}
	if n.FnName.L == "rand" {
		return b.seeded(n)
	}
	return b.Form(n)
}
