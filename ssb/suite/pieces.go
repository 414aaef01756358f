package suite

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"golang.org/x/sync/errgroup"

	"gsdms/pushscan/store"
)

// PieceRows is how many rows a generator makes at once.
const PieceRows = 1 << 16

// Pieces is a source of rows that make gives piece by piece, each from its numbers alone:
// make(from, to) runs on several goroutines at once. Every few calls of Next make as many
// pieces as there are processors; between calls nothing runs, so that a source dropped
// half-way leaks nothing.
func Pieces(rows int64, make func(from, to int64) *store.Batch) store.Source {
	return &pieces{rows: rows, make: make}
}

type pieces struct {
	rows  int64
	make  func(from, to int64) *store.Batch
	next  int64 // row
	ready []*store.Batch
}

// Next implements store.Source.
func (p *pieces) Next(ctx context.Context) (*store.Batch, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(p.ready) == 0 {
		if err := p.fill(); err != nil {
			return nil, err
		}
	}
	if len(p.ready) == 0 {
		return nil, io.EOF
	}
	b := p.ready[0]
	p.ready = p.ready[1:]
	return b, nil
}

// fill makes the next pieces.
func (p *pieces) fill() error {
	var group errgroup.Group
	n := min(int64(runtime.GOMAXPROCS(0)), (p.rows-p.next+PieceRows-1)/PieceRows)
	p.ready = make([]*store.Batch, n)
	for i := range p.ready {
		from := p.next
		to := min(from+PieceRows, p.rows)
		p.next = to
		group.Go(func() (err error) {
			defer func() {
				if v := recover(); v != nil {
					err = fmt.Errorf("internal error in the generator: %v\n%s", v, debug.Stack())
				}
			}()
			p.ready[i] = p.make(from, to)
			return nil
		})
	}
	return group.Wait()
}

// Words is a column of texts that are numbers: Add appends one, and text gives it when it
// comes for the first time in the batch.
type Words struct {
	Column store.BatchColumn
	codes  map[uint64]uint32
	text   func(number uint64) string
}

// NewWords is an empty column with room for rows.
func NewWords(rows int64, text func(number uint64) string) *Words {
	return &Words{Column: store.BatchColumn{Codes: make([]uint32, 0, rows)}, codes: map[uint64]uint32{}, text: text}
}

// Add appends the text of a number.
func (w *Words) Add(number uint64) {
	code, ok := w.codes[number]
	if !ok {
		code = uint32(len(w.Column.Dict))
		w.codes[number] = code
		w.Column.Dict = append(w.Column.Dict, w.text(number))
	}
	w.Column.Codes = append(w.Column.Codes, code)
}
