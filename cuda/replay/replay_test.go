package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gsdms/cuda/device"
)

// log is a device that notes what reaches it.
type log struct {
	lines  []string
	tape   []string // nil: nothing is being recorded
	taping bool
	fail   error // of Record
	open   int   // graphs
}

func (l *log) note(format string, args ...any) error {
	if line := fmt.Sprintf(format, args...); l.taping {
		l.tape = append(l.tape, line)
	} else {
		l.lines = append(l.lines, line)
	}
	return nil
}

// taken gives what has reached the device since it was asked last.
func (l *log) taken() string {
	out := strings.Join(l.lines, "; ")
	l.lines = nil
	return out
}

func (l *log) Record(lead device.Queue, put func() error) (device.Graph, error) {
	if l.fail != nil {
		return nil, l.fail
	}
	l.taping, l.tape = true, nil
	err := put()
	l.taping = false
	l.open++
	return &graph{l, slices.Clone(l.tape)}, err
}

type graph struct {
	log  *log
	work []string
}

func (g *graph) Launch() error { return g.log.note("graph(%s)", strings.Join(g.work, "; ")) }

func (g *graph) Close() error {
	g.log.open--
	return nil
}

type queue struct {
	log  *log
	name string
}

func (q *queue) CopyIn(dst device.Ptr, src []byte) error {
	return q.log.note("%s in %d %q", q.name, dst, src)
}
func (q *queue) CopyOut(dst []byte, src device.Ptr) error {
	return q.log.note("%s out %d %d", q.name, src, len(dst))
}
func (q *queue) Clear(dst device.Ptr, bytes int64) error {
	return q.log.note("%s clear %d %d", q.name, dst, bytes)
}
func (q *queue) Launch(f device.Function, grid, block, shared int, params device.Ptr) error {
	return q.log.note("%s launch %dx%d %d %d", q.name, grid, block, shared, params)
}
func (q *queue) After(others ...device.Queue) error {
	name := "?"
	switch o := others[0].(type) {
	case *queue:
		name = o.name
	case moving:
		name = o.name
	}
	return q.log.note("%s after %s", q.name, name)
}
func (q *queue) Wait() (time.Duration, error) { return 0, nil }

// written is work on two queues that reads a text and clears memory.
func written(lead, other device.Queue, text []byte, at device.Ptr) (s Script) {
	a, b := s.On(lead), s.On(other)
	for _, err := range []error{
		a.Clear(at, 64), a.CopyIn(8, text), b.After(a), b.Launch(nil, 2, 32, 100, 8), a.After(a, b), a.CopyOut(text[:2], at),
	} {
		if err != nil {
			panic(err)
		}
	}
	return s
}

// Work is put on its queues the first time, and recorded the second; the graph does the same, with
// what the memory holds then. Other addresses are other work.
func TestWorkThatComesAgain(t *testing.T) {
	l := &log{}
	lead, other, k := &queue{l, "a"}, &queue{l, "b"}, New(l)
	text := []byte("one")
	do := func(at device.Ptr) string {
		t.Helper()
		w, err := k.Do(written(lead, other, text, at), lead)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Release(); err != nil {
			t.Fatal(err)
		}
		return l.taken()
	}
	work := func(at int) string {
		return fmt.Sprintf(`a clear %d 64; a in 8 %q; b after a; b launch 2x32 100 8; a after b; a out %d 2`, at, text, at)
	}
	if got, want := do(256), work(256); got != want {
		t.Errorf("first: %s\nwant %s", got, want)
	}
	if got, want := do(256), "graph("+work(256)+")"; got != want {
		t.Errorf("second: %s\nwant %s", got, want)
	}
	if got, want := do(512), work(512); got != want {
		t.Errorf("elsewhere: %s\nwant %s", got, want)
	}
	if got, want := do(256), "graph("+work(256)+")"; got != want || l.open != 1 {
		t.Errorf("third: %s\nwant %s, %d graphs", got, want, l.open)
	}
	if err := k.Close(); err != nil || l.open != 0 {
		t.Errorf("%d graphs are open, %v", l.open, err)
	}
}

