package cuda

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"weak"

	"golang.org/x/sys/unix"

	"gsdms/cuda/codegen"
	"gsdms/operators"
)

// makers compile kernels beside what runs, so that no stream waits for a compiler. Safe for
// concurrent use.
type makers struct {
	backend *Backend
	turns   chan struct{} // as many as compile at the same time
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	coming  map[string]bool                            // texts that are being compiled, or wait for it
	settled chan struct{}                              // closed when none is coming any more
	failed  map[string]bool                            // those that could not be: who asks for them gets the error
	known   map[weak.Pointer[operators.Program]]string // the texts of programs that are asked for one by one
	made    map[weak.Pointer[operators.Program]]bool   // those of them that are compiled
	last    draft
}

// draft is a source and the programs that it is of.
type draft struct {
	programs []*operators.Program
	source   *codegen.Source
}

// Limits of makers: how many kernels wait to be compiled, and of how many programs the texts
// are remembered.
const (
	mostComing = 64
	keptTexts  = 1024
)

// lowPriority is a nice value: a tenth of the time of a thread that has 0.
const lowPriority = 10

func newMakers(b *Backend) *makers {
	m := &makers{
		backend: b, turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/4)),
		coming: map[string]bool{}, failed: map[string]bool{},
		known: map[weak.Pointer[operators.Program]]string{}, made: map[weak.Pointer[operators.Program]]bool{},
	}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	return m
}

// close returns when nothing is compiled any more.
func (m *makers) close() {
	m.mu.Lock() // nobody begins behind this
	m.cancel()
	m.mu.Unlock()
	m.running.Wait()
}

// Ready implements operators.Maker. A backend that does not make kernels early always is.
func (b *Backend) Ready(programs ...*operators.Program) bool {
	return b.makers == nil || b.makers.ready(programs)
}

// Make implements operators.Maker.
func (b *Backend) Make(ctx context.Context, programs ...*operators.Program) error {
	if b.makers == nil {
		return nil
	}
	missing := b.makers.missing(programs)
	if len(missing) == 0 {
		return nil
	}
	return errors.Join(operators.Spread(len(missing), func(i int) error { return b.makers.make(ctx, missing[i]) })...)
}

// Settle implements operators.Maker.
func (b *Backend) Settle(ctx context.Context) (waited bool) {
	return b.makers != nil && b.makers.settle(ctx)
}

func (m *makers) settle(ctx context.Context) (waited bool) {
	m.mu.Lock()
	waited = len(m.coming) > 0
	settled := m.settled
	m.mu.Unlock()
	if !waited {
		return false
	}
	select {
	case <-settled:
	case <-ctx.Done():
	}
	return true
}

// missing gives the programs that are not known to be compiled. The texts of programs are long:
// to ask the device for that of each costs more than all else that a crowd's start does.
func (m *makers) missing(programs []*operators.Program) (out []*operators.Program) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range programs {
		if !m.made[weak.Make(p)] {
			out = append(out, p)
		}
	}
	return out
}

// make compiles a program by itself.
func (m *makers) make(ctx context.Context, p *operators.Program) error {
	text, err := m.text([]*operators.Program{p})
	if err == nil {
		_, err = m.backend.device.Compile(ctx, text)
	}
	if err == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.made[weak.Make(p)] = true
	}
	return err
}

func (m *makers) ready(programs []*operators.Program) bool {
	if len(programs) > 1 && m.backend.molds.made(programs) {
		return true
	}
	text, err := m.text(programs)
	if err != nil || m.backend.device.Compiled(text) {
		return true // Prepare says what is wrong
	}
	return m.begin(text)
}

// begin has a text compiled, and reports whether that is of no use.
func (m *makers) begin(text string) (failed bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed[text] || m.ctx.Err() != nil {
		return true
	}
	if m.coming[text] || len(m.coming) >= mostComing {
		return false
	}
	if len(m.coming) == 0 {
		m.settled = make(chan struct{})
	}
	m.coming[text] = true
	m.running.Go(func() { m.compile(text) })
	return false
}

// compile compiles a text on a thread that the system lets run when no other wants the
// processor: queries are computed on the same ones. The thread ends with the goroutine, since it
// cannot be raised again.
func (m *makers) compile(text string) {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), lowPriority) // as it was, it is only sooner there
	var err error
	select {
	case m.turns <- struct{}{}:
		err = operators.Guarded(func() error {
			_, err := m.backend.device.Compile(m.ctx, text)
			return err
		})
		<-m.turns
	case <-m.ctx.Done():
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if delete(m.coming, text); len(m.coming) == 0 {
		close(m.settled)
	}
	if err != nil {
		m.failed[text] = true
	}
}

// text gives the source of a kernel of programs. Of one program it is remembered, of several
// the last is, which Prepare takes.
func (m *makers) text(programs []*operators.Program) (string, error) {
	programs = byAddress(programs)
	key := weak.Make(programs[0])
	m.mu.Lock()
	text, is := m.known[key]
	if len(programs) > 1 {
		if is = m.last.source != nil && slices.Equal(m.last.programs, programs); is {
			text = m.last.source.Text
		}
	}
	m.mu.Unlock()
	if is {
		return text, nil
	}
	source, err := m.backend.generator.Kernel((&mold{programs: programs}).inOrder()...)
	if err != nil {
		return "", err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(programs) > 1 {
		if !slices.ContainsFunc(programs, func(p *operators.Program) bool { return p.Passing }) {
			m.last = draft{programs, source}
		}
		return source.Text, nil
	}
	if len(m.known) >= keptTexts {
		clear(m.known)
		clear(m.made)
	}
	m.known[key] = source.Text
	return source.Text, nil
}

// take gives the source that text has made of programs last, nil if there is none.
func (m *makers) take(programs []*operators.Program) *codegen.Source {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last.source == nil || !slices.Equal(m.last.programs, programs) {
		return nil
	}
	out := m.last.source
	m.last = draft{}
	return out
}

func byAddress(programs []*operators.Program) []*operators.Program {
	out := slices.Clone(programs)
	slices.SortFunc(out, compareAddresses)
	return out
}
