package load

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/load/within"
	"gsdms/pushscan/store"
)

const (
	childMemory   = 1 << 30          // bytes, unless Options.Memory says otherwise
	childPatience = 60 * time.Second // for one answer of the child
)

// process is a child that reads one file. One goroutine uses it and closes it.
type process struct {
	path     string
	memory   int64
	patience time.Duration
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	errors   tail
	killed   atomic.Pointer[string] // why we killed it
	waited   bool
	buf      []byte
}

// startChild starts a child on an open file, which it inherits.
func startChild(f *os.File, s Sniffed, opts Options) (*process, error) {
	p := &process{path: s.Path, memory: opts.Memory, patience: opts.patience}
	if p.memory == 0 {
		p.memory = childMemory
	}
	if p.patience == 0 {
		p.patience = childPatience
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find our own binary to read %s with: %w", s.Path, err)
	}
	p.cmd = exec.Command(exe, childArgument)
	p.cmd.Env = append(os.Environ(), "GOTRACEBACK=single", "GOMAXPROCS=2")
	p.cmd.ExtraFiles = []*os.File{f}
	p.cmd.Stderr = &p.errors
	p.cmd.WaitDelay = time.Second
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("read %s: %w", s.Path, err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", s.Path, err)
	}
	p.out = bufio.NewReaderSize(out, 1<<20)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the process that reads %s: %w", s.Path, err)
	}
	return p, nil
}

// ask sends a request as JSON. A child that has ended already is noticed when its
// answer is read.
func (p *process) ask(request any) error {
	err := json.NewEncoder(p.in).Encode(request)
	if errors.Is(err, os.ErrClosed) || errors.Is(err, io.ErrClosedPipe) {
		return fmt.Errorf("read %s: %w", p.path, err)
	}
	return nil
}

// frame reads the next frame, whose payload is valid until the next call. A child that
// does not answer in time, or whose ctx ends, is killed.
func (p *process) frame(ctx context.Context) (kind byte, payload []byte, err error) {
	stop := context.AfterFunc(ctx, func() { p.kill("") })
	defer stop()
	watchdog := time.AfterFunc(p.patience, func() {
		p.kill(fmt.Sprintf("it gave no answer for %s and was stopped", p.patience))
	})
	defer watchdog.Stop()
	kind, p.buf, err = readFrame(p.out, p.buf)
	if ctx.Err() != nil {
		return 0, nil, fmt.Errorf("load %s: %w", p.path, ctx.Err())
	}
	if err != nil {
		return 0, nil, p.death(err)
	}
	return kind, p.buf, nil
}

func (p *process) kill(why string) {
	p.killed.CompareAndSwap(nil, &why)
	// The process may have ended by itself; Wait tells then.
	_ = p.cmd.Process.Kill()
}

// death says how the child ended that should have answered.
func (p *process) death(read error) error {
	p.kill("")
	wait := p.wait()
	said := p.errors.String()
	what, about := fmt.Sprintf("it ended (%v)", wait), "the file may be damaged"
	switch why := *p.killed.Load(); {
	case why != "":
		what, about = why, "the file may be on a disk that does not answer"
	case !errors.Is(read, io.EOF) && !errors.Is(read, io.ErrUnexpectedEOF):
		what = "its answer makes no sense: " + read.Error()
	case strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate memory"):
		what = fmt.Sprintf("it wanted more than its %d MiB of memory", p.memory>>20)
		about = "the file may need more, or claim lengths that it does not have"
	case strings.Contains(said, "flag provided but not defined"), strings.Contains(said, "unknown flag"):
		what = "this program cannot read such files: its main does not call load.ChildMain"
	case diedOfLittle(said):
		what = fmt.Sprintf("%s (it had %d MiB of memory at most)", malformed.FirstLine(said), p.memory>>20)
		about = "the file may need more, or be damaged"
	case said != "":
		what = malformed.FirstLine(said)
	case wait == nil:
		what = fmt.Sprintf("its answer is cut: %v", read)
	case killed(wait):
		about = "the system does that where memory is short"
	}
	return fmt.Errorf("read %s in a process of its own: %s; %s, nothing of it is loaded", p.path, what, about)
}

// diedOfLittle reports whether what a child said is what a Go program says, too, that gets no
// memory for a stack or a thread.
func diedOfLittle(said string) bool {
	return strings.HasPrefix(said, "SIG") || strings.HasPrefix(said, "fatal error: ") || strings.Contains(said, "pthread_create failed")
}

