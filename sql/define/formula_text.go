package define

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"gsdms/sql/parse"
)

// spelled spells an expression as MySQL lists it: with columns by their own names, functions and words in small
// letters, and each operation in parentheses.
func spelled(e ast.ExprNode) (string, error) {
	e.Accept(unqualifying{})
	n, _ := e.Accept(&wrapping{})
	var b strings.Builder
	flags := format.RestoreStringSingleQuotes | format.RestoreStringEscapeBackslash | format.RestoreKeyWordLowercase |
		format.RestoreNameBackQuotes | format.RestoreStringWithoutCharset | format.RestoreSpacesAroundBinaryOperation
	err := n.Restore(format.NewRestoreCtx(flags, &b))
	return likeMySQL(b.String()), err
}

// likeMySQL is an expression as MySQL writes commas, texts and some words.
func likeMySQL(text string) string {
	var b strings.Builder
	before := ""
	for i := 0; i < len(text); {
		end, next := parse.Lexeme(text, i)
		part := text[i:end]
		i = end
		if next == parse.SpaceLexeme && before == "," {
			continue
		}
		switch word := strings.ToLower(part); {
		case next == parse.QuotedLexeme && part[0] == '\'' && !introduces(before):
			part = "_utf8mb4'" + strings.ReplaceAll(part[1:len(part)-1], "''", `\'`) + "'"
		case part == "!" && strings.HasPrefix(text[i:], "="):
			part, i = "<>", i+1
		case word == "!=":
			part = "<>"
		case word == "div", word == "null" && before != "is" && before != "not":
			part = strings.ToUpper(part)
		}
		b.WriteString(part)
		if next != parse.SpaceLexeme {
			before = strings.ToLower(part)
		}
	}
	return b.String()
}

// introduces says whether a word makes of the literal behind it another one than a text.
func introduces(word string) bool {
	switch word {
	case "date", "time", "timestamp", "x", "b", "n", "using":
		return true
	}
	return strings.HasPrefix(word, "_")
}

// wrapping puts what has an operator in parentheses, and takes away those that were written.
type wrapping struct{}

// Enter is of ast.Visitor.
func (*wrapping) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave is of ast.Visitor.
func (*wrapping) Leave(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.ParenthesesExpr:
		if inner, ok := n.Expr.(*ast.ParenthesesExpr); ok {
			return inner, true
		}
		if !operates(n.Expr) {
			return n.Expr, true
		}
	case *ast.FuncCallExpr:
		if sign, ok := moved[n.FnName.L]; ok && len(n.Args) == 3 {
			return &shifted{n, sign}, true
		}
		if n.FnName.L == "char_func" || n.FnName.L == "convert" {
			return charsetOf(n), true
		}
		if name, ok := called[n.FnName.L]; ok {
			n.FnName = ast.NewCIStr(name)
		}
	case *ast.UnaryOperationExpr:
		if _, wrapped := n.V.(*ast.ParenthesesExpr); n.Op == opcode.Minus && !wrapped {
			n.V = &ast.ParenthesesExpr{Expr: n.V}
		}
		if operates(n) {
			return &ast.ParenthesesExpr{Expr: n}, true
		}
	case ast.ExprNode:
		if operates(n) {
			return &ast.ParenthesesExpr{Expr: n}, true
		}
	}
	return n, true
}

// operates says whether an expression has an operator that might bind less than what is around it.
func operates(e ast.ExprNode) bool {
	switch e := e.(type) {
	case *ast.UnaryOperationExpr:
		return e.Op != opcode.Minus
	case *ast.BinaryOperationExpr, *ast.BetweenExpr, *ast.IsNullExpr, *ast.IsTruthExpr,
		*ast.PatternInExpr, *ast.PatternLikeOrIlikeExpr, *ast.PatternRegexpExpr, *ast.CaseExpr, *ast.SetCollationExpr:
		return true
	}
	return false
}

// called are functions by names that MySQL lists by others.
var called = map[string]string{
	"current_date": "curdate", "current_time": "curtime", "current_timestamp": "now", "localtime": "now", "localtimestamp": "now",
	"lcase": "lower", "ucase": "upper", "character_length": "char_length", "substring": "substr", "mid": "substr", "power": "pow",
	"schema": "database", "session_user": "user", "system_user": "user", "day": "dayofmonth",
}

// moved are the functions that move a moment, by the operator that MySQL lists them as.
var moved = map[string]string{"date_add": "+", "adddate": "+", "date_sub": "-", "subdate": "-"}

// shifted is a moment that an interval moves.
type shifted struct {
	*ast.FuncCallExpr
	sign string
}

// Restore is of ast.Node.
func (s *shifted) Restore(ctx *format.RestoreCtx) error {
	ctx.WritePlain("(")
	if err := s.Args[0].Restore(ctx); err != nil {
		return err
	}
	ctx.WritePlain(" " + s.sign + " interval ")
	if err := s.Args[1].Restore(ctx); err != nil {
		return err
	}
	ctx.WritePlain(" ")
	err := s.Args[2].Restore(ctx)
	ctx.WritePlain(")")
	return err
}

// charsetOf is CHAR or CONVERT, whose last argument the parser makes of the character set.
func charsetOf(n *ast.FuncCallExpr) ast.ExprNode {
	last := len(n.Args) - 1
	out := &using{FuncCallExpr: n, name: strings.TrimSuffix(n.FnName.L, "_func"), args: n.Args[:last]}
	if v, ok := n.Args[last].(ast.ValueExpr); ok && v.GetValue() != nil {
		out.charset = " using " + v.GetString()
	}
	return out
}

// using is a function with a character set behind its arguments.
type using struct {
	*ast.FuncCallExpr
	name    string
	args    []ast.ExprNode
	charset string
}

// Restore is of ast.Node.
func (u *using) Restore(ctx *format.RestoreCtx) error {
	ctx.WritePlain(u.name + "(")
	for i, a := range u.args {
		if i > 0 {
			ctx.WritePlain(",")
		}
		if err := a.Restore(ctx); err != nil {
			return err
		}
	}
	ctx.WritePlain(u.charset + ")")
	return nil
}
