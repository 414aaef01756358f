package cpu

import (
	"context"
	"slices"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/groups"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// piece is rows that one morsel gave, by columns; doubles are kept as their bits.
type piece struct {
	row   int // of the table: the morsel's first
	of    int // rows of the table that the morsel has
	rows  int
	skips int // of its rows the first, which are only counted
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

// pieceRows is how many rows a piece has at most, unless there is a limit. Where its memory
// is full the next one begins, so that nothing is copied as it grows.
const pieceRows = plan.SegmentRows

// Full reports whether the piece at hand has all rows that can be needed of a morsel.
func (s *state) Full() bool {
	limit := s.run.program.Limit
	return s.run.code.emit != nil && limit >= 0 && s.open != nil && int64(s.open.rows) >= s.limit()
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
	l.code.emit, l.code.emitted = spec, s.count
	l.code.single = l.Level == 0
	l.code.whole = !slices.ContainsFunc(l.Program.Body, func(in operators.Instr) bool {
		_, number := in.(operators.Row)
		return !number && dropsOrFails(in)
	})
	l.Add(s)
	return nil
}

func (s *emitStep) Run(m *machine.Machine, n int, _ []machine.Step) (int, error) {
	own := m.State.Sink.(*state)
	m.State.Counts[s.count] += int64(n)
	skip := own.skip(n)
	if skip == n {
		return 0, nil
	}
	if s.limit < 0 {
		own.room(n)
	}
	p, err := own.piece(s.out, n-skip)
	if err != nil {
		return 0, err
	}
	if s.limit >= 0 {
		n = int(min(int64(n), int64(skip)+own.limit()-int64(p.rows)))
	}
	if n <= skip {
		return 0, nil
	}
	for i, v := range s.out {
		from := m.Register(v, n)
		p.ints[i] = append(p.ints[i], from.Int[skip:]...)
		if from.Null != nil {
			p.nulls[i] = append(p.nulls[i], from.Null[skip:]...)
		}
	}
	p.rows += n - skip
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
// many as it has given, and where a limit skips rows for as many as can be needed. That of the numbers is what earlier pieces have left, if it fits.
func (s *state) piece(columns []machine.Value, n int) (*piece, error) {
	if s.open != nil {
		return s.open, nil
	}
	expected := s.given
	switch {
	case s.run.program.Offset > 0:
		expected = int(min(int64(s.of), s.needed)) - s.passed
	case expected == 0:
		expected = s.lastRows + s.lastRows/8
	}
	p := &piece{row: s.row, of: s.of, rows: s.passed, skips: s.passed, room: max(n, min(expected, pieceRows)), ints: make([][]int64, len(columns)), nulls: make([][]byte, len(columns))}
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
	s.pass()
	s.endPiece()
	s.lastRows, s.given = s.given, 0
	if err := s.groups.End(); err != nil {
		s.run.fail(err)
	}
}

// begin turns to a morsel that begins at a row of the table, of whose rows those are only counted
// that are skipped in any case.
func (s *state) begin(row, rows int) {
	r := s.run
	s.row, s.of, s.passed = row, rows, 0
	s.skipped, s.needed = 0, r.program.Limit
	if r.code.single {
		s.skipped, s.needed = r.front.bounds(row, r.program)
	}
}

// limit is how many rows of the morsel at hand can be needed.
func (s *state) limit() int64 {
	if s.run.program.Offset > 0 {
		return s.needed
	}
	return s.run.program.Limit
}

// skip counts those of the next rows that are skipped in any case.
func (s *state) skip(rows int) int {
	n := int(max(0, min(int64(rows), s.skipped-int64(s.passed))))
	s.passed += n
	return n
}

// passes counts rows that nothing need be done for, as all that pass the filters are emitted, and
// these are skipped.
func (s *state) passes(rows int) bool {
	if !s.run.code.whole || int64(s.passed+rows) > s.skipped {
		return false
	}
	s.passed += rows
	s.Counts[s.run.code.emitted] += int64(rows)
	return true
}

// pass puts how many rows of the morsel at hand are skipped, where it has no others.
func (s *state) pass() {
	if s.run.program.Offset > 0 && s.open == nil {
		s.run.front.put(&piece{row: s.row, of: s.of, rows: s.passed, skips: s.passed}, s.run.program, &s.run.budget)
	}
	s.skipped, s.passed = 0, 0
}

// endPiece puts the piece at hand, if there is one, to the others. What it has memory for and does
// not need is given up where that is most of it.
func (s *state) endPiece() {
	if s == nil || s.open == nil {
		return
	}
	p := s.open
	s.open = nil
	s.given += p.rows - p.skips
	if p.room > leastTrimmed && p.rows < p.room/2 {
		p.trim(s.run)
	}
	s.run.front.put(p, s.run.program, &s.run.budget)
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
	rows := &plan.Rows{}
	pieces := r.wanted(rows)
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

// wanted gives the pieces that the result has rows of, and sets where their rows begin in it, and how
// many it has. The first piece may begin before it.
func (r *run) wanted(rows *plan.Rows) (pieces []*piece) {
	at := -int(r.program.Offset)
	for _, p := range r.front.pieces {
		p.at = at
		if at += p.rows; at > 0 && p.rows > p.skips {
			pieces = append(pieces, p)
		} else {
			r.budget.Used.Add(-p.bytes)
		}
	}
	if r.program.Limit >= 0 {
		at = min(at, int(r.program.Limit-r.program.Offset))
	}
	rows.Len = max(0, at)
	return pieces
}

// emitted puts one column together, and takes it from the pieces.
func (r *run) emitted(ctx context.Context, i int, spec operators.EmitColumn, pieces []*piece, n int) (plan.Vector, error) {
	reg := r.program.Regs[spec.Reg]
	c, err := column.NewFilled(&r.budget, n, reg.Float, reg.Nullable)
	if err != nil {
		return plan.Vector{}, err
	}
	err = r.backend.spread(ctx, len(pieces), func(_ *groups.Folder, k int) error {
		p := pieces[k]
		p.write(c, i, n)
		left, bytes := p.ints[i], p.column(i)
		p.ints[i], p.nulls[i] = nil, nil
		r.budget.Used.Add(-bytes)
		r.backend.spare.Put(left)
		return nil
	})
	return c.Vector(spec.Type, spec.Dict), err
}

// write writes what one column of n rows has of the piece's to its places in c.
func (p *piece) write(c *column.Column, i, n int) {
	from, at := max(0, -p.at)-p.skips, max(0, p.at)
	to := max(from, min(p.rows, n-p.at)-p.skips)
	if c.Floats != nil {
		copy(c.Floats[min(at, n):], machine.Doubles(p.ints[i][from:to]))
	} else {
		copy(c.Ints[min(at, n):], p.ints[i][from:to])
	}
	if c.Nulls == nil {
		return
	}
	for j, null := range p.nulls[i][from:to] {
		if null != 0 {
			c.SetNull(uint32(at + j))
		}
	}
}
