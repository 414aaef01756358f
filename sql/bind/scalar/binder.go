package scalar

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

// Statement is what an expression stands in.
type Statement interface {
	// Bind binds one node: by what it means in the statement, or by Form.
	Bind(n ast.ExprNode) (plan.Expr, error)
	// Row gives the columns of a subquery that stands for a row.
	Row(n *ast.SubqueryExpr) ([]plan.Expr, error)
	// Stored binds a call of a function that there is not but for the catalog.
	Stored(n *ast.FuncCallExpr, args []plan.Expr) (plan.Expr, error)
	// Now is the moment of the statement, false where it is not known.
	Now() (plan.Value, bool)
}

// Binder binds the expressions of a text. One goroutine owns it.
type Binder struct {
	Text   string
	Place  int         // offset of the last node whose place is known, -1 for none
	Raw    bool        // a text that is written goes into a column of bytes as it is
	Around Statement   // nil where only bound expressions are built
	Lost   *fault.Told // what the last Constant lost; nil: nothing

	depth   int // of the expression being bound
	room    int // nodes that expressions may have beside maxNodes
	numbers map[ast.ExprNode]*choice
}

// choice is how a choice that is a text is built where a number is asked for.
type choice struct {
	number, whole func() (plan.Expr, error) // number is nil where it is its own, and whole where a whole one is made of the number
	moved         bool                      // which is a date here, and a text where no date and no number is asked for
	moment        bool                      // whose number is that of a moment, also for CAST AS SIGNED
	exact         bool                      // which is no text but a date or a time, and its number no double
	rounded       bool                      // which is a moment or a time, whose whole number is the nearest of the one that it shows
	each          chosen                    // of a text that IF or CASE chooses, else nil
	sure          bool                      // which has each and none that may be NULL
	shown         *int                      // how many digits of a second a text has that is chosen among times; nil: as many as any
}

// chosen builds a choice of what each of its results becomes; the node is nil of a result that is not written.
type chosen func(becomes func(n ast.ExprNode, x plan.Expr) (plan.Expr, error)) (plan.Expr, error)

// maxNodes bounds a bound expression written out as a tree: functions that use an
// argument twice can double it with every level.
const maxNodes = 20000

// caseNodes is how many more nodes each branch of a CASE allows: it has one on each level of a
// tree of all branches, and its condition, too.
const caseNodes = 100

// pairNodes is how many more nodes each value of a list of rows allows: its comparison with a column.
const pairNodes = 4

// Condition binds an expression as a condition.
func (b *Binder) Condition(n ast.ExprNode) (plan.Expr, error) {
	e, err := b.number(n)
	if err != nil {
		return nil, err
	}
	e, err = typing.Truth(e)
	if err != nil {
		return nil, parse.Locate(b.Text, parse.OffsetOf(b.Text, n), err)
	}
	return e, nil
}

// Expr binds an expression. It keeps the place of the innermost node whose place is
// known for errors.
func (b *Binder) Expr(n ast.ExprNode) (plan.Expr, error) {
	outer := b.Place
	if at := parse.OffsetOf(b.Text, n); at >= 0 {
		b.Place = at
	}
	b.depth++
	if b.depth > parse.MaxDepth {
		return nil, b.Errorf(parse.CodeNotSupported, "expressions nested more than %d deep", parse.MaxDepth)
	}
	delete(b.numbers, n) // of another place where it was bound
	e, err := b.Around.Bind(n)
	b.depth--
	if err == nil {
		b.Place = outer
	}
	return e, err
}

// Exprs binds several expressions.
func (b *Binder) Exprs(nodes []ast.ExprNode) ([]plan.Expr, error) {
	out := make([]plan.Expr, len(nodes))
	for i, n := range nodes {
		e, err := b.Expr(n)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// Constant evaluates an expression without columns.
func (b *Binder) Constant(n ast.ExprNode) (plan.Value, error) {
	c, err := b.constant(n)
	return value.Raw(c.Value, c.Of), err
}

// FullConstant is Constant with all digits that a quotient has behind those that it shows.
func (b *Binder) FullConstant(n ast.ExprNode) (plan.Value, error) {
	c, err := b.constant(n)
	if full, ok := plan.Full(c).(plan.Const); ok {
		c = full
	}
	return value.Raw(c.Value, c.Of), err
}

func (b *Binder) constant(n ast.ExprNode) (c plan.Const, err error) {
	e, err := b.Expr(n)
	if err != nil {
		return c, err
	}
	if at := parse.OffsetOf(b.Text, n); at >= 0 {
		b.Place = at
	}
	if e, err = plan.FoldNow(e); err != nil {
		return c, b.At(err)
	}
	c, ok := e.(plan.Const)
	if !ok {
		return c, b.Errorf(parse.CodeNotSupported, "a constant is needed here")
	}
	b.Lost = c.Lost
	return c, nil
}

// At gives an error the place of the node that was bound last.
func (b *Binder) At(err error) error {
	if err == nil {
		return nil
	}
	return parse.Locate(b.Text, b.Place, err)
}

// Errorf makes an error at the place of the node that was bound last.
func (b *Binder) Errorf(code int, format string, args ...any) *parse.Error {
	return parse.ErrorAt(b.Text, b.Place, code, "%s", fmt.Sprintf(format, args...))
}
