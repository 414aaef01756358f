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

// within is what queries within a statement need of files of which they only show the first rows.
type within struct {
	asks  bool             // the statement is a query: another one keeps what it finds
	named map[string]int   // how often the statement names a table or a file
	shown map[string]int   // how often it does so in such a query
	rows  map[string]int64 // how many rows the one needs that needs most
}

func newWithin() within {
	return within{named: map[string]int{}, shown: map[string]int{}, rows: map[string]int64{}}
}

// isQuery reports whether a statement only gives rows.
func isQuery(n ast.Node) bool {
	switch n.(type) {
	case *ast.SelectStmt, *ast.SetOprStmt:
		return true
	}
	return false
}

// query notes a query of the statement. How many rows pass a condition nobody sees within.
func (w *within) query(q *ast.SelectStmt) {
	if first := firstRowsOf(q); first != nil && first.passed == 0 {
		w.shown[first.file]++
		w.rows[first.file] = max(w.rows[first.file], first.rows)
	}
}

// firstOf says how many rows of a file will do wherever the statement names it; nil: all are asked for.
func (w *within) firstOf(file string) *firstRows {
	if !w.asks || w.shown[file] == 0 || w.shown[file] < w.named[file] {
		return nil
	}
	return &firstRows{file: file, rows: w.rows[file]}
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
