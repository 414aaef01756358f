package formula

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/doing"
)

// draw gives a value that is another one for each row: of RAND() or UUID().
type draw func() plan.Value

// drawing puts columns behind those of a table in the place of RAND() and UUID(). A query has them be functions of the
// numbers of its rows, so that each gives the same wherever it is computed; rows that come are computed once.
type drawing struct {
	columns []plan.Column
	draws   []draw
}

// Enter is of ast.Visitor.
func (d *drawing) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave is of ast.Visitor.
func (d *drawing) Leave(n ast.Node) (ast.Node, bool) {
	f, ok := n.(*ast.FuncCallExpr)
	if !ok || len(f.Args) > 0 {
		return n, true
	}
	switch f.FnName.L {
	case "rand":
		return d.add(plan.Type{Kind: plan.Double}, func() plan.Value { return value.OfFloat(rand.Float64()) }), true
	case "uuid":
		return d.add(plan.Type{Kind: plan.String, Name: "VARCHAR(36)", Precision: 36}, func() plan.Value { return value.OfString(doing.NewUUID()) }), true
	}
	return n, true
}

// add adds a column, and gives its name.
func (d *drawing) add(t plan.Type, by draw) ast.Node {
	name := fmt.Sprintf("(drawn %d of a row)", len(d.draws))
	for slices.ContainsFunc(d.columns, func(c plan.Column) bool { return strings.EqualFold(c.Name, name) }) {
		name = "(" + name + ")"
	}
	d.columns, d.draws = append(d.columns, plan.Column{Name: name, Type: t}), append(d.draws, by)
	return &ast.ColumnNameExpr{Name: &ast.ColumnName{Name: ast.NewCIStr(name)}}
}
