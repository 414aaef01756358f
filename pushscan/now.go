package pushscan

import (
	"cmp"
	"slices"
	"sync/atomic"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// StreamNow is what a stream does at a moment. It is a copy, but for the wave, which nobody
// changes.
type StreamNow struct {
	Number  int64 // the stream's, in the order in which streams of the hub took somebody on
	Device  string
	Table   string
	Passing bool // the table is what a stage has left
	Rows    int  // of the table
	Chunks  int  // of the stream's stretch of the table
	At      int  // the chunk that is pushed, from 0
	Waiting int  // rides that board at the next chunk
	Riders  []RiderNow
	Wave    *WaveNow // nil: none is decided yet
}

// RiderNow is one of those who ride.
type RiderNow struct {
	Number  int64  // the ride's, in the order in which rides of the hub boarded
	Text    string // of the query
	Queries int    // that share the ride
	Columns []string
	Start   int           // the chunk at which it boarded
	Seen    int           // chunks that it has seen
	Of      int           // chunks that it is to see
	Queued  time.Duration // from Subscribe to its first chunk
	Since   time.Time     // when it boarded
}

// WaveNow is a wave that was decided.
type WaveNow struct {
	Number  int64 // in the order in which the hub's waves were decided
	Table   string
	Riders  int
	Decided time.Time
	Took    time.Duration // preparing kernels and deciding the wave
	Serves  []int         // rides, by kernel of the wave
	Wave    *optimizer.Wave
}

// keptDecisions is how many waves a hub remembers for those who watch.
const keptDecisions = 32

// crew is what others may know of a stream, guarded by the lock of the hub's traffic but for
// the count of chunks.
type crew struct {
	number int64
	pushed atomic.Int64 // chunks since the stream began, skipped ones included
	places []place
	wave   *WaveNow
}

// place is a rider as its crew knows it: nothing of it changes.
type place struct {
	*ride
	number  int64
	program *operators.Program
	start   int
	queued  time.Duration
	since   time.Time
}

// enroll notes a stream's riders. Those who were there already come first, in the order in
// which they were, since riders board at the end. The traffic's lock is held.
func (c *crew) enroll(s *Stream, rides *int64) {
	before, now := c.places, time.Now()
	at := 0
	c.places = before[:0]
	for _, r := range s.riders {
		for at < len(before) && before[at].ride != r {
			at++
		}
		if at < len(before) {
			c.places = append(c.places, before[at])
			at++
			continue
		}
		*rides++
		c.places = append(c.places, place{
			ride: r, number: *rides, program: r.program(), start: s.seq, queued: now.Sub(r.opened), since: now,
		})
	}
	clear(before[min(len(before), len(c.places)):]) // nothing keeps who has left
}

// Now gives what the hub's streams do, by number, and the latest waves, in order. Any
// goroutine may call it: no stream waits for it longer than the copy takes.
func (h *Hub) Now() (streams []StreamNow, waves []WaveNow) {
	waiting := h.waiting()
	device := h.backend.Device().Name
	t := &h.traffic
	t.mu.Lock()
	defer t.mu.Unlock()
	for s, c := range t.crews {
		streams = append(streams, c.now(s, device, waiting[s]))
		delete(waiting, s)
	}
	for s, n := range waiting { // which have taken nobody on yet
		streams = append(streams, (&crew{}).now(s, device, n))
	}
	slices.SortFunc(streams, func(a, b StreamNow) int { return cmp.Compare(a.Number, b.Number) })
	return streams, slices.Clone(t.waves)
}

// waiting counts the rides in mailboxes, by stream.
func (h *Hub) waiting() map[*Stream]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := map[*Stream]int{}
	for _, s := range h.streams {
		if len(s.mailbox) > 0 {
			out[s] = len(s.mailbox)
		}
	}
	return out
}

// now copies what a crew does. The traffic's lock is held.
func (c *crew) now(s *Stream, device string, waiting int) StreamNow {
	pushed, chunks := c.pushed.Load(), s.source.chunks()
	out := StreamNow{
		Number: c.number, Device: device, Table: s.table.Name, Passing: s.table.Passing, Rows: s.table.Rows,
		Chunks: chunks, At: int(pushed % int64(chunks)), Waiting: waiting, Wave: c.wave,
	}
	for _, p := range c.places {
		out.Riders = append(out.Riders, RiderNow{
			Number: p.number, Text: p.program.Text, Queries: int(max(0, p.wanted.Load())), Columns: columnNames(p.program),
			Start: p.start, Seen: int(p.seen.Load()), Of: int(p.of.Load()), Queued: p.queued, Since: p.since,
		})
	}
	return out
}

func columnNames(p *operators.Program) []string {
	out := make([]string, len(p.Columns))
	for i, c := range p.Columns {
		out[i] = p.Table.Columns[c.Ordinal].Name
	}
	return out
}

// decided notes the wave of a fleet, which took so long to make.
func (t *traffic) decided(s *Stream, f *fleet, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total.Waves++
	w := WaveNow{
		Number: t.total.Waves, Table: s.table.Name, Riders: f.riders, Decided: time.Now(), Took: took, Serves: f.serves, Wave: f.wave,
	}
	if s.table.Passing {
		w.Table = ""
	}
	if c := t.crews[s]; c != nil {
		c.wave = &w
	}
	if len(t.waves) == keptDecisions {
		t.waves = append(t.waves[:0], t.waves[1:]...)
	}
	t.waves = append(t.waves, w)
}
