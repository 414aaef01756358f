package malformed

import (
	"fmt"
	"strings"
)

// MaxField is how many bytes one field has at most, against hostile or mistaken input.
const MaxField = 16 << 20

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
	Met    string // text: the whole value that is not of its column's type, with a point where it has a decimal comma; "": something else is wrong
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

// StrayQuote is what is expected of a text in which a quote stands elsewhere.
const StrayQuote = "quotes only around a whole field, doubled inside of it"

// IsStrayQuote reports whether a quote stands within a field that does not begin with one.
func (e *Error) IsStrayQuote() bool { return e.Want == StrayQuote }

// IsEncoding reports whether a text was expected to be valid UTF-8, and was not.
func (e *Error) IsEncoding() bool { return e.Want == validUTF8 }
