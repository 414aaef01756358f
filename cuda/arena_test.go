package cuda

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gsdms/cuda/codegen"
	"gsdms/cuda/cudatest"
	"gsdms/cuda/device"
	"gsdms/operators"
	"gsdms/plan"
)

// arenas opens runs with states of so many words, as OpenAll does behind their layouts.
func arenas(t *testing.T, b *Backend, words ...int64) []*run {
	t.Helper()
	var layouts []*codegen.Layout
	for _, w := range words {
		layouts = append(layouts, &codegen.Layout{Words: w})
	}
	var out []operators.Run
	for len(out) < len(words) {
		n := neighbours(layouts[len(out):])
		a, err := b.newArena(layouts[len(out):][:n])
		if err != nil {
			t.Fatal(err)
		}
		out = a.seat(out, make([]*operators.Program, n), layouts[len(out):][:n], 0)
	}
	runs := make([]*run, len(out))
	for i, r := range out {
		runs[i] = r.(*run)
	}
	return runs
}

// Runs lie apart from each other, on the device and in their copies; those that are
// together are cleared and copied at once, in whatever order a kernel has them, and those
// around one that has gone in two parts.
func TestArenas(t *testing.T) {
	m := &cudatest.Counter{}
	b := &Backend{blocks: newBlocks(m), pins: newPins(m)}
	const most = arenaBytes / 8
	runs := arenas(t, b, 10, 3000, 1, shadowWords+1, 5, shadowWords, shadowWords, shadowWords, shadowWords, 7)
	if n := len(m.Used); n != 4 { // three; the large one; five, which end at arenaBytes; the rest
		t.Errorf("%d arenas", n)
	}
	for i, r := range runs {
		for n := range r.shadow {
			r.shadow[n] = byte(i)
		}
		if large := r.layout.Words > shadowWords; large != (r.shadow == nil) || !large && int64(len(r.shadow)) != 8*r.layout.Words {
			t.Errorf("run %d of %d words has a copy of %d bytes", i, r.layout.Words, len(r.shadow))
		}
	}
	for i, r := range runs {
		if slices.ContainsFunc(r.shadow, func(b byte) bool { return b != byte(i) }) {
			t.Errorf("the copy of run %d is another's, too", i)
		}
	}
	slices.Reverse(runs)
	all := func(*run) bool { return true }
	if got := spansOf(runs, all); len(got) != 4 {
		t.Errorf("%d spans of all: %v", len(got), got)
	}
	slices.Reverse(runs)
	first := spansOf(runs[:3], all)
	if len(first) != 1 || first[0].from != 0 || first[0].bytes != 256+24064+256 {
		t.Errorf("spans of the first three: %v", first)
	}
	apart := spansOf(runs[:3], func(r *run) bool { return r != runs[1] })
	if len(apart) != 2 || apart[1].from != 256+24064 || apart[1].bytes != 256 {
		t.Errorf("spans around one that has gone: %v", apart)
	}
	for _, r := range runs {
		r.arena.release()
	}
	if _, err := b.blocks.trim(); err != nil || m.InUse() != 0 {
		t.Errorf("%d bytes are left after all runs have gone: %v", m.InUse(), err)
	}
	if n := lentPins(b); n != 0 {
		t.Errorf("%d bytes of locked memory are left after all runs have gone", n)
	}
	if again := arenas(t, b, most); again[0].shadow != nil {
		t.Error("a large run has a copy")
	}
}

// lentPins is the bytes of locked memory that have not been given back.
func lentPins(b *Backend) int {
	n := len(b.pins.slabs) * slabBytes
	for _, list := range b.pins.spare {
		for _, one := range list {
			n -= cap(one)
		}
	}
	return n
}

// Of runs that are opened together all are there or, where memory ends, none.
func TestOpenAllOrNone(t *testing.T) {
	d := &cudatest.Idle{}
	b := idleBackend(t, d)
	programs := []*operators.Program{cudatest.Star(1, 2), cudatest.Hashed(), cudatest.Star(3, 4), cudatest.Hashed()} // hash groups take an arena each
	for fail := range 4 {
		d.Calls, d.Limit = 0, fail+1
		if _, err := b.OpenAll(t.Context(), 1<<30, programs...); !errors.Is(err, device.ErrNoMemory) {
			t.Fatalf("allocation %d: error %v", fail, err)
		}
		if _, err := b.blocks.trim(); err != nil || d.InUse() != 0 || lentPins(b) != 0 || b.users.Load() != 0 {
			t.Errorf("allocation %d: %d bytes and %d locked ones are left, %d runs, error %v", fail, d.InUse(), lentPins(b), b.users.Load(), err)
		}
	}
	d.Limit = 0
	runs, err := b.OpenAll(t.Context(), 1<<30, programs...)
	if err != nil || len(runs) != len(programs) {
		t.Fatalf("%d runs, error %v", len(runs), err)
	}
	for _, r := range runs {
		r.Close()
	}
}

