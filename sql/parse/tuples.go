package parse

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"
)

// Most of a long INSERT are rows of plain literals. As nodes of a syntax tree they take thirty times
// what their text takes, and the parser takes longer to read them than the table takes to keep them.
// So the parser reads the first row and not the others, of which the tree has where they are: who
// wants the rows of an INSERT reads them by Rows, one after another.

// tuples are the rows of an INSERT that the parser does not read. In the tree they stand in the place
// of a row; nobody but Rows looks at them, since they have nothing but literals.
type tuples struct {
	test_driver.ValueExpr
	span
	text  string
	count int
	marks []int // where the sign before each markEvery-th of them stands
}

// markEvery is how many rows are read again at most for the sake of one.
const markEvery = 1024

// Accept is of ast.Node: the rows are passed over.
func (t *tuples) Accept(ast.Visitor) (ast.Node, bool) { return t, true }

// withoutTuples gives the text of an INSERT or REPLACE without the rows behind the first, where all
// rows are plain literals, and these rows; what is behind them stays where it is. What is anything else
// is for the parser, and so are all rows then.
func withoutTuples(text string) (read string, t *tuples) {
	first, ok := wordFrom(text, 0)
	if !ok || !strings.EqualFold(first.of(text), "INSERT") && !strings.EqualFold(first.of(text), "REPLACE") {
		return text, nil
	}
	at, ok := valuesIn(text, first.end)
	if !ok {
		return text, nil
	}
	r := tupleReader{text: text, at: at}
	if !r.row() {
		return text, nil
	}
	t = &tuples{text: text, span: span{r.at, r.at}}
	for ; r.sign(','); t.count++ {
		if t.count%markEvery == 0 {
			t.marks = append(t.marks, r.at-1)
		}
		if !r.row() {
			return text, nil
		}
		t.end = r.at
	}
	word, more := wordFrom(text, t.end)
	switch {
	case t.count == 0 || more && !slices.Contains(behindRows, strings.ToUpper(word.of(text))):
		return text, nil
	case !more || word.of(text) == ";" && strings.TrimSpace(text[word.end:]) == "":
		return text[:t.start], t
	}
	return blank(text, t.start, t.end), t
}

// behindRows are words that end the rows of an INSERT, whatever is in comments.
var behindRows = []string{";", "AS", "ON"}

// valuesIn gives where the rows of an INSERT begin, behind VALUES.
func valuesIn(text string, i int) (at int, ok bool) {
	depth := 0
	for word, ok := wordFrom(text, i); ok; word, ok = wordFrom(text, word.end) {
		switch strings.ToUpper(word.of(text)) {
		case "(":
			depth++
		case ")":
			depth--
		case "VALUES", "VALUE":
			if depth == 0 {
				return word.end, true
			}
		case "SELECT", "SET", "TABLE", "WITH", ";":
			return 0, false
		}
	}
	return 0, false
}

// asTuples gives an INSERT, which is the first statement, the rows that the parser has not read.
func asTuples(stmts []ast.StmtNode, t *tuples) {
	if len(stmts) == 0 || t == nil {
		return
	}
	if insert, ok := stmts[0].(*ast.InsertStmt); ok {
		insert.Lists = append(insert.Lists, []ast.ExprNode{t})
	}
}

// Rows reads the rows of INSERT … VALUES.
type Rows struct {
	read   [][]ast.ExprNode // by the parser
	behind *tuples          // these; nil: none
	reader tupleReader
	next   int
}

// RowsOf gives the rows of an INSERT, from the first on.
func RowsOf(n *ast.InsertStmt) *Rows {
	r := &Rows{read: n.Lists}
	if last := len(n.Lists) - 1; last > 0 && len(n.Lists[last]) == 1 {
		if t, ok := n.Lists[last][0].(*tuples); ok {
			r.read, r.behind, r.reader = n.Lists[:last], t, tupleReader{text: t.text, at: t.start}
		}
	}
	return r
}

// Len is how many rows there are.
func (r *Rows) Len() int {
	if r.behind == nil {
		return len(r.read)
	}
	return len(r.read) + r.behind.count
}

// Parsed is how many of them, the first ones, are nodes anyway.
func (r *Rows) Parsed() int { return len(r.read) }

// Bytes is how long the text is that is not read before it is asked for.
func (r *Rows) Bytes() int {
	if r.behind == nil {
		return 0
	}
	return r.behind.end - r.behind.start
}

// At is the number of the next row.
func (r *Rows) At() int { return r.next }

// Offset is how many bytes of the text that is read when it is asked for have been read.
func (r *Rows) Offset() int {
	if r.behind == nil {
		return 0
	}
	return r.reader.at - r.behind.start
}

// Next gives the next row, which there is. Its nodes are those of the row until the next one is asked for.
func (r *Rows) Next() (row []ast.ExprNode) {
	r.next++
	if r.next <= len(r.read) {
		return r.read[r.next-1]
	}
	r.reader.sign(',')
	r.reader.row()
	return r.reader.nodes()
}

// Seek has a row be the next one, which there is.
func (r *Rows) Seek(number int) {
	if r.next = number; r.behind == nil {
		return
	}
	number = max(0, number-len(r.read))
	r.reader.at = r.behind.marks[number/markEvery]
	for range number % markEvery {
		r.reader.sign(',')
		r.reader.row()
	}
}
