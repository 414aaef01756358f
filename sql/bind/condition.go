package bind

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/parse"
)

// Condition binds an expression over the columns of one table, and gives the ordinals of those that
// it reads, ascending. What has a subquery, or is not the same each time, is refused.
func Condition(text string, n ast.ExprNode, columns []plan.Column, c plan.Catalog) ([]int, error) {
	b := newBinder(text, c)
	if _, err := b.Table(&plan.TableRef{Table: plan.Schema("", columns...)}); err != nil {
		return nil, err
	}
	b.from = b.sideOf(&network.Row{}, 0)
	e, err := b.condensed(n)
	if err != nil {
		return nil, err
	}
	if !parse.OfOneRow(n) || !network.Repeats(e) {
		return nil, b.Errorf(parse.CodeCheckFunction, "a condition of rows has no subquery, and the same value each time")
	}
	var out []int
	for _, r := range network.ColumnsIn(e) {
		if !slices.Contains(out, r.Column) {
			out = append(out, r.Column)
		}
	}
	slices.Sort(out)
	return out, nil
}
