package parse

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// serverVersion is what the comments of MySQL that are code from a version on are held
// against: all of MySQL 8.
const serverVersion = 89999

// readable gives a text as the parser can read it, of the same length. Code in a comment
// /*!NNNNN … */ for a later version goes, and so do the digits of the version, of which
// there may be six, and the point behind the digits of a whole number.
func readable(text string) string {
	var out []byte
	blank := func(from, to int) {
		if out == nil {
			out = []byte(text)
		}
		for i := from; i < to; i++ {
			out[i] = ' '
		}
	}
	behindPoint := false
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		switch {
		case kind == HintLexeme && strings.HasPrefix(text[i:], "/*!"):
			blank(versioned(text, i, end))
		case kind == WordLexeme && !behindPoint && digitsOnly(text[i:end]) && pointEnds(text, end):
			blank(end, end+1)
		}
		behindPoint = text[i] == '.'
		i = end
	}
	if out == nil {
		return text
	}
	return string(out)
}

// versioned gives the part of a comment at i that is not for this version: all of it, or
// only the version.
func versioned(text string, i, end int) (from, to int) {
	digits := i + 3
	for digits < end && digits < i+9 && text[digits] >= '0' && text[digits] <= '9' {
		digits++
	}
	if digits < i+8 {
		return i, i
	}
	version, err := strconv.Atoi(text[i+3 : digits])
	if err != nil || version > serverVersion {
		return i, end
	}
	return i + 3, digits
}

// pointEnds reports whether a point stands at i that ends a number.
func pointEnds(text string, i int) bool {
	return i < len(text) && text[i] == '.' && (i+1 == len(text) || !wordByte(text[i+1]) && text[i+1] != '`' && text[i+1] != '*')
}

// knownWords gives a text, of the same length, with what the parser knows in the place of words that it
// does not: PRECISION behind AS DOUBLE, which it has only as the type of a column, goes, NCHAR of CAST is CHAR,
// as texts have one character set, and SOUNDS LIKE is ILIKE, which MySQL does not have: see asSounding.
func knownWords(text string) (read string, sounds bool) {
	before := [2]string{}
	last := 0 // where the word before begins
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			word := strings.ToUpper(text[i:end])
			switch {
			case word == "PRECISION" && before == [2]string{"AS", "DOUBLE"}:
				text = blank(text, i, end)
			case (word == "(" || word == ")") && before == [2]string{"AS", "NCHAR"} && inCast(text, last):
				text = blank(text, last, last+1)
			case word == "LIKE" && before[1] == "SOUNDS" && endsOperand(before[0]):
				text, sounds = text[:last]+"ILIKE"+blank(text, last+len("ILIKE"), end)[last+len("ILIKE"):], true
			case word == "ILIKE" && kind == WordLexeme:
				return text, false // the parser's own, which is refused
			}
			before, last = [2]string{before[1], word}, i
		}
		i = end
	}
	return text, sounds
}

// endsOperand says whether a lexeme in capital letters ends what an operator can stand behind. Else a word
// like SOUNDS there is a name.
func endsOperand(lexeme string) bool {
	switch {
	case lexeme == "":
		return false
	case !wordByte(lexeme[0]):
		return strings.ContainsAny(lexeme[:1], ")'\"`@")
	case slices.Contains([]string{"NULL", "TRUE", "FALSE", "END"}, lexeme):
		return true
	}
	return !slices.ContainsFunc(parser.Keywords, func(k parser.KeywordsType) bool { return k.Reserved && k.Word == lexeme })
}

// inCast says whether the parenthesis that is open at a place is that of CAST.
func inCast(text string, at int) bool {
	var open []string // the words before the parentheses that are open
	before := ""
	for i := 0; i < at; {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			switch word := text[i:end]; {
			case word == "(":
				open = append(open, before)
			case word == ")" && len(open) > 0:
				open = open[:len(open)-1]
			}
			before = text[i:end]
		}
		i = end
	}
	return len(open) > 0 && strings.EqualFold(open[len(open)-1], "CAST")
}

// asSounding makes of a text that is like another one, as SOUNDS LIKE was read, the comparison of how they
// sound.
func asSounding(stmts []ast.StmtNode, sounds bool) {
	for i := range stmts {
		if sounds {
			out, _ := stmts[i].Accept(sounding{})
			stmts[i] = out.(ast.StmtNode)
		}
	}
}

type sounding struct{}

// Enter is of ast.Visitor.
func (sounding) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave is of ast.Visitor.
func (sounding) Leave(n ast.Node) (ast.Node, bool) {
	like, ok := n.(*ast.PatternLikeOrIlikeExpr)
	if !ok || like.IsLike {
		return n, true
	}
	sound := func(of ast.ExprNode) ast.ExprNode {
		f := &ast.FuncCallExpr{FnName: ast.NewCIStr("SOUNDEX"), Args: []ast.ExprNode{of}}
		f.SetOriginTextPosition(of.OriginTextPosition())
		return f
	}
	out := &ast.BinaryOperationExpr{Op: opcode.EQ, L: sound(like.Expr), R: sound(like.Pattern)}
	out.SetOriginTextPosition(like.OriginTextPosition())
	return out, true
}
