package assign

import (
	"maps"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan/fault"
)

// mostReplaced is how many nodes may take the places of variables in a list: an expression that
// reads one twice, and is read twice itself, grows with each column.
const mostReplaced = 1 << 16

// set is what a variable has in the rest of a list.
type set struct {
	node ast.ExprNode // nil: on some ways through a CASE only
	size int          // in nodes
}

// List goes through the expressions of a list as they are evaluated.
type List struct {
	has      map[string]set // by name in lower case
	replaced int
}

// In begins with the list of a SELECT; nil for one that sets no variable.
func In(fields []*ast.SelectField) *List {
	for _, f := range fields {
		if f.Expr != nil && setsAny(f.Expr) {
			return &List{has: map[string]set{}}
		}
	}
	return nil
}

// setsAny reports whether an expression sets a variable.
func setsAny(n ast.Node) bool { return len(Names(n)) > 0 }

// Names are the variables that a statement, or a part of one, sets anywhere, in lower case; nil for
// none.
func Names(n ast.Node) (names map[string]bool) {
	n.Accept(seeing(func(n ast.Node) {
		if v, ok := n.(*ast.VariableExpr); ok && v.Value != nil {
			if names == nil {
				names = map[string]bool{}
			}
			names[strings.ToLower(v.Name)] = true
		}
	}))
	return names
}

// seeing calls a function for all nodes.
type seeing func(ast.Node)

// Enter implements ast.Visitor.
func (f seeing) Enter(n ast.Node) (ast.Node, bool) {
	f(n)
	return n, false
}

// Leave implements ast.Visitor.
func (f seeing) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// Expr gives an expression without variables that the list has set, and notes those that it
// sets. It changes the expression. An error has no place.
func (a *List) Expr(n ast.ExprNode) (out ast.ExprNode, err error) {
	if !setsAny(n) {
		return a.reads(n)
	}
	switch n := n.(type) {
	case *ast.VariableExpr:
		if out, err = a.Expr(n.Value); err != nil {
			return nil, err
		}
		s := set{node: out}
		out.Accept(seeing(func(ast.Node) { s.size++ }))
		a.has[strings.ToLower(n.Name)] = s
		return out, nil
	case *ast.ParenthesesExpr:
		return a.within(n, &n.Expr)
	case *ast.FuncCastExpr:
		return a.within(n, &n.Expr)
	case *ast.UnaryOperationExpr:
		return a.within(n, &n.V)
	case *ast.CaseExpr:
		return a.cases(n)
	case *ast.FuncCallExpr:
		if n.FnName.L == "if" && len(n.Args) == 3 {
			return a.cases(&ast.CaseExpr{WhenClauses: []*ast.WhenClause{{Expr: n.Args[0], Result: n.Args[1]}}, ElseClause: n.Args[2]})
		}
	}
	return nil, fault.Errorf(fault.CodeNotSupported, "setting variables is supported only as a column of a SELECT, and in parentheses, CAST, IF and CASE")
}

// within does the operand of an expression.
func (a *List) within(n ast.ExprNode, operand *ast.ExprNode) (_ ast.ExprNode, err error) {
	*operand, err = a.Expr(*operand)
	return n, err
}

// reads puts what variables have in their places.
func (a *List) reads(n ast.ExprNode) (ast.ExprNode, error) {
	r := replacer{List: a}
	out, _ := n.Accept(&r)
	if r.err != nil {
		return nil, r.err
	}
	return out.(ast.ExprNode), nil
}

// replacer replaces reads of variables.
type replacer struct {
	*List
	err error
}

// Enter implements ast.Visitor.
func (r *replacer) Enter(n ast.Node) (ast.Node, bool) { return n, r.err != nil }

// Leave implements ast.Visitor.
func (r *replacer) Leave(n ast.Node) (ast.Node, bool) {
	v, ok := n.(*ast.VariableExpr)
	if !ok || v.IsSystem || r.err != nil {
		return n, r.err == nil
	}
	s, ok := r.has[strings.ToLower(v.Name)]
	if !ok {
		return n, true // the session's, or refused when it is bound
	}
	if r.replaced += s.size; s.node == nil || r.replaced > mostReplaced {
		r.err = fault.Errorf(fault.CodeNotSupported, "@%s is not set in all rows, or by too long expressions", v.Name)
		return n, false
	}
	return s.node, true
}

// cases does a CASE: behind it a variable has what the way taken has set, which is another CASE
// with the same conditions.
func (a *List) cases(n *ast.CaseExpr) (_ ast.ExprNode, err error) {
	conditions := []*ast.ExprNode{}
	if n.Value != nil {
		conditions = append(conditions, &n.Value)
	}
	results := []*ast.ExprNode{}
	for _, w := range n.WhenClauses {
		conditions, results = append(conditions, &w.Expr), append(results, &w.Result)
	}
	if n.ElseClause != nil {
		results = append(results, &n.ElseClause)
	}
	for _, c := range conditions {
		if setsAny(*c) {
			return nil, fault.Errorf(fault.CodeNotSupported, "setting variables in conditions is not supported")
		}
		if *c, err = a.reads(*c); err != nil {
			return nil, err
		}
	}
	before, ways := a.has, make([]map[string]set, len(results))
	for i, r := range results {
		a.has = maps.Clone(before)
		if *r, err = a.Expr(*r); err != nil {
			return nil, err
		}
		ways[i] = a.has
	}
	a.has = maps.Clone(before)
	if n.ElseClause == nil {
		ways = append(ways, before)
	}
	a.merge(n, ways)
	return n, nil
}

// merge notes what variables have behind a CASE, by what they have on its ways.
func (a *List) merge(n *ast.CaseExpr, ways []map[string]set) {
	for _, way := range ways {
		for name, s := range way {
			if a.has[name] == s {
				continue // as before, or done
			}
			a.has[name] = merged(n, name, ways)
		}
	}
}

// merged is what a variable has behind a CASE.
func merged(n *ast.CaseExpr, name string, ways []map[string]set) set {
	size := 1
	for _, way := range ways {
		if way[name].node == nil {
			return set{}
		}
		size += way[name].size
	}
	out := &ast.CaseExpr{Value: n.Value, ElseClause: ways[len(ways)-1][name].node}
	for i, w := range n.WhenClauses {
		out.WhenClauses = append(out.WhenClauses, &ast.WhenClause{Expr: w.Expr, Result: ways[i][name].node})
		w.Expr.Accept(seeing(func(ast.Node) { size++ }))
	}
	return set{out, size}
}
