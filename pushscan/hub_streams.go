package pushscan

import (
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// scan is what a stream takes subscriptions for. There is one for the slow queries of a table only
// where they have held others up.
type scan struct {
	table *plan.Table
	slow  bool
}

// maxScans is how many streams of a scan may be long in a chunk, or take subscriptions,
// before newcomers wait for one of them all the same: each reads the table by itself.
const maxScans = 4

// slowPatience is how many times longer slow queries wait for a stream of theirs than others do.
const slowPatience = 10

// heavyPairs is how many pairs of rows a chunk may give by estimate before its query is not
// let on the stream of others: a tenth of a second and more of one processor.
const heavyPairs = 1 << 25

// isHeavy reports whether a program may take so long for a chunk that others should not wait
// for it.
func (h *Hub) isHeavy(p *operators.Program) bool {
	return p.Pairs(min(p.Table.Rows, h.options.ChunkRows)) > heavyPairs
}

// streamFor returns the stream that a query of the table goes on, slow or not, starting it if
// need be. h.mu is held.
func (h *Hub) streamFor(t *plan.Table, slow bool) *Stream {
	of := scan{t, false}
	s := h.streams[of]
	if s != nil && h.late(s) && h.traffic.mayBeLong(s) {
		h.setAside(s)
		s = nil
	}
	if aside := h.streams[scan{t, true}]; slow && aside != nil {
		of, s = aside.scan, aside
	}
	if s != nil && (!h.late(s) || h.scans[of] >= maxScans) {
		return s
	}
	s = newStream(h, t, h.options, 0)
	h.opens(s, of)
	return h.start(s)
}

// opens has a stream take the subscriptions of a scan. h.mu is held.
func (h *Hub) opens(s *Stream, of scan) {
	s.scan, s.open = of, true
	h.streams[of] = s
	h.scans[of]++
}

// setAside has a stream on which all may be slow take no others. Slow ones may have it, if there
// is no such stream. h.mu is held.
func (h *Hub) setAside(s *Stream) {
	h.closes(s)
	if of := (scan{s.table, true}); h.streams[of] == nil {
		h.opens(s, of)
	}
}

// leave starts a stream of riders whom others have left behind.
func (h *Hub) leave(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s.taken = time.Now()
	if of := (scan{s.table, true}); h.streams[of] == nil && s.source.first == 0 && s.source.options.ChunkRows == h.options.ChunkRows {
		h.opens(s, of)
	}
	h.start(s)
}

// start starts a stream. h.mu is held.
func (h *Hub) start(s *Stream) *Stream {
	h.running.Add(1)
	go func() {
		operators.Deepen()
		defer h.running.Done()
		s.guarded(h.ctx)
	}()
	return s
}

// take empties the stream's mailbox; if that was empty and idle is set, the stream is
// forgotten and must end.
func (h *Hub) take(s *Stream, idle bool) (rides []*ride, ended bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s.taken = time.Now()
	rides, s.mailbox = s.mailbox, nil
	if len(rides) > 0 || !idle {
		return rides, false
	}
	h.traffic.end(s)
	h.closes(s)
	return nil, true
}

// closes has a stream take no subscriptions any more. h.mu is held.
func (h *Hub) closes(s *Stream) {
	if h.streams[s.scan] == s {
		delete(h.streams, s.scan)
	}
	if !s.open {
		return
	}
	s.open = false
	if h.scans[s.scan]--; h.scans[s.scan] == 0 {
		delete(h.scans, s.scan)
	}
}

// late reports whether a stream takes so long for its chunk that others are better off
// without it: on a backend where another gets its share meanwhile. h.mu is held.
func (h *Hub) late(s *Stream) bool {
	return h.patience > 0 && !s.taken.IsZero() && time.Since(s.taken) >= h.patienceWith(s)
}

// patienceWith is for how long newcomers wait for a stream in a chunk.
func (h *Hub) patienceWith(s *Stream) time.Duration {
	if s.scan.slow {
		return slowPatience * h.patience
	}
	return h.patience
}

// watch is called when a mailbox has become one in which somebody waits. If the stream is in
// a chunk it looks again when it would be late. h.mu is held.
func (h *Hub) watch(s *Stream) {
	if h.patience > 0 && !s.taken.IsZero() {
		time.AfterFunc(h.patienceWith(s)-time.Since(s.taken), func() { h.overtake(s) })
	}
}

// overtake has those who wait for a stream that is late go on with others.
func (h *Hub) overtake(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	waiting := s.mailbox
	if h.closed || len(waiting) == 0 || h.streams[s.scan] != s || !h.late(s) {
		return
	}
	s.mailbox = nil
	for _, r := range waiting {
		next := h.streamFor(s.table, r.slow)
		if next.mailbox = append(next.mailbox, r); len(next.mailbox) == 1 && !h.late(next) {
			h.watch(next)
		}
	}
}
