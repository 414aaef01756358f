package memory

import (
	"context"
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/cuda/device"
	"gsdms/cuda/narrow"
	"gsdms/operators"
	"gsdms/plan"
)

const segmentSize = plan.SegmentRows

// Chunk is a chunk on the device, or on its way there: a region for each column, and the list of
// its parts. They stay until Release, which its one owner calls once; the rest may be called
// from any goroutine before that.
type Chunk struct {
	manager *Manager
	ref     operators.ChunkRef
	columns map[int]*region // by ordinal
	need    []uint64        // bits: segments, counted from the chunk's first, that somebody needs
	rows    int64           // of those
	parts   *partList

	arrival *arrival      // of what was not there yet; nil if all was
	settled chan struct{} // closed when the regions know what has arrived
}

// Ref says which rows the chunk holds.
func (c *Chunk) Ref() operators.ChunkRef { return c.ref }

// bring takes a region for each column, and starts to copy what is not there
// yet: a launch over the chunk waits for it on the device, while the next chunk is on its
// way to the bus.
func (c *Chunk) bring(ctx context.Context, columns operators.Columns) (err error) {
	c.count()
	if err := c.hold(columns.Ordinals); err != nil {
		return err
	}
	c.copyIn(ctx, columns)
	c.parts, err = c.manager.parts.of(c.ref, c.need)
	return err
}

// Release lets go of the chunk's regions; they stay on the device until their room is
// needed.
func (c *Chunk) Release() {
	_ = c.Arrived() // nothing is written to the regions any more; Barrier has told of an error
	for _, r := range c.columns {
		c.manager.columns.release(r)
	}
	c.columns = nil
	if c.parts != nil {
		c.manager.parts.release(c.parts)
		c.parts = nil
	}
	c.manager.chunks.Add(-1)
}

// hold takes a region for each column.
func (c *Chunk) hold(ordinals []int) (err error) {
	table := c.manager.columns.begin(c.ref)
	for _, o := range ordinals {
		if c.columns[o], err = c.manager.columns.take(c.ref, table, o); err != nil {
			delete(c.columns, o)
			return fmt.Errorf("column %s: %w", c.ref.Table.Columns[o].Name, err)
		}
	}
	return nil
}

// copyIn starts to bring the segments that somebody needs and that are not there yet.
// Whoever else needs the same regions waits until they are: all lock them by their ordinals, as these ascend.
func (c *Chunk) copyIn(ctx context.Context, columns operators.Columns) {
	var pieces []piece
	for i, o := range columns.Ordinals {
		c.columns[o].fill.Lock()
		data := storedBytes(columns.Arrays[i], c.ref.Table.Columns[o].Storage)
		c.columns[o].coming = c.columns[o].coming[:0]
		if !c.columns[o].lacks(c.need) {
			continue
		}
		if r := c.columns[o]; !r.passing {
			r.copy = c.manager.copies.take(r.key, c.ref.Rows*narrow.Width(c.ref.Table, o), len(r.have))
		}
		pieces = c.lacking(pieces, o, data)
	}
	if len(pieces) == 0 {
		c.unlock(columns.Ordinals)
		return
	}
	columns.Retain()
	c.arrival, c.settled = c.manager.staging.begin(ctx, pieces), make(chan struct{})
	go func() {
		defer close(c.settled)
		defer columns.Release()
		defer c.unlock(columns.Ordinals)
		<-c.arrival.done
		if c.arrival.err() == nil {
			c.note(columns.Ordinals)
		}
	}()
}

func (c *Chunk) unlock(ordinals []int) {
	for _, o := range ordinals {
		c.columns[o].fill.Unlock()
	}
}

// note has the regions, and their copies on the host, know what has been brought.
func (c *Chunk) note(ordinals []int) {
	for _, o := range ordinals {
		r := c.columns[o]
		width := int64(narrow.Width(c.ref.Table, o))
		for _, s := range r.coming {
			r.add(s)
			lo, hi := c.ref.RowsOf(s + c.ref.FirstSegment())
			r.arrived.Add(width * int64(hi-lo))
			if r.copy != nil {
				r.copy.add(s)
			}
		}
	}
}

