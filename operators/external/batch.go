package external

import (
	"context"

	"gsdms/operators"
	"gsdms/operators/concat"
	"gsdms/operators/tail"
	"gsdms/plan"
)

// run runs operators of package tail on rows that are charged. What it gives is not.
func (o Options) run(ctx context.Context, ops []plan.Operator, rows *plan.Rows) (*plan.Rows, error) {
	made := int64(0)
	out, err := tail.Run(ctx, ops, rows, tail.Options{Charge: func(bytes int64) error {
		err := o.Charge(bytes)
		if err == nil {
			made += bytes
		}
		return err
	}})
	_ = o.Charge(-made) // giving back succeeds
	return out, err
}

// within gives options by which no more than so many bytes are charged.
func (o Options) within(room int64) Options {
	own, above := operators.NewAccount(room, operators.QueryMemoryRefusal, nil), o.Charge
	o.Charge = func(bytes int64) error {
		if err := own.Charge(bytes); err != nil {
			return err
		}
		if err := above(bytes); err != nil {
			_ = own.Charge(-bytes) // giving back succeeds
			return err
		}
		return nil
	}
	return o
}

// batch is rows that are worked on at once, and charged until they are dropped.
type batch struct {
	o     Options
	parts []*plan.Rows
	bytes int64
}

// add takes rows in.
func (b *batch) add(rows *plan.Rows) error {
	if err := b.o.Charge(rows.Bytes()); err != nil {
		return err
	}
	b.parts, b.bytes = append(b.parts, rows), b.bytes+rows.Bytes()
	return nil
}

// fill takes rows of a source in until they take the room that there is. It reports whether
// they are the last.
func (b *batch) fill(ctx context.Context, from Source) (last bool, err error) {
	for b.bytes < b.o.Room {
		rows, err := from.Next(ctx)
		if rows == nil || err != nil {
			return err == nil, err
		}
		if rows.Len == 0 && len(b.parts) > 0 {
			continue
		}
		if err := b.add(rows); err != nil {
			return false, err
		}
	}
	return false, nil
}

// all puts the rows together, and charges what they take then: texts of several dictionaries
// become texts of their own.
func (b *batch) all(ctx context.Context) (*plan.Rows, error) {
	if len(b.parts) < 2 {
		return b.one(), nil
	}
	if err := b.o.Charge(b.bytes); err != nil {
		return nil, err
	}
	all, err := concat.Rows(ctx, b.parts)
	_ = b.o.Charge(-b.bytes) // giving back succeeds
	if err != nil {
		return nil, err
	}
	made := all.Bytes()
	if err := b.o.Charge(made - b.bytes); err != nil {
		return nil, err
	}
	b.parts, b.bytes = []*plan.Rows{all}, made
	return all, nil
}

func (b *batch) one() *plan.Rows {
	if len(b.parts) == 0 {
		return &plan.Rows{}
	}
	return b.parts[0]
}

// reduce takes rows of a source in, until they take the room that there is though operators
// who leave few of any have run on them. It reports whether they are the last.
func (b *batch) reduce(ctx context.Context, from Source, ops []plan.Operator) (last bool, err error) {
	for {
		more := &batch{o: b.o}
		more.o.Room = max(b.o.Room/2, b.bytes) // so that none is looked at very often
		last, err = more.fill(ctx, from)
		b.parts, b.bytes = append(b.parts, more.parts...), b.bytes+more.bytes
		if err != nil || len(b.parts) == 0 {
			return last, err
		}
		all, err := b.all(ctx)
		if err == nil {
			all, err = b.o.run(ctx, ops, all)
		}
		if err != nil {
			return false, err
		}
		b.drop()
		if err := b.add(all); err != nil || last || b.bytes >= b.o.Room {
			return last, err
		}
	}
}

// drop gives the rows up.
func (b *batch) drop() {
	_ = b.o.Charge(-b.bytes) // giving back succeeds
	b.parts, b.bytes = nil, 0
}

// ahead gives rows that have been read, and then those of the source that they are of.
type ahead struct {
	read *batch
	from Source
}

// Next is of Source.
func (s *ahead) Next(ctx context.Context) (*plan.Rows, error) {
	if s.read == nil {
		return s.from.Next(ctx)
	}
	rows, err := s.read.all(ctx)
	s.read.drop()
	s.read = nil
	return rows, err
}

// Close is of Source.
func (s *ahead) Close() {
	if s.read != nil {
		s.read.drop()
		s.read = nil
	}
	s.from.Close()
}
