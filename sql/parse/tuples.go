package parse

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/test_driver"
	"github.com/pingcap/tidb/pkg/parser/types"
)

// Most of a long INSERT are rows of plain literals, which the parser takes longer to read than the
// table takes to keep. The parser reads the first row and blanks in the place of the others; these
// are read here, and asTuples puts them behind the first.

// tuples is the rows of an INSERT that the parser does not read.
type tuples struct {
	span
	rows [][]ast.ExprNode
}

// withoutTuples gives the text of an INSERT or REPLACE, of the same length, without the rows behind
// the first, where all rows are plain literals: whole numbers, decimals, texts and NULL. What is anything else is for the parser, and so are all rows then.
func withoutTuples(text string) (read string, t tuples) {
	first, ok := wordFrom(text, 0)
	if !ok || !strings.EqualFold(first.of(text), "INSERT") && !strings.EqualFold(first.of(text), "REPLACE") {
		return text, tuples{}
	}
	at, ok := valuesIn(text, first.end)
	if !ok {
		return text, tuples{}
	}
	r := tupleReader{text: text, at: at}
	if r.row() == nil {
		return text, tuples{}
	}
	t.start, t.end = r.at, r.at
	for r.sign(',') {
		row := r.row()
		if row == nil {
			return text, tuples{}
		}
		t.rows, t.end = append(t.rows, row), r.at
	}
	if t.rows == nil || !rowsEnd(text, t.end) {
		return text, tuples{}
	}
	return blank(text, t.start, t.end), t
}

// rowsEnd reports whether no more rows of an INSERT can stand from i on, whatever is in comments.
func rowsEnd(text string, i int) bool {
	word, more := wordFrom(text, i)
	return !more || slices.Contains([]string{";", "AS", "ON"}, strings.ToUpper(word.of(text)))
}

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

// tupleReader reads rows of plain literals.
type tupleReader struct {
	text    string
	at      int
	columns int                     // of the row before
	room    []test_driver.ValueExpr // for literals to come
}

// next skips spaces and gives the byte behind them, 0 at the end.
func (r *tupleReader) next() byte {
	for ; r.at < len(r.text); r.at++ {
		if c := r.text[r.at]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
	}
	return 0
}

// sign takes a byte, if it is the next one.
func (r *tupleReader) sign(c byte) bool {
	if r.next() != c {
		return false
	}
	r.at++
	return true
}

// row reads (literal, …); nil where that is not what stands there.
func (r *tupleReader) row() (out []ast.ExprNode) {
	if !r.sign('(') {
		return nil
	}
	out = make([]ast.ExprNode, 0, r.columns)
	for {
		e := r.literal()
		if e == nil {
			return nil
		}
		out = append(out, e)
		if r.sign(')') {
			r.columns = len(out)
			return out
		}
		if !r.sign(',') {
			return nil
		}
	}
}

// literal reads one as the parser does; nil where that is for the parser.
func (r *tupleReader) literal() ast.ExprNode {
	c := r.next()
	begin := r.at
	switch {
	case c == '\'':
		text, ok := r.quoted()
		if !ok {
			return nil
		}
		return r.textAt(begin, text)
	case c >= '0' && c <= '9':
		return r.number()
	case c == '-':
		r.at++
		if r.at == len(r.text) || r.text[r.at] < '0' || r.text[r.at] > '9' {
			return nil
		}
		n := r.number()
		if n == nil {
			return nil
		}
		minus := &ast.UnaryOperationExpr{Op: opcode.Minus, V: n}
		minus.SetOriginTextPosition(begin)
		return minus
	case (c == 'N' || c == 'n') && len(r.text)-r.at > 4 && strings.EqualFold(r.text[r.at:r.at+4], "NULL") && !wordByte(r.text[r.at+4]):
		r.at += 4
		return literalAt(begin, nil)
	}
	return nil
}

