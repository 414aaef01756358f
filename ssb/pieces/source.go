package pieces

import (
	"context"
	"io"
	"runtime"

	"golang.org/x/sync/errgroup"

	"gsdms/pushscan/store/ingest"
)

// Source gives a table's rows as batches for the store, without any text between.
// Every few calls of Next make as many batches as there are processors, side by side;
// between calls nothing runs, so a source that is dropped half-way leaks nothing.
func Source(t Table) ingest.Source { return &source{table: t} }

type source struct {
	table Table
	piece int64 // to be made next
	ready []*ingest.Batch
}

// Next implements ingest.Source.
func (s *source) Next(ctx context.Context) (*ingest.Batch, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(s.ready) == 0 {
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
	if len(s.ready) == 0 {
		return nil, io.EOF
	}
	b := s.ready[0]
	s.ready = s.ready[1:]
	return b, nil
}

// fill makes the next batches.
func (s *source) fill() error {
	n := min(int64(runtime.GOMAXPROCS(0)), s.table.pieces()-s.piece)
	s.ready = make([]*ingest.Batch, n)
	var group errgroup.Group
	for k := range s.ready {
		from, to := s.table.bounds(s.piece + int64(k))
		group.Go(Guarded(func() error {
			s.ready[k] = s.table.Batch(from, to)
			return nil
		}))
	}
	s.piece += n
	return group.Wait()
}
