package source

import (
	"context"
	"slices"

	"gsdms/pushscan/store/ingest"
)

// First is a source of the first columns of another one.
func First(src ingest.Source, columns int) ingest.Source { return first{src, columns} }

type first struct {
	ingest.Source
	columns int
}

// Next is of ingest.Source.
func (f first) Next(ctx context.Context) (*ingest.Batch, error) {
	b, err := f.Source.Next(ctx)
	if err != nil {
		return b, err
	}
	out := *b
	out.Columns = slices.Clip(b.Columns[:f.columns])
	return &out, nil
}
