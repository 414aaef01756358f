package spill

import (
	"fmt"
	"math"
	"math/big"
	"sync/atomic"

	"gsdms/plan"
)

// Rows is rows in a file: runs of them, each in the order of the first columns. It is
// written by one goroutine, and then read by any number. Who keeps it releases it.
type Rows struct {
	file    *File
	keys    int // columns that say the order
	columns []column
	runs    [][]chunk
	rows    int
	bytes   int64 // of this file, and of those that it was made from
	refs    atomic.Int32
}

// column says how the cells of a column are written.
type column struct {
	plan.Vector      // without values
	float       bool // else numbers of one word, or of two
	words       int
}

// chunk is rows that were written together: column by column their values, and then a bit
// for each that is NULL.
type chunk struct {
	at   int64
	rows int
}

// chunkRows is how many rows are written and read at once.
const chunkRows = 1 << 13

// NewRows makes a file for rows in the order of their first keys columns, NULL first.
func NewRows(s *Space, keys int) (*Rows, error) {
	f, err := s.File()
	if err != nil {
		return nil, err
	}
	r := &Rows{file: f, keys: keys}
	r.refs.Store(1)
	return r, nil
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

// Bytes is what was written to have the rows.
func (r *Rows) Bytes() int64 { return r.bytes + r.file.Bytes() }

// From counts what was written before.
func (r *Rows) From(bytes int64) { r.bytes += bytes }

// Add writes rows behind the last ones or, of another run, beside them.
func (r *Rows) Add(rows *plan.Rows, another bool) error {
	if r.columns == nil {
		for i := range rows.Columns {
			r.columns = append(r.columns, columnOf(&rows.Columns[i]))
		}
	}
	if another || len(r.runs) == 0 {
		r.runs = append(r.runs, nil)
	}
	run := &r.runs[len(r.runs)-1]
	for lo := 0; lo < rows.Len; lo += chunkRows {
		n := min(chunkRows, rows.Len-lo)
		var words []int64
		for i := range r.columns {
			words = r.columns[i].encode(words, &rows.Columns[i], lo, n)
		}
		at, err := r.file.Append(words)
		if err != nil {
			return err
		}
		*run = append(*run, chunk{at, n})
		r.rows += n
	}
	return nil
}

// columnOf is the form of a column, all of whose values may pass 64 bits if the type says
// that one can.
func columnOf(v *plan.Vector) column {
	c := column{Vector: plan.Vector{Type: v.Type, Dict: v.Dict}, float: v.Floats != nil, words: 1}
	if v.Wide != nil || v.Type.Kind == plan.Decimal {
		c.words = 2
	}
	return c
}

// encode appends n values of a vector from lo on.
func (c *column) encode(to []int64, v *plan.Vector, lo, n int) []int64 {
	switch {
	case c.float:
		for _, f := range v.Floats[lo : lo+n] {
			to = append(to, int64(math.Float64bits(f)))
		}
	case v.Wide != nil:
		to = appendWide(to, v.Wide[lo:lo+n])
	default:
		to = append(to, v.Ints[lo:lo+n]...)
		if c.words == 2 {
			for _, x := range v.Ints[lo : lo+n] {
				to = append(to, x>>63)
			}
		}
	}
	nulls := make([]int64, (n+63)/64)
	if v.Nulls != nil {
		for i, null := range v.Nulls[lo : lo+n] {
			if null {
				nulls[i/64] |= 1 << (i % 64)
			}
		}
	}
	return append(to, nulls...)
}

// appendWide appends the low words of numbers of 128 bits, and then the high ones.
func appendWide(to []int64, all []*big.Int) []int64 {
	low := len(to)
	to = append(to, make([]int64, 2*len(all))...)
	mask := new(big.Int).SetUint64(math.MaxUint64)
	for i, x := range all {
		if x == nil {
			continue
		}
		to[low+i] = int64(new(big.Int).And(x, mask).Uint64())
		to[low+len(all)+i] = new(big.Int).Rsh(x, 64).Int64()
	}
	return to
}

// None is no rows, of the columns that the rows have.
func (r *Rows) None() *plan.Rows {
	out := &plan.Rows{Columns: make([]plan.Vector, len(r.columns))}
	for i := range r.columns {
		out.Columns[i], _ = r.columns[i].decode(nil, 0)
	}
	return out
}

// words is how many a chunk of n rows takes.
func (r *Rows) words(n int) (words int) {
	for i := range r.columns {
		words += r.columns[i].words*n + (n+63)/64
	}
	return words
}

// read gives the rows of a chunk.
func (r *Rows) read(c chunk) (*plan.Rows, error) {
	words := make([]int64, r.words(c.rows))
	if err := r.file.Read(c.at, words); err != nil {
		return nil, fmt.Errorf("read rows back: %w", err)
	}
	out := &plan.Rows{Len: c.rows, Columns: make([]plan.Vector, len(r.columns))}
	for i := range r.columns {
		out.Columns[i], words = r.columns[i].decode(words, c.rows)
	}
	return out, nil
}

// decode reads n values, and gives the words behind them.
func (c *column) decode(words []int64, n int) (plan.Vector, []int64) {
	v, values := c.Vector, words[:c.words*n]
	switch {
	case c.float:
		v.Floats = make([]float64, n)
		for i, x := range values {
			v.Floats[i] = math.Float64frombits(uint64(x))
		}
	case c.words == 2 && isWide(values[:n], values[n:]):
		v.Wide = make([]*big.Int, n)
		for i := range v.Wide {
			x := new(big.Int).Lsh(big.NewInt(values[n+i]), 64)
			v.Wide[i] = x.Add(x, new(big.Int).SetUint64(uint64(values[i])))
		}
	default:
		v.Ints = append(make([]int64, 0, n), values[:n]...)
	}
	nulls := words[c.words*n : c.words*n+(n+63)/64]
	for i := range n {
		if nulls[i/64]>>(i%64)&1 != 0 {
			if v.Nulls == nil {
				v.Nulls = make([]bool, n)
			}
			v.Nulls[i] = true
		}
	}
	return v, words[c.words*n+(n+63)/64:]
}

// isWide reports whether a number passes 64 bits.
func isWide(low, high []int64) bool {
	for i, h := range high {
		if h != low[i]>>63 {
			return true
		}
	}
	return false
}

// wideOf is a number of a column of which others pass 64 bits.
func wideOf(v *plan.Vector, row int) *big.Int {
	if v.Wide != nil {
		return v.Wide[row]
	}
	return big.NewInt(v.Ints[row])
}
