package parse

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// tupleReader reads rows of plain literals, and of values that are made of some.
type tupleReader struct {
	text  string
	at    int
	found []literal // of the row that was read last
	room  rowNodes  // for it
}

// literal is one that stands in a text.
type literal struct {
	kind    literalKind
	at      int  // where it begins, behind a minus
	minus   int  // where that stands; -1: nowhere
	value   span // what is between the quotes, or the digits
	escaped bool // a text in which not all bytes stand for themselves
}

// literalKind is which form a literal has.
type literalKind uint8

const (
	noLiteral literalKind = iota
	textLiteral
	binaryText // _binary'…'
	wholeLiteral
	decimalLiteral
	doubleLiteral
	hexLiteral // 0x41, x'41'
	bitLiteral // b'01'
	nullLiteral
	trueLiteral
	falseLiteral
	madeValue // which the parser reads by itself
)

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

// row reads (literal, …) and reports whether that stands there.
func (r *tupleReader) row() bool {
	r.found = r.found[:0]
	if !r.sign('(') {
		return false
	}
	for {
		l := r.value()
		if l.kind == noLiteral {
			return false
		}
		r.found = append(r.found, l)
		if r.sign(')') {
			return true
		}
		if !r.sign(',') {
			return false
		}
	}
}

// value finds a literal, or what is made of some.
func (r *tupleReader) value() literal {
	r.next()
	begin := r.at
	l := r.literal()
	if c := r.next(); l.kind != noLiteral && (c == ',' || c == ')') {
		return l
	}
	r.at = begin
	return r.made()
}

// literal finds one that the parser reads as nodes() makes it.
func (r *tupleReader) literal() literal {
	c := r.next()
	l := literal{at: r.at, minus: -1}
	switch {
	case c == '\'' || c == '"':
		l.kind = textLiteral
		l.quoted(r)
	case c == '-':
		r.at++
		l.minus, l.at = l.at, r.at
		l.number(r)
	case c >= '0' && c <= '9':
		l.number(r)
	case wordByte(c):
		l.word(r)
	}
	return l
}

// none says that it is none.
func (l *literal) none() { l.kind = noLiteral }

// word reads a literal that begins with a word.
func (l *literal) word(r *tupleReader) {
	begin := r.at
	for r.at < len(r.text) && wordByte(r.text[r.at]) {
		r.at++
	}
	word := r.text[begin:r.at]
	quoted := r.at < len(r.text) && r.text[r.at] == '\''
	switch {
	case quoted && (word == "x" || word == "X"):
		l.kind = hexLiteral
		l.inQuotes(r, "0123456789abcdefABCDEF")
	case quoted && (word == "b" || word == "B"):
		l.kind = bitLiteral
		l.inQuotes(r, "01")
	case strings.EqualFold(word, "_binary") && r.next() == '\'':
		l.kind = binaryText
		l.quoted(r)
	case strings.EqualFold(word, "NULL"):
		l.kind = nullLiteral
	case strings.EqualFold(word, "TRUE"):
		l.kind = trueLiteral
	case strings.EqualFold(word, "FALSE"):
		l.kind = falseLiteral
	}
	if l.kind != hexLiteral && l.kind != bitLiteral && l.kind != binaryText && r.at < len(r.text) && r.text[r.at] == '.' {
		l.none() // the name of a column
	}
}

// inQuotes reads digits between quotes: of hexadecimal ones an even number.
func (l *literal) inQuotes(r *tupleReader, digits string) {
	r.at++
	l.value.start = r.at
	for r.at < len(r.text) && strings.IndexByte(digits, r.text[r.at]) >= 0 {
		r.at++
	}
	l.value.end = r.at
	odd := l.kind == hexLiteral && (l.value.end-l.value.start)%2 != 0
	if odd || r.at == len(r.text) || r.text[r.at] != '\'' {
		l.none()
	}
	r.at++
}

