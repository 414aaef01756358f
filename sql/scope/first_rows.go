package scope

import (
	"math"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan/typing"
)

// firstRows is that a statement can be answered from so many rows of a file, from the first on; or,
// where it has a condition, that as many have to pass it as the limit lets through.
type firstRows struct {
	file   string
	rows   int64
	passed int64 // 0: there is no condition
}

// firstRowsOf finds out whether a statement only shows the first rows of a file, each by itself;
// nil: it may need more. What is in no place that it knows needs all rows.
func firstRowsOf(n ast.Node) *firstRows {
	q, ok := n.(*ast.SelectStmt)
	if !ok || q.From == nil || q.From.TableRefs.Right != nil || q.Limit == nil || q.Fields == nil || !isPlain(q) {
		return nil
	}
	from, ok := q.From.TableRefs.Left.(*ast.TableSource)
	if !ok {
		return nil
	}
	file, ok := from.Source.(*ast.TableName)
	if !ok || file.TableSample != nil {
		return nil
	}
	rows, count, ok := mostRows(q.Limit)
	for _, f := range q.Fields.Fields {
		ok = ok && (f.WildCard != nil || isOfRow(f.Expr))
	}
	if !ok || rows == 0 || q.Where != nil && (count == 0 || rows > mostTried || !isOfRow(q.Where)) {
		return nil
	}
	first := &firstRows{file: file.Name.O, rows: rows}
	if q.Where != nil {
		first.passed = count
	}
	return first
}

// mostTried is of how many rows that pass a condition one hopes that they are among the first.
const mostTried = 1 << 12

// isPlain reports whether a query gives a row for each that it reads, in their order.
func isPlain(q *ast.SelectStmt) bool {
	return q.With == nil && q.GroupBy == nil && q.Having == nil && q.OrderBy == nil && !q.Distinct &&
		q.WindowSpecs == nil && q.Lists == nil && (q.SelectStmtOpts == nil || !q.SelectStmtOpts.CalcFoundRows)
}

// mostRows is how many rows a LIMIT of constants passes over or lets through, and how many it lets
// through.
func mostRows(l *ast.Limit) (all, count int64, ok bool) {
	for _, e := range []ast.ExprNode{l.Offset, l.Count} {
		if e == nil {
			continue
		}
		v, ok := e.(ast.ValueExpr)
		if !ok {
			return 0, 0, false
		}
		n, ok := v.GetValue().(uint64)
		if !ok || n > math.MaxInt64/4 {
			return 0, 0, false
		}
		count = int64(n)
		all += count
	}
	return all, count, true
}

// ofRow finds what reads other rows than its own, or leaves something for them.
type ofRow struct{ others bool }

// isOfRow reports whether an expression reads only the row that it is computed for.
func isOfRow(e ast.ExprNode) bool {
	v := &ofRow{}
	e.Accept(v)
	return !v.others
}

// Enter is of ast.Visitor.
func (v *ofRow) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.AggregateFuncExpr, *ast.WindowFuncExpr, *ast.SubqueryExpr:
		v.others = true
	case *ast.VariableExpr:
		v.others = v.others || n.Value != nil
	case *ast.FuncCallExpr: // it may be an aggregate that the parser does not know
		v.others = v.others || !typing.IsFunction(n.FnName.L)
	}
	return n, v.others
}

// Leave is of ast.Visitor.
func (*ofRow) Leave(n ast.Node) (ast.Node, bool) { return n, true }
