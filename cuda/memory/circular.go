package memory

import (
	"iter"
	"weak"

	"gsdms/operators"
	"gsdms/plan"
)

// circular decides which region goes where columns need room: what will be read again last. A
// scan is circular, so its order says when each chunk is read next, and a table that does not
// fit keeps a part of its chunks on the device for ever while the others pass through the rest
// (the least recently used, instead, would be just what the scan needs next). Who has the
// regions calls it under his lock: begin for each chunk, touch for each region that it takes,
// victim for room.
type circular struct {
	clock int64 // chunks loaded so far
	scans map[weak.Pointer[plan.Table]]*scan
}

// scan is where the scan of a snapshot is.
type scan struct {
	seq    int   // chunk loaded last
	chunks int   // of the table
	loads  int64 // chunks loaded so far
	last   int64 // clock of the last load
}

// use is when a region was used last.
type use struct {
	clock int64
	load  int64 // of its scan
}

func newCircular() *circular {
	return &circular{scans: map[weak.Pointer[plan.Table]]*scan{}}
}

// begin notes that a chunk is loaded, and reports whether it is the first of its table.
func (c *circular) begin(ref operators.ChunkRef, table weak.Pointer[plan.Table]) (first bool) {
	s := c.scans[table]
	if first = s == nil; first {
		s = &scan{}
		c.scans[table] = s
	}
	full := max(1, fullRows(ref))
	c.clock++
	s.loads++
	s.seq, s.chunks, s.last = ref.Seq, max(1, (ref.Table.Rows+full-1)/full), c.clock
	return first
}

// touch notes that the chunk that is being loaded has the region.
func (c *circular) touch(r *region) { r.use = use{c.clock, c.scans[r.key.table].loads} }

// forget is called when a snapshot is gone.
func (c *circular) forget(table weak.Pointer[plan.Table]) { delete(c.scans, table) }

// victim is the region that will be read again last; then the one used least recently;
// then one of the size that is needed. The table is the one that needs room, or nil.
func (c *circular) victim(free iter.Seq[*region], table weak.Pointer[plan.Table], bytes int64) *region {
	var best *region
	var bestAway int
	need := c.scans[table]
	for r := range free {
		away := c.away(r, need)
		switch {
		case best == nil, away > bestAway,
			away == bestAway && r.use.clock < best.use.clock,
			away == bestAway && r.use.clock == best.use.clock && r.bytes == bytes && best.bytes != bytes:
			best, bestAway = r, away
		}
	}
	return best
}

// never is how far away a region is that no scan seems to read again.
const never = 1 << 40

// away is how many chunks of its table are read before the region is: never, for a
// column that a whole round has passed by, and for a table that has not been read
// during two rounds of the one that needs room.
func (c *circular) away(r *region, need *scan) int {
	s := c.scans[r.key.table]
	if s.loads-r.use.load > int64(s.chunks) || need != nil && c.clock-s.last > 2*int64(need.chunks) {
		return never
	}
	if n := (r.seq - s.seq + s.chunks) % s.chunks; n > 0 {
		return n
	}
	return s.chunks
}
