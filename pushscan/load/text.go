package load

import (
	"context"

	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/layout"
)

// textSource gives the batches of one text file.
type textSource struct {
	*delimited.Reader
	in *input
}

// openText starts to read a file that was sniffed. Close stops it.
func openText(ctx context.Context, s Sniffed, l *layout.Layout, opts Options) (*textSource, error) {
	in, err := openInput(s, opts.Roots)
	if err != nil {
		return nil, err
	}
	if s.Format == JSON {
		in.plain = s.lines(in, l, opts)
	}
	o := delimited.Options{Path: s.Path, Rows: s.Format == JSON, Ignore: s.ignored(opts), Header: s.Header, Threads: opts.threads(),
		Few: opts.First > 0, Block: opts.block, Rejected: opts.Rejected, Failure: func(err error) error { return readError(s, err) }}
	if s.Compression == "" && !s.Encoding.decoded() && s.Format != JSON {
		o.Size = in.size
	}
	return &textSource{delimited.Open(ctx, in, l, newDialect(s, opts), o), in}, nil
}

// Read is the number of stored bytes read so far.
func (t *textSource) Read() int64 { return t.in.read.Load() }

// Close stops the goroutines and releases the file.
func (t *textSource) Close() error {
	t.Reader.Close()
	return t.in.Close()
}
