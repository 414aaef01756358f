package bind

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

// maxNodes bounds a bound expression written out as a tree: functions that use an
// argument twice can double it with every level.
const maxNodes = 20000

// caseNodes is how many more nodes each branch of a CASE allows: it has one on each level of a
// tree of all branches, and its condition, too.
const caseNodes = 100

// condition binds an expression as a condition.
func (b *binder) condition(n ast.ExprNode) (plan.Expr, error) {
	e, err := b.expr(n)
	if err != nil {
		return nil, err
	}
	e, err = typing.Truth(e)
	if err != nil {
		return nil, parse.Locate(b.text, parse.OffsetOf(b.text, n), err)
	}
	return e, nil
}

// expr binds an expression. It keeps the place of the innermost node whose place is
// known for errors.
func (b *binder) expr(n ast.ExprNode) (plan.Expr, error) {
	outer := b.place
	if at := parse.OffsetOf(b.text, n); at >= 0 {
		b.place = at
	}
	b.depth++
	if b.depth > parse.MaxDepth {
		return nil, b.errorf(parse.CodeNotSupported, "expressions nested more than %d deep", parse.MaxDepth)
	}
	e, err := b.keyOr(n)
	b.depth--
	if err == nil {
		b.places.add(e, b.place)
		b.place = outer
	}
	return e, err
}

func (b *binder) node(n ast.ExprNode) (plan.Expr, error) {
	switch n := n.(type) {
	case *ast.ParenthesesExpr:
		return b.expr(n.Expr)
	case *ast.ColumnNameExpr:
		return b.name(n.Name)
	case *test_driver.ValueExpr:
		return b.literal(n)
	case *ast.VariableExpr:
		return b.variable(n)
	case *ast.BinaryOperationExpr:
		return b.binary(n)
	case *ast.UnaryOperationExpr:
		return b.unary(n)
	case *ast.BetweenExpr:
		return b.between(n)
	case *ast.PatternInExpr:
		if n.Sel != nil {
			return b.once(n, b.subqueryIn)
		}
		return b.in(n)
	case *ast.PatternLikeOrIlikeExpr:
		return b.like(n)
	case *ast.PatternRegexpExpr:
		return b.regexp(n)
	case *ast.IsNullExpr:
		return b.negated(n.Not, plan.IsNull, n.Expr)
	case *ast.IsTruthExpr:
		return b.isTruth(n)
	case *ast.CaseExpr:
		return b.caseExpr(n)
	case *ast.FuncCallExpr:
		return b.function(n)
	case *ast.FuncCastExpr:
		return b.cast(n)
	case *ast.SetCollationExpr:
		return b.collate(n)
	case *ast.AggregateFuncExpr:
		return b.aggregate(n)
	case *ast.WindowFuncExpr:
		return b.window(n)
	case *ast.ValuesExpr:
		return b.comingValue(n)
	case *ast.DefaultExpr:
		if n.Name != nil {
			return b.defaultOf(n.Name)
		}
	case *ast.SubqueryExpr, *ast.ExistsSubqueryExpr, *ast.CompareSubqueryExpr:
		return b.once(n, b.subqueryIn)
	}
	if isRow(n) {
		return nil, b.errorf(parse.CodeOperandColumns, "Operand should contain 1 column(s)")
	}
	return nil, b.errorf(parse.CodeNotSupported, "%s not supported", describe(n))
}

// describe names an expression that is not supported.
func describe(n ast.ExprNode) string {
	switch n.(type) {
	case *ast.VariableExpr:
		return "variables are"
	case *test_driver.ParamMarkerExpr:
		return "parameters (?) are"
	case *ast.DefaultExpr:
		return "DEFAULT is"
	case *ast.MatchAgainst:
		return "MATCH ... AGAINST is"
	}
	return "this kind of expression is"
}

// build applies an operator or function to bound arguments; constants are computed.
func (b *binder) build(op plan.Op, args ...plan.Expr) (plan.Expr, error) {
	e, err := b.built(op, args)
	return b.finish(e, err)
}

// finish gives the error of building an expression its place, and folds constants.
func (b *binder) finish(e plan.Expr, err error) (plan.Expr, error) {
	if err == nil {
		e, err = plan.Fold(e)
	}
	if err != nil {
		return nil, b.at(err)
	}
	return e, nil
}

