package memory

import (
	"runtime"
	"slices"
	"testing"
	"weak"

	"gsdms/cuda/cudatest"
	"gsdms/cuda/device"
	"gsdms/operators"
	"gsdms/plan"
)

// chunksOf cuts a table with columns of 1 and 4 bytes.
func chunksOf(chunks, rows int) []operators.ChunkRef {
	t := &plan.Table{Name: "t", Rows: chunks*rows - 100, Columns: []plan.Column{{Storage: plan.Storage{Width: 1}}, {Storage: plan.Storage{Width: 4}}}}
	refs := make([]operators.ChunkRef, chunks)
	for i := range refs {
		refs[i] = operators.ChunkRef{Table: t, Seq: i, Row: i * rows, Rows: min(rows, t.Rows-i*rows)}
	}
	return refs
}

// scanOnce takes every chunk while the one before is still held, as a stream does, and
// counts the regions that have to be filled.
func scanOnce(t *testing.T, c *columnCache, refs []operators.ChunkRef) (missed int) {
	t.Helper()
	var before []*region
	for _, ref := range refs {
		table := c.begin(ref)
		var now []*region
		for o := range ref.Table.Columns {
			r, err := c.take(ref, table, o)
			if err != nil {
				t.Fatal(err)
			}
			if !r.has(0) {
				missed++
				r.add(0)
			}
			now = append(now, r)
		}
		for _, r := range before {
			c.release(r)
		}
		before = now
	}
	for _, r := range before {
		c.release(r)
	}
	return missed
}

// A scan that does not fit keeps what fits besides the chunk that is read and the one that
// is brought: Belady's rule. With LRU every region would be missed in every round.
func TestScanKeepsWhatFits(t *testing.T) {
	const chunks, rows = 10, 1 << 16
	size := int64(5*rows + 2*slack)
	for room := int64(2); room <= chunks; room++ {
		m := &cudatest.Counter{}
		c := newColumnCache(m, room*size, newCopies(m, 0))
		refs := chunksOf(chunks, rows)
		first := scanOnce(t, c, refs)
		if first != 2*chunks {
			t.Errorf("room %d: the first round missed %d", room, first)
		}
		scanOnce(t, c, refs)
		calls := m.Calls
		worst := 2 * (chunks - int(room) + 2)
		if room == chunks {
			worst = 0
		}
		for range 5 {
			if missed := scanOnce(t, c, refs); missed > worst {
				t.Errorf("room for %d chunks of %d: %d regions missed in a round, at most %d need be", room, chunks, missed, worst)
			}
		}
		if m.Most > room*size {
			t.Errorf("room %d: %d bytes allocated", room, m.Most)
		}
		if m.Calls != calls {
			t.Errorf("room %d: %d allocations in later rounds", room, m.Calls-calls)
		}
		runtime.KeepAlive(refs)
	}
}

// Columns that nobody reads any more, and tables that are no longer scanned, go first.
func TestStaleColumnsGoFirst(t *testing.T) {
	const rows = 1 << 16
	size := int64(5*rows + 2*slack)
	c := newColumnCache(&cudatest.Counter{}, 5*size, newCopies(&cudatest.Counter{}, 0))
	old, now := chunksOf(3, rows), chunksOf(4, rows)
	scanOnce(t, c, old)
	for range 4 {
		scanOnce(t, c, now)
	}
	if missed := scanOnce(t, c, now); missed != 0 {
		t.Errorf("%d regions of the table that is scanned are missed", missed)
	}
	runtime.KeepAlive(old)
}

// What a snapshot has on the device goes with it.
func TestForget(t *testing.T) {
	m := &cudatest.Counter{}
	c := newColumnCache(m, 1<<40, newCopies(m, 0))
	refs := chunksOf(2, 1<<16)
	scanOnce(t, c, refs)
	table := weak.Make(refs[0].Table)
	c.forget(table)
	if m.InUse() != 0 || c.used != 0 || len(c.policy.scans) != 0 {
		t.Errorf("%d bytes allocated, %d used, %d scans", m.InUse(), c.used, len(c.policy.scans))
	}
	runtime.KeepAlive(refs)
}

// Only runs of segments that somebody needs and the device lacks are copied.
func TestLackingSegments(t *testing.T) {
	const width = 2
	table := &plan.Table{Rows: 10*segmentSize - 5, Columns: []plan.Column{{Storage: plan.Storage{Width: width}}}}
	data := make([]byte, table.Rows*width)
	r := &region{at: 1000, have: make([]uint64, 1)}
	c := &Chunk{ref: operators.ChunkRef{Table: table, Rows: table.Rows, Segments: operators.SegmentsOf(0, 1, 3, 4, 5, 8, 9)}, columns: map[int]*region{0: r}}
	r.add(4)
	want := []struct{ lo, hi int }{{0, 2}, {3, 4}, {5, 6}, {8, 10}}
	pieces := c.lacking(nil, 0, data)
	if !slices.Equal(r.coming, []int{0, 1, 3, 5, 8, 9}) {
		t.Errorf("segments %v are coming", r.coming)
	}
	if len(pieces) != len(want) {
		t.Fatalf("%d pieces, not %d", len(pieces), len(want))
	}
	for i, w := range want {
		lo, hi := w.lo*segmentSize*width, min(w.hi*segmentSize, table.Rows)*width
		if p := pieces[i]; p.at != 1000+device.Ptr(lo) || len(p.from) != hi-lo || &p.from[0] != &data[lo] {
			t.Errorf("piece %d: %d bytes to %d, not %d to %d", i, len(p.from), p.at, hi-lo, 1000+lo)
		}
	}
}

