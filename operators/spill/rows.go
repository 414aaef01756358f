package spill

import (
	"context"
	"fmt"
	"sync/atomic"

	"gsdms/plan"
)

// Rows is rows in a file: runs of them, each in the order of some keys. It is written by one
// goroutine, and then read by any number. Who keeps it releases it.
type Rows struct {
	file    *File
	keys    []plan.SortKey // that say the order; none: the rows have that in which they came
	each    int64          // bytes of a chunk
	columns []column
	runs    [][]chunk
	rows    int
	bytes   int64 // of the files that it was made from
	refs    atomic.Int32
}

// column is what all chunks of a column have in common.
type column struct {
	plan.Vector      // its type and first dictionary, without values
	texts       bool // some chunk has texts that are not codes of the dictionary
	wide        bool // some chunk has numbers past 64 bits
}

// chunk is rows that were written together: column by column their values, and then a bit
// for each that is NULL.
type chunk struct {
	at    int64
	rows  int
	forms []form
}

// How much is written and read at once: so many rows, and fewer where they are wide or memory
// is short, so that one chunk of each of many runs takes little of it.
const (
	chunkRows  = 1 << 13
	leastRows  = 1 << 4
	mostBytes  = 256 << 10
	leastBytes = 4 << 10
	chunkShare = 64 // of the room that there is
)

// runsShare is of how many parts of the room one may have chunks of all runs: readers hold two.
const runsShare = 4

// NewRows makes a file for runs of rows, each in the order of keys, of which there will be some
// runs, 0 where nobody knows. room is the memory, in bytes, that the rows are not to be in.
func NewRows(s *Space, keys []plan.SortKey, runs int, room int64) (*Rows, error) {
	f, err := s.File()
	if err != nil {
		return nil, err
	}
	r := &Rows{file: f, keys: keys, each: max(leastBytes, min(mostBytes, room/max(chunkShare, int64(runsShare*runs))))}
	r.refs.Store(1)
	return r, nil
}

// Ascending is the keys of rows in the order of their first n columns, NULL first.
func Ascending(n int) []plan.SortKey {
	keys := make([]plan.SortKey, n)
	for i := range keys {
		keys[i].Slot = i
	}
	return keys
}

// Keep has one more keep the rows.
func (r *Rows) Keep() { r.refs.Add(1) }

// Release closes the file when nobody keeps the rows any more. Nil has none.
func (r *Rows) Release() {
	if r != nil && r.refs.Add(-1) == 0 {
		_ = r.file.Close() // there is nothing left to lose
	}
}

// Len is the number of rows.
func (r *Rows) Len() int { return r.rows }

// Runs is the number of runs.
func (r *Rows) Runs() int { return len(r.runs) }

// Bytes is what was written to have the rows.
func (r *Rows) Bytes() int64 { return r.bytes + r.file.Bytes() }

// From counts what was written before.
func (r *Rows) From(bytes int64) { r.bytes += bytes }

// Add writes rows behind the last ones or, of another run, beside them.
func (r *Rows) Add(ctx context.Context, rows *plan.Rows, another bool) error {
	if r.rows == 0 { // what there is none of may have no dictionary yet
		r.columns = make([]column, len(rows.Columns))
		for i, v := range rows.Columns {
			r.columns[i] = column{Vector: plan.Vector{Type: v.Type, Dict: v.Dict}}
		}
	}
	if another || len(r.runs) == 0 {
		r.runs = append(r.runs, nil)
	}
	run := &r.runs[len(r.runs)-1]
	each := r.chunkOf(rows)
	for lo := 0; lo < rows.Len; lo += each {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c, err := r.write(rows, lo, min(each, rows.Len-lo))
		if err != nil {
			return err
		}
		*run = append(*run, c)
	}
	return nil
}

// chunkOf is how many of rows like these are a chunk.
func (r *Rows) chunkOf(rows *plan.Rows) int {
	if rows.Len == 0 {
		return chunkRows
	}
	return int(max(leastRows, min(chunkRows, r.each/max(1, rows.Bytes()/int64(rows.Len)))))
}

// write writes n rows from lo on.
func (r *Rows) write(rows *plan.Rows, lo, n int) (chunk, error) {
	c := chunk{rows: n, forms: make([]form, len(r.columns))}
	var words []int64
	for i := range r.columns {
		words, c.forms[i] = r.columns[i].encode(words, &rows.Columns[i], lo, n)
	}
	var err error
	c.at, err = r.file.Append(words)
	r.rows += n
	return c, err
}

// None is no rows, of the columns that the rows have.
func (r *Rows) None() *plan.Rows {
	out := &plan.Rows{Columns: make([]plan.Vector, len(r.columns))}
	for i := range r.columns {
		out.Columns[i] = r.columns[i].empty()
	}
	return out
}

// read gives the rows of a chunk.
func (r *Rows) read(c chunk) (*plan.Rows, error) {
	all := 0
	for _, f := range c.forms {
		all += f.words
	}
	words := make([]int64, all)
	if err := r.file.Read(c.at, words); err != nil {
		return nil, fmt.Errorf("read rows back: %w", err)
	}
	out := &plan.Rows{Len: c.rows, Columns: make([]plan.Vector, len(r.columns))}
	for i, f := range c.forms {
		out.Columns[i] = r.columns[i].decode(words[:f.words], f, c.rows)
		words = words[f.words:]
	}
	return out, nil
}
