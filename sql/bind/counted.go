package bind

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"gsdms/sql/bind/scalar"
)

// counted gives the query whose rows a comparison counts to know whether there are any, as
// (SELECT COUNT(*) FROM t WHERE …) > 0 does: one that has a row where the counted one counts one. none
// tells that there are to be none; query is nil for another comparison.
func counted(n *ast.BinaryOperationExpr) (query *ast.SubqueryExpr, none bool) {
	op, left, right := n.Op, scalar.Unwrap(n.L), scalar.Unwrap(n.R)
	if _, is := left.(ast.ValueExpr); is {
		op, left, right = opposite[op], right, left
	}
	value, is := right.(ast.ValueExpr)
	if !is {
		return nil, false
	}
	number, is := value.GetValue().(int64)
	if !is {
		return nil, false
	}
	sign := asks[comparison{op, number}]
	q, is := left.(*ast.SubqueryExpr)
	if sign == 0 || !is {
		return nil, false
	}
	if rows := rowsCounted(q.Query); rows != nil {
		query = &ast.SubqueryExpr{Query: rows}
	}
	return query, sign < 0
}

// opposite is the comparison with its operands in each other's place.
var opposite = map[opcode.Op]opcode.Op{
	opcode.EQ: opcode.EQ, opcode.NullEQ: opcode.NullEQ, opcode.NE: opcode.NE,
	opcode.LT: opcode.GT, opcode.GT: opcode.LT, opcode.LE: opcode.GE, opcode.GE: opcode.LE,
}

// comparison is one of a count, which is never below 0, with a number.
type comparison struct {
	op   opcode.Op
	with int64
}

// asks is 1 for the comparisons that are true where the count is not 0, and -1 for those where it is.
var asks = map[comparison]int{
	{opcode.GT, 0}: 1, {opcode.GE, 1}: 1, {opcode.NE, 0}: 1,
	{opcode.EQ, 0}: -1, {opcode.NullEQ, 0}: -1, {opcode.LE, 0}: -1, {opcode.LT, 1}: -1,
}

// rowsCounted gives a query of a 1 for each row that a query counts, nil where that does something else.
func rowsCounted(q ast.ResultSetNode) *ast.SelectStmt {
	n, ok := q.(*ast.SelectStmt)
	if !ok || n.From == nil || n.GroupBy != nil || n.Having != nil || n.Limit != nil || n.WindowSpecs != nil || n.LockInfo != nil ||
		n.SelectIntoOpt != nil || n.Distinct || len(n.Fields.Fields) != 1 {
		return nil
	}
	count, ok := scalar.Unwrap(n.Fields.Fields[0].Expr).(*ast.AggregateFuncExpr)
	if !ok || !strings.EqualFold(count.F, ast.AggFuncCount) || count.Distinct || len(count.Args) != 1 {
		return nil
	}
	one, ok := count.Args[0].(ast.ValueExpr)
	if !ok || one.GetValue() == nil {
		return nil
	}
	out := *n
	out.OrderBy, out.Fields = nil, &ast.FieldList{Fields: []*ast.SelectField{{Expr: one}}}
	return &out
}