// bounded refuses expressions that have grown too large.
func (b *binder) bounded(e plan.Expr, err error) (plan.Expr, error) {
	if err == nil && plan.LargerThan(e, maxNodes+b.room) {
		return nil, b.errorf(parse.CodeNotSupported, "the expression is too large")
	}
	return e, err
}

// binaryOps are the binary operators by the parser's names for them.
var binaryOps = map[opcode.Op]plan.Op{
	opcode.LogicAnd: plan.And, opcode.LogicOr: plan.Or, opcode.LogicXor: plan.Xor,
	opcode.EQ: plan.Eq, opcode.NE: plan.Ne, opcode.LT: plan.Lt, opcode.LE: plan.Le,
	opcode.GT: plan.Gt, opcode.GE: plan.Ge, opcode.NullEQ: plan.NullEq,
	opcode.Plus: plan.Add, opcode.Minus: plan.Sub, opcode.Mul: plan.Mul, opcode.Div: plan.Div,
	opcode.IntDiv: plan.IntDiv, opcode.Mod: plan.Mod,
	opcode.And: plan.BitAnd, opcode.Or: plan.BitOr, opcode.Xor: plan.BitXor,
	opcode.LeftShift: plan.ShiftLeft, opcode.RightShift: plan.ShiftRight,
}

func (b *binder) binary(n *ast.BinaryOperationExpr) (plan.Expr, error) {
	if n.Op == opcode.LogicAnd || n.Op == opcode.LogicOr {
		return b.chain(n)
	}
	op, ok := binaryOps[n.Op]
	if !ok {
		return nil, b.errorf(parse.CodeNotSupported, "the operator %s is not supported", strings.ToUpper(n.Op.String()))
	}
	if isRow(n.L) || isRow(n.R) {
		if _, ok := strictly[op]; !ok && op != plan.Eq && op != plan.Ne && op != plan.NullEq {
			return nil, b.errorf(parse.CodeOperandColumns, "Operand should contain 1 column(s)")
		}
		return b.compareRows(op, n.L, n.R)
	}
	l, err := b.expr(n.L)
	if err != nil {
		return nil, err
	}
	r, err := b.comparedWith(l, n.R)
	if err != nil {
		return nil, err
	}
	if isByBytes(n.L) || isByBytes(n.R) {
		if l, err = typing.ByBytes(l); err != nil {
			return nil, b.at(err)
		}
		if r, err = typing.ByBytes(r); err != nil {
			return nil, b.at(err)
		}
	}
	e, err := b.build(op, l, r)
	if op == plan.IntDiv {
		return b.bounded(e, err)
	}
	return e, err
}

// chain binds the operands of a run of ANDs or ORs into a balanced tree, however long
// the run is. What is in parentheses stays one operand: it may be a key of GROUP BY.
func (b *binder) chain(n *ast.BinaryOperationExpr) (plan.Expr, error) {
	var operands []plan.Expr
	todo := []ast.ExprNode{n}
	for len(todo) > 0 {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if same, ok := last.(*ast.BinaryOperationExpr); ok && same.Op == n.Op {
			todo = append(todo, same.R, same.L)
			continue
		}
		e, err := b.condition(last)
		if err != nil {
			return nil, err
		}
		operands = append(operands, e)
	}
	return b.finish(plan.Combine(binaryOps[n.Op], operands), nil)
}

func unwrap(n ast.ExprNode) ast.ExprNode {
	for {
		p, ok := n.(*ast.ParenthesesExpr)
		if !ok {
			return n
		}
		n = p.Expr
	}
}

func (b *binder) unary(n *ast.UnaryOperationExpr) (plan.Expr, error) {
	x, err := b.expr(n.V)
	if err != nil {
		return nil, err
	}
	switch n.Op {
	case opcode.Plus:
		return x, nil
	case opcode.Not, opcode.Not2:
		return b.build(plan.Not, x)
	case opcode.Minus:
		return b.minus(x)
	case opcode.BitNeg:
		return b.build("~", x)
	}
	return nil, b.errorf(parse.CodeNotSupported, "the operator %s is not supported", n.Op.String())
}

// minus negates; the smallest BIGINT is written as minus a number past the largest.
func (b *binder) minus(x plan.Expr) (plan.Expr, error) {
	e, err := b.build(plan.Neg, x)
	if c, ok := e.(plan.Const); ok && c.Value.Kind == plan.Decimal && c.Of.Scale == 0 {
		if n, ok := c.Value.Number(); ok && n == -1<<63 {
			return plan.Literal(value.OfInt(n)), nil
		}
	}
	return e, err
}

