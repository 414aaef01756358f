package change

import (
	"context"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/formula"
	"gsdms/sql/parse"
)

// Columns that formulas compute: generated columns, and DEFAULT (expression).

// formulasOf are those of a table.
func formulasOf(c *command.Call, t *plan.Table) (*formula.Formulas, error) {
	return c.Queries.Formulas(c.Names, t.Shown())
}

// isDefault says whether an expression is DEFAULT, or DEFAULT(column) of the column itself.
func isDefault(e ast.ExprNode, column *plan.Column) bool {
	d, ok := e.(*ast.DefaultExpr)
	return ok && (d.Name == nil || d.Name.Table.O == "" && strings.EqualFold(d.Name.Name.O, column.Name))
}

// otherDefault is what DEFAULT(column) of another column is, and any other expression as it is. That of a column that is
// computed is no constant.
func otherDefault(c *command.Call, t *plan.Table, column *plan.Column, e ast.ExprNode) (ast.ExprNode, error) {
	d, ok := e.(*ast.DefaultExpr)
	if !ok || d.Name == nil {
		return e, nil
	}
	i := define.Ordinal(t.Shown(), d.Name.Name.O)
	if i < 0 {
		return nil, define.UnknownColumn(c.Written(), d.Name, t)
	}
	of := &t.Columns[i]
	v, has := of.Absent()
	switch {
	case of.Formula != nil && !of.Generated():
		return nil, c.ErrorAt(e, parse.CodeDefaultOf, "DEFAULT function cannot be used with default value expressions")
	case of.Generated() || !has:
		return nil, c.ErrorAt(e, parse.CodeNoDefault, "Field '%s' doesn't have a default value", of.Name)
	case isDefault(e, column):
		return e, nil
	}
	literal := new(test_driver.ValueExpr)
	return literal, command.SetLiteral(literal, value.Raw(v, of.Type))
}

// givable refuses a value for a generated column, which has DEFAULT only.
func givable(c *command.Call, at ast.Node, t *plan.Table, column *plan.Column, e ast.ExprNode) error {
	if !column.Generated() || e != nil && isDefault(e, column) {
		return nil
	}
	return c.ErrorAt(at, parse.CodeGeneratedValue, "The value specified for generated column '%s' in table '%s' is not allowed.", column.Name, t.Own())
}

// givenValue is the expression of a value that a row has for a column.
func givenValue(c *command.Call, t *plan.Table, column *plan.Column, e ast.ExprNode) (ast.ExprNode, error) {
	if _, ok := e.(ast.ValueExpr); !ok {
		var err error
		if e, err = otherDefault(c, t, column, e); err != nil {
			return nil, err
		}
	}
	return e, givable(c, e, t, column, e)
}

// allGivable is givable of the columns that a query gives values to.
func allGivable(c *command.Call, at ast.Node, t *plan.Table, to []int) error {
	for _, i := range to {
		if err := givable(c, at, t, &t.Columns[i], nil); err != nil {
			return err
		}
	}
	return nil
}

// defaultExpr is the expression that a column's DEFAULT is, of columns of the table that is called so.
func defaultExpr(c *command.Call, called *ast.TableName, column *plan.Column) (ast.ExprNode, error) {
	e, _, err := formula.Parsed(column.Formula.Text, c.Queries.Parse)
	if err == nil && called != nil {
		e.Accept(qualifying{called})
	}
	return e, err
}

// qualifying puts a table before the names of columns.
type qualifying struct{ called *ast.TableName }

// Enter is of ast.Visitor.
func (q qualifying) Enter(n ast.Node) (ast.Node, bool) {
	if c, ok := n.(*ast.ColumnName); ok {
		c.Schema, c.Table = q.called.Schema, ast.NewCIStr(parse.OwnName(q.called))
	}
	return n, false
}

// Leave is of ast.Visitor.
func (qualifying) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// ungenerated are assignments without those of DEFAULT to generated columns, and the ordinals of these. Any other
// value for one is refused.
func ungenerated(c *command.Call, t *plan.Table, list []*ast.Assignment, to []int) (left []*ast.Assignment, columns, generated []int, err error) {
	for k, a := range list {
		of := &t.Columns[to[k]]
		if err := givable(c, a.Column, t, of, a.Expr); err != nil {
			return nil, nil, nil, err
		}
		if of.Generated() {
			generated = append(generated, to[k])
			continue
		}
		left, columns = append(left, a), append(columns, to[k])
	}
	return left, columns, generated, nil
}

// computing has a merger compute the columns of its table that are.
func (m *merger) computing(ctx context.Context, c *command.Call) error {
	if !plan.Computes(m.t.Shown()) {
		return nil
	}
	f, err := formulasOf(c, m.t)
	if err == nil {
		m.computes = f.Evaluator(ctx)
	}
	return err
}

// computed tells what values have lost.
func (m *merger) computed() {
	if m.computes != nil {
		m.computes.End()
	}
}

// compute gives the columns of a row that comes, which has values for some, those that are computed.
func (m *merger) compute(row []plan.Value, number int, given []int, ignore *ignored) error {
	if m.computes == nil {
		return nil
	}
	m.computes.Refused = nil
	if ignore != nil {
		m.computes.Refused = func(v plan.Value, of *plan.Column, err error) (plan.Value, error) {
			return ignore.value(v, of, number, err)
		}
	}
	return m.computes.Row(row, func(column int) bool { return !slices.Contains(given, column) })
}

// generate gives the generated columns of a row that has changed their values.
func (m *merger) generate(row []plan.Value) error {
	if m.computes == nil {
		return nil
	}
	return m.computes.Row(row, func(int) bool { return false })
}
