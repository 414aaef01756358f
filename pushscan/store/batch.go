package store

import (
	"context"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/manifest"
)

// Batch is rows on their way into a table, by columns. It belongs to whoever received
// it from Source.Next.
type Batch struct {
	Rows    int
	Columns []BatchColumn // one per column of the table, in its order
	// Origin says where a row came from ("lineorder.tbl, line 17"), for errors. May be nil.
	Origin func(row int) string
}

// BatchColumn holds one column's values. Integer-like kinds use Ints (plan's number
// form: scaled decimals, days, the key VALUE of a foreign key), Double uses Floats,
// String uses Codes into Dict, the texts of this batch in any order, of which few are there more
// than once, and so does a type that is Keyed, whose Dict has keys; that of a NULL may be empty.
//
// Codes of a String column may be those of Sorted in place of Dict, which holds other texts, too:
// that of a result, good until the load has ended. Where batches share one, no text is looked at
// twice.
type BatchColumn struct {
	Ints   []int64
	Floats []float64
	Codes  []uint32
	Dict   []string
	Sorted *plan.Dictionary
	Nulls  []bool // nil: none
}

// texts is how many texts codes may be of.
func (c *BatchColumn) texts() int {
	if c.Sorted != nil {
		return c.Sorted.Len()
	}
	return len(c.Dict)
}

// text is that of a code.
func (c *BatchColumn) text(code uint32) string {
	if c.Sorted != nil {
		return c.Sorted.At(int(code))
	}
	return c.Dict[code]
}

// present lists texts among which are those of the rows.
func (c *BatchColumn) present() []string {
	if c.Sorted == nil {
		return c.Dict
	}
	var out []string
	seen := map[uint32]bool{}
	for i, code := range c.Codes {
		if null := c.Nulls != nil && c.Nulls[i]; !null && !seen[code] {
			seen[code] = true
			out = append(out, c.text(code))
		}
	}
	return out
}

// Source gives the batches of one load, in order, and io.EOF at the end. An error
// ends the load and leaves the table as it was. One goroutine calls it.
type Source interface {
	Next(ctx context.Context) (*Batch, error)
}

// For says for which columns a source was made. A load of a table that has others by then
// fails with ErrChanged: the values would go to the wrong ones.
func For(columns []plan.Column, src Source) Source { return &madeFor{src, columns} }

type madeFor struct {
	Source
	columns []plan.Column
}

// takes checks that a table has the columns that a source was made for, if it says so.
func takes(m *manifest.Manifest, src Source) error {
	f, ok := src.(*madeFor)
	if !ok {
		return nil
	}
	same := func(c plan.Column, e manifest.Column) bool {
		return c.Name == e.Name && manifest.TypeOf(c.Type) == e.Type
	}
	if !slices.EqualFunc(f.columns, m.Columns, same) {
		return ErrChanged
	}
	return nil
}

// Definition is what CREATE TABLE declares. Column.Storage, Min, Max, Dict and Ref are
// not set.
type Definition struct {
	Name        string
	Columns     []plan.Column
	PrimaryKey  []int
	ForeignKeys []plan.ForeignKey
	Rules       []plan.Rule
	NextNumber  uint64   // of the first row that a column numbers; 0: 1
	Order       []string // columns to keep rows sorted by, coarse to fine; empty: found from the data
}

// Cut is the column of the first rows.
func (c BatchColumn) Cut(rows int) BatchColumn {
	out := BatchColumn{Dict: c.Dict, Sorted: c.Sorted}
	out.Ints, out.Floats, out.Codes = cut(c.Ints, rows), cut(c.Floats, rows), cut(c.Codes, rows)
	out.Nulls = cut(c.Nulls, rows)
	return out
}

func cut[T any](values []T, rows int) []T { return values[:min(rows, len(values))] }
