package load

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"unicode/utf8"
)

// The limits of one file, against hostile or mistaken input.
const (
	MaxField  = 1 << 20  // bytes of one field
	MaxRecord = 16 << 20 // bytes of one record of a text file
)

// Error says which place of a file is wrong, and what was expected there. Nothing of
// the load that met it has been stored.
type Error struct {
	File   string
	Line   int64  // text: 1-based line where the field (or the record) begins; 0: unknown
	Row    int64  // Parquet, IPC and JSON: 1-based row; 0: unknown
	Field  int    // 1-based field of the file; 0: the whole record or file
	Column string // the table's column that the field goes to, or the file's name for it
	Value  string // what is there, shortened and quoted; "": nothing to show
	Want   string // what was expected
}

// Error is `FILE, line 17, field 4 (lo_partkey): "x1": expected an integer ...`.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ", line %d", e.Line)
	}
	if e.Row > 0 {
		fmt.Fprintf(&b, ", row %d", e.Row)
	}
	if e.Field > 0 {
		fmt.Fprintf(&b, ", field %d", e.Field)
	}
	if e.Column != "" {
		fmt.Fprintf(&b, " (%s)", e.Column)
	}
	b.WriteString(": ")
	if e.Value != "" {
		b.WriteString(e.Value + ": ")
	}
	return b.String() + "expected " + e.Want
}

// shorten quotes at most 40 bytes of a value.
func shorten(value []byte) string {
	const most = 40
	if len(value) <= most {
		return fmt.Sprintf("%q", value)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(value[cut]) {
		cut--
	}
	return fmt.Sprintf("%q... (%d bytes)", value[:cut], len(value))
}

// errPanic marks an error that was a panic.
var errPanic = errors.New("internal error")

// guarded runs f and turns a panic into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, r, debug.Stack())
		}
	}()
	return f()
}