// quoted reads a text in single quotes, which is UTF-8, with what escapes and doubled quotes stand for.
func (r *tupleReader) quoted() (text string, ok bool) {
	begin := r.at + 1
	n := strings.IndexAny(r.text[begin:], `'\`)
	if n < 0 {
		return "", false
	}
	if at := begin + n; r.text[at] == '\'' && (at+1 == len(r.text) || r.text[at+1] != '\'') {
		text, r.at = r.text[begin:at], at+1
	} else if text, ok = r.escaped(begin); !ok {
		return "", false
	}
	return text, strings.IndexByte(text, 0) < 0 && utf8.ValidString(text)
}

// escaped reads a text that begins at a place, up to the quote that ends it.
func (r *tupleReader) escaped(at int) (text string, ok bool) {
	var b strings.Builder
	for {
		n := strings.IndexAny(r.text[at:], `'\`)
		if n < 0 || at+n+1 == len(r.text) && r.text[at+n] == '\\' {
			return "", false
		}
		b.WriteString(r.text[at : at+n])
		at += n + 1
		switch {
		case r.text[at-1] == '\\':
			b.WriteString(escapedBy(r.text[at : at+1]))
		case at < len(r.text) && r.text[at] == '\'':
			b.WriteByte('\'')
		default:
			r.at = at
			return b.String(), true
		}
		at++
	}
}

// escapedBy gives what a byte behind a backslash stands for, mostly itself.
func escapedBy(c string) string {
	switch c {
	case "0":
		return "\x00"
	case "b":
		return "\b"
	case "n":
		return "\n"
	case "r":
		return "\r"
	case "t":
		return "\t"
	case "Z":
		return "\x1a"
	case "%", "_":
		return `\` + c
	}
	return c
}

// mostPlainDigits is how many digits a number has at most that fits 64 bits whatever they are.
const mostPlainDigits = 18

// number reads a whole number, or one with digits on both sides of a point.
func (r *tupleReader) number() ast.ExprNode {
	begin := r.at
	whole := r.digits()
	if whole > 1 && r.text[begin] == '0' {
		return nil
	}
	behind := 0
	if r.at < len(r.text) && r.text[r.at] == '.' {
		r.at++
		if behind = r.digits(); behind == 0 {
			return nil
		}
	}
	ends := r.at == len(r.text) || r.text[r.at] != '.' && !wordByte(r.text[r.at])
	if !ends || whole+behind > mostPlainDigits {
		return nil
	}
	text := r.text[begin:r.at]
	if behind == 0 {
		return r.integerAt(begin, text)
	}
	n, err := ast.NewDecimal(text)
	if err != nil {
		return nil
	}
	return literalAt(begin, n)
}

// digits skips digits and says how many they are.
func (r *tupleReader) digits() int {
	begin := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at - begin
}

// mostRoom is how many literals get memory together, at most.
const mostRoom = 1024

// node is a literal that stands at a place, without its value.
func (r *tupleReader) node(at int) *test_driver.ValueExpr {
	if len(r.room) == 0 {
		r.room = make([]test_driver.ValueExpr, min(mostRoom, 1+(len(r.text)-at)/8))
	}
	e := &r.room[0]
	r.room = r.room[1:]
	e.SetProjectionOffset(-1)
	e.SetOriginTextPosition(at)
	return e
}

// integerAt is literalAt for a whole number that 64 bits hold.
func (r *tupleReader) integerAt(at int, digits string) ast.ExprNode {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return nil
	}
	e := r.node(at)
	e.SetInt64(n)
	e.Type.SetType(mysql.TypeLonglong)
	e.Type.SetFlen(test_driver.StrLenOfInt64Fast(n))
	e.Type.SetDecimal(0)
	test_driver.SetBinChsClnFlag(&e.Type)
	return e
}

// textAt is literalAt for a text.
func (r *tupleReader) textAt(at int, text string) ast.ExprNode {
	e := r.node(at)
	e.SetString(text)
	e.Type.SetType(mysql.TypeVarString)
	e.Type.SetFlen(len(text))
	e.Type.SetDecimal(types.UnspecifiedLength)
	e.Type.SetCharset(mysql.DefaultCharset)
	e.Type.SetCollate(mysql.DefaultCollationName)
	return e
}

// literalAt is a literal that stands at a place, as the parser makes it.
func literalAt(at int, v any) ast.ExprNode {
	e := ast.NewValueExpr(v, mysql.DefaultCharset, mysql.DefaultCollationName)
	e.SetOriginTextPosition(at)
	return e
}

// asTuples gives an INSERT, which is the first statement, the rows that were read for it.
func asTuples(stmts []ast.StmtNode, t tuples) {
	if len(stmts) == 0 || t.rows == nil {
		return
	}
	if insert, ok := stmts[0].(*ast.InsertStmt); ok {
		insert.Lists = append(insert.Lists, t.rows...)
	}
}
