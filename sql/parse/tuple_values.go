package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A value of a row that is no plain literal may be made of some: NOW(), DEFAULT, UNHEX('41'), -(5), DATE '2024-01-01'. The
// parser reads each by itself, once the row is asked for, and one that stands in a column again not once more.

// made finds a value up to the comma or the parenthesis behind it that is made of literals, operators and words that give the
// same whenever they are evaluated.
func (r *tupleReader) made() literal {
	l := literal{at: r.at, minus: -1}
	depth := 0
	for at := r.at; at < len(r.text); {
		end, kind := Lexeme(r.text, at)
		switch part := r.text[at:end]; {
		case depth == 0 && at > r.at && (part == "," || part == ")"):
			l.value = span{r.at, r.at + len(strings.TrimRight(r.text[r.at:at], " \t\r\n"))}
			if r.room.made.reads(l.value.of(r.text)) {
				l.kind, r.at = madeValue, at
			}
			return l
		case part == "(":
			depth++
		case part == ")":
			depth--
		case !partOfValue(part, kind):
			return l
		}
		at = end
	}
	return l
}

// partOfValue reports whether a lexeme may stand in a value that is made of literals.
func partOfValue(part string, kind int) bool {
	switch kind {
	case SpaceLexeme:
		return true
	case QuotedLexeme:
		closed := len(part) > 1 && part[len(part)-1] == part[0]
		return closed && part[0] != '`' && utf8.ValidString(part) && strings.IndexByte(part, 0) < 0
	case WordLexeme:
		return part[0] >= '0' && part[0] <= '9' || part[0] == '_' || valueWords[strings.ToUpper(part)]
	}
	return kind == SignLexeme && strings.Contains("+-*/%.,", part)
}

// valueWords are words and functions of which values are made that depend on nothing but the session and its clock, and do
// nothing.
var valueWords = wordSet(`DEFAULT NULL TRUE FALSE N DIV MOD
	NOW CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP SYSDATE CURDATE CURRENT_DATE CURTIME CURRENT_TIME UTC_TIMESTAMP UTC_DATE UTC_TIME
	DATE TIME TIMESTAMP INTERVAL MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DATE_ADD DATE_SUB ADDDATE SUBDATE
	STR_TO_DATE FROM_UNIXTIME UNIX_TIMESTAMP MAKEDATE MAKETIME LAST_DAY FROM_DAYS SEC_TO_TIME
	UNHEX HEX FROM_BASE64 TO_BASE64 CHAR CONCAT CONCAT_WS REPEAT LOWER UPPER REPLACE TRIM LEFT RIGHT SUBSTR SUBSTRING
	UUID UUID_TO_BIN BIN_TO_UUID INET_ATON INET6_ATON MD5 SHA SHA1 SHA2 JSON_ARRAY JSON_OBJECT
	ROUND FLOOR CEIL CEILING ABS POW POWER RAND PI CAST CONVERT AS USING UTF8 UTF8MB3 UTF8MB4 BINARY SIGNED UNSIGNED DECIMAL DATETIME JSON`)

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// madeValues reads values by the parser.
type madeValues struct {
	parser *parser.Parser
	shapes map[string]bool // by what a value is but for what is written in it: whether the parser reads it
	last   []madeNode      // of each column
}

// madeNode is a value that was read, at some place of the text.
type madeNode struct {
	text string
	at   int
	node ast.ExprNode
}

// mostShapes bounds the memory that shapes take.
const mostShapes = 1024

// reads reports whether the parser reads a value of this shape.
func (m *madeValues) reads(value string) bool {
	shape := shapeOf(value)
	reads, known := m.shapes[shape]
	if !known {
		if m.shapes == nil || len(m.shapes) == mostShapes {
			m.shapes = map[string]bool{}
		}
		reads = m.read(shape) != nil
		m.shapes[shape] = reads
	}
	return reads
}

// shapeOf gives a value with the same in the place of all texts, but those that a word stands before, and of numbers of few
// digits.
func shapeOf(value string) string {
	var b strings.Builder
	word := false
	for i := 0; i < len(value); {
		end, kind := Lexeme(value, i)
		switch part := value[i:end]; {
		case kind == QuotedLexeme && !word:
			b.WriteString("''")
		case kind == WordLexeme && len(part) <= mostPlainDigits && digitsOnly(part):
			b.WriteByte('1')
		default:
			b.WriteString(part)
		}
		word, i = kind == WordLexeme, end
	}
	return b.String()
}

// beforeValue is what a value stands behind where it is read by itself.
const beforeValue = "INSERT INTO t VALUES ("

// read gives the node of a value, nil for what is none.
func (m *madeValues) read(value string) (node ast.ExprNode) {
	if m.parser == nil {
		m.parser = parser.New()
	}
	defer func() {
		if recover() != nil { // as with numbers that are too long for it
			node = nil
		}
		m.parser.Reset()
	}()
	text, _ := knownWords(readable(plainIntervals(beforeValue + value + ")")))
	stmts, _, err := m.parser.ParseSQL(text)
	if err != nil || len(stmts) != 1 {
		return nil
	}
	insert, ok := stmts[0].(*ast.InsertStmt)
	if !ok || len(insert.Lists) != 1 || len(insert.Lists[0]) != 1 {
		return nil
	}
	return insert.Lists[0][0]
}

// node gives the node of a value of a column that stands at some place, which is one that the parser reads.
func (m *madeValues) node(column int, value string, at int) ast.ExprNode {
	for len(m.last) <= column {
		m.last = append(m.last, madeNode{})
	}
	last := &m.last[column]
	if last.node == nil || last.text != value {
		*last = madeNode{value, len(beforeValue), m.read(value)}
	}
	last.node.Accept(mover(at - last.at))
	last.at = at
	return last.node
}

// mover moves nodes by so many bytes of their text.
type mover int

// Enter is of ast.Visitor.
func (m mover) Enter(n ast.Node) (ast.Node, bool) {
	if at := n.OriginTextPosition(); at > 0 {
		n.SetOriginTextPosition(at + int(m))
	}
	return n, false
}

// Leave is of ast.Visitor.
func (mover) Leave(n ast.Node) (ast.Node, bool) { return n, true }
