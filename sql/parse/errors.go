package parse

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan/fault"
)

// Error is what is wrong with a statement, where, and what may help.
type Error struct {
	Code    int    // MySQL's number
	Message string // one line
	Hint    string // what to do, or the name that was probably meant; may be empty
	Line    int    // place in the statement, from 1; 0: unknown
	Column  int    // in characters, from 1; 0: unknown
	Source  string // the line of the text
	Err     error  // the cause, if it is another error
}

// Error gives code, place and message in one line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("error %d: %s", e.Code, e.Message)
	}
	return fmt.Sprintf("error %d at line %d, column %d: %s", e.Code, e.Line, e.Column, e.Message)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Detail gives the error, the line of the text with a caret under the place, and the
// hint, each on lines of its own.
func (e *Error) Detail() string { return e.DetailWithin(0) }

// DetailWithin is Detail for a terminal of so many cells, 0 for any: of the line it shows
// what fits, so that the caret stays under the place.
func (e *Error) DetailWithin(cells int) string {
	var b strings.Builder
	b.WriteString(e.Error())
	if e.Line > 0 {
		source, caret := window(e.Source, e.Column, cells)
		b.WriteString("\n  " + source + "\n  " + strings.Repeat(" ", caret) + "^")
	}
	if e.Hint != "" {
		b.WriteString("\n" + e.Hint)
	}
	return b.String()
}

// window cuts a long line to what is around a column, in as many cells as there are (0:
// any number), and gives the caret's place in them.
func window(source string, column, cells int) (text string, caret int) {
	before, after := 60, 40
	if room := cells - len("  ......") - 1; cells > 0 {
		after = max(1, min(after, room*2/5))
		before = max(1, min(before, room-after))
	}
	runes := []rune(printable(source))
	at := min(max(0, column-1), len(runes))
	lo, hi := at, at
	for ; lo > 0 && before >= runewidth.RuneWidth(runes[lo-1]); lo-- {
		before -= runewidth.RuneWidth(runes[lo-1])
	}
	for ; hi < len(runes) && after >= runewidth.RuneWidth(runes[hi]); hi++ {
		after -= runewidth.RuneWidth(runes[hi])
	}
	text, lead := string(runes[lo:hi]), string(runes[lo:at])
	if lo > 0 {
		text, lead = "..."+text, "..."+lead
	}
	if hi < len(runes) {
		text += "..."
	}
	return text, runewidth.StringWidth(lead)
}

// printable replaces what a terminal would obey: control characters become spaces.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}

// ErrorAt makes an error at an offset of the text in bytes; -1 is no place.
func ErrorAt(text string, offset, code int, format string, args ...any) *Error {
	e := &Error{Code: code, Message: fmt.Sprintf(format, args...)}
	if offset < 0 || offset > len(text) {
		return e
	}
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	e.Line = strings.Count(text[:offset], "\n") + 1
	e.Column = utf8.RuneCountInString(text[start:offset]) + 1
	e.Source = strings.TrimSuffix(text[start:], afterLine(text[start:]))
	return e
}

// AsError gives any error a code: that of its method SQLCode, a timeout or an
// interruption for a context's end. An *Error stays as it is.
func AsError(text string, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	return Locate(text, -1, err)
}

// Locate is asError with a place.
func Locate(text string, offset int, err error) *Error {
	var known *Error
	var coded interface{ SQLCode() int }
	code := CodeUnknownError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &coded):
		code = coded.SQLCode()
	case errors.Is(err, context.DeadlineExceeded):
		code = CodeTimeout
	case errors.Is(err, context.Canceled):
		code = CodeInterrupted
	}
	e := ErrorAt(text, offset, code, "%s", oneLine(err.Error()))
	e.Err = err
	if e.Line == 0 {
		e.Source = strings.TrimSuffix(text, afterLine(text))
	}
	return e
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// OffsetOf gives where a node starts in the text that it was parsed from; -1 if that is
// not known.
func OffsetOf(text string, n ast.Node) int {
	switch n := n.(type) {
	case *ast.SelectField:
		return n.Offset
	case *ast.ByItem:
		return OffsetOf(text, n.Expr)
	case *ast.TableSource:
		return OffsetOf(text, n.Source)
	case *ast.TableName:
		return FindWord(text, OwnName(n))
	case *ast.ColumnName:
		return FindWord(text, n.Name.O)
	case *ast.PositionExpr:
		return FindWord(text, strconv.Itoa(n.N))
	case nil:
		return -1
	}
	if at := n.OriginTextPosition(); at > 0 && at < len(text) {
		return at
	}
	return -1
}

// ErrorOn makes an error at a node.
func ErrorOn(text string, n ast.Node, code int, format string, args ...any) *Error {
	return ErrorAt(text, OffsetOf(text, n), code, format, args...)
}

// Hinted gives an error a hint with the name that was probably meant.
func Hinted(e *Error, name string, names []string) *Error {
	if n := fault.Near(name, names); n != "" {
		e.Hint = fmt.Sprintf("Did you mean %s?", n)
	}
	return e
}

// IsCode reports whether an error has one of MySQL's numbers.
func IsCode(err error, code int) bool {
	var known *Error
	var coded interface{ SQLCode() int }
	return errors.As(err, &known) && known.Code == code || errors.As(err, &coded) && coded.SQLCode() == code
}
