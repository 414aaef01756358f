package scalar

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql/bind/dated"
	"gsdms/sql/parse"
)

// Form binds an expression that is none of the Statement' own: what its operands become, put
// together by its form.
func (b *Binder) Form(n ast.ExprNode) (plan.Expr, error) {
	switch n := n.(type) {
	case *ast.ParenthesesExpr:
		return b.Expr(n.Expr)
	case *test_driver.ValueExpr:
		return b.Literal(n)
	case *ast.BinaryOperationExpr:
		return b.binary(n)
	case *ast.UnaryOperationExpr:
		return b.unary(n)
	case *ast.BetweenExpr:
		return b.between(n)
	case *ast.PatternInExpr:
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
	}
	if isRow(n) {
		return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain 1 column(s)")
	}
	return nil, b.Errorf(parse.CodeNotSupported, "%s not supported", describe(n))
}

// describe names an expression that is not supported.
func describe(n ast.ExprNode) string {
	switch n.(type) {
	case *test_driver.ParamMarkerExpr:
		return "parameters (?) are"
	case *ast.DefaultExpr:
		return "DEFAULT is"
	case *ast.MatchAgainst:
		return "MATCH ... AGAINST is"
	}
	return "this kind of expression is"
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

// Operator is the operator of the parser's name for it, "" for none.
func Operator(op opcode.Op) plan.Op { return binaryOps[op] }

func (b *Binder) binary(n *ast.BinaryOperationExpr) (plan.Expr, error) {
	if n.Op == opcode.LogicAnd || n.Op == opcode.LogicOr {
		return b.chain(n)
	}
	op, ok := binaryOps[n.Op]
	if !ok {
		return nil, b.Errorf(parse.CodeNotSupported, "the operator %s is not supported", strings.ToUpper(n.Op.String()))
	}
	if isRow(n.L) || isRow(n.R) {
		if _, ok := strictly[op]; !ok && op != plan.Eq && op != plan.Ne && op != plan.NullEq {
			return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain 1 column(s)")
		}
		return b.compareRows(op, n.L, n.R)
	}
	l, err := b.Expr(n.L)
	if err != nil {
		return nil, err
	}
	r, err := b.comparedWith(l, n.R)
	if err != nil {
		return nil, err
	}
	if l, r, err = b.operands(op, n, l, r); err != nil {
		return nil, err
	}
	if compares(op) {
		if l, r, err = b.besideDates(n.L, n.R, l, r); err != nil {
			return nil, err
		}
		args, err := b.unwritten([]ast.ExprNode{n.L, n.R}, []plan.Expr{l, r})
		if err != nil {
			return nil, err
		}
		l, r = args[0], args[1]
	}
	if isByBytes(n.L) || isByBytes(n.R) {
		if l, err = coerce.ByBytes(l); err != nil {
			return nil, b.At(err)
		}
		if r, err = coerce.ByBytes(r); err != nil {
			return nil, b.At(err)
		}
	}
	e, err := b.Build(op, l, r)
	if op == plan.IntDiv {
		return b.Bounded(e, err)
	}
	return e, err
}

// chain binds the operands of a run of ANDs or ORs into a balanced tree, however long
// the run is. What is in parentheses stays one operand: it may be a key of GROUP BY.
func (b *Binder) chain(n *ast.BinaryOperationExpr) (plan.Expr, error) {
	var operands []plan.Expr
	todo := []ast.ExprNode{n}
	for len(todo) > 0 {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if same, ok := last.(*ast.BinaryOperationExpr); ok && same.Op == n.Op {
			todo = append(todo, same.R, same.L)
			continue
		}
		e, err := b.Condition(last)
		if err != nil {
			return nil, err
		}
		operands = append(operands, e)
	}
	return b.Finish(plan.Combine(binaryOps[n.Op], operands), nil)
}

// Unwrap is an expression without the parentheses around it.
func Unwrap(n ast.ExprNode) ast.ExprNode {
	for {
		p, ok := n.(*ast.ParenthesesExpr)
		if !ok {
			return n
		}
		n = p.Expr
	}
}

func (b *Binder) unary(n *ast.UnaryOperationExpr) (plan.Expr, error) {
	if n.Op == opcode.Plus {
		return b.Expr(n.V)
	}
	x, err := b.Expr(n.V)
	if err != nil {
		return nil, err
	}
	switch n.Op {
	case opcode.Not, opcode.Not2:
		if x, err = b.numberOf(n.V, x); err != nil {
			return nil, err
		}
		return b.Build(plan.Not, x)
	case opcode.Minus:
		if x, err = b.doubleOf(n.V, x); err != nil {
			return nil, err
		}
		return b.minus(x)
	case opcode.BitNeg:
		if x, err = b.wholeOf(n.V, x); err != nil {
			return nil, err
		}
		return b.Build("~", x)
	}
	return nil, b.Errorf(parse.CodeNotSupported, "the operator %s is not supported", n.Op.String())
}

// minus negates; the smallest BIGINT is written as minus a number past the largest.
func (b *Binder) minus(x plan.Expr) (plan.Expr, error) {
	e, err := b.Build(plan.Neg, x)
	if c, ok := e.(plan.Const); ok && c.Value.Kind == plan.Decimal && c.Of.Scale == 0 {
		if n, ok := c.Value.Number(); ok && n == -1<<63 {
			return plan.Literal(value.OfInt(n)), nil
		}
	}
	return e, err
}

// negated binds op(x), or NOT op(x).
func (b *Binder) negated(not bool, op plan.Op, n ast.ExprNode) (plan.Expr, error) {
	x, err := b.Expr(n)
	if err != nil {
		return nil, err
	}
	e, err := b.Build(op, x)
	return b.Not(not, e, err)
}

func (b *Binder) between(n *ast.BetweenExpr) (plan.Expr, error) {
	args, err := b.compared(n.Expr, n.Left, n.Right)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(args, isNumber) {
		for i, x := range []ast.ExprNode{n.Expr, n.Left, n.Right} {
			if args[i], err = b.numberOf(x, args[i]); err != nil {
				return nil, err
			}
		}
	}
	e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) {
		if e, ok, err := coerce.BetweenTexts(args); ok || err != nil {
			return e, err
		}
		if args, err = dated.Between(args); err != nil {
			return nil, err
		}
		return b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return typing.BuildBetween(args[0], args[1], args[2]) }, args...)
	}, args...)
	e, err = b.Finish(e, err)
	e, err = b.Not(n.Not, e, err)
	return b.Bounded(e, err)
}

