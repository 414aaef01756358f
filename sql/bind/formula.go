package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/bind/strict"
)

// Formula binds an expression over the columns of a row.
func Formula(text string, n ast.ExprNode, columns []plan.Column, c plan.Catalog) (plan.Expr, error) {
	b := newBinder(text, c)
	if _, err := b.Table(&plan.TableRef{Table: plan.Schema("", columns...)}); err != nil {
		return nil, err
	}
	b.from = b.sideOf(&network.Row{}, 0)
	return b.condensed(n)
}

// Settled is the value of an expression without columns as a column of a type holds it, where it is always the same
// and nothing is lost.
func Settled(text string, n ast.ExprNode, to plan.Type) (plan.Value, bool) {
	b := newBinder(text, nil)
	v, err := b.Constant(n)
	if err != nil || len(b.Lost.All()) > 0 {
		return v, false
	}
	if _, written := n.(ast.ValueExpr); v.IsNull() && !written {
		return v, false // what is lost of a constant nobody tells
	}
	v, err = strict.At(&b.Binder, v, to)
	return v, err == nil
}
