package cuda

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
)

// blocks hands out small pieces of device memory and keeps what is given back, by
// powers of two, because an allocation by the driver costs as much as a small query.
// Safe for concurrent use.
type blocks struct {
	memory Memory

	mu    sync.Mutex
	spare [48][]Ptr
	size  map[Ptr]int // log2 of the bytes
}

func newBlocks(m Memory) *blocks { return &blocks{memory: m, size: map[Ptr]int{}} }

// alloc returns a block of at least bytes; its contents are whatever was there.
func (b *blocks) alloc(bytes int64) (Ptr, error) {
	class := max(8, bits.Len64(uint64(max(bytes, 1)-1)))
	if class >= len(b.spare) {
		return 0, fmt.Errorf("allocate %d bytes: %w", bytes, ErrNoMemory)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if list := b.spare[class]; len(list) > 0 {
		p := list[len(list)-1]
		b.spare[class] = list[:len(list)-1]
		return p, nil
	}
	p, err := b.memory.Alloc(1 << class)
	if err != nil {
		return 0, err
	}
	b.size[p] = class
	return p, nil
}

// free takes a block back. Large ones return to the device.
func (b *blocks) free(p Ptr) {
	b.mu.Lock()
	defer b.mu.Unlock()
	class := b.size[p]
	if class > keepUpTo {
		delete(b.size, p)
		_ = b.memory.Free(p) // a failing free shows in the next operation of the device
		return
	}
	b.spare[class] = append(b.spare[class], p)
}

// trim frees the blocks that nobody has, and reports whether there were any.
func (b *blocks) trim() (freed bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var errs []error
	for class, list := range b.spare {
		for _, p := range list {
			delete(b.size, p)
			errs = append(errs, b.memory.Free(p))
		}
		b.spare[class] = nil
	}
	return len(errs) > 0, errors.Join(errs...)
}

// keepUpTo is log2 of the largest block that is kept: 16 MiB.
const keepUpTo = 24