// moving is a queue that can do copies and clears at once, of so many bytes.
type moving struct {
	*queue
	most int64
}

func (q moving) Move(all []device.Move) (bool, error) {
	what, bytes := q.name+" at once", int64(0)
	for _, m := range all {
		switch bytes += m.Bytes; {
		case m.Here == nil:
			what += fmt.Sprintf(", clear %d %d", m.There, m.Bytes)
		case m.Out:
			what += fmt.Sprintf(", out %d %d", m.There, m.Bytes)
		default:
			what += fmt.Sprintf(", in %d %c", m.There, *m.Here)
		}
	}
	if bytes > q.most {
		return false, nil
	}
	return true, q.log.note("%s", what)
}

// Copies and clears of one queue that follow each other are one where the queue can; not those of
// another, nor those behind a launch.
func TestCopiesAtOnce(t *testing.T) {
	l := &log{}
	text := []byte("one")
	for most, want := range map[int64]string{
		100: `a at once, clear 256 64, in 8 o; b at once, clear 7 7; a launch 2x32 100 8; a at once, out 256 2; a after b; a at once, clear 1 1`,
		60:  `a clear 256 64; a at once, in 8 o; b at once, clear 7 7; a launch 2x32 100 8; a at once, out 256 2; a after b; a at once, clear 1 1`,
	} {
		lead, other := moving{&queue{l, "a"}, most}, moving{&queue{l, "b"}, most}
		var s Script
		a, b := s.On(lead), s.On(other)
		for _, err := range []error{
			a.Clear(256, 64), a.CopyIn(8, text), b.Clear(7, 7), a.Launch(nil, 2, 32, 100, 8), a.CopyOut(text[:2], 256), a.After(b), a.Clear(1, 1), s.Put(),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if got := l.taken(); got != want {
			t.Errorf("%d bytes at once: %s\nwant %s", most, got, want)
		}
	}
	var s Script
	lead := moving{&queue{l, "a"}, 1 << 20}
	for i := range 2*device.MostMoves + 1 {
		_ = s.On(lead).Clear(device.Ptr(i), 8)
	}
	if err := s.Put(); err != nil || strings.Count(l.taken(), "at once") != 3 {
		t.Error(err, "more at once than there may be")
	}
}

// What cannot be recorded is put on its queues each time; a device that is lost ends it.
func TestWorkThatCannotBeRecorded(t *testing.T) {
	l := &log{fail: errors.New("no")}
	lead, text := &queue{l, "a"}, []byte("two")
	for _, k := range []*Kept{New(l), New(nil)} {
		for range 3 {
			w, err := k.Do(written(lead, lead, text, 16), lead)
			if err := errors.Join(err, w.Release()); err != nil || strings.Contains(l.taken(), "graph") {
				t.Error(err, "recorded")
			}
		}
	}
	k := New(l)
	l.fail = fmt.Errorf("gone: %w", device.ErrLost)
	for i := range 2 {
		w, err := k.Do(written(lead, lead, text, 16), lead)
		if errors.Is(err, device.ErrLost) != (i == 1) {
			t.Errorf("time %d: %v", i, err)
		}
		_ = w.Release()
	}
}

// The graphs that were not launched for longest go, but for those that somebody has.
func TestFewGraphsAreKept(t *testing.T) {
	l := &log{}
	lead, k, text := &queue{l, "a"}, New(l), []byte("three")
	do := func(at int) *Work {
		w, err := k.Do(written(lead, lead, text, device.Ptr(at)), lead)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	_ = do(1).Release()
	held := do(1)
	for i := range 2 * mostKept {
		_ = do(2 + i/2).Release()
	}
	if l.open != mostKept { // the held one is beside those that were done after it
		t.Errorf("%d graphs, want %d", l.open, mostKept)
	}
	_ = held.Release()
	l.taken()
	if _ = do(1).Release(); !strings.HasPrefix(l.taken(), "graph") {
		t.Error("what somebody had was forgotten")
	}
	if _ = do(2).Release(); strings.HasPrefix(l.taken(), "graph") {
		t.Error("what was done longest ago is still there")
	}
}
