package parse

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The parser reads few expressions in DEFAULT (expression), and any in AS (expression), which declares a generated
// column.

// expressions are those that a text declares for columns, in order.
type expressions struct {
	defaults []bool // AS (…) and DEFAULT (…): it is the latter
	wrapped  []bool // SET DEFAULT: parentheses follow
}

// withoutDefaults gives a text that makes or changes a table, of the same length, with AS in the place of each
// DEFAULT that an expression in parentheses follows.
func withoutDefaults(text string) (read string, of expressions) {
	first := firstWords(text, 1)
	if len(first) == 0 || !strings.EqualFold(first[0].of(text), "CREATE") && !strings.EqualFold(first[0].of(text), "ALTER") {
		return text, of
	}
	words := firstWords(text, len(text))
	out := []byte(text)
	for i := 1; i < len(words); i++ {
		word := strings.ToUpper(words[i].of(text))
		wrapped := i+1 < len(words) && words[i+1].of(text) == "("
		switch {
		case word == "SELECT": // what declares columns is over
			return string(out), of
		case word == "DEFAULT" && strings.EqualFold(words[i-1].of(text), "SET"):
			of.wrapped = append(of.wrapped, wrapped)
		case word != "DEFAULT" && word != "AS" || !wrapped:
			continue
		case word == "DEFAULT":
			copy(out[words[i].start:], "AS     ")
			fallthrough
		default:
			of.defaults = append(of.defaults, word == "DEFAULT")
		}
		if wrapped {
			i = closing(text, words, i+1)
		}
	}
	return string(out), of
}

// closing is the place among words of the parenthesis that closes the one at another place, or of the last word.
func closing(text string, words []span, open int) int {
	depth := 0
	for i := open; i < len(words); i++ {
		switch words[i].of(text) {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(words) - 1
}

// asDefaults has columns be declared as they were written. What was in parentheses is so.
func asDefaults(stmts []ast.StmtNode, of expressions) {
	for _, s := range stmts {
		switch n := s.(type) {
		case *ast.CreateTableStmt:
			of.declare(n.Cols)
		case *ast.AlterTableStmt:
			for _, spec := range n.Specs {
				if spec.Tp == ast.AlterTableAlterColumn {
					of.alter(spec.NewColumns[0])
				} else {
					of.declare(spec.NewColumns)
				}
			}
		}
	}
}

func (x *expressions) declare(columns []*ast.ColumnDef) {
	for _, c := range columns {
		for _, o := range c.Options {
			if o.Tp == ast.ColumnOptionGenerated && len(x.defaults) > 0 {
				if x.defaults[0] {
					o.Tp, o.Expr = ast.ColumnOptionDefaultValue, &ast.ParenthesesExpr{Expr: o.Expr}
				}
				x.defaults = x.defaults[1:]
			}
		}
	}
}

func (x *expressions) alter(c *ast.ColumnDef) {
	if len(c.Options) == 0 || len(x.wrapped) == 0 {
		return
	}
	if x.wrapped[0] {
		c.Options[0].Expr = &ast.ParenthesesExpr{Expr: c.Options[0].Expr}
	}
	x.wrapped = x.wrapped[1:]
}
