package parse

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
)

// JSONTable is JSON_TABLE in FROM, which the parser does not know: it reads a query of the document
// and of the path, with a name of its own for the latter in the place of COLUMNS, and asJSONTables
// puts this in the query's place.
type JSONTable struct {
	*ast.SelectStmt // whose one field that counts is the document
	Rows            JSONRows
}

// Document is what the rows are made of.
func (t *JSONTable) Document() ast.ExprNode { return t.Fields.Fields[0].Expr }

// Accept is of ast.Node.
func (t *JSONTable) Accept(v ast.Visitor) (ast.Node, bool) {
	_, ok := t.SelectStmt.Accept(v)
	return t, ok
}

// JSONRows are the rows that a path gives of a document, and the columns of each.
type JSONRows struct {
	Path    JSONExpr
	Columns []JSONColumn
	Nested  []*JSONRows // of each row, whose element is their document; the rows of one have no values in the columns of others
	Behind  int         // of nested ones: how many of the columns around them are written before theirs
}

// JSONColumn is a column: FOR ORDINALITY without a Path, EXISTS without a Value.
type JSONColumn struct {
	Name, Text  string
	Path        JSONExpr
	Value       JSONExpr // of JSONFound, JSONKind and JSONText
	As          JSONExpr // JSONText as a value of the column's type
	Least, Most string   // of a whole number; of a text Most are the characters that it has at most, "" for any
	Refuses     plan.Refusal
}

// JSONExpr is an expression and its text.
type JSONExpr struct {
	Text string
	ast.ExprNode
}

// The names in the expressions of a JSON_TABLE.
const (
	JSONFound = "found" // what the column's path finds in the element; NULL: nothing
	JSONKind  = "kind"  // its JSON_TYPE; empty: nothing is found
	JSONText  = "text"  // it without quotes
)

// jsonTable is a JSON_TABLE in a text.
type jsonTable struct {
	open    int    // the parenthesis behind the word
	path    span   // a literal
	list    span   // COLUMNS and its parentheses
	columns []span // what is in these
}

// withoutJSONTables gives a text, of the same length, with queries in the place of JSON_TABLEs that
// stand where tables do, and what was there by the names that the queries give their paths.
func withoutJSONTables(text string) (read string, tables map[string]jsonTable) {
	var out []byte
	for at := 0; at < len(text); {
		next := tableFunction(text, at)
		if next < 0 {
			break
		}
		t, end, ok := jsonTableAt(text, next)
		if !ok || len(tables) == 1<<12 {
			break // the parser says what is wrong
		}
		if out == nil {
			out, tables = []byte(text), map[string]jsonTable{}
		}
		name := columnList{span: span{0, len("COLUMNS()") - len("AS ")}}.standIn(len(tables))
		tables[name] = t
		copy(out[next:], "(SELECT   ")
		out[t.open] = ' '
		copy(out[t.list.start:], blank(text, t.list.start, t.list.end)[t.list.start:t.list.end])
		copy(out[t.list.start:], "AS `"+name+"`")
		at = end
	}
	if out == nil {
		return text, nil
	}
	return string(out), tables
}

// tableFunction gives where JSON_TABLE stands in the place of a table, from a place on; -1 if it
// does not.
func tableFunction(text string, from int) int {
	before := ""
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			word := strings.ToUpper(text[i:end])
			if i >= from && word == "JSON_TABLE" && (before == "," || before == "FROM" || before == "JOIN" || before == "STRAIGHT_JOIN") {
				return i
			}
			before = word
		}
		i = end
	}
	return -1
}

// jsonTableAt reads the JSON_TABLE at a place, and gives its end.
func jsonTableAt(text string, at int) (t jsonTable, end int, ok bool) {
	words := wordsWithin(text, at)
	if len(words) < 2 || words[1].of(text) != "(" {
		return t, 0, false
	}
	t.open = words[1].start
	for i := 2; i < len(words); i++ {
		if words[i].of(text) == "(" {
			i += skipped(text, words[i:])
			continue
		}
		if !strings.EqualFold(words[i].of(text), "COLUMNS") {
			continue
		}
		n := skipped(text, words[i+1:])
		if n == 0 || i+n+2 >= len(words) || words[i+n+2].of(text) != ")" {
			return t, 0, false
		}
		t.path, t.list, t.columns = words[i-1], span{words[i].start, words[i+n+1].end}, words[i+2:i+n+1]
		return t, words[i+n+2].end, true
	}
	return t, 0, false
}

// wordsWithin gives the lexemes from a word and its parenthesis on, to the end of the latter.
func wordsWithin(text string, at int) (out []span) {
	depth := 0
	for i := at; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			out = append(out, span{i, end})
			switch text[i:end] {
			case "(":
				depth++
			case ")":
				depth--
			}
			if depth == 0 && len(out) > 1 {
				return out
			}
		}
		i = end
	}
	return out
}

// skipped is how many words there are behind a parenthesis that opens to the one that closes it;
// 0 where there is none.
func skipped(text string, words []span) int {
	depth := 0
	for i, w := range words {
		switch w.of(text) {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return 0
}

// asJSONTables puts the JSON_TABLEs of statements in the places of the queries that were read.
func (p *Parsers) asJSONTables(text string, stmts []ast.StmtNode, tables map[string]jsonTable) error {
	if tables == nil {
		return nil
	}
	f := &jsonTables{parsers: p, text: text, tables: tables}
	for _, s := range stmts {
		s.Accept(f)
	}
	return f.err
}

// jsonTables is the state of one asJSONTables.
type jsonTables struct {
	parsers *Parsers
	text    string
	tables  map[string]jsonTable
	err     error
}

// Enter implements ast.Visitor.
func (f *jsonTables) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave implements ast.Visitor.
func (f *jsonTables) Leave(n ast.Node) (ast.Node, bool) {
	s, ok := n.(*ast.TableSource)
	if !ok || f.err != nil {
		return n, true
	}
	q, ok := s.Source.(*ast.SelectStmt)
	if !ok || q.Fields == nil || len(q.Fields.Fields) != 2 {
		return n, true
	}
	t, ok := f.tables[q.Fields.Fields[1].AsName.O]
	if !ok {
		return n, true
	}
	q.Fields.Fields = q.Fields.Fields[:1]
	c := jsonColumns{jsonTables: f}
	rows := c.rows(t.path, t.columns)
	if f.err = c.err; f.err == nil {
		s.Source = &JSONTable{q, *rows}
	}
	return n, true
}
