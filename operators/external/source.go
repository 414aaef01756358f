package external

import (
	"context"
	"errors"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/plan"
)

// Source gives rows part by part, all with the same columns. One goroutine uses it.
type Source interface {
	// Next gives the next rows, nil when there are no more; the first are given even if there
	// are none, for their columns. Those before may be kept, but who keeps them charges them.
	Next(ctx context.Context) (*plan.Rows, error)
	// Close gives back what the source holds, and closes those that it reads. It may be called
	// more than once.
	Close()
}

// Options say what operators may take. All of them are needed.
type Options struct {
	Space   *spill.Space
	Room    int64             // bytes of rows that are worked on at once
	Charge  func(int64) error // as of tail.Options
	Spilled func(bytes int64) // is told how many bytes of rows have been written
}

// Run gives the rows that operators make of those of a source. Nothing runs before the first
// are asked for. Codes of numbers become numbers: the operators know of codes of texts only.
func Run(ops []plan.Operator, from Source, o Options) Source {
	from = &mapped{from: from, to: (*plan.Rows).Plain}
	for len(ops) > 0 {
		n := 0
		for n < len(ops) && passes(ops[n]) {
			n++
		}
		if n > 0 {
			from, ops = &passing{from: from, ops: ops[:n], o: o}, ops[n:]
			continue
		}
		if a, ok := ops[0].(plan.Aggregate); ok {
			project, group := a.Gather()
			ops = append([]plan.Operator{project, group}, ops[1:]...)
			continue
		}
		from, ops = o.step(ops, from), ops[1:]
	}
	return from
}

// passes reports whether an operator needs one row at a time.
func passes(op plan.Operator) bool {
	switch op.(type) {
	case plan.Filter, plan.Project, plan.Repeat, plan.Unfold:
		return true
	}
	return false
}

// step gives what the first operator makes of rows.
func (o Options) step(ops []plan.Operator, from Source) Source {
	begin := func(begin func(ctx context.Context) (Source, error)) Source { return &later{from: from, begin: begin} }
	switch op := ops[0].(type) {
	case plan.Limit:
		return &limited{from: from, left: op}
	case plan.Sort:
		if n := wanted(ops[1:]); n >= 0 {
			first := []plan.Operator{op, plan.Limit{Count: n}}
			return begin(func(ctx context.Context) (Source, error) { return o.first(ctx, from, first) })
		}
		return begin(func(ctx context.Context) (Source, error) { return o.sorted(ctx, from, op.Keys) })
	case plan.Distinct:
		return begin(func(ctx context.Context) (Source, error) { return o.distinct(ctx, from) })
	case plan.Window:
		return begin(func(ctx context.Context) (Source, error) { return o.windows(ctx, from, op.Funcs) })
	case plan.Group:
		return begin(func(ctx context.Context) (Source, error) { return o.groups(ctx, from, op) })
	}
	return &passing{from: from, ops: ops[:1], o: o} // whose error says what it is
}

// mostFirst is how many rows are kept as the first of a sort.
const mostFirst = 1 << 14

// wanted is how many of sorted rows a limit behind the sort wants, -1 where these are too many
// to be kept aside.
func wanted(behind []plan.Operator) int64 {
	if len(behind) > 0 {
		if l, ok := behind[0].(plan.Limit); ok && l.Count >= 0 && l.Offset <= mostFirst && l.Count <= mostFirst-l.Offset {
			return l.Offset + l.Count
		}
	}
	return -1
}

// later is a source that is made when its rows are asked for, of all rows of another.
type later struct {
	from  Source
	begin func(ctx context.Context) (Source, error)
	made  Source
}

// Next is of Source.
func (s *later) Next(ctx context.Context) (*plan.Rows, error) {
	if s.made == nil {
		made, err := s.begin(ctx)
		if err != nil {
			return nil, err
		}
		s.made = made
	}
	return s.made.Next(ctx)
}

// Close is of Source.
func (s *later) Close() {
	s.from.Close()
	if s.made != nil {
		s.made.Close()
	}
}

// passing runs operators that need one row at a time. Rows of which they make more than memory
// has room for, it takes in parts.
type passing struct {
	from  Source
	ops   []plan.Operator
	o     Options
	left  *plan.Rows // of those that the source gave last; nil: none
	held  int64      // bytes that these are charged with, until all have been run on
	most  int        // rows at once, once there was no room for more; 0: all
	given bool
}

