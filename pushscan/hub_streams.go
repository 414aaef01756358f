package pushscan

import (
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// maxScans is how many streams of a table may be long in a chunk, or take subscriptions,
// before newcomers wait for one of them all the same: each reads the table by itself.
const maxScans = 4

// patience is how many slices of the backend a stream may take for a chunk before it is late.
const patience = 10

// heavyPairs is how many pairs of rows a chunk may give by estimate before its query is not
// let on the stream of others: a tenth of a second and more of one processor.
const heavyPairs = 1 << 25

// isHeavy reports whether a program may take so long for a chunk that others should not wait
// for it.
func (h *Hub) isHeavy(p *operators.Program) bool {
	return p.Pairs(min(p.Table.Rows, h.options.ChunkRows)) > heavyPairs
}

// streamFor returns the stream that a query of the table goes on, starting it if need be.
// h.mu is held.
func (h *Hub) streamFor(t *plan.Table, heavy bool) *Stream {
	if heavy {
		return h.start(t, h.options, 0)
	}
	if s := h.streams[t]; s != nil && (!h.late(s) || h.scans[t] >= maxScans) {
		return s
	}
	s := h.start(t, h.options, 0)
	s.open = true
	h.streams[t] = s
	h.scans[t]++
	return s
}

// start starts a stream of a table's rows from one on. h.mu is held.
func (h *Hub) start(t *plan.Table, o Options, first int) *Stream {
	s := newStream(h, t, o, first)
	h.running.Add(1)
	go func() {
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
	h.forget(s)
	return nil, true
}

// forget drops a stream that ends, also one that it has dropped before. h.mu is held.
func (h *Hub) forget(s *Stream) {
	h.traffic.end(s)
	if h.streams[s.table] == s {
		delete(h.streams, s.table)
	}
	if !s.open {
		return
	}
	s.open = false
	if h.scans[s.table]--; h.scans[s.table] == 0 {
		delete(h.scans, s.table)
	}
}

// late reports whether a stream takes so long for its chunk that others are better off
// without it: on a backend where another gets its share meanwhile. h.mu is held.
func (h *Hub) late(s *Stream) bool {
	return h.patience > 0 && !s.taken.IsZero() && time.Since(s.taken) >= h.patience
}

// watch is called when a mailbox has become one in which somebody waits. If the stream is in
// a chunk it looks again when it would be late. h.mu is held.
func (h *Hub) watch(s *Stream) {
	if h.patience > 0 && !s.taken.IsZero() {
		time.AfterFunc(h.patience-time.Since(s.taken), func() { h.overtake(s) })
	}
}

// overtake has those who wait for a stream that is late go on with another.
func (h *Hub) overtake(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	waiting := s.mailbox
	if h.closed || len(waiting) == 0 || h.streams[s.table] != s || !h.late(s) || h.scans[s.table] >= maxScans {
		return
	}
	s.mailbox = nil
	next := h.streamFor(s.table, false)
	next.mailbox = waiting
}
