package cpu

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/groups"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// piece is rows that one morsel gave, by columns; doubles are kept as their bits.
type piece struct {
	row   int // of the table: the morsel's first
	rows  int
	room  int // rows that its columns have memory for
	at    int // rows of the pieces before, when they are put together
	ints  [][]int64
	nulls [][]byte
	bytes int64 // that are charged: what its columns have memory for
}

// cellBytes is what a number of a piece takes, and nullBytes its NULL where it may be one.
const (
	cellBytes = 8
	nullBytes = 1
)

// column is the bytes that a column has memory for.
func (p *piece) column(i int) int64 {
	return cellBytes*int64(cap(p.ints[i])) + nullBytes*int64(cap(p.nulls[i]))
}

// settle charges what the columns have memory for beyond what is charged, or gives back what they
// have less.
func (p *piece) settle(b *budget.Budget) error {
	grown := -p.bytes
	for i := range p.ints {
		grown += p.column(i)
	}
	if grown == 0 {
		return nil
	}
	if err := b.Charge(grown); err != nil {
		return err
	}
	p.bytes += grown
	return nil
}

// front is the pieces of the morsels that are done, in the order of the table. With a
// Limit it also says how far the table is needed: the rows of a morsel behind bound are
// not in the answer, because the pieces up to there give enough.
type front struct {
	mu     sync.Mutex
	pieces []*piece
	bound  atomic.Int64 // row that the last needed piece begins at
}

// pieceRows is how many rows a piece has at most, unless there is a limit. Where its memory
// is full the next one begins, so that nothing is copied as it grows.
const pieceRows = plan.SegmentRows

// put adds a piece, behind those of the same morsel, and drops those that are not needed any more.
func (f *front) put(p *piece, limit int64, b *budget.Budget) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, _ := slices.BinarySearchFunc(f.pieces, p.row, func(q *piece, row int) int { return cmp.Or(cmp.Compare(q.row, row), -1) })
	f.pieces = slices.Insert(f.pieces, at, p)
	if limit < 0 {
		return
	}
	var rows int64
	for i, q := range f.pieces {
		if rows += int64(q.rows); rows < limit {
			continue
		}
		f.bound.Store(int64(q.row))
		for _, late := range f.pieces[i+1:] {
			b.Used.Add(-late.bytes)
		}
		f.pieces = slices.Delete(f.pieces, i+1, len(f.pieces))
		return
	}
}

// needs reports whether the morsel that begins at a row of the table can be in the
// answer.
func (f *front) needs(row int) bool { return int64(row) <= f.bound.Load() }

// Full reports whether the piece at hand has all rows that can be needed of a morsel.
func (s *state) Full() bool {
	limit := s.run.program.Limit
	return s.run.code.emit != nil && limit >= 0 && s.open != nil && int64(s.open.rows) >= limit
}

// emitStep appends rows to the worker's piece.
type emitStep struct {
	out   []machine.Value
	limit int64
	count int
}

func (l *lowering) rows(spec *operators.Emit) error {
	s := &emitStep{limit: l.Program.Limit}
	for _, c := range spec.Out {
		v, err := l.At(c.Reg)
		if err != nil {
			return err
		}
		s.out = append(s.out, v)
	}
	if err := l.first(spec.Top, s.out); err != nil {
		return err
	}
	s.count = l.Counted("rows")
	l.code.emit = spec
	l.Add(s)
	return nil
}

func (s *emitStep) Run(m *machine.Machine, n int, _ []machine.Step) (int, error) {
	own := m.State.Sink.(*state)
	if s.limit < 0 {
		own.room(n)
	}
	p, err := own.piece(s.out, n)
	if err != nil {
		return 0, err
	}
	m.State.Counts[s.count] += int64(n)
	if s.limit >= 0 {
		n = int(min(int64(n), s.limit-int64(p.rows)))
	}
	if n <= 0 {
		return 0, nil
	}
	for i, v := range s.out {
		from := m.Register(v, n)
		p.ints[i] = append(p.ints[i], from.Int...)
		if from.Null != nil {
			p.nulls[i] = append(p.nulls[i], from.Null...)
		}
	}
	p.rows += n
	return 0, p.settle(&own.run.budget)
}

// room ends the piece at hand where n more rows would be more than it has memory for.
func (s *state) room(n int) {
	if s.open != nil && s.open.rows+n > s.open.room {
		s.endPiece()
	}
}

