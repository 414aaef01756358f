package ipc

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

	"gsdms/pushscan/load/malformed"
)

const (
	childMemory   = 1 << 30
	childPatience = time.Minute
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
func startChild(f *os.File, path string, o Options) (*process, error) {
	p := &process{path: path, memory: o.Memory, patience: o.Patience}
	if p.memory == 0 {
		p.memory = childMemory
	}
	if p.patience == 0 {
		p.patience = childPatience
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find our own binary to read %s with: %w", path, err)
	}
	p.cmd = exec.Command(exe, childArgument)
	p.cmd.Env = append(os.Environ(), "GOTRACEBACK=single", "GOMAXPROCS=2")
	p.cmd.ExtraFiles = []*os.File{f}
	p.cmd.Stderr = &p.errors
	p.cmd.WaitDelay = time.Second
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	p.out = bufio.NewReaderSize(out, 1<<20)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the process that reads %s: %w", path, err)
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
