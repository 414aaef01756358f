package parse

import (
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/charset"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/test_driver"
	"github.com/pingcap/tidb/pkg/parser/types"
)

// rowNodes are the nodes of a row of literals, in memory that serves the next row.
type rowNodes struct {
	row    []ast.ExprNode
	values []test_driver.ValueExpr
	minus  []ast.UnaryOperationExpr
	made   madeValues
}

// of makes the nodes of literals of a text.
func (n *rowNodes) of(text string, found []literal) []ast.ExprNode {
	if len(n.row) != len(found) {
		n.row, n.values = make([]ast.ExprNode, len(found)), make([]test_driver.ValueExpr, len(found))
		n.minus = make([]ast.UnaryOperationExpr, len(found))
	}
	for i := range found {
		l := &found[i]
		if l.kind == madeValue {
			n.row[i] = n.made.node(i, l.value.of(text), l.at)
			continue
		}
		n.row[i] = l.node(text, &n.values[i])
		if l.minus >= 0 {
			u := &n.minus[i]
			*u = ast.UnaryOperationExpr{Op: opcode.Minus, V: n.row[i]}
			u.SetOriginTextPosition(l.minus)
			n.row[i] = u
		}
	}
	return n.row
}

// node makes a literal's, in some memory if it is of a kind that most are of.
func (l *literal) node(text string, room *test_driver.ValueExpr) ast.ExprNode {
	var e ast.ExprNode = room
	switch s := l.value.of(text); l.kind {
	case textLiteral:
		l.asText(room, text, mysql.DefaultCharset, mysql.DefaultCollationName)
	case binaryText:
		l.asText(room, text, charset.CharsetBin, charset.CollationBin)
		room.Type.AddFlag(mysql.UnderScoreCharsetFlag | mysql.BinaryFlag)
	case wholeLiteral:
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			asInteger(room, n)
		} else {
			e = valueNode(strconv.ParseUint(s, 10, 64))
		}
	case decimalLiteral:
		e = valueNode(ast.NewDecimal(s))
	case doubleLiteral:
		e = valueNode(strconv.ParseFloat(s, 64))
	case hexLiteral:
		e = valueNode(ast.NewHexLiteral("0x" + s))
	case bitLiteral:
		e = valueNode(ast.NewBitLiteral("0b" + s))
	case trueLiteral, falseLiteral:
		e = valueNode(l.kind == trueLiteral, nil)
	default:
		e = valueNode[any](nil, nil)
	}
	e.SetOriginTextPosition(l.at)
	return e
}

// valueNode is a node of a value, which no error comes with, as it was found to be one.
func valueNode[T any](v T, _ error) ast.ExprNode {
	return ast.NewValueExpr(v, mysql.DefaultCharset, mysql.DefaultCollationName)
}

// asInteger makes a node that of a whole number.
func asInteger(e *test_driver.ValueExpr, n int64) {
	*e = test_driver.ValueExpr{}
	e.SetProjectionOffset(-1)
	e.SetInt64(n)
	e.Type.SetType(mysql.TypeLonglong)
	e.Type.SetFlen(test_driver.StrLenOfInt64Fast(n))
	e.Type.SetDecimal(0)
	test_driver.SetBinChsClnFlag(&e.Type)
}

// asText makes a node that of a text.
func (l *literal) asText(e *test_driver.ValueExpr, text, charset, collation string) {
	s := l.value.of(text)
	if l.escaped {
		s = unescaped(s, text[l.value.start-1])
	}
	*e = test_driver.ValueExpr{}
	e.SetProjectionOffset(-1)
	e.SetString(s)
	e.Type.SetType(mysql.TypeVarString)
	e.Type.SetFlen(len(s))
	e.Type.SetDecimal(types.UnspecifiedLength)
	e.Type.SetCharset(charset)
	e.Type.SetCollate(collation)
}

// unescaped is what stands between quotes, with what escapes and doubled quotes stand for.
func unescaped(s string, quote byte) string {
	var b strings.Builder
	b.Grow(len(s))
	for {
		n := quoteOrEscape(s, quote)
		if n < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:n])
		if s[n] == '\\' {
			b.WriteString(escapedBy(s[n+1 : n+2]))
		} else {
			b.WriteByte(quote)
		}
		s = s[n+2:]
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
