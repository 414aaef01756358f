package load

import (
	"context"
	"fmt"
	"io"
	"sync"

	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store"
)

// blockBytes is the size of the blocks that are parsed as one: a batch then has some
// ten thousand rows, and the blocks, buffers and batches in flight take a few tens of
// MiB.
const blockBytes = 2 << 20

// leastBlockBytes is the size of those of which few rows are asked for, or that make many numbers.
const leastBlockBytes = 64 << 10

// blockSize is the size of a block, smaller where few bytes of a file make rows of
// many columns, or where the first rows do.
func (o Options) blockSize(l *layout.Layout) int {
	if o.block > 0 {
		return o.block
	}
	if o.First > 0 {
		return leastBlockBytes
	}
	return max(leastBlockBytes, blockBytes*len(l.Fields)/max(len(l.Fields), len(l.Table.Columns)))
}

// textSource gives the batches of one text file. A splitting goroutine reads blocks, parsing
// goroutines make them batches, and next takes those in the blocks' order.
type textSource struct {
	ctx     context.Context // of the goroutines, from Open's
	sniffed Sniffed
	block   int // bytes of a block
	in      *input
	cancel  context.CancelFunc
	wait    sync.WaitGroup
	work    chan *block
	order   chan *block
	free    chan []byte // buffers for blocks; their number bounds what is in flight
	reject  func(Reject)
}

// parsed is what became of a block.
type parsed struct {
	batch   *store.Batch
	rejects []Reject
	err     error
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
	ctx, cancel := context.WithCancel(ctx)
	threads := opts.threads()
	t := &textSource{ctx: ctx, sniffed: s, block: opts.blockSize(l), in: in, cancel: cancel,
		work: make(chan *block), order: make(chan *block, threads+1), free: make(chan []byte, threads+2), reject: opts.Rejected}
	for range threads + 2 {
		t.free <- nil
	}
	if s.Compression == "" && !s.Encoding.decoded() && s.Format != JSON {
		t.block = int(min(int64(t.block), in.size+2)) // no more than the file and a line end
	}
	d := newDialect(s, opts)
	split := &splitter{dialect: d, in: in, line: 1, first: s.Format != JSON, ignore: opts.IgnoreLines}
	if s.Header {
		split.skip = 1
	}
	t.wait.Add(1 + threads)
	go t.split(ctx, split)
	for range threads {
		go t.parse(ctx, newParser(l, d))
	}
	return t, nil
}

// split hands the file's blocks to the parsers and to next. An error is the last block.
func (t *textSource) split(ctx context.Context, s *splitter) {
	defer t.wait.Done()
	defer close(t.order)
	defer close(t.work)
	err := malformed.Guard(func() error { return t.blocks(ctx, s) })
	if err == nil || ctx.Err() != nil {
		return
	}
	b := &block{done: make(chan parsed, 1)}
	b.done <- parsed{err: readError(t.sniffed, err)}
	select {
	case t.order <- b:
	case <-ctx.Done():
	}
}

func (t *textSource) blocks(ctx context.Context, s *splitter) error {
	for {
		buf, ok := receive(ctx, t.free)
		if !ok {
			return ctx.Err()
		}
		if cap(buf) < t.block || cap(buf) > 4*blockBytes {
			buf = make([]byte, t.block)
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
func (t *textSource) parse(ctx context.Context, p *parser) {
	defer t.wait.Done()
	for {
		b, ok := receive(ctx, t.work)
		if !ok {
			return
		}
		var out parsed
		if err := malformed.Guard(func() error { out = t.parseBlock(p, b); return nil }); err != nil {
			out = parsed{err: fmt.Errorf("parse %s from line %d: %w", t.sniffed.Path, b.line, err)}
		}
		b.done <- out
		t.free <- b.data[:0] // never blocks: there is room for all buffers
	}
}

func (t *textSource) parseBlock(p *parser, b *block) parsed {
	batch, lines, err := p.parse(b.data, b.lines, b.cut)
	if err != nil {
		t.place(err, b)
		return parsed{err: err}
	}
	for _, r := range p.rejects {
		t.place(r.Err, b)
	}
	first, path, unit := b.line, t.sniffed.Path, "line"
	if t.sniffed.Format == JSON {
		unit = "row"
	}
	batch.Origin = func(row int) string {
		return fmt.Sprintf("%s, %s %d", path, unit, first+int64(lines[row]))
	}
	return parsed{batch: batch, rejects: p.rejects}
}

// place says where in the file an error of a block is. What is a line to the parser is an object
// of a JSON text.
func (t *textSource) place(err *malformed.Error, b *block) {
	err.File, err.Line = t.sniffed.Path, err.Line+b.line
	if t.sniffed.Format == JSON {
		err.Row, err.Line = err.Line, 0
	}
}

// Next gives the next batch that is not empty, io.EOF at the end.
func (t *textSource) Next(ctx context.Context) (*store.Batch, error) {
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
			t.reject(r)
		}
		if out.err != nil || out.batch.Rows > 0 {
			return out.batch, out.err
		}
	}
}

// ended tells the end of the file from a cancellation.
func (t *textSource) ended(ctx context.Context) error {
	for _, c := range []context.Context{ctx, t.ctx} {
		if err := c.Err(); err != nil {
			return readError(t.sniffed, err)
		}
	}
	return io.EOF
}

// Read is the number of stored bytes read so far.
func (t *textSource) Read() int64 { return t.in.read.Load() }

// Close stops the goroutines and releases the file.
func (t *textSource) Close() error {
	t.cancel()
	t.wait.Wait()
	return t.in.Close()
}
