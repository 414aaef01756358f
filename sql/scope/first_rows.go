package scope

import (
	"math"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan/typing"
)

// firstRows is that a statement can be answered from so many rows of a file, from the first on.
type firstRows struct {
	file string
	rows int64
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
	rows, ok := mostRows(q.Limit)
	for _, f := range q.Fields.Fields {
		ok = ok && (f.WildCard != nil || isOfRow(f.Expr))
	}
	if !ok || rows == 0 {
		return nil
	}
	return &firstRows{file.Name.O, rows}
}

// isPlain reports whether a query gives a row for each that it reads, in their order.
func isPlain(q *ast.SelectStmt) bool {
	return q.With == nil && q.Where == nil && q.GroupBy == nil && q.Having == nil && q.OrderBy == nil && !q.Distinct &&
		q.WindowSpecs == nil && q.Lists == nil && (q.SelectStmtOpts == nil || !q.SelectStmtOpts.CalcFoundRows)
}

// mostRows is how many rows a LIMIT of constants passes over or lets through.
func mostRows(l *ast.Limit) (int64, bool) {
	all := uint64(0)
	for _, e := range []ast.ExprNode{l.Offset, l.Count} {
		if e == nil {
			continue
		}
		v, ok := e.(ast.ValueExpr)
		if !ok {
			return 0, false
		}
		n, ok := v.GetValue().(uint64)
		if !ok || n > math.MaxInt64/4 {
			return 0, false
		}
		all += n
	}
	return int64(all), true
}

// ofRow finds what reads other rows than its own.
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
	case *ast.FuncCallExpr: // it may be an aggregate that the parser does not know
		v.others = v.others || !typing.IsFunction(n.FnName.L)
	}
	return n, v.others
}

// Leave is of ast.Visitor.
func (*ofRow) Leave(n ast.Node) (ast.Node, bool) { return n, true }
