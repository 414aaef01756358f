package parse

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The parser knows the list of columns behind the name of a query in FROM only where LATERAL
// stands before it. Elsewhere the name and its list are read as one name in backquotes, as
// long as both and unlike any other, and asNamed puts them back.

// columnList is what stands behind a query in FROM: its name and those of its columns.
type columnList struct {
	span
	name    ast.CIStr
	columns []ast.CIStr
}

// withoutColumnLists gives a text, of the same length, with a name of its own in the place of
// each name with a list of columns behind a query in FROM, and these by the names that are read.
func withoutColumnLists(text string) (read string, lists map[string]columnList) {
	at := tablePlaces{levels: []tablePlace{{selects: true}}}
	var out []byte
	var queries []bool // of the parentheses that are open: whether a query in FROM is in them
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == SpaceLexeme || kind == CommentLexeme {
			i = end
			continue
		}
		sign := text[i:end]
		if sign == "(" {
			queries = append(queries, at.here() && beginsQuery(text, end))
		}
		at.pass(sign, kind)
		if last := len(queries) - 1; sign == ")" && last >= 0 {
			if l, ok := columnListAt(text, end); ok && queries[last] {
				if out == nil {
					out, lists = []byte(text), map[string]columnList{}
				}
				name := l.standIn(len(lists))
				copy(out[l.start:l.end], "`"+name+"`")
				lists[name] = l
			}
			queries = queries[:last]
		}
		i = end
	}
	if out == nil {
		return text, nil
	}
	return string(out), lists
}

// maxStandIn is the last of the characters, from 1 on, that names are made of which stand for
// others: no name of a person has them, and the least list has room for two.
const maxStandIn = 8

// standIn is the name in whose place a name and its list are read, as the n-th.
func (l columnList) standIn(n int) string {
	name := make([]byte, l.end-l.start-len("``"))
	for i := range name {
		name[i] = byte(1 + n%maxStandIn)
		n /= maxStandIn
	}
	return string(name)
}

// beginsQuery reports whether what stands from i on is a query, maybe in parentheses.
func beginsQuery(text string, i int) bool {
	for {
		word, ok := wordFrom(text, i)
		if !ok || word.of(text) != "(" {
			return ok && slices.Contains([]string{"SELECT", "VALUES", "TABLE", "WITH"}, strings.ToUpper(word.of(text)))
		}
		i = word.end
	}
}

// wordFrom gives the first lexeme from i on that is no space or comment.
func wordFrom(text string, i int) (s span, ok bool) {
	for i < len(text) {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			return span{i, end}, true
		}
		i = end
	}
	return span{}, false
}

// behindQueries are words that can stand between a query in FROM and a parenthesis, and are no
// names.
var behindQueries = []string{"ON", "USING", "JOIN", "STRAIGHT_JOIN", "WHERE", "HAVING", "UNION", "EXCEPT", "INTERSECT", "ALL", "DISTINCT", "BY"}

// columnListAt reads [AS] name (column, …) from i on.
func columnListAt(text string, i int) (l columnList, ok bool) {
	word, ok := wordFrom(text, i)
	if ok && strings.EqualFold(word.of(text), "AS") {
		word, ok = wordFrom(text, word.end)
	}
	if !ok || slices.Contains(behindQueries, strings.ToUpper(word.of(text))) {
		return l, false
	}
	l.start = word.start
	if l.name, ok = nameIn(word.of(text)); !ok {
		return l, false
	}
	for before := "("; ; before = "," {
		sign, ok := wordFrom(text, word.end)
		if ok && before == "," && sign.of(text) == ")" {
			l.end = sign.end
			return l, true
		}
		if !ok || sign.of(text) != before {
			return l, false
		}
		if word, ok = wordFrom(text, sign.end); !ok {
			return l, false
		}
		column, ok := nameIn(word.of(text))
		if !ok {
			return l, false
		}
		l.columns = append(l.columns, column)
	}
}

// nameIn gives the name that a lexeme is, in backquotes or not.
func nameIn(lexeme string) (name ast.CIStr, ok bool) {
	if inner, quoted := strings.CutPrefix(lexeme, "`"); quoted {
		return ast.NewCIStr(strings.ReplaceAll(strings.TrimSuffix(inner, "`"), "``", "`")), true
	}
	return ast.NewCIStr(lexeme), wordByte(lexeme[0]) && !digitsOnly(lexeme)
}

// asNamed gives the queries in FROM of statements their names and the lists of their columns.
func asNamed(stmts []ast.StmtNode, lists map[string]columnList) {
	if len(lists) == 0 {
		return
	}
	for _, s := range stmts {
		s.Accept(namedQueries(lists))
	}
}

// namedQueries are the lists of columns of a statement's queries in FROM, by the names that
// these were read with.
type namedQueries map[string]columnList

// Enter implements ast.Visitor.
func (q namedQueries) Enter(n ast.Node) (ast.Node, bool) {
	if s, ok := n.(*ast.TableSource); ok {
		if l, named := q[s.AsName.O]; named {
			s.AsName, s.ColumnNames = l.name, l.columns
		}
	}
	return n, false
}

// Leave implements ast.Visitor.
func (namedQueries) Leave(n ast.Node) (ast.Node, bool) { return n, true }
