package subquery

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// Query is a query in an expression, until its rows are joined to those around it.
type Query struct {
	Node    network.Node
	Columns []plan.ColumnRef // of one table
	Params  int              // the table of what it reads of the rows around; -1: nothing
	Args    []plan.Expr      // of that table's columns, as they are where the expression stands
	Exists  bool             // whether there are rows; else the value of the only column of the only row
	Of      plan.Type
}

// Type is Bool of EXISTS, else the column's.
func (s *Query) Type() plan.Type { return s.Of }

// Nullable reports whether the value can be NULL: without rows it is.
func (s *Query) Nullable() bool { return !s.Exists }

// String says that it is a query.
func (s *Query) String() string {
	if s.Exists {
		return "EXISTS (SELECT ...)"
	}
	return "(SELECT ...)"
}

// Operands are what it reads of the rows around.
func (s *Query) Operands() []plan.Expr { return s.Args }

// WithOperands gives a copy that reads others.
func (s *Query) WithOperands(args []plan.Expr) plan.Expr {
	out := *s
	out.Args = args
	return &out
}

// In is x IN (SELECT …), for one or several x.
type In struct {
	sub   Query
	left  []plan.Expr
	pairs func(left []plan.Expr) []plan.Expr // that left is a row of the subquery, column by column
}

// NewIn makes an In of the comparisons that hold for a partner. What stands on their left is
// replaced where the expressions around it are rewritten.
func NewIn(s Query, left, pairs []plan.Expr) *In {
	operands := make([]plan.Expr, len(pairs))
	for i, p := range pairs {
		if c, ok := p.(plan.Call); ok && network.Decides(c, false) != nil {
			operands[i] = c.Args[0]
		} else {
			operands[i] = left[i]
		}
	}
	over := func(left []plan.Expr) []plan.Expr {
		out := make([]plan.Expr, len(pairs))
		for i, p := range pairs {
			if c, ok := p.(plan.Call); ok && network.Decides(c, false) != nil {
				p = plan.Call{Op: c.Op, Args: []plan.Expr{left[i], c.Args[1]}, Of: c.Of}
			}
			out[i] = p
		}
		return out
	}
	return &In{sub: s, left: operands, pairs: over}
}

// on holds where left is a row of the subquery.
func (q *In) on(left []plan.Expr) plan.Expr { return plan.Combine(plan.And, q.pairs(left)) }

// Type is Bool.
func (q *In) Type() plan.Type { return plan.Type{Kind: plan.Bool} }

// Nullable reports whether a NULL on either side can make it NULL.
func (q *In) Nullable() bool {
	for i, l := range q.left {
		if l.Nullable() || q.sub.Columns[i].Nullable() {
			return true
		}
	}
	return false
}

// String says what is looked for.
func (q *In) String() string { return q.left[0].String() + " IN (SELECT ...)" }

// Operands are what it reads of the rows around, and what is looked for.
func (q *In) Operands() []plan.Expr {
	return append(slices.Clone(q.left), q.sub.Args...)
}

// WithOperands gives a copy that reads others.
func (q *In) WithOperands(args []plan.Expr) plan.Expr {
	out := *q
	out.left, out.sub.Args = args[:len(q.left)], args[len(q.left):]
	return &out
}

// Quantified is x op ANY (SELECT …) or x op ALL (SELECT …).
type Quantified struct {
	In                  // the rows that decide
	kind  plan.JoinKind // that keeps the rows it is true for
	value plan.Expr     // the same with what NULLs leave open
}

// NewQuantified makes one, of ALL or of ANY, of the comparison with a value of the subquery, which
// network.Decides, and of what it is with NULLs.
func NewQuantified(s Query, all bool, x, compared, value plan.Expr) *Quantified {
	in := NewIn(s, []plan.Expr{x}, []plan.Expr{compared})
	pairs := in.pairs
	in.pairs = func(left []plan.Expr) []plan.Expr { return []plan.Expr{network.Decides(pairs(left)[0], all)} }
	kind := map[bool]plan.JoinKind{false: plan.SemiJoin, true: plan.AntiJoin}[all]
	return &Quantified{*in, kind, value}
}

// Operands are what it reads of the rows around, in both forms.
func (q *Quantified) Operands() []plan.Expr {
	return append([]plan.Expr{q.value}, q.In.Operands()...)
}

// WithOperands gives a copy that reads others.
func (q *Quantified) WithOperands(args []plan.Expr) plan.Expr {
	return &Quantified{*q.In.WithOperands(args[1:]).(*In), q.kind, args[0]}
}
