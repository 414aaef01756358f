package memory

import (
	"errors"
	"sync"

	"golang.org/x/sys/unix"

	"gsdms/cuda/device"
)

// copies keeps columns that do not fit the device in page-locked memory of the host, from
// where they cross the bus as fast as it goes, with nothing to fill: what is brought to
// the device a second time stays here, within a limit. Safe for concurrent use; a copy's
// contents are guarded by the lock of the region that it is for.
type copies struct {
	memory device.Memory
	limit  int64

	mu   sync.Mutex
	used int64
	of   map[regionKey]*hostCopy
}

// hostCopy is a column of a chunk in page-locked memory.
type hostCopy struct {
	data []byte   // nil until the column is brought a second time
	have []uint64 // bits: segments that are there
}

func newCopies(m device.Memory, limit int64) *copies {
	return &copies{memory: m, limit: limit, of: map[regionKey]*hostCopy{}}
}

// quarterOfMemory is the default limit.
func quarterOfMemory() int64 {
	var s unix.Sysinfo_t
	if unix.Sysinfo(&s) != nil {
		return 0
	}
	return int64(s.Totalram) * int64(s.Unit) / 4
}

// take gives the copy for a region of so many bytes; nil while it is brought for the first
// time, and when no memory can be locked, which is no error: the staging buffers serve.
func (c *copies) take(key regionKey, bytes, words int) *hostCopy {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.of[key]
	if h == nil {
		c.of[key] = &hostCopy{}
		return nil
	}
	if h.data != nil {
		return h
	}
	if c.used+int64(bytes) > c.limit {
		return nil
	}
	data, err := c.memory.Pin(int64(bytes))
	if err != nil {
		return nil
	}
	c.used += int64(bytes)
	h.data, h.have = data, make([]uint64, words)
	return h
}

// drop frees the copies for which gone holds.
func (c *copies) drop(gone func(regionKey) bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for key, h := range c.of {
		if !gone(key) {
			continue
		}
		delete(c.of, key)
		if h.data != nil {
			c.used -= int64(len(h.data))
			errs = append(errs, c.memory.Unpin(h.data))
		}
	}
	return errors.Join(errs...)
}
