package pushscan

import (
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// maxScans is how many streams of a table may be long in a chunk, or take subscriptions,
// before newcomers wait for one of them all the same: each reads the table by itself.
const maxScans = 4

// patience is how many slices of the backend a stream may take for a chunk before those who
// wait for its end are better off with another stream.
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
		return h.start(t)
	}
	if s := h.streams[t]; s != nil && (!s.late || h.scans[t] >= maxScans) {
		return s
	}
	s := h.start(t)
	s.open = true
	h.streams[t] = s
	h.scans[t]++
	return s
}

// start starts a stream. h.mu is held.
func (h *Hub) start(t *plan.Table) *Stream {
	s := newStream(h, t)
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
	s.late = false
	rides, s.mailbox = s.mailbox, nil
	if len(rides) > 0 || !idle {
		return rides, false
	}
	h.forget(s)
	return nil, true
}

// forget drops a stream that ends. h.mu is held.
func (h *Hub) forget(s *Stream) {
	if h.streams[s.table] == s {
		delete(h.streams, s.table)
	}
	if !s.open {
		return
	}
	if h.scans[s.table]--; h.scans[s.table] == 0 {
		delete(h.scans, s.table)
	}
}

// hurry notes that a stream is late if it does not come to the end of its chunk soon, on a
// backend where another gets its share meanwhile. The function that it gives is called at
// the end.
func (h *Hub) hurry(s *Stream) (ends func() bool) {
	b, ok := h.backend.(operators.Sharer)
	if !ok {
		return func() bool { return true }
	}
	return time.AfterFunc(patience*b.Slice(), func() { h.overtake(s) }).Stop
}

// overtake has those who wait for a stream go on with another. A stream that ends its chunk
// just now is no longer late when it takes its mailbox.
func (h *Hub) overtake(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.streams[s.table] != s {
		return
	}
	s.late = true
	if waiting := s.mailbox; len(waiting) > 0 && h.scans[s.table] < maxScans {
		s.mailbox = nil
		next := h.streamFor(s.table, false)
		next.mailbox = waiting
	}
}