// Rows is how many rows of the chunk somebody needs.
func (c *Chunk) Rows() int64 { return c.rows }

// Column gives the address of a streamed column's first row, and whether the chunk has it.
func (c *Chunk) Column(ordinal int) (at device.Ptr, ok bool) {
	r, ok := c.columns[ordinal]
	if !ok {
		return 0, false
	}
	return r.at, true
}

// Parts gives the address of the list of the rows to read, and its length: for each part the
// first row and the one behind the last, counted from the chunk's first, in 32 bits each.
func (c *Chunk) Parts() (at device.Ptr, n int) { return c.parts.at, c.parts.n }

// Announced waits until the device has been told of every copy for the chunk.
func (c *Chunk) Announced() {
	if c.arrival != nil {
		<-c.arrival.issued
	}
}

// Precede has the queue wait, on the device, for the copies of the chunk that are on
// their way; it returns when the device has been told of all of them. An error says that
// not all of the chunk will come.
func (c *Chunk) Precede(q device.Queue) error {
	if c.arrival == nil {
		return nil
	}
	c.Announced()
	if c.arrival.failed.Load() {
		return c.Arrived()
	}
	return q.After(c.arrival.queues...)
}

// Arrived waits until the chunk is there; an error says that it is not.
func (c *Chunk) Arrived() error {
	if c.arrival == nil {
		return nil
	}
	<-c.settled
	if err := c.arrival.err(); err != nil {
		return fmt.Errorf("bring chunk %d of table %s to the device: %w", c.ref.Seq, c.ref.Table.Name, err)
	}
	return nil
}

// lacking adds a piece for each run of neighbouring segments that the region lacks, and
// that its copy on the host, if there is one, has all of or nothing of.
func (c *Chunk) lacking(pieces []piece, ordinal int, data []byte) []piece {
	r, packs := c.columns[ordinal], narrow.Packs(c.ref.Table, ordinal)
	wide, width := c.ref.Table.Columns[ordinal].Storage.Width, narrow.Width(c.ref.Table, ordinal)
	first, end := len(pieces), 0
	r.coming = r.coming[:0]
	for s := range c.ref.Segments.All() {
		if r.has(c.number(s)) {
			continue
		}
		r.coming = append(r.coming, c.number(s))
		lo, hi := c.ref.RowsOf(s)
		filled := r.copy != nil && r.copy.has(c.number(s))
		if n := len(pieces) - 1; n >= first && end == lo && pieces[n].filled == filled {
			lo = end - len(pieces[n].from)/wide
			pieces = pieces[:n]
		}
		p := piece{at: r.at + device.Ptr(lo*width), from: data[lo*wide : hi*wide], packs: packs, filled: filled}
		if r.copy != nil {
			p.via = r.copy.data[lo*width : hi*width]
		}
		pieces = append(pieces, p)
		end = hi
	}
	return pieces
}

// lacks reports whether one of the segments is not there.
func (r *region) lacks(segments []uint64) bool {
	for i, want := range segments {
		if want&^r.have[i] != 0 {
			return true
		}
	}
	return false
}

// count notes which segments, and how many rows, somebody needs.
func (c *Chunk) count() {
	c.need = c.ref.Segments.From(c.ref.FirstSegment(), regionWords(c.ref.Rows))
	c.rows = int64(c.ref.Needed(nil))
}

// number counts a segment of the table from the chunk's first.
func (c *Chunk) number(segment int) int { return segment - c.ref.FirstSegment() }

// storedBytes is the array's numbers as they lie in memory.
func storedBytes(a arrow.Array, s plan.Storage) []byte {
	data := a.Data()
	return data.Buffers()[1].Bytes()[data.Offset()*s.Width : (data.Offset()+data.Len())*s.Width]
}
