package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/parse"
)

// ownerOf finds the SELECT whose rows an aggregate gathers: the innermost one of whose columns it
// names any, this one where it names none.
func (b *binder) ownerOf(n *ast.AggregateFuncExpr) *binder {
	var names columnNames
	for _, a := range n.Args {
		a.Accept(&names)
	}
	if names.nested || b.values != nil {
		return b
	}
	for q := b; q != nil; q = q.outer {
		for _, c := range names.all {
			if _, err := q.resolve(c, q.scope); !parse.IsCode(err, parse.CodeUnknownColumn) {
				return q
			}
		}
	}
	return b
}

// outerAggregate gives an aggregate of a SELECT around this one as a column of its parameters.
func (b *binder) outerAggregate(n *ast.AggregateFuncExpr, owner *binder) (plan.Expr, error) {
	b.outer.Place = b.Place
	var e plan.Expr
	var err error
	if b.outer == owner {
		e, err = owner.aggregate(n)
	} else {
		e, err = b.outer.outerAggregate(n, owner)
	}
	if err != nil {
		return nil, err
	}
	return b.parameter(e)
}

// columnNames collects the columns that an expression names.
type columnNames struct {
	all    []*ast.ColumnName
	nested bool // there is a subquery, whose names are its own
}

// Enter implements ast.Visitor.
func (v *columnNames) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.ColumnName:
		v.all = append(v.all, n)
	case *ast.SubqueryExpr:
		v.nested = true
		return n, true
	}
	return n, false
}

// Leave implements ast.Visitor.
func (v *columnNames) Leave(n ast.Node) (ast.Node, bool) { return n, true }
