package groups

import (
	"testing"

	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
)

// newWaiting is a gathering of whole numbers in one partition, blocks of two rows, of which
// more than one is to be folded.
func newWaiting() (*gathered, *Folder) {
	var p keys.Packing
	p.Add(keys.Key{Lo: 0, Hi: 1 << 40})
	p.Settle()
	d := &gathering{packing: p, groups: &Groups{}, parts: 1, rows: 2, waiting: 4, shift: 63}
	g := newGathered(d, &Run{budget: &budget.Budget{}})
	g.threshold, g.parts = d.waiting, make([]partition, 1)
	return g, NewFolder(simd.Plain())
}

func pushKeys(t *testing.T, g *gathered, f *Folder, keys ...int64) {
	t.Helper()
	if err := g.push(0, []block{{keys, len(keys)}}, f); err != nil {
		t.Fatal(err)
	}
}

// Who comes to a partition that another folds leaves what it has and goes on.
func TestPushDoesNotWaitForFolding(t *testing.T) {
	g, f := newWaiting()
	p := &g.parts[0]
	p.folding.Lock()
	for i := range int64(10) {
		pushKeys(t, g, f, i, i+1) // would wait for ever
	}
	if p.rows != 20 || p.len() != 0 {
		t.Fatalf("%d rows wait and %d keys are folded while another folds, want 20 and 0", p.rows, p.len())
	}
	p.folding.Unlock()
	pushKeys(t, g, f, 10, 100)
	if p.rows != 0 || p.len() != 12 || p.keys != 12 {
		t.Fatalf("then %d rows wait, %d keys (known as %d), want 0 and 12", p.rows, p.len(), p.keys)
	}
}

// A backlog is bounded: who comes upon too much folds it, when the other is done.
func TestPushWaitsForALongBacklog(t *testing.T) {
	g, f := newWaiting()
	p := &g.parts[0]
	p.folding.Lock()
	for i := range int64(2 * backlog) {
		pushKeys(t, g, f, 2*i, 2*i+1)
	}
	for range 2 {
		if _, err := g.leave(0, []block{{[]int64{1, 2}, 2}}); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		pushKeys(t, g, f, 1, 1000)
	}()
	p.folding.Unlock()
	<-done
	if p.rows != 0 || p.len() != 4*backlog+1 {
		t.Fatalf("%d rows wait and %d keys are folded, want 0 and %d", p.rows, p.len(), 4*backlog+1)
	}
}

// looks is a turn that counts what was folded between two looks at the clock.
type looks struct {
	of           *gathered
	before, most int64
}

func (l *looks) Look() {
	now := l.of.folded.Load()
	l.most, l.before = max(l.most, now-l.before), now
}
func (l *looks) Pause() {}

// Where all partitions fill up at once, who folds them looks at the clock behind each.
func TestFoldingLooksAtTheClock(t *testing.T) {
	const parts, size = 16, 64
	g, _ := newWaiting()
	d := *g.gathering
	d.parts, d.rows, d.shift, d.waiting = parts, size, 60, size
	g = newGathered(&d, &Run{budget: &budget.Budget{}})
	g.once.Do(func() {})
	g.threshold, g.held, g.parts = size, 1, make([]partition, parts)
	clock := &looks{of: g}
	m := machine.New(parts*size, simd.Plain())
	m.Fiber = clock
	w := newGatherer(g)
	w.straight = true
	keys := make([]uint64, parts*size)
	for i := range keys {
		keys[i] = uint64(i)
	}
	m.KeyHashes = make([]uint64, len(keys))
	for range 4 {
		if err := w.add(&m, [][]uint64{keys}, len(keys)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.seal(FolderOf(&m)); err != nil {
		t.Fatal(err)
	}
	clock.Look()
	if folded := g.folded.Load(); folded < parts*size || clock.most > 4*size {
		t.Errorf("of %d rows that are folded, %d are so between two looks at the clock", folded, clock.most)
	}
}

// A table that is full of the groups of many rows is put by, but not where memory is short of tables, or
// rows are in files already.
func TestTablesStayWhereMemoryIsShort(t *testing.T) {
	for _, c := range []struct {
		limit int64
		spill bool
		full  int
	}{{1 << 30, false, 1}, {1 << 10, false, 0}, {1 << 30, true, 0}} {
		g, _ := newWaiting()
		g.run.budget.Limit, g.run.host = c.limit, &Host{Spill: c.spill}
		g.gathering.local = 4
		w := newGatherer(g)
		words, found := [][]uint64{{7, 8, 9}}, make([]uint32, 3)
		if _, err := w.table.Numbers(words, []uint64{1, 2, 3}, found, 4); err != nil {
			t.Fatal(err)
		}
		w.since = 1000
		if err := w.roll(2); err != nil || len(w.full) != c.full {
			t.Errorf("with %d bytes, rows in files %v: %d tables are put by, want %d (%v)", c.limit, c.spill, len(w.full), c.full, err)
		}
	}
}