// piece is the piece of the morsel at hand. A new one has memory, which is charged before it is
// made, for somewhat more rows than the worker's last morsel gave; the next ones of a morsel for as
// many as it has given. That of the numbers is what earlier pieces have left, if it fits.
func (s *state) piece(columns []machine.Value, n int) (*piece, error) {
	if s.open != nil {
		return s.open, nil
	}
	expected := s.given
	if expected == 0 {
		expected = s.lastRows + s.lastRows/8
	}
	p := &piece{row: s.row, room: max(n, min(expected, pieceRows)), ints: make([][]int64, len(columns)), nulls: make([][]byte, len(columns))}
	for _, v := range columns {
		p.bytes += cellBytes * int64(p.room)
		if v.Null {
			p.bytes += nullBytes * int64(p.room)
		}
	}
	if err := s.run.budget.Charge(p.bytes); err != nil {
		return nil, err
	}
	for i, v := range columns {
		p.ints[i] = s.run.backend.spare.Dirty(p.room)[:0]
		if v.Null {
			p.nulls[i] = make([]byte, 0, p.room)
		}
	}
	s.open = p
	return p, nil
}

// endMorsel gives the run what a worker has of the morsel at hand.
func (s *state) endMorsel() {
	if s == nil {
		return
	}
	s.endPiece()
	s.lastRows, s.given = s.given, 0
	if err := s.groups.End(); err != nil {
		s.run.fail(err)
	}
}

// endPiece puts the piece at hand, if there is one, to the others. What it has memory for and does
// not need is given up where that is most of it.
func (s *state) endPiece() {
	if s == nil || s.open == nil {
		return
	}
	p := s.open
	s.open = nil
	s.given += p.rows
	if p.room > leastTrimmed && p.rows < p.room/2 {
		p.trim(s.run)
	}
	s.run.front.put(p, s.run.program.Limit, &s.run.budget)
}

// leastTrimmed is for how many rows a piece has memory at most that is left as it is.
const leastTrimmed = 1 << 12

// trim has a piece's columns take no more than its rows need, and leaves their memory to others.
func (p *piece) trim(r *run) {
	wide := slices.Clone(p.ints)
	for i, numbers := range wide {
		p.ints[i] = append(make([]int64, 0, p.rows), numbers...)
		p.nulls[i] = append(make([]byte, 0, len(p.nulls[i])), p.nulls[i]...)
	}
	_ = p.settle(&r.budget) // giving back succeeds
	for _, numbers := range wide {
		r.backend.spare.Put(numbers)
	}
}

// collectRows puts the pieces together, which go column by column.
func (r *run) collectRows(ctx context.Context) (*plan.Rows, error) {
	pieces := r.front.pieces
	rows := &plan.Rows{}
	for _, p := range pieces {
		p.at = rows.Len
		rows.Len += p.rows
	}
	if r.program.Limit >= 0 {
		rows.Len = int(min(int64(rows.Len), r.program.Limit))
	}
	for i, spec := range r.code.emit.Out {
		v, err := r.emitted(ctx, i, spec, pieces, rows.Len)
		if err != nil {
			return nil, err
		}
		rows.Columns = append(rows.Columns, v)
	}
	r.front.pieces = nil
	return rows, nil
}

// emitted puts one column together, and takes it from the pieces.
func (r *run) emitted(ctx context.Context, i int, spec operators.EmitColumn, pieces []*piece, n int) (plan.Vector, error) {
	reg := r.program.Regs[spec.Reg]
	c, err := groups.NewFilled(&r.budget, n, reg.Float, reg.Nullable)
	if err != nil {
		return plan.Vector{}, err
	}
	err = r.backend.spread(ctx, len(pieces), func(_ *groups.Folder, k int) error {
		p := pieces[k]
		p.write(c, i, max(0, min(p.rows, n-p.at)))
		left, bytes := p.ints[i], p.column(i)
		p.ints[i], p.nulls[i] = nil, nil
		r.budget.Used.Add(-bytes)
		r.backend.spare.Put(left)
		return nil
	})
	return c.Vector(spec.Type, spec.Dict), err
}

// write writes the first so many rows of one column to their places in c.
func (p *piece) write(c *groups.Column, i, n int) {
	if c.Floats != nil {
		copy(c.Floats[p.at:], machine.Doubles(p.ints[i][:n]))
	} else {
		copy(c.Ints[p.at:], p.ints[i][:n])
	}
	if c.Nulls == nil {
		return
	}
	for j, null := range p.nulls[i][:n] {
		if null != 0 {
			c.SetNull(uint32(p.at + j))
		}
	}
}
