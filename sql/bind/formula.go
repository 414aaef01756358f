package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/bind/strict"
)

// Formula binds an expression over the columns of a row. The column behind them is the number of the row, of which
// RAND() and UUID() are functions.
func Formula(text string, n ast.ExprNode, columns []plan.Column, c plan.Catalog) (plan.Expr, error) {
	b := newBinder(text, c)
	row := plan.Schema("", append(columns[:len(columns):len(columns)], plan.Column{Name: "(row)", Type: plan.Type{Kind: plan.Int}})...)
	row.Hidden = 1
	if _, err := b.Table(&plan.TableRef{Table: row}); err != nil {
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