// Next is of Source.
func (s *passing) Next(ctx context.Context) (*plan.Rows, error) {
	for {
		rows, err := s.some(ctx)
		if rows == nil || err != nil {
			return nil, err
		}
		o := s.o
		if rows.Len > 1 {
			o = o.within(o.Room)
		}
		out, err := o.run(ctx, s.ops, rows)
		if errors.As(err, new(*operators.ShortError)) && rows.Len > 1 {
			s.most = rows.Len / 2
			continue
		}
		if err != nil {
			return nil, err
		}
		s.take(rows.Len)
		if out.Len > 0 || !s.given {
			s.given = true
			return out, nil
		}
	}
}

// some gives the rows to run on next, nil when there are no more.
func (s *passing) some(ctx context.Context) (*plan.Rows, error) {
	if s.left == nil {
		rows, err := s.from.Next(ctx)
		if rows == nil || err != nil {
			return nil, err
		}
		if err := s.o.Charge(rows.Bytes()); err != nil {
			return nil, err
		}
		s.left, s.held = rows, rows.Bytes()
	}
	if s.most == 0 || s.left.Len <= s.most {
		return s.left, nil
	}
	return s.left.Slice(0, s.most), nil
}

// take notes that the first n rows left have been run on.
func (s *passing) take(n int) {
	if n == s.left.Len {
		s.drop()
		return
	}
	s.left = s.left.Slice(n, s.left.Len)
}

// drop gives up the rows that are left.
func (s *passing) drop() {
	_ = s.o.Charge(-s.held) // giving back succeeds
	s.left, s.held = nil, 0
}

// Close is of Source.
func (s *passing) Close() {
	s.drop()
	s.from.Close()
}

// limited passes some rows.
type limited struct {
	from  Source
	left  plan.Limit
	given bool
}

// Next is of Source.
func (s *limited) Next(ctx context.Context) (*plan.Rows, error) {
	for !s.given || s.left.Count != 0 {
		rows, err := s.from.Next(ctx)
		if rows == nil || err != nil {
			return nil, err
		}
		lo := min(s.left.Offset, int64(rows.Len))
		hi := int64(rows.Len)
		if s.left.Count >= 0 {
			hi = min(hi, lo+s.left.Count)
			s.left.Count -= hi - lo
		}
		s.left.Offset -= lo
		if lo < hi || !s.given {
			s.given = true
			return rows.Slice(int(lo), int(hi)), nil
		}
	}
	return nil, nil
}

// Close is of Source.
func (s *limited) Close() { s.from.Close() }

// whole is rows in memory, which are charged.
type whole struct {
	o     Options
	rows  *plan.Rows
	bytes int64
}

// Whole gives rows in memory, and charges them.
func Whole(rows *plan.Rows, o Options) (Source, error) {
	s := &whole{o, rows, rows.Bytes()}
	if err := o.Charge(s.bytes); err != nil {
		return nil, err
	}
	return s, nil
}

// Shared gives rows in memory that somebody else charges.
func Shared(rows *plan.Rows) Source {
	return &whole{Options{Charge: func(int64) error { return nil }}, rows, 0}
}

// Next is of Source.
func (s *whole) Next(context.Context) (*plan.Rows, error) {
	rows := s.rows
	s.rows = nil
	if rows == nil {
		s.Close()
	}
	return rows, nil
}

// Close is of Source.
func (s *whole) Close() {
	_ = s.o.Charge(-s.bytes) // giving back succeeds
	s.rows, s.bytes = nil, 0
}

// file is rows in a file.
type file struct {
	o      Options
	rows   *spill.Rows
	reader *spill.Reader
	held   int64
	given  bool
}

// Read gives rows in a file, which it releases when it is closed.
func Read(rows *spill.Rows, o Options) Source { return &file{o: o, rows: rows} }

// Next is of Source.
func (s *file) Next(ctx context.Context) (rows *plan.Rows, err error) {
	if s.rows == nil {
		return nil, nil
	}
	if s.reader == nil {
		if err := s.o.Charge(s.rows.Held()); err != nil {
			return nil, err
		}
		s.held = s.rows.Held()
		if s.reader, err = s.rows.Reader(); err != nil {
			return nil, err
		}
	}
	rows, err = s.reader.Next(ctx)
	if rows == nil && err == nil && !s.given {
		rows = s.rows.None()
	}
	s.given = true
	return rows, err
}

// Close is of Source.
func (s *file) Close() {
	_ = s.o.Charge(-s.held) // giving back succeeds
	s.rows.Release()
	s.rows, s.reader, s.held = nil, nil, 0
}

// mapped is rows of which each part is made another.
type mapped struct {
	from Source
	to   func(*plan.Rows) *plan.Rows
}

// Next is of Source.
func (s *mapped) Next(ctx context.Context) (*plan.Rows, error) {
	rows, err := s.from.Next(ctx)
	if rows != nil && err == nil {
		rows = s.to(rows)
	}
	return rows, err
}

// Close is of Source.
func (s *mapped) Close() { s.from.Close() }