// What is fetched of a kernel's runs is what the device has of them.
func TestFetchAndZero(t *testing.T) {
	m := &cudatest.Counter{}
	b := &Backend{blocks: newBlocks(m), pins: newPins(m)}
	runs := arenas(t, b, 40, 2, 33)
	q := &flatQueue{at: runs[0].arena.at, data: slices.Repeat([]byte{9}, 2000)}
	if err := zero(q, spansOf(runs, func(r *run) bool { return r == runs[1] })); err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		clear(r.shadow)
	}
	if err := fetch(q, spansOf(runs, func(r *run) bool { return r != runs[2] })); err != nil {
		t.Fatal(err)
	}
	for i, want := range []byte{9, 0, 0} {
		if slices.ContainsFunc(runs[i].shadow, func(b byte) bool { return b != want }) {
			t.Errorf("run %d is %v, want all %d", i, runs[i].shadow, want)
		}
	}
	if q.calls != 2 {
		t.Errorf("%d operations, want a clear and a copy", q.calls)
	}
}

// Accumulators are cleared before the first launch of their run and at no later one, those
// that are copied back and those that are not.
func TestBegin(t *testing.T) {
	m := &cudatest.Counter{}
	b := &Backend{blocks: newBlocks(m), pins: newPins(m)}
	runs := arenas(t, b, 40, 2, 33)
	runs[2].shadow = nil
	for _, c := range []struct {
		runs  []*run
		clear []byte // what is left of nines in each run
	}{{runs[:1], []byte{0, 9, 9}}, {runs, []byte{9, 0, 0}}, {runs, []byte{9, 9, 9}}} {
		q := &flatQueue{at: runs[0].arena.at, data: slices.Repeat([]byte{9}, 2000)}
		if err := begin(q, c.runs); err != nil {
			t.Fatal(err)
		}
		for i, want := range c.clear {
			from := runs[i].at - runs[0].arena.at
			if got := q.data[from:][:8*runs[i].layout.Words]; slices.ContainsFunc(got, func(b byte) bool { return b != want }) {
				t.Errorf("of %d runs, run %d is %v, want all %d", len(c.runs), i, got, want)
			}
		}
	}
}

// Of a chain of stages that are launched by themselves the first clears the run, though only
// the last copies it.
func TestStagesClearTheirRun(t *testing.T) {
	var cleared []device.Ptr
	b := idleBackend(t, &cudatest.Idle{Queue: clears{at: &cleared}})
	runs, err := b.OpenAll(t.Context(), 1<<30, cudatest.Star(10, 60))
	if err != nil {
		t.Fatal(err)
	}
	kernels, err := b.Stages(t.Context(), runs[0])
	if err != nil {
		t.Fatal(err)
	}
	first := kernels[0].(*kernel)
	if err := begin(first.queue, first.runs); err != nil {
		t.Fatal(err)
	}
	if r := runs[0].(*run); !slices.Contains(cleared, r.at) {
		t.Errorf("cleared %v, not %d", cleared, r.at)
	}
	for _, k := range kernels {
		k.Close()
	}
	runs[0].Close()
}

// clears notes what is cleared.
type clears struct {
	cudatest.IdleQueue
	at *[]device.Ptr
}

func (q clears) Clear(at device.Ptr, _ int64) error {
	*q.at = append(*q.at, at)
	return nil
}

// A kernel numbers the rows of a chunk with few bits: one with more rows is refused.
func TestLoadRefusesTooManyRows(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	if _, err := b.Load(t.Context(), operators.ChunkRef{Table: &plan.Table{Name: "t"}, Rows: mostRows + 1}, nil); err == nil || !strings.Contains(err.Error(), "table t") {
		t.Errorf("error %v", err)
	}
}

// flatQueue is a queue of a device whose memory is one piece.
type flatQueue struct {
	device.Queue
	at    device.Ptr
	data  []byte
	calls int
}

func (q *flatQueue) Clear(dst device.Ptr, bytes int64) error {
	q.calls++
	clear(q.data[dst-q.at:][:bytes])
	return nil
}

func (q *flatQueue) CopyOut(dst []byte, src device.Ptr) error {
	q.calls++
	copy(dst, q.data[src-q.at:][:len(dst)])
	return nil
}
