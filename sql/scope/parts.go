package scope

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/types"

	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/sql/files"
)

// part is a part of a column of JSON values that a statement reads, by its path, and as what.
type part struct {
	path string
	as   asking
}

// asking is what a statement asks of an expression.
type asking struct {
	form   plan.PartForm
	number bool // as a number, or only whether it is NULL
	whole  bool // as a number where it is a whole one
}

// partsOf says which parts of a column are read, and whether nothing else of it is. Who names the column
// in a list of names, or all of them, reads it whole.
func (m *mentioned) partsOf(column string) (out []files.Part, only bool) {
	if m == nil {
		return nil, false
	}
	for _, p := range m.parts[column] {
		of := files.Part{Path: p.path, As: p.as.form, Number: p.as.number, Whole: p.as.whole}
		switch name := partName(column, p.path); {
		case p.as.form != plan.PartText:
		case m.ordered[name]:
			of.Use = files.Ordered
		case m.told[name]:
			of.Use = files.Told
		}
		out = append(out, of)
	}
	return out, !m.all && len(out) == m.names[column]
}

// partName is how JSON_UNQUOTE of a part is noted among names.
func partName(column, path string) string { return column + "->>" + path }

// unquotedPart gives the column and the path of JSON_UNQUOTE of a part.
func unquotedPart(e ast.ExprNode) (column, path string, ok bool) {
	f, is := bare(e).(*ast.FuncCallExpr)
	if !is || f.FnName.L != ast.JSONUnquote || len(f.Args) != 1 {
		return "", "", false
	}
	if f, is = bare(f.Args[0]).(*ast.FuncCallExpr); !is || f.FnName.L != ast.JSONExtract {
		return "", "", false
	}
	return partArgs(f)
}

// partArgs gives the column and the path that a function reads a part by.
func partArgs(f *ast.FuncCallExpr) (column, path string, ok bool) {
	if len(f.Args) != 2 {
		return "", "", false
	}
	name, named := f.Args[0].(*ast.ColumnNameExpr)
	text, constant := f.Args[1].(ast.ValueExpr)
	if !named || !constant {
		return "", "", false
	}
	steps, ok := json.Steps(text.GetString())
	return name.Name.Name.L, json.StepPath(steps), ok
}

// bare is an expression without parentheses.
func bare(e ast.ExprNode) ast.ExprNode {
	for {
		p, ok := e.(*ast.ParenthesesExpr)
		if !ok {
			return e
		}
		e = p.Expr
	}
}

// numbers notes that of expressions numbers are asked for, or whether they are NULL.
func (m *mentioned) numbers(of ...ast.ExprNode) {
	for _, e := range of {
		m.asked[bare(e)] = asking{number: true}
	}
}

// isNumber reports whether an expression is surely a number, which what it is compared with is then, too.
func isNumber(e ast.ExprNode) bool {
	switch e := bare(e).(type) {
	case ast.ValueExpr:
		return types.ETInt == e.GetType().EvalType() || types.ETReal == e.GetType().EvalType() || types.ETDecimal == e.GetType().EvalType()
	case *ast.UnaryOperationExpr:
		return e.Op == opcode.Minus
	case *ast.BinaryOperationExpr:
		return arithmetic[e.Op]
	}
	return false
}

// arithmetic are operators of numbers, and numeric functions of these, aggregates among them, as whose argument
// a text is one. COUNT asks only whether there is something.
var (
	arithmetic = map[opcode.Op]bool{opcode.Plus: true, opcode.Minus: true, opcode.Mul: true, opcode.Div: true, opcode.IntDiv: true, opcode.Mod: true}
	numeric    = map[string]bool{ast.AggFuncSum: true, ast.AggFuncAvg: true, ast.AggFuncCount: true, ast.AggFuncStddevPop: true, ast.AggFuncStddevSamp: true,
		ast.AggFuncVarPop: true, ast.AggFuncVarSamp: true, ast.Round: true, ast.Floor: true, ast.Ceil: true, ast.Ceiling: true, ast.Abs: true, ast.Sqrt: true,
		ast.Sign: true, ast.Pow: true, ast.Power: true, ast.Exp: true, ast.Ln: true, ast.Log: true, ast.Log2: true, ast.Log10: true, ast.Truncate: true}
)

// need notes what an expression asks of the ones in it, and the part that it reads.
func (m *mentioned) need(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryOperationExpr:
		m.compared(n)
	case *ast.UnaryOperationExpr:
		if n.Op == opcode.Minus {
			m.numbers(n.V)
		}
	case *ast.BetweenExpr:
		if isNumber(n.Left) && isNumber(n.Right) {
			m.numbers(n.Expr)
		}
	case *ast.IsNullExpr:
		m.numbers(n.Expr)
	case *ast.FuncCastExpr:
		m.cast(n)
	case *ast.AggregateFuncExpr:
		if numeric[strings.ToLower(n.F)] && !(n.Distinct && strings.EqualFold(n.F, ast.AggFuncCount)) {
			m.numbers(n.Args...)
		}
	case *ast.FuncCallExpr:
		m.call(n)
	}
}

// cast notes what CAST asks for. A text that a double is spells another whole number than the double is.
func (m *mentioned) cast(n *ast.FuncCastExpr) {
	text, _ := bare(n.Expr).(*ast.FuncCallExpr)
	switch as := n.Tp.EvalType(); {
	case as == types.ETReal, as == types.ETInt && !mysql.HasUnsignedFlag(n.Tp.GetFlag()) && (text == nil || text.FnName.L == ast.JSONExtract):
		m.numbers(n.Expr)
	case as == types.ETInt && !mysql.HasUnsignedFlag(n.Tp.GetFlag()):
		m.asked[bare(n.Expr)] = asking{whole: true}
	}
}

// compared notes that numbers are asked for of what arithmetic computes of, and of what is compared with one.
func (m *mentioned) compared(n *ast.BinaryOperationExpr) {
	switch n.Op {
	case opcode.LogicAnd, opcode.LogicOr, opcode.LogicXor:
		return
	}
	if arithmetic[n.Op] || isNumber(n.R) {
		m.numbers(n.L)
	}
	if arithmetic[n.Op] || isNumber(n.L) {
		m.numbers(n.R)
	}
}

// call notes what a function asks of its arguments, and the part that it reads.
func (m *mentioned) call(n *ast.FuncCallExpr) {
	as := m.asked[n]
	switch n.FnName.L {
	case ast.JSONUnquote:
		as.form = plan.PartText
	case ast.JSONLength:
		as = asking{form: plan.PartLength}
		if name, ok := n.Args[0].(*ast.ColumnNameExpr); ok && len(n.Args) == 1 {
			m.part(name.Name.Name.L, json.StepPath(nil), as)
		}
	case ast.JSONExtract:
	case "json_value":
		as.form = plan.PartValue
	default:
		if numeric[n.FnName.L] {
			m.numbers(n.Args...)
		}
		return
	}
	if column, path, ok := partArgs(n); ok && n.FnName.L != ast.JSONUnquote {
		m.part(column, path, as)
	} else if len(n.Args) == 1 {
		m.asked[bare(n.Args[0])] = as
	}
}

// part notes a part that is read of a column.
func (m *mentioned) part(column, path string, as asking) {
	m.parts[column] = append(m.parts[column], part{path, as})
}
