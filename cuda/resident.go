package cuda

import (
	"errors"
	"fmt"
	"sync"

	"gsdms/plan"
)

// columnCache keeps columns of chunks in device memory while they fit; the least
// recently used goes first. Safe for concurrent use.
type columnCache struct {
	memory Memory
	limit  int64

	mu      sync.Mutex
	used    int64
	clock   int64
	regions map[regionKey]*region
}

// regionKey names rows of a column of a snapshot.
type regionKey struct {
	table   *plan.Table
	ordinal int
	row     int
	rows    int
}

// region is one column of one chunk on the device.
type region struct {
	key   regionKey
	at    Ptr
	bytes int64
	users int   // chunks that hold it
	last  int64 // when it was last taken
	bad   bool  // its copy failed
}

// slack is what a vector load may read past the end of a column.
const slack = 64

func newColumnCache(m Memory, limit int64) *columnCache {
	return &columnCache{memory: m, limit: limit, regions: map[regionKey]*region{}}
}

// take returns the region of a key, held until release; fresh means that its contents
// are still to be copied. It evicts what nobody holds to make room.
func (c *columnCache) take(k regionKey, bytes int64) (r *region, fresh bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	if r := c.regions[k]; r != nil && !r.bad {
		r.users++
		r.last = c.clock
		return r, false, nil
	}
	r = &region{key: k, bytes: bytes + slack, users: 1, last: c.clock}
	for c.used+r.bytes > c.limit {
		if ok, err := c.evictOne(); err != nil || !ok {
			return nil, false, errors.Join(fmt.Errorf("%d bytes of columns are in use of --device-memory %d, and %d more are needed: %w", c.used, c.limit, bytes, ErrNoMemory), err)
		}
	}
	for r.at, err = c.memory.Alloc(r.bytes); err != nil; r.at, err = c.memory.Alloc(r.bytes) {
		ok, evictErr := c.evictOne()
		if !errors.Is(err, ErrNoMemory) || evictErr != nil || !ok {
			return nil, false, errors.Join(err, evictErr)
		}
	}
	c.used += r.bytes
	c.regions[k] = r
	return r, true, nil
}

// release gives back what take has returned.
func (c *columnCache) release(r *region) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r.users--
}

// spoil marks a region whose copy failed; it serves nobody and is evicted when free.
func (c *columnCache) spoil(r *region) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r.bad, r.last = true, 0
}

// evict frees one region, and reports whether there was one to free.
func (c *columnCache) evict() (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.evictOne()
}

func (c *columnCache) evictOne() (bool, error) {
	var oldest *region
	for _, r := range c.regions {
		if r.users == 0 && (oldest == nil || r.last < oldest.last) {
			oldest = r
		}
	}
	if oldest == nil {
		return false, nil
	}
	delete(c.regions, oldest.key)
	c.used -= oldest.bytes
	return true, c.memory.Free(oldest.at)
}
