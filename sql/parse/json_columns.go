package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// jsonColumns reads the columns of a JSON_TABLE: each is an expression of what its path finds, so that no
// step has to know what ON EMPTY and ON ERROR mean.
type jsonColumns struct {
	*jsonTables
	err error
}

// rows reads the rows that a path, a literal, makes, and their columns.
func (c *jsonColumns) rows(path span, columns []span) *JSONRows {
	out := &JSONRows{Path: c.expr(path, path.of(c.text))}
	for _, words := range c.listed(columns) {
		c.column(out, words)
	}
	return out
}

// listed takes a list apart at its commas.
func (c *jsonColumns) listed(words []span) (out [][]span) {
	from := 0
	for i := 0; i < len(words); i++ {
		switch words[i].of(c.text) {
		case "(":
			i += skipped(c.text, words[i:])
		case ",":
			out, from = append(out, words[from:i]), i+1
		}
	}
	return append(out, words[from:])
}

// column reads one column, or NESTED PATH with its own.
func (c *jsonColumns) column(to *JSONRows, words []span) {
	word := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return strings.ToUpper(words[i].of(c.text))
	}
	at := slices.IndexFunc(words, func(w span) bool { return strings.EqualFold(w.of(c.text), "PATH") })
	switch {
	case word(0) == "NESTED":
		c.nested(to, words)
	case len(words) == 3 && word(1) == "FOR" && word(2) == "ORDINALITY":
		c.add(to, words, JSONColumn{})
	case at < 2 || at+1 >= len(words) || !quotedText(words[at+1].of(c.text)):
		c.fail(words, codeSyntax, "syntax error: a column of JSON_TABLE is name FOR ORDINALITY, name type [EXISTS] PATH 'path', or NESTED PATH 'path' COLUMNS (…)")
	case word(at-1) == "EXISTS":
		c.add(to, words, JSONColumn{Path: c.expr(words[at+1], words[at+1].of(c.text))})
	default:
		v := jsonValue{empty: "NULL", failed: "NULL"}
		if c.on(&v, words[at+2:]) {
			v.declared(strings.ToUpper(c.text[words[1].start:words[at-1].end]))
			if v.value == "" {
				c.fail(words, CodeNotSupported, "columns of JSON_TABLE are numbers, texts, dates and times, or JSON")
				return
			}
			c.add(to, words, JSONColumn{
				Path: c.expr(words[at+1], words[at+1].of(c.text)), Value: c.expr(words[0], v.expression()),
				As: c.expr(words[0], fmt.Sprintf(v.cast, JSONText)), Least: v.least, Most: v.most, Refuses: v.refuses,
			})
		}
	}
}

// on reads what stands behind a path: NULL, ERROR or DEFAULT 'value' ON EMPTY, and ON ERROR.
func (c *jsonColumns) on(v *jsonValue, words []span) bool {
	for len(words) > 0 {
		n, value := 1, "NULL"
		switch first := strings.ToUpper(words[0].of(c.text)); {
		case first == "DEFAULT" && len(words) > 1:
			n = 2
			if words[1].of(c.text) == "-" && len(words) > 2 {
				n = 3
			}
			value = c.text[words[1].start:words[n-1].end]
		case first != "NULL" && first != "ERROR":
			c.fail(words, codeSyntax, "syntax error: behind a path stand NULL, ERROR or DEFAULT 'value', ON EMPTY or ON ERROR")
			return false
		}
		if len(words) < n+2 || !strings.EqualFold(words[n].of(c.text), "ON") {
			c.fail(words, codeSyntax, "syntax error: behind a path stand NULL, ERROR or DEFAULT 'value', ON EMPTY or ON ERROR")
			return false
		}
		refused := strings.EqualFold(words[0].of(c.text), "ERROR")
		if strings.EqualFold(words[n+1].of(c.text), "EMPTY") {
			v.empty, v.refuses.None = value, refused
		} else {
			v.failed, v.refuses.Wrong = value, refused
		}
		words = words[n+2:]
	}
	return true
}

// nested reads NESTED [PATH] 'path' COLUMNS (…).
func (c *jsonColumns) nested(to *JSONRows, words []span) {
	at := 1
	if at < len(words) && strings.EqualFold(words[at].of(c.text), "PATH") {
		at++
	}
	if len(words) < at+4 || !strings.EqualFold(words[at+1].of(c.text), "COLUMNS") || words[at+2].of(c.text) != "(" {
		c.fail(words, codeSyntax, "syntax error: a nested part of JSON_TABLE is NESTED PATH 'path' COLUMNS (…)")
		return
	}
	nested := c.rows(words[at], words[at+3:len(words)-1])
	nested.Behind = len(to.Columns)
	to.Nested = append(to.Nested, nested)
}

// add adds a column that is named by the first word.
func (c *jsonColumns) add(to *JSONRows, words []span, column JSONColumn) {
	name := words[0].of(c.text)
	if name[0] == '`' {
		name = strings.ReplaceAll(strings.Trim(name, "`"), "``", "`")
	}
	column.Name, column.Text = name, c.text[words[0].start:words[len(words)-1].end]
	to.Columns = append(to.Columns, column)
}

// expr reads an expression that was made for what stands at a place.
func (c *jsonColumns) expr(at span, text string) JSONExpr {
	q, err := c.parsers.parseAll("SELECT "+text, "SELECT "+text)
	if err != nil {
		c.fail([]span{at}, AsError("", err).Code, "%s", AsError("", err).Message)
		return JSONExpr{}
	}
	return JSONExpr{"SELECT " + text, q[0].(*ast.SelectStmt).Fields.Fields[0].Expr}
}

// fail keeps the first thing that is wrong, and its place.
func (c *jsonColumns) fail(words []span, code int, format string, args ...any) {
	if c.err == nil {
		at := -1
		if len(words) > 0 {
			at = words[0].start
		}
		c.err = ErrorAt(c.text, at, code, format, args...)
	}
}

func quotedText(s string) bool { return s[0] == '\'' || s[0] == '"' }
