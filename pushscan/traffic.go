package pushscan

import (
	"maps"
	"slices"
	"sync"
)

// Traffic is what the streams of a hub have done since it was made, and who rides now.
type Traffic struct {
	Tables  map[string]TableTraffic // by name; of all tables that stages have left, under ""
	Waiting int                     // rides in mailboxes
	Waves   int64                   // waves that were decided
	Closed  bool                    // nobody may board any more
}

// TableTraffic is the Traffic of the streams of one table.
type TableTraffic struct {
	Streams int     // that run now
	Riders  int     // attached to them now
	Rides   int64   // that ended, finished or not
	Chunks  int64   // pushed; those that nobody needed are not
	Passes  float64 // over the table: chunks over its chunks
	Pushed  int64   // bytes of columns that chunks had
	Alone   int64   // bytes that the queries attached to these chunks would have read without each other
}

// traffic counts for a hub. Safe for concurrent use.
type traffic struct {
	mu      sync.Mutex
	total   Traffic
	crews   map[*Stream]*crew // of streams that have taken somebody on
	streams int64             // that have
	rides   int64             // that have boarded
	waves   []WaveNow         // the latest
}

// of changes what is counted of a stream's table.
func (t *traffic) of(s *Stream, change func(*TableTraffic)) {
	name := s.table.Name
	if s.table.Passing {
		name = ""
	}
	if t.total.Tables == nil {
		t.total.Tables = map[string]TableTraffic{}
	}
	one := t.total.Tables[name]
	change(&one)
	t.total.Tables[name] = one
}

// ride notes who rides on a stream now.
func (t *traffic) ride(s *Stream) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.crews == nil {
		t.crews = map[*Stream]*crew{}
	}
	c, known := t.crews[s]
	if !known {
		t.streams++
		c = &crew{number: t.streams}
		s.crew, t.crews[s] = c, c
	}
	before := len(c.places)
	c.enroll(s, &t.rides)
	t.of(s, func(one *TableTraffic) {
		if !known {
			one.Streams++
		}
		one.Riders += len(s.riders) - before
	})
}

// part notes that riders of a stream have one of their own now.
func (t *traffic) part(s, left *Stream) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.streams++
	c := &crew{number: t.streams, wave: s.crew.wave}
	c.pushed.Store(s.crew.pushed.Load())
	s.crew.places = slices.DeleteFunc(s.crew.places, func(p place) bool {
		late := slices.Contains(left.riders, p.ride)
		if late {
			c.places = append(c.places, p)
		}
		return late
	})
	left.crew, t.crews[left] = c, c
	t.of(s, func(one *TableTraffic) { one.Streams++ })
}

// mayBeLong reports whether somebody rides on a stream, and each of them may be slow.
func (t *traffic) mayBeLong(s *Stream) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.crews[s]
	return c != nil && len(c.places) > 0 && !slices.ContainsFunc(c.places, func(p place) bool {
		return !s.hub.mayBeLong(s.hub.paceOf(p.run, min(s.table.Rows, s.hub.options.ChunkRows)))
	})
}

// leave counts a ride that is about to end.
func (t *traffic) leave(s *Stream) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.of(s, func(one *TableTraffic) { one.Rides++ })
}

// end notes that a stream has ended.
func (t *traffic) end(s *Stream) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, known := t.crews[s]
	if !known {
		return
	}
	delete(t.crews, s)
	t.of(s, func(one *TableTraffic) {
		one.Streams--
		one.Riders -= len(c.places)
	})
}

// push counts a chunk that is about to be pushed.
func (t *traffic) push(s *Stream, l *loaded) {
	alone := int64(0)
	for _, r := range s.riders {
		alone += int64(max(0, r.wanted.Load())) * r.width * int64(l.ref.Needed(r.live))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.of(s, func(one *TableTraffic) {
		one.Chunks++
		one.Passes += 1 / float64(s.source.whole())
		one.Pushed += l.bytes
		one.Alone += alone
	})
}

// whole is the chunks of the whole table, wherever the source begins.
func (s *source) whole() int {
	return max(1, (s.table.Rows+s.options.ChunkRows-1)/s.options.ChunkRows)
}

// width is the bytes of a row of the columns that riders read.
func (s *source) width(riders ...*ride) (sum int64) {
	for _, o := range s.columns(riders) {
		sum += int64(s.table.Columns[o].Storage.Width)
	}
	return sum
}

// Traffic gives a copy of the counts.
func (h *Hub) Traffic() Traffic {
	h.mu.Lock()
	waiting, closed := 0, h.closed
	for _, s := range h.streams {
		waiting += len(s.mailbox)
	}
	h.mu.Unlock()
	h.traffic.mu.Lock()
	defer h.traffic.mu.Unlock()
	out := h.traffic.total
	out.Tables, out.Waiting, out.Closed = maps.Clone(out.Tables), waiting, closed
	return out
}

// Add adds the traffic of another hub.
func (t *Traffic) Add(other Traffic) {
	t.Waiting += other.Waiting
	t.Waves += other.Waves
	t.Closed = t.Closed || other.Closed
	if t.Tables == nil {
		t.Tables = map[string]TableTraffic{}
	}
	for name, x := range other.Tables {
		one := t.Tables[name]
		one.Streams += x.Streams
		one.Riders += x.Riders
		one.Rides += x.Rides
		one.Chunks += x.Chunks
		one.Passes += x.Passes
		one.Pushed += x.Pushed
		one.Alone += x.Alone
		t.Tables[name] = one
	}
}
