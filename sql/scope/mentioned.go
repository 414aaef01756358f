package scope

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"gsdms/sql/files"
)

// mentioned is what a statement may read of a file: the columns whose names are in it, of
// whatever table, or all. For which texts an order pays shows only by the whole statement, so it
// is a guess by its form: any texts can do what any statement asks.
type mentioned struct {
	all   bool
	names map[string]int // in small letters: how often

	anyMeet  bool            // rows of several tables, or of several queries, meet by their texts
	ordered  map[string]bool // names of what is grouped, sorted whole or told apart
	told     map[string]bool // names of what different texts are counted of
	computed map[string]bool // names of what rows are told apart by a function of

	restricts bool            // there are conditions
	tested    map[string]bool // names that are in these

	parts map[string][]part   // of columns, as often as they are in it
	asked map[ast.Node]asking // what is asked of expressions that parts may be

	first *firstRows // what the statement asks for, if that is all; nil: more
	within
	begun bool // a node has been seen
}

func newMentioned() *mentioned {
	return &mentioned{names: map[string]int{}, ordered: map[string]bool{}, told: map[string]bool{}, computed: map[string]bool{}, tested: map[string]bool{}, parts: map[string][]part{}, asked: map[ast.Node]asking{}, within: newWithin()}
}

// use says what a column may be used for, and whether several queries of the statement may read it. Of a
// statement that is not known, all are for anything.
func (m *mentioned) use(column string) (use files.Use, again bool) {
	again = m == nil || m.all || m.names[column] > 1
	switch {
	case m == nil:
		return files.Ordered, again
	case !m.all && m.names[column] == 0:
		return files.Unused, again
	case m.ordered[column]:
		return files.Ordered, again
	case m.told[column] && !m.anyMeet:
		return files.Told, again
	case m.computed[column] || m.anyMeet:
		return files.Computed, again
	}
	return files.Listed, again
}

// eased is use where few rows are expected to pass the conditions: texts that these do not test need no
// order for so few.
func (m *mentioned) eased(column string) (use files.Use, again bool) {
	if use, again = m.use(column); !m.tested[column] {
		use = min(use, files.Listed)
	}
	return use, again
}

// wanted is what the statement may read.
func (m *mentioned) wanted() files.Wanted { return files.Wanted{Use: m.use, Parts: m.partsOf} }

// firstOf says how many rows of a file will do, from the first on, or may do; nil: all are asked for.
func (m *mentioned) firstOf(file string) *firstRows {
	switch {
	case m == nil:
		return nil
	case m.first != nil && m.first.file == file:
		return m.first
	}
	return m.within.firstOf(file)
}

// in adds what a node mentions.
func (m *mentioned) in(n ast.Node) {
	if m.first = nil; !m.begun {
		m.first, m.asks = firstRowsOf(n), isQuery(n)
	}
	m.begun = true
	if _, ok := n.(*ast.SelectStmt); !ok {
		m.anyMeet = true
	}
	n.Accept(m)
}

// Enter is of ast.Visitor.
func (m *mentioned) Enter(n ast.Node) (ast.Node, bool) {
	m.need(n)
	switch n := n.(type) {
	case *ast.ColumnName:
		m.names[n.Name.L]++
	case *ast.SelectField:
		m.all = m.all || n.WildCard != nil
	case *ast.TableName:
		m.named[n.Name.O]++
	case *ast.SelectStmt:
		m.within.query(n)
		m.tests(n.Where)
		m.all = m.all || n.Kind != ast.SelectStmtKindSelect // TABLE name
		m.selects(n)
	case *ast.Join:
		m.all = m.all || n.NaturalJoin
		m.anyMeet = m.anyMeet || n.Right != nil
		if n.On != nil {
			m.tests(n.On.Expr)
		}
		for _, c := range n.Using {
			m.names[c.Name.L] += 2 // of both sides
		}
	case *ast.SetOprStmt, *ast.SubqueryExpr, *ast.WindowFuncExpr, *ast.WithClause:
		m.anyMeet = true
	case *ast.AggregateFuncExpr:
		m.aggregate(n)
	case *ast.BinaryOperationExpr:
		if n.Op != opcode.LogicAnd && n.Op != opcode.LogicOr && isName(n.L) && isName(n.R) {
			note(m.computed, n.L, n.R)
		}
	}
	return n, false
}

// Leave is of ast.Visitor.
func (*mentioned) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// selects notes the columns that rows are told apart by, or are all sorted by.
func (m *mentioned) selects(n *ast.SelectStmt) {
	if (n.Distinct || n.GroupBy != nil) && n.Fields != nil {
		for _, f := range n.Fields.Fields {
			m.anyMeet = m.anyMeet || f.WildCard != nil
			note(m.ordered, f.Expr)
			m.computes(f.Expr)
		}
	}
	if n.GroupBy != nil {
		for _, item := range n.GroupBy.Items {
			note(m.ordered, item.Expr)
			m.computes(item.Expr)
		}
	}
	if n.OrderBy != nil && n.Limit == nil {
		for _, item := range n.OrderBy.Items {
			note(m.ordered, item.Expr)
		}
	}
}

// tests notes the columns that a condition names, which may be none.
func (m *mentioned) tests(e ast.ExprNode) {
	if e != nil {
		m.restricts = true
		e.Accept(names(m.tested))
	}
}

// names is a set of the names of columns that it has visited.
type names map[string]bool

// Enter is of ast.Visitor.
func (in names) Enter(n ast.Node) (ast.Node, bool) {
	if c, ok := n.(*ast.ColumnName); ok {
		in[c.Name.L] = true
	}
	return n, false
}

// Leave is of ast.Visitor.
func (names) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// computes notes the columns that a function reads by which rows are told apart.
func (m *mentioned) computes(e ast.ExprNode) {
	if f, ok := e.(*ast.FuncCallExpr); ok {
		note(m.computed, f.Args...)
		for _, arg := range f.Args {
			m.computes(arg)
		}
	}
}

// aggregate notes what an aggregate asks of columns: the least and the greatest text need no order.
func (m *mentioned) aggregate(n *ast.AggregateFuncExpr) {
	switch f := strings.ToLower(n.F); {
	case f == ast.AggFuncMin || f == ast.AggFuncMax:
	case n.Distinct && f == ast.AggFuncCount && len(n.Args) == 1:
		note(m.told, n.Args...)
	case n.Distinct || f != ast.AggFuncCount:
		note(m.ordered, n.Args...)
	}
}

// note notes the expressions that are names of columns.
func note(in map[string]bool, of ...ast.ExprNode) {
	for _, e := range of {
		if c, ok := e.(*ast.ColumnNameExpr); ok {
			in[c.Name.Name.L] = true
		}
		if column, path, ok := unquotedPart(e); ok {
			in[partName(column, path)] = true
		}
	}
}

func isName(e ast.ExprNode) bool {
	_, ok := e.(*ast.ColumnNameExpr)
	return ok
}
