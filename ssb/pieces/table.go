package pieces

import "gsdms/pushscan/store/ingest"

// Table is one table as its generator describes it. A unit is what can be made
// independently: a row, or an order with its lines. Text and Batch make the units after
// from up to to and may be called concurrently.
type Table struct {
	Name  string
	Units int64
	Piece int64                                 // units made at once: some megabytes of text
	Text  func(from, to int64, b []byte) []byte // appends the rows to b
	Batch func(from, to int64) *ingest.Batch
}

// pieces is the number of pieces that the table is made in.
func (t *Table) pieces() int64 { return (t.Units + t.Piece - 1) / t.Piece }

// bounds are the units of piece i.
func (t *Table) bounds(i int64) (from, to int64) {
	return i * t.Piece, min((i+1)*t.Piece, t.Units)
}
