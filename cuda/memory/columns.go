package memory

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"weak"

	"gsdms/cuda/device"
	"gsdms/cuda/narrow"
	"gsdms/operators"
	"gsdms/plan"
)

// columnCache keeps columns of chunks in device memory while they fit, and then those that its
// policy leaves. Safe for concurrent use.
type columnCache struct {
	memory device.Memory
	limit  int64
	copies *copies
	others func() (freed bool, err error) // gives memory back that is no column's; nil: there is none

	mu      sync.Mutex
	used    int64
	regions map[regionKey]*region
	policy  *circular
	held    int           // times that regions are held
	freed   chan struct{} // closed when one is let go; nil: nobody waits for that
}

// regionKey names rows of a column of a snapshot.
type regionKey struct {
	table   weak.Pointer[plan.Table]
	ordinal int
	row     int
	rows    int
}

// region is one column of one chunk on the device.
type region struct {
	key   regionKey
	seq   int // number of the chunk
	at    device.Ptr
	bytes int64

	passing bool // the table is gone with its query

	arrived atomic.Int64 // bytes of the segments that are there

	users int // chunks that hold it
	use   use // the last one

	fill   sync.Mutex
	have   []uint64  // bits: segments of the chunk that are there; guarded by fill
	coming []int     // segments of the chunk that are on their way; guarded by fill
	copy   *hostCopy // of the column on the host, nil if there is none; guarded by fill
}

// slack is what a vector load may read past the end of a column.
const slack = 64

func newColumnCache(m device.Memory, limit int64, copies *copies) *columnCache {
	return &columnCache{memory: m, limit: limit, copies: copies, regions: map[regionKey]*region{}, policy: newCircular()}
}

// fullRows is the rows of a chunk of the table that is not its last.
func fullRows(ref operators.ChunkRef) int {
	if ref.Seq == 0 {
		return ref.Rows
	}
	return ref.Row / ref.Seq
}

// begin notes that a chunk is loaded, and gives what take, which is called for each of its columns, knows
// its table by.
func (c *columnCache) begin(ref operators.ChunkRef) weak.Pointer[plan.Table] {
	table := weak.Make(ref.Table)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.policy.begin(ref, table) {
		runtime.AddCleanup(ref.Table, c.forget, table)
	}
	return table
}

// forget frees what belonged to a snapshot that is gone.
func (c *columnCache) forget(table weak.Pointer[plan.Table]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.policy.forget(table)
	_ = c.copies.drop(func(k regionKey) bool { return k.table == table })
	for _, r := range c.regions {
		if r.key.table == table {
			c.remove(r)
			_ = c.memory.Free(r.at) // a failing free shows in the next operation of the device
		}
	}
}

// take returns the region of a column of a chunk, held until release. It evicts what
// nobody holds to make room. Chunks of a table take the same room, the last one, too, so
// that one can follow the other in its place.
func (c *columnCache) take(ref operators.ChunkRef, table weak.Pointer[plan.Table], ordinal int) (*region, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := regionKey{table, ordinal, ref.Row, ref.Rows}
	r := c.regions[key]
	if r == nil {
		r = &region{key: key, seq: ref.Seq, passing: ref.Table.Passing, bytes: int64(max(fullRows(ref), ref.Rows)*narrow.Width(ref.Table, ordinal)) + slack}
		r.have = make([]uint64, regionWords(ref.Rows))
		var err error
		if r.at, err = c.room(r.bytes, key.table); err != nil {
			return nil, err
		}
		c.used += r.bytes
		c.regions[key] = r
	}
	r.users++
	c.held++
	c.policy.touch(r)
	return r, nil
}

// regionWords is the words of a set of the segments of so many rows.
func regionWords(rows int) int { return (rows/segmentSize + 2 + 63) / 64 }

// has reports whether a segment, counted from the chunk's first, is there.
func (r *region) has(segment int) bool { return r.have[segment/64]>>(segment%64)&1 != 0 }

func (r *region) add(segment int) { r.have[segment/64] |= 1 << (segment % 64) }

func (h *hostCopy) has(segment int) bool { return h.have[segment/64]>>(segment%64)&1 != 0 }

func (h *hostCopy) add(segment int) { h.have[segment/64] |= 1 << (segment % 64) }

// release gives back what take has returned. The columns of a table that is gone with its
// query go with the last who holds them.
func (c *columnCache) release(r *region) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held--
	if c.freed != nil {
		close(c.freed)
		c.freed = nil
	}
	if r.users--; r.users == 0 && r.passing {
		c.remove(r)
		_ = c.memory.Free(r.at) // a failing free shows in the next operation of the device
	}
}

// await waits until somebody lets go of a region. It gives false where nobody holds any, so that
// there is nothing to wait for, and when ctx ends. Who calls it holds none.
func (c *columnCache) await(ctx context.Context) bool {
	c.mu.Lock()
	if c.held == 0 {
		c.mu.Unlock()
		return false
	}
	if c.freed == nil {
		c.freed = make(chan struct{})
	}
	freed := c.freed
	c.mu.Unlock()
	select {
	case <-freed:
		return true
	case <-ctx.Done():
		return false
	}
}

// room allocates for a table, or takes the place of a region of the same size.
func (c *columnCache) room(bytes int64, table weak.Pointer[plan.Table]) (device.Ptr, error) {
	for c.used+bytes > c.limit {
		victim := c.policy.victim(c.free(), table, bytes)
		if victim == nil {
			return 0, fmt.Errorf("%d bytes of columns are in use of --device-memory %d, and %d more are needed; give it more, or run fewer queries at once: %w", c.used, c.limit, bytes, device.ErrNoMemory)
		}
		c.remove(victim)
		if victim.bytes == bytes {
			return victim.at, nil
		}
		if err := c.memory.Free(victim.at); err != nil {
			return 0, err
		}
	}
	at, err := c.memory.Alloc(bytes)
	for errors.Is(err, device.ErrNoMemory) {
		freed, freeErr := c.evictOne(table)
		if !freed && freeErr == nil && c.others != nil {
			freed, freeErr = c.others()
		}
		if freeErr != nil || !freed {
			return 0, errors.Join(fmt.Errorf("%w; columns may take --device-memory %d: a smaller one leaves more for queries", err, c.limit), freeErr)
		}
		at, err = c.memory.Alloc(bytes)
	}
	return at, err
}

// evict frees one region, and reports whether there was one to free.
func (c *columnCache) evict() (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.evictOne(weak.Pointer[plan.Table]{})
}

func (c *columnCache) evictOne(table weak.Pointer[plan.Table]) (bool, error) {
	victim := c.policy.victim(c.free(), table, 0)
	if victim == nil {
		return false, nil
	}
	c.remove(victim)
	return true, c.memory.Free(victim.at)
}

// free visits the regions that nobody holds.
func (c *columnCache) free() iter.Seq[*region] {
	return func(yield func(*region) bool) {
		for _, r := range c.regions {
			if r.users == 0 && !yield(r) {
				return
			}
		}
	}
}

func (c *columnCache) remove(r *region) {
	delete(c.regions, r.key)
	c.used -= r.bytes
}
