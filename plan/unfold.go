package plan

import (
	"slices"
	"strings"
)

// Unfold gives each row once for each row that is made of the document in its last column, a JSON value
// or the text of one. In the place of that are the columns of the latter. NULL makes none; with Outer a
// row of which none is made is there once, with NULLs.
type Unfold struct {
	Outer bool
	Rows  *Unfolded
}

// Unfolded is the rows that a path makes of a document, one for each element that it leads to, and
// their columns. It is immutable.
type Unfolded struct {
	Path    string
	Columns []UnfoldedColumn

	// Nested are rows of each element, for which it is their document: it is there once for each of them,
	// with NULLs in the columns of the others of Nested, or once with NULLs in all of these.
	Nested []*Unfolded
}

// UnfoldedColumn is a column of rows that are unfolded.
type UnfoldedColumn struct {
	At   int // its place among the columns of all rows
	Name string
	Text string // as it was written
	Is   UnfoldedKind
	Path string // within the element

	// Value is what it is, of three slots: the JSON value that the path leads to, NULL where there is
	// none, what JSON_TYPE says of that, '' where there is none, and that without quotes.
	Value       Expr
	As          Type  // the type that was declared
	Least, Most int64 // if that is of whole numbers: those that it has; Most: the characters of a text, 0 for any
	Refuses     Refusal
}

// Refusal says for what a column of rows that are unfolded is an error, in the place of NULL or a default.
type Refusal struct {
	None  bool // its path leads to nothing
	Wrong bool // it leads to what is none of its type
}

// UnfoldedKind says what an unfolded column is.
type UnfoldedKind uint8

// The kinds of unfolded columns.
const (
	ValueAt     UnfoldedKind = iota // the value that the path leads to
	ExistsAt                        // whether it leads to one
	NumberAmong                     // the number of the element, from 1
)

// Keep gives the rows with the columns at some places alone, in that order.
func (u *Unfolded) Keep(places []int) *Unfolded {
	out := &Unfolded{Path: u.Path}
	for _, c := range u.Columns {
		if at := slices.Index(places, c.At); at >= 0 {
			c.At = at
			out.Columns = append(out.Columns, c)
		}
	}
	for _, n := range u.Nested {
		out.Nested = append(out.Nested, n.Keep(places))
	}
	return out
}

// Refusing lists the places of the columns that may be an error, which are computed whoever asks for them.
func (u *Unfolded) Refusing() (places []int) {
	for _, c := range u.all() {
		if c.Refuses != (Refusal{}) {
			places = append(places, c.At)
		}
	}
	slices.Sort(places)
	return places
}

// Names gives the names of all columns, in the order of their places.
func (u *Unfolded) Names() []string {
	all := u.all()
	out := make([]string, len(all))
	for _, c := range all {
		out[c.At] = c.Name
	}
	return out
}

// all lists the columns, those of Nested among them.
func (u *Unfolded) all() []UnfoldedColumn {
	out := slices.Clone(u.Columns)
	for _, n := range u.Nested {
		out = append(out, n.all()...)
	}
	return out
}

func (Unfold) operator() {}

// String says which rows there are.
func (u Unfold) String() string {
	if u.Outer {
		return "Unfold or keep " + u.Rows.String()
	}
	return "Unfold " + u.Rows.String()
}

// String prints the rows as JSON_TABLE has them.
func (u *Unfolded) String() string {
	var columns []string
	for _, c := range u.Columns {
		columns = append(columns, c.Text)
	}
	for _, n := range u.Nested {
		columns = append(columns, "NESTED PATH "+n.String())
	}
	return "'" + strings.ReplaceAll(u.Path, "'", "''") + "' COLUMNS (" + strings.Join(columns, ", ") + ")"
}
