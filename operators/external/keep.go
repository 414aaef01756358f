package external

import (
	"context"

	"gsdms/operators/concat"
	"gsdms/operators/spill"
	"gsdms/plan"
)

// Keep has the rows of a source stay: in memory, where they are charged, if they take no more
// than most bytes or most is negative, and otherwise in a file. The source is closed.
func Keep(ctx context.Context, from Source, most int64, o Options) (*plan.Rows, *spill.Rows, error) {
	defer from.Close()
	b, unlimited := &batch{o: o}, most < 0
	b.o.Room = most + 1
	for last := false; !last; {
		var err error
		if unlimited {
			b.o.Room = b.bytes + 1
		}
		if last, err = b.fill(ctx, from); err != nil {
			b.drop()
			return nil, nil, err
		}
		if !last && !unlimited {
			return o.write(ctx, b, from)
		}
	}
	rows, err := b.all(ctx)
	if err != nil {
		b.drop()
	}
	return rows, nil, err
}

// Part gives the next rows of a source, of about so many bytes, which are charged. It reports
// whether they are the last.
func Part(ctx context.Context, from Source, bytes int64, charge func(int64) error) (rows *plan.Rows, last bool, err error) {
	b := &batch{o: Options{Room: bytes, Charge: charge}}
	if last, err = b.fill(ctx, from); err == nil {
		rows, err = b.all(ctx)
	}
	if err != nil {
		b.drop()
	}
	return rows, last, err
}

// write writes what has been read of a source, and all that is left of it.
func (o Options) write(ctx context.Context, read *batch, from Source) (*plan.Rows, *spill.Rows, error) {
	rest := &ahead{read, from}
	rows, err := spill.NewRows(o.Space, nil, 1, o.Room)
	if err != nil {
		rest.Close()
		return nil, nil, err
	}
	for {
		part, err := rest.Next(ctx)
		if part == nil && err == nil {
			o.Spilled(rows.Bytes())
			return nil, rows, nil
		}
		if err == nil {
			err = rows.Add(ctx, part, false)
		}
		if err != nil {
			rest.Close()
			rows.Release()
			return nil, nil, err
		}
	}
}

// Append gives the rows of several sources one after another, whose columns may be of different
// forms: each part is given those that go with all.
func Append(parts []Source) Source { return &appended{parts: parts} }

type appended struct {
	parts []Source
	first []*plan.Rows // of each
	forms []*plan.Rows // the same without rows
	at    int
}

// Next is of Source.
func (s *appended) Next(ctx context.Context) (*plan.Rows, error) {
	if s.first == nil {
		for _, p := range s.parts {
			rows, err := p.Next(ctx)
			if err != nil {
				return nil, err
			}
			s.first, s.forms = append(s.first, rows), append(s.forms, rows.Slice(0, 0))
		}
	}
	for s.at < len(s.parts) {
		rows, err := s.first[s.at], error(nil)
		if s.first[s.at] = nil; rows == nil {
			rows, err = s.parts[s.at].Next(ctx)
		}
		if err != nil {
			return nil, err
		}
		if rows != nil {
			return concat.Rows(ctx, append([]*plan.Rows{rows}, s.forms...))
		}
		s.parts[s.at].Close()
		s.at++
	}
	return nil, nil
}

// Close is of Source.
func (s *appended) Close() {
	for _, p := range s.parts {
		p.Close()
	}
}
