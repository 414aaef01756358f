// Package ingest is how rows come to a table: a source gives them in batches, by columns. Who reads
// or computes rows needs nothing else of the store.
package ingest

import (
	"context"
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// Batch is rows on their way into a table, by columns. It belongs to whoever received
// it from Source.Next.
type Batch struct {
	Rows    int
	Columns []Column // one per column of the table, in its order
	// Origin says where a row came from ("lineorder.tbl, line 17"), for errors. May be nil.
	Origin func(row int) string
}

// Column holds one column's values. Integer-like kinds use Ints (plan's number
// form: scaled decimals, days, the key VALUE of a foreign key), Double uses Floats,
// String uses Codes into Dict, the texts of this batch in any order, of which few are there more
// than once, and so does a type that is Keyed, whose Dict has keys; that of a NULL may be empty.
//
// Codes of a String column may be those of Sorted in place of Dict, which holds other texts, too:
// that of a result, good until the load has ended. Where batches share one, no text is looked at
// twice.
type Column struct {
	Ints   []int64
	Floats []float64
	Codes  []uint32
	Dict   []string
	Sorted *plan.Dictionary
	Nulls  []bool // nil: none

	// Absent says which rows have come without a value, for a formula to give them one; nil: none. They are NULL
	// here, or have what the column has where it is given nothing.
	Absent []bool

	Lost Lost // in what was read of a file
}

// Lost is how many of some values are not here as a file has them.
type Lost struct {
	Rounded int // times, to the digits of a second's fraction that a column has at most
	Endless int // numbers that are NaN or infinite, and NULL
	Zeros   int // whole numbers that are written with a zero before them
}

// Add counts more values.
func (l *Lost) Add(more Lost) {
	l.Rounded += more.Rounded
	l.Endless += more.Endless
	l.Zeros += more.Zeros
}

// Any reports whether there are such values.
func (l Lost) Any() bool { return l != Lost{} }

// Says says what is lost of a column of something that is read.
func (l Lost) Says(column, of string) (out []fault.Warning) {
	if l.Rounded > 0 {
		out = append(out, fault.Warning{Code: fault.CodeRounded, Message: fmt.Sprintf("Column %s of '%s': times with more than %d digits of a second's fraction are rounded, %d of them", column, of, value.MaxFraction, l.Rounded)})
	}
	if l.Endless > 0 {
		out = append(out, fault.Warning{Code: fault.CodeBeyond, Message: fmt.Sprintf("Column %s of '%s': numbers that are NaN or infinite are NULL, %d of them", column, of, l.Endless)})
	}
	if l.Zeros > 0 {
		out = append(out, fault.Warning{Code: fault.CodeRounded, Message: fmt.Sprintf("Column %s of '%s': numbers that begin with a zero have lost it, %d of them; a table that declares the column as text keeps it", column, of, l.Zeros)})
	}
	return out
}

// Numbered is texts by numbers that somebody has given them.
type Numbered struct {
	Rows  []uint32 // the numbers of rows' texts, or their places in Words; of one that is NULL it is 0
	Words []uint32 // the numbers of a dictionary's texts; nil: rows have numbers
	Nulls []bool   // nil: none
}

// Named gives the numbers of the rows, in place of what they had.
func (n *Numbered) Named() []uint32 {
	if n.Words != nil {
		for i, at := range n.Rows {
			if n.Rows[i] = 0; n.Nulls == nil || !n.Nulls[i] {
				n.Rows[i] = n.Words[at]
			}
		}
		n.Words = nil
	}
	return n.Rows
}

// Texts is how many texts codes may be of.
func (c *Column) Texts() int {
	if c.Sorted != nil {
		return c.Sorted.Len()
	}
	return len(c.Dict)
}

// Text is that of a code.
func (c *Column) Text(code uint32) string {
	if c.Sorted != nil {
		return c.Sorted.At(int(code))
	}
	return c.Dict[code]
}

// Present lists texts among which are those of the rows.
func (c *Column) Present() []string {
	if c.Sorted == nil {
		return c.Dict
	}
	var out []string
	seen := map[uint32]bool{}
	for i, code := range c.Codes {
		if null := c.Nulls != nil && c.Nulls[i]; !null && !seen[code] {
			seen[code] = true
			out = append(out, c.Text(code))
		}
	}
	return out
}

// Source gives the batches of one load, in order, and io.EOF at the end. An error
// ends the load and leaves the table as it was. One goroutine calls it.
type Source interface {
	Next(ctx context.Context) (*Batch, error)
}

// Cut is the column of the first rows.
func (c Column) Cut(rows int) Column {
	out := Column{Dict: c.Dict, Sorted: c.Sorted, Lost: c.Lost}
	out.Ints, out.Floats, out.Codes = cut(c.Ints, rows), cut(c.Floats, rows), cut(c.Codes, rows)
	out.Nulls, out.Absent = cut(c.Nulls, rows), cut(c.Absent, rows)
	return out
}

func cut[T any](values []T, rows int) []T { return values[:min(rows, len(values))] }

// Pick gives some rows of a batch whose first has the number first.
func (b *Batch) Pick(numbers []int, first int) *Batch {
	out := &Batch{Rows: len(numbers)}
	if b.Origin != nil {
		own := slices.Clone(numbers)
		out.Origin = func(row int) string { return b.Origin(own[row] - first) }
	}
	for _, c := range b.Columns {
		out.Columns = append(out.Columns, Column{
			Ints: picked(c.Ints, numbers, first), Floats: picked(c.Floats, numbers, first),
			Codes: picked(c.Codes, numbers, first), Nulls: picked(c.Nulls, numbers, first), Absent: picked(c.Absent, numbers, first),
			Dict: c.Dict, Sorted: c.Sorted,
		})
	}
	return out
}

func picked[T any](all []T, numbers []int, first int) []T {
	if len(all) == 0 {
		return nil
	}
	out := make([]T, len(numbers))
	for i, n := range numbers {
		out[i] = all[n-first]
	}
	return out
}