// negated binds op(x), or NOT op(x).
func (b *binder) negated(not bool, op plan.Op, n ast.ExprNode) (plan.Expr, error) {
	x, err := b.expr(n)
	if err != nil {
		return nil, err
	}
	e, err := b.build(op, x)
	return b.not(not, e, err)
}

func (b *binder) not(not bool, e plan.Expr, err error) (plan.Expr, error) {
	if err != nil || !not {
		return e, err
	}
	return b.build(plan.Not, e)
}

func (b *binder) between(n *ast.BetweenExpr) (plan.Expr, error) {
	args, err := b.compared(n.Expr, n.Left, n.Right)
	if err != nil {
		return nil, err
	}
	e, err := b.onToday(func(args []plan.Expr) (plan.Expr, error) { return typing.BuildBetween(args[0], args[1], args[2]) }, args...)
	e, err = b.finish(e, err)
	e, err = b.not(n.Not, e, err)
	return b.bounded(e, err)
}

func (b *binder) exprs(nodes []ast.ExprNode) ([]plan.Expr, error) {
	out := make([]plan.Expr, len(nodes))
	for i, n := range nodes {
		e, err := b.expr(n)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

func (b *binder) in(n *ast.PatternInExpr) (plan.Expr, error) {
	if isRow(n.Expr) {
		return b.inRows(n)
	}
	args, err := b.compared(n.Expr, n.List...)
	if err != nil {
		return nil, err
	}
	e, err := b.onToday(func(args []plan.Expr) (plan.Expr, error) { return typing.BuildIn(args[0], args[1:]) }, args...)
	e, err = b.finish(e, err)
	e, err = b.not(n.Not, e, err)
	return b.bounded(e, err)
}

func (b *binder) like(n *ast.PatternLikeOrIlikeExpr) (plan.Expr, error) {
	if !n.IsLike {
		return nil, b.errorf(parse.CodeNotSupported, "ILIKE is not supported")
	}
	args, err := b.exprs([]ast.ExprNode{n.Expr, n.Pattern})
	if err != nil {
		return nil, err
	}
	pattern, ok := args[1].(plan.Const)
	if !ok {
		e, err := typing.BuildLikeOf(args[0], args[1], rune(n.Escape))
		e, err = b.finish(e, err)
		return b.not(n.Not, e, err)
	}
	if pattern.Value.IsNull() {
		return plan.NullOf(plan.Type{Kind: plan.Bool}), nil
	}
	e, err := typing.BuildLike(args[0], pattern.Value.String(), rune(n.Escape))
	e, err = b.finish(e, err)
	return b.not(n.Not, e, err)
}

// regexp binds x REGEXP pattern.
func (b *binder) regexp(n *ast.PatternRegexpExpr) (plan.Expr, error) {
	args, err := b.exprs([]ast.ExprNode{n.Expr, n.Pattern})
	if err != nil {
		return nil, err
	}
	e, err := b.build("REGEXP_LIKE", args...)
	return b.not(n.Not, e, err)
}

// isTruth binds x IS TRUE and x IS FALSE, which are never NULL.
func (b *binder) isTruth(n *ast.IsTruthExpr) (plan.Expr, error) {
	x, err := b.condition(n.Expr)
	if err != nil {
		return nil, err
	}
	e, err := b.build(plan.NullEq, x, plan.Literal(value.OfBool(n.True > 0)))
	return b.not(n.Not, e, err)
}

func (b *binder) caseExpr(n *ast.CaseExpr) (plan.Expr, error) {
	var value, other plan.Expr
	var err error
	if n.Value != nil {
		if value, err = b.expr(n.Value); err != nil {
			return nil, err
		}
	}
	if n.ElseClause != nil {
		if other, err = b.expr(n.ElseClause); err != nil {
			return nil, err
		}
	}
	b.room += caseNodes * len(n.WhenClauses)
	whens, thens := make([]plan.Expr, len(n.WhenClauses)), make([]plan.Expr, len(n.WhenClauses))
	for i, w := range n.WhenClauses {
		if whens[i], err = b.expr(w.Expr); err != nil {
			return nil, err
		}
		if thens[i], err = b.expr(w.Result); err != nil {
			return nil, err
		}
	}
	e, err := b.onToday(func(args []plan.Expr) (plan.Expr, error) {
		return typing.BuildCase(args[0], args[1:], thens, other)
	}, append([]plan.Expr{value}, whens...)...)
	e, err = b.finish(e, err)
	return b.bounded(e, err)
}