// quoted reads a text in quotes. One that is no UTF-8, unless it is of bytes, or has a zero byte as it is, is
// for the parser.
func (l *literal) quoted(r *tupleReader) {
	begin, quote := r.at+1, r.text[r.at]
	for at := begin; ; at++ {
		n := quoteOrEscape(r.text[at:], quote)
		if n < 0 {
			l.none()
			return
		}
		at += n
		switch behind := at+1 < len(r.text); {
		case r.text[at] == '\\' && !behind:
			l.none()
			return
		case r.text[at] == '\\', behind && r.text[at+1] == quote:
			l.escaped = true
			at++
			continue
		}
		l.value, r.at = span{begin, at}, at+1
		break
	}
	if text := l.value.of(r.text); strings.IndexByte(text, 0) >= 0 || l.kind == textLiteral && !utf8.ValidString(text) {
		l.none()
	}
}

// quoteOrEscape is where the first quote or backslash stands, -1 for nowhere.
func quoteOrEscape(text string, quote byte) int {
	at := strings.IndexByte(text, quote)
	if at < 0 {
		return strings.IndexByte(text, '\\')
	}
	if escape := strings.IndexByte(text[:at], '\\'); escape >= 0 {
		return escape
	}
	return at
}

// mostPlainDigits is how many digits a number has at most that fits 64 bits whatever they are.
const mostPlainDigits = 18

// number reads a whole number of up to 64 bits, one with digits on both sides of a point, or a double.
func (l *literal) number(r *tupleReader) {
	l.kind, l.value.start = wholeLiteral, r.at
	whole := r.digits()
	switch first := r.text[l.value.start:r.at]; {
	case whole == 1 && first == "0" && r.at < len(r.text) && r.text[r.at] == 'x' && l.minus < 0:
		l.hex(r)
		return
	case whole == 0 || whole > 1 && first[0] == '0':
		l.none()
		return
	}
	behind := 0
	if r.at < len(r.text) && r.text[r.at] == '.' {
		r.at++
		l.kind = decimalLiteral
		if behind = r.digits(); behind == 0 {
			l.none()
			return
		}
	}
	if r.at < len(r.text) && r.text[r.at]|0x20 == 'e' {
		l.exponent(r)
	}
	l.value.end = r.at
	ends := r.at == len(r.text) || r.text[r.at] != '.' && !wordByte(r.text[r.at])
	if !ends || whole+behind > mostPlainDigits && !l.fits(r.text) {
		l.none()
	}
}

// fits reports whether a number of many digits is a whole one of 64 bits.
func (l *literal) fits(text string) bool {
	_, err := strconv.ParseUint(l.value.of(text), 10, 64)
	return err == nil && l.kind == wholeLiteral
}

// exponent reads that of a double.
func (l *literal) exponent(r *tupleReader) {
	l.kind = doubleLiteral
	if r.at++; r.at < len(r.text) && (r.text[r.at] == '-' || r.text[r.at] == '+') {
		r.at++
	}
	if n := r.digits(); n == 0 || n > 2 { // with more it may be past the greatest double
		l.none()
	}
}

// hex reads 0x and digits, an even number.
func (l *literal) hex(r *tupleReader) {
	r.at++
	l.kind, l.value.start = hexLiteral, r.at
	for r.at < len(r.text) && strings.IndexByte("0123456789abcdefABCDEF", r.text[r.at]) >= 0 {
		r.at++
	}
	l.value.end = r.at
	n := l.value.end - l.value.start
	if n == 0 || n%2 != 0 || r.at < len(r.text) && wordByte(r.text[r.at]) {
		l.none()
	}
}

// digits skips digits and says how many they are.
func (r *tupleReader) digits() int {
	begin := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at - begin
}

// nodes are the literals of the row that was read last, as the parser makes them, until the next one is read.
func (r *tupleReader) nodes() []ast.ExprNode { return r.room.of(r.text, r.found) }