func (b *Binder) in(n *ast.PatternInExpr) (plan.Expr, error) {
	if isRow(n.Expr) {
		return b.inRows(n)
	}
	args, err := b.compared(n.Expr, n.List...)
	if err != nil {
		return nil, err
	}
	if len(n.List) == 1 {
		if args[0], args[1], err = b.besideDates(n.Expr, n.List[0], args[0], args[1]); err != nil {
			return nil, err
		}
	}
	lists, err := b.lists(n.Expr, args)
	if err != nil {
		return nil, err
	}
	var found []plan.Expr
	for _, list := range lists {
		e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return dated.In(args[0], args[1:]) }, list...)
		if err != nil {
			return nil, b.At(err)
		}
		found = append(found, e)
	}
	e, err := b.Finish(plan.Combine(plan.Or, found), nil)
	e, err = b.Not(n.Not, e, err)
	return b.Bounded(e, err)
}

func (b *Binder) like(n *ast.PatternLikeOrIlikeExpr) (plan.Expr, error) {
	if !n.IsLike {
		return nil, b.Errorf(parse.CodeNotSupported, "ILIKE is not supported: LOWER(x) LIKE LOWER(pattern) does not tell A from a")
	}
	args, err := b.Exprs([]ast.ExprNode{n.Expr, n.Pattern})
	if err != nil {
		return nil, err
	}
	pattern, ok := args[1].(plan.Const)
	if !ok {
		e, err := typing.BuildLikeOf(args[0], args[1], rune(n.Escape))
		e, err = b.Finish(e, err)
		return b.Not(n.Not, e, err)
	}
	if pattern.Value.IsNull() {
		return plan.NullOf(plan.Type{Kind: plan.Bool}), nil
	}
	e, err := typing.BuildLike(args[0], value.Raw(pattern.Value, pattern.Of).String(), rune(n.Escape))
	e, err = b.Finish(e, err)
	return b.Not(n.Not, e, err)
}

// regexp binds x REGEXP pattern.
func (b *Binder) regexp(n *ast.PatternRegexpExpr) (plan.Expr, error) {
	args, err := b.Exprs([]ast.ExprNode{n.Expr, n.Pattern})
	if err != nil {
		return nil, err
	}
	e, err := b.Build("REGEXP_LIKE", args...)
	return b.Not(n.Not, e, err)
}

// isTruth binds x IS TRUE and x IS FALSE, which are never NULL.
func (b *Binder) isTruth(n *ast.IsTruthExpr) (plan.Expr, error) {
	x, err := b.Condition(n.Expr)
	if err != nil {
		return nil, err
	}
	e, err := b.Build(plan.NullEq, x, plan.Literal(value.OfBool(n.True > 0)))
	return b.Not(n.Not, e, err)
}

func (b *Binder) caseExpr(n *ast.CaseExpr) (plan.Expr, error) {
	var value, other plan.Expr
	var err error
	if n.Value != nil {
		if value, err = b.Expr(n.Value); err != nil {
			return nil, err
		}
	}
	if n.ElseClause != nil {
		if other, err = b.Expr(n.ElseClause); err != nil {
			return nil, err
		}
	}
	b.room += caseNodes * len(n.WhenClauses)
	whens, thens := make([]plan.Expr, len(n.WhenClauses)), make([]plan.Expr, len(n.WhenClauses))
	for i, w := range n.WhenClauses {
		bind := b.Expr
		if n.Value == nil {
			bind = b.number
		}
		if whens[i], err = bind(w.Expr); err != nil {
			return nil, err
		}
		if thens[i], err = b.Expr(w.Result); err != nil {
			return nil, err
		}
	}
	if value != nil && !slices.ContainsFunc(whens, func(e plan.Expr) bool { return !isNumber(e) }) {
		if value, err = b.numberOf(n.Value, value); err != nil {
			return nil, err
		}
	}
	if other == nil {
		other = plan.NullOf(plan.Type{Kind: plan.Null})
	}
	results, last := append(thens, other), len(thens)
	written := results
	if _, _, err := coerce.Common(results); coerce.NeedsDay(err) {
		if results, _, err = b.Common(results...); err != nil {
			return nil, b.At(err)
		}
	}
	choose := func(results []plan.Expr) (plan.Expr, error) {
		e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) {
			value, whens, err := dated.Case(args[0], args[1:], b.OnToday)
			if err != nil {
				return nil, err
			}
			return typing.BuildCase(value, whens, results[:last], results[last])
		}, append([]plan.Expr{value}, whens...)...)
		return b.Settle(e, err)
	}
	e, err := choose(results)
	if err == nil {
		b.rememberChoice(n, e, caseResults(n), written, choose)
	}
	return e, err
}
