package delimited

import (
	"context"
	"fmt"
	"io"
	"sync"

	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store/ingest"
)

// blockBytes is the size of the blocks that are parsed as one: a batch then has some
// ten thousand rows, and the blocks, buffers and batches in flight take a few tens of
// MiB.
const blockBytes = 2 << 20

// leastBlockBytes is the size of those of which few rows are asked for, or that make many numbers.
const leastBlockBytes = 64 << 10

// Reject is a record of a text file that is wrong.
type Reject struct {
	Err    *malformed.Error
	Wrong  []*malformed.Error // of each value that its column does not take, without file and line; maybe none
	Record string             // without its line end
}

// Options say how a text is read.
type Options struct {
	Path     string            // of the file, for errors and to say where rows are from
	Rows     bool              // the lines are those of an object each, and called rows
	Ignore   int               // lines to pass over at the start, whatever is in them
	Header   bool              // the first record names the fields
	Threads  int               // parsers
	Few      bool              // few rows will do
	Block    int               // bytes of a block; 0: as many as suit
	Size     int64             // of the text; 0: unknown
	Rejected func(Reject)      // takes records that are wrong, which then do not end the reading; may be nil
	Failure  func(error) error // says what was being read when it could not be
}

// blockSize is the size of a block, smaller where few bytes of a file make rows of
// many columns, or where the first rows do.
func (o Options) blockSize(l *layout.Layout) int {
	if o.Block > 0 {
		return o.Block
	}
	if o.Few {
		return leastBlockBytes
	}
	return max(leastBlockBytes, blockBytes*len(l.Fields)/max(len(l.Fields), len(l.Table.Columns)))
}

// Reader gives the batches of one text. A splitting goroutine reads blocks, parsing
// goroutines make them batches, and Next takes those in the blocks' order.
type Reader struct {
	ctx    context.Context // of the goroutines, from Open's
	opts   Options
	size   int // bytes of a block
	cancel context.CancelFunc
	wait   sync.WaitGroup
	work   chan *block
	order  chan *block
	free   chan []byte // buffers for blocks; their number bounds what is in flight
}

// parsed is what became of a block.
type parsed struct {
	batch   *ingest.Batch
	rejects []Reject
	err     error
}

// Open starts to read a text. Close stops it.
func Open(ctx context.Context, in io.Reader, l *layout.Layout, d Dialect, o Options) *Reader {
	ctx, cancel := context.WithCancel(ctx)
	t := &Reader{ctx: ctx, opts: o, size: o.blockSize(l), cancel: cancel,
		work: make(chan *block), order: make(chan *block, o.Threads+1), free: make(chan []byte, o.Threads+2)}
	for range o.Threads + 2 {
		t.free <- nil
	}
	if o.Size > 0 {
		t.size = int(min(int64(t.size), o.Size+2)) // no more than the text and a line end
	}
	split := &splitter{Dialect: d, in: in, line: 1, first: !o.Rows, ignore: o.Ignore}
	if o.Header {
		split.skip = 1
	}
	t.wait.Add(1 + o.Threads)
	go t.split(ctx, split)
	for range o.Threads {
		go t.parse(ctx, newParser(l, d))
	}
	return t
}

// split hands the file's blocks to the parsers and to next. An error is the last block.
func (t *Reader) split(ctx context.Context, s *splitter) {
	defer t.wait.Done()
	defer close(t.order)
	defer close(t.work)
	err := malformed.Guard(func() error { return t.cut(ctx, s) })
	if err == nil || ctx.Err() != nil {
		return
	}
	b := &block{done: make(chan parsed, 1)}
	b.done <- parsed{err: t.opts.Failure(err)}
	select {
	case t.order <- b:
	case <-ctx.Done():
	}
}

// cut cuts the text into blocks.
func (t *Reader) cut(ctx context.Context, s *splitter) error {
	for {
		buf, ok := receive(ctx, t.free)
		if !ok {
			return ctx.Err()
		}
		if cap(buf) < t.size || cap(buf) > 4*blockBytes {
			buf = make([]byte, t.size)
		}
		b, err := s.next(ctx, buf)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for _, to := range []chan *block{t.order, t.work} {
			select {
			case to <- b:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

// receive takes a value, or reports false if ctx or the channel ends first.
func receive[T any](ctx context.Context, from <-chan T) (v T, ok bool) {
	select {
	case v, ok = <-from:
		return v, ok
	case <-ctx.Done():
		return v, false
	}
}

// parse makes blocks batches until there are no more.
func (t *Reader) parse(ctx context.Context, p *parser) {
	defer t.wait.Done()
	for {
		b, ok := receive(ctx, t.work)
		if !ok {
			return
		}
		var out parsed
		if err := malformed.Guard(func() error { out = t.parseBlock(p, b); return nil }); err != nil {
			out = parsed{err: fmt.Errorf("parse %s from line %d: %w", t.opts.Path, b.line, err)}
		}
		b.done <- out
		t.free <- b.data[:0] // never blocks: there is room for all buffers
	}
}

func (t *Reader) parseBlock(p *parser, b *block) parsed {
	batch, lines, err := p.parse(b.data, b.lines, b.cut)
	if err != nil {
		t.place(err, b)
		return parsed{err: err}
	}
	for _, r := range p.rejects {
		t.place(r.Err, b)
	}
	first, path, unit := b.line, t.opts.Path, "line"
	if t.opts.Rows {
		unit = "row"
	}
	batch.Origin = func(row int) string {
		return fmt.Sprintf("%s, %s %d", path, unit, first+int64(lines[row]))
	}
	return parsed{batch: batch, rejects: p.rejects}
}

// place says where in the file an error of a block is. What is a line to the parser is an object
// of a JSON text.
func (t *Reader) place(err *malformed.Error, b *block) {
	err.File, err.Line = t.opts.Path, err.Line+b.line
	if t.opts.Rows {
		err.Row, err.Line = err.Line, 0
	}
}

// Next gives the next batch that is not empty, io.EOF at the end.
func (t *Reader) Next(ctx context.Context) (*ingest.Batch, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.ctx, cancel)()
	for {
		b, ok := receive(ctx, t.order)
		if !ok {
			return nil, t.ended(ctx)
		}
		out, ok := receive(ctx, b.done)
		if !ok {
			return nil, t.ended(ctx)
		}
		for _, r := range out.rejects {
			t.opts.Rejected(r)
		}
		if out.err != nil || out.batch.Rows > 0 {
			return out.batch, out.err
		}
	}
}

// ended tells the end of the file from a cancellation.
func (t *Reader) ended(ctx context.Context) error {
	for _, c := range []context.Context{ctx, t.ctx} {
		if err := c.Err(); err != nil {
			return t.opts.Failure(err)
		}
	}
	return io.EOF
}

// Close stops the goroutines.
func (t *Reader) Close() {
	t.cancel()
	t.wait.Wait()
}