// What is brought a second time goes through a copy that stays, and from then on from it.
func TestCopiesStay(t *testing.T) {
	copies := newCopies(&cudatest.Counter{}, 1<<20)
	key := regionKey{row: 1}
	if copies.take(key, 100, 1) != nil {
		t.Error("a copy at once")
	}
	h := copies.take(key, 100, 1)
	if h == nil || copies.take(key, 100, 1) != h {
		t.Fatal("no copy, or another one")
	}
	other := regionKey{row: 2}
	copies.take(other, 1<<20, 1)
	if copies.take(other, 1<<20, 1) != nil {
		t.Error("a copy beyond the limit")
	}
	if err := copies.drop(func(k regionKey) bool { return k == key }); err != nil || copies.used != 0 {
		t.Errorf("%d bytes in use after drop, %v", copies.used, err)
	}
}

// Pieces of segments that the copy holds need no filling, and lie where the copy has them.
func TestLackingWithCopy(t *testing.T) {
	table := &plan.Table{Rows: 4 * segmentSize, Columns: []plan.Column{{Storage: plan.Storage{Width: 1}}}}
	data, locked := make([]byte, table.Rows), make([]byte, table.Rows)
	r := &region{at: 0, have: make([]uint64, 1), copy: &hostCopy{data: locked, have: []uint64{0b0110}}}
	c := &Chunk{ref: operators.ChunkRef{Table: table, Rows: table.Rows, Segments: operators.SegmentsOf(0, 1, 2, 3)}, columns: map[int]*region{0: r}}
	pieces := c.lacking(nil, 0, data)
	if len(pieces) != 3 || pieces[0].filled || !pieces[1].filled || pieces[2].filled {
		t.Fatalf("%d pieces", len(pieces))
	}
	if p := pieces[1]; p.at != segmentSize || len(p.via) != 2*segmentSize || &p.via[0] != &locked[segmentSize] {
		t.Errorf("%d bytes to %d", len(p.via), p.at)
	}
}

// Pieces are cut to what a buffer holds, the first ones smaller.
func TestCut(t *testing.T) {
	data := make([]byte, 3*firstBytes+2*pieceBytes+7)
	pieces := cut([]piece{{at: 100, from: data[:5]}, {at: 200}, {at: 300, from: data[5:]}}, 4)
	at, total := 0, 0
	for i, p := range pieces {
		most := pieceBytes
		if i < 4 {
			most = firstBytes
		}
		if len(p.from) == 0 || len(p.from) > most || &p.from[0] != &data[at] {
			t.Errorf("piece %d has %d bytes", i, len(p.from))
		}
		if i > 0 && p.at != 300+device.Ptr(at-5) {
			t.Errorf("piece %d goes to %d", i, p.at)
		}
		at += len(p.from)
		total += len(p.from)
	}
	if total != len(data) {
		t.Errorf("%d bytes of %d", total, len(data))
	}
}

// The columns of a table that is gone with its query are freed by the last who holds them.
func TestColumnsOfAPassingTable(t *testing.T) {
	m := &cudatest.Counter{}
	c := newColumnCache(m, 1<<30, newCopies(m, 0))
	ref := chunksOf(1, 1000)[0]
	ref.Table.Passing = true
	table := c.begin(ref)
	first, err := c.take(ref, table, 0)
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.take(ref, table, 0)
	if err != nil || first != second {
		t.Fatalf("two regions of one column: %v", err)
	}
	if c.release(first); m.InUse() == 0 {
		t.Error("freed under a holder")
	}
	if c.release(second); m.InUse() != 0 || c.used != 0 || len(c.regions) != 0 {
		t.Errorf("%d bytes are left, %d counted", m.InUse(), c.used)
	}
}

// Held is a column of a chunk of which as many rows have arrived as are needed.
func TestArrivedOfAChunk(t *testing.T) {
	m := &cudatest.Counter{}
	manager := &Manager{columns: newColumnCache(m, 1<<40, newCopies(m, 0))}
	ref := chunksOf(1, 1<<16)[0]
	if ref.Segments = operators.SegmentsOf(0); manager.Holds(ref, 0) {
		t.Error("held before it was brought")
	}
	table := manager.columns.begin(ref)
	r, err := manager.columns.take(ref, table, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer manager.columns.release(r)
	all := int64(ref.Needed(nil) * ref.Table.Columns[0].Storage.Width)
	r.arrived.Store(all - 1)
	if manager.Holds(ref, 0) {
		t.Error("held before all has arrived")
	}
	r.arrived.Store(all)
	if !manager.Holds(ref, 0) {
		t.Error("not held when all has arrived")
	}
}