// killed says whether a child was killed. One whose answer had ended by then was not
// killed by us.
func killed(wait error) bool {
	var exit *exec.ExitError
	if !errors.As(wait, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

func (p *process) wait() error {
	if p.waited {
		return nil
	}
	p.waited = true
	return p.cmd.Wait()
}

// close ends the child and waits for it.
func (p *process) close() error {
	err := p.in.Close()
	p.kill("")
	// Its exit status says that it was killed, which is no error here.
	_ = p.wait()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}

// tail keeps the first bytes that a child says to standard error.
type tail struct{ strings.Builder }

func (t *tail) Write(b []byte) (int, error) {
	const most = 64 << 10
	t.Builder.Write(b[:min(len(b), max(0, most-t.Len()))])
	return len(b), nil
}

// childSource gives the batches of one IPC file.
type childSource struct {
	sniffed Sniffed
	opts    Options
	process *process
	schema  schema.Schema
	layout  *layout.Layout
	columns []*columns.Column
	targets []layout.Target
	rows    int64 // of the batches before
}

// openChild starts to read a file in a child and gets its schema.
func openChild(ctx context.Context, s Sniffed, opts Options) (*childSource, error) {
	f, _, err := within.Open(s.Path, opts.Roots)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := startChild(f, s, opts)
	if err != nil {
		return nil, err
	}
	c := &childSource{sniffed: s, opts: opts, process: p}
	if err := c.readSchema(ctx); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return c, nil
}

func (c *childSource) readSchema(ctx context.Context) error {
	if err := c.process.ask(childRequest{Format: c.sniffed.Format, Memory: c.process.memory}); err != nil {
		return err
	}
	kind, payload, err := c.process.frame(ctx)
	if err != nil {
		return err
	}
	if kind != frameSchema {
		return c.failure(kind, payload)
	}
	if err := json.Unmarshal(payload, &c.schema); err != nil {
		return fmt.Errorf("read the schema of %s: %w", c.sniffed.Path, err)
	}
	c.sniffed.take(c.schema)
	return nil
}

func (c *childSource) about() (*Sniffed, schema.Schema) { return &c.sniffed, c.schema }

// begin asks for the batches, as the layout says.
func (c *childSource) begin(l *layout.Layout) error {
	columns, err := l.Columns(c.sniffed.Path, len(c.schema.Fields), c.opts.nanIsNull())
	if err != nil {
		return err
	}
	c.layout, c.columns, c.targets = l, columns, l.Targets()
	return c.process.ask(childTargets{c.targets})
}

func (c *childSource) next(ctx context.Context) (*store.Batch, error) {
	for {
		kind, payload, err := c.process.frame(ctx)
		if err != nil {
			return nil, err
		}
		if kind == frameEnd {
			return nil, io.EOF
		}
		if kind != frameBatch {
			return nil, c.failure(kind, payload)
		}
		batch, err := c.batch(payload)
		if err != nil || batch.Rows > 0 {
			return batch, err
		}
	}
}

// failure makes an error of what is no batch.
func (c *childSource) failure(kind byte, payload []byte) error {
	var e childError
	if kind != frameError {
		return fmt.Errorf("read %s: a frame of kind %q came where none belongs", c.sniffed.Path, kind)
	}
	if err := json.Unmarshal(payload, &e); err != nil {
		return fmt.Errorf("read %s: %w", c.sniffed.Path, err)
	}
	if e.Sound {
		return fmt.Errorf("read %s: %s; nothing of it is loaded", c.sniffed.Path, e.Text)
	}
	if e.Text != "" {
		return fmt.Errorf("read %s: %s; the file may be damaged, nothing of it is loaded", c.sniffed.Path, e.Text)
	}
	return &malformed.Error{File: c.sniffed.Path, Row: e.Row, Field: e.Field, Column: c.fieldName(e.Field - 1), Value: e.Value, Want: e.Want}
}

func (c *childSource) fieldName(field int) string {
	if c.layout != nil && field >= 0 && field < len(c.layout.Names) {
		return c.layout.Names[field]
	}
	return ""
}

// batch takes a batch frame apart and checks its values.
func (c *childSource) batch(payload []byte) (*store.Batch, error) {
	f := &frameReader{rest: payload}
	b := &store.Batch{Rows: f.uint32(), Columns: make([]store.BatchColumn, len(c.columns))}
	if b.Rows > recordRows {
		return nil, fmt.Errorf("read %s: %w: %d rows", c.sniffed.Path, errFrame, b.Rows)
	}
	for _, t := range c.targets {
		column, err := f.column(t, b.Rows)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", c.sniffed.Path, err)
		}
		if bad := c.columns[t.Column].Settle(&column, b.Rows); bad != nil {
			bad.File, bad.Field, bad.Row = c.sniffed.Path, t.Field+1, bad.Row+c.rows
			return nil, bad
		}
		b.Columns[t.Column] = column
	}
	c.layout.Complete(b)
	first, path := c.rows+1, c.sniffed.Path
	b.Origin = func(row int) string { return fmt.Sprintf("%s, row %d", path, first+int64(row)) }
	c.rows += int64(b.Rows)
	return b, nil
}

// read is all of the file: where in it the child is, is not known.
func (c *childSource) read() int64 { return c.sniffed.Bytes }

func (c *childSource) close() error { return c.process.close() }
