package snapshot

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"
)

// columns is the memory of columns that are unpacked.
type columns struct {
	share atomic.Int64 // bytes that they may take, 0 for any number
	taken atomic.Int64

	refused atomic.Int64 // until then, in ns since 1970, nobody asks for more

	mu     sync.Mutex
	all    []weak.Pointer[unpacked]
	looked time.Time // when somebody has looked for memory to give up
}

// Share has columns that are unpacked take so many bytes at most.
func (r *Room) Share(bytes int64) { r.columns.share.Store(bytes) }

// pause is how long nobody looks for memory, or asks for more, after somebody has: others would notice
// more than ten collections a second, and by then it is known what was read in the meantime.
const pause = 100 * time.Millisecond

// takeColumn takes bytes for a column that is to be unpacked, and says whether there are so many.
func (r *Room) takeColumn(bytes int) bool {
	if r == nil {
		return true
	}
	c, n := &r.columns, int64(bytes)
	if now := time.Now(); !c.fits(n) && !c.giveUp(n, now) || now.UnixNano() < c.refused.Load() {
		return false
	}
	if r.take(bytes) != nil {
		c.refused.Store(time.Now().Add(pause).UnixNano())
		return false
	}
	c.taken.Add(n)
	return true
}

func (c *columns) fits(bytes int64) bool {
	share := c.share.Load()
	return share <= 0 || c.taken.Load()+bytes <= share
}

// giveUp gives up the columns that nobody has read since the last time, and says whether bytes fit then.
func (c *columns) giveUp(bytes int64, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if bytes > c.share.Load() || now.Before(c.looked.Add(pause)) {
		return false
	}
	c.looked = now
	some := false
	for _, w := range c.all {
		u := w.Value()
		if u == nil {
			continue
		}
		if h := u.held.Load(); h != nil && !h.used.Swap(false) {
			some = u.held.CompareAndSwap(h, nil) || some
		}
	}
	if some {
		runtime.GC()
		time.Sleep(time.Millisecond) // for those who give back what was collected
	}
	return c.fits(bytes)
}

// holdColumn has bytes that were taken given back once nobody refers to the memory of a column.
func (r *Room) holdColumn(u *unpacked, memory []byte, bytes int) {
	if r == nil {
		return
	}
	c, charge := &r.columns, r.billed()
	runtime.AddCleanup(&memory[0], func(n int64) {
		if c.taken.Add(-n); charge != nil {
			_ = charge(-n)
		}
	}, int64(bytes))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(slices.DeleteFunc(c.all, func(w weak.Pointer[unpacked]) bool { return w.Value() == nil || w.Value() == u }), weak.Make(u))
}
