package parse

import (
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"
)

// The parser reads few expressions in DEFAULT (expression), and any in AS (expression), which declares a generated
// column.

// expressions are those that a text declares for columns, in order.
type expressions struct {
	defaults []byDefault
	wrapped  []bool // SET DEFAULT: parentheses follow
}

// byDefault is an AS (…) or a DEFAULT (…).
type byDefault struct {
	is      bool // the latter
	updates bool // ON UPDATE CURRENT_TIMESTAMP stands behind it, which no generated column can have
	digits  string
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
			d := byDefault{is: true}
			if on, end := d.updating(text, words, closing(text, words, i+1)+1); d.updates {
				copy(out[words[on].start:], strings.Repeat(" ", words[end-1].end-words[on].start))
			}
			of.defaults = append(of.defaults, d)
		default:
			of.defaults = append(of.defaults, byDefault{})
		}
		if wrapped {
			i = closing(text, words, i+1)
		}
	}
	return string(out), of
}

// updating finds ON UPDATE and a moment among what else is declared of a column, from a place among words on, and gives
// the places of its words.
func (d *byDefault) updating(text string, words []span, from int) (on, end int) {
	word := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return strings.ToUpper(words[i].of(text))
	}
	for i := from; i < len(words) && word(i) != "," && word(i) != ")"; i++ {
		if word(i) == "(" {
			i = closing(text, words, i)
			continue
		}
		if word(i) != "ON" || word(i+1) != "UPDATE" {
			continue
		}
		d.updates, end = true, i+3
		if word(end) == "(" {
			close := closing(text, words, end)
			d.digits = strings.TrimSpace(text[words[end].end:words[close].start])
			end = close + 1
		}
		return i, min(end, len(words))
	}
	return 0, 0
}

// option is the ON UPDATE that was found.
func (d *byDefault) option() *ast.ColumnOption {
	now := &ast.FuncCallExpr{FnName: ast.NewCIStr("CURRENT_TIMESTAMP")}
	if n, err := strconv.ParseInt(d.digits, 10, 8); err == nil {
		digits := new(test_driver.ValueExpr)
		digits.SetInt64(n)
		now.Args = []ast.ExprNode{digits}
	}
	return &ast.ColumnOption{Tp: ast.ColumnOptionOnUpdate, Expr: now}
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
			if o.Tp != ast.ColumnOptionGenerated || len(x.defaults) == 0 {
				continue
			}
			d := x.defaults[0]
			if x.defaults = x.defaults[1:]; d.is {
				o.Tp, o.Expr = ast.ColumnOptionDefaultValue, &ast.ParenthesesExpr{Expr: o.Expr}
			}
			if d.updates {
				c.Options = append(c.Options, d.option())
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
