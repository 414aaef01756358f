package memory

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"

	"gsdms/cuda/device"
)

// blocks hands out small pieces of device memory and keeps what is given back, by
// powers of two, because an allocation by the driver costs as much as a small query.
// Safe for concurrent use.
type blocks struct {
	memory device.Memory

	mu    sync.Mutex
	spare [48][]device.Ptr
	size  map[device.Ptr]int // log2 of the bytes
	large int64              // bytes of the spare blocks above keepUpTo
	most  int64              // that large may be
}

func newBlocks(m device.Memory) *blocks {
	return &blocks{memory: m, size: map[device.Ptr]int{}, most: m.Total() / largeShare}
}

// alloc returns a block of at least bytes; its contents are whatever was there.
func (b *blocks) alloc(bytes int64) (device.Ptr, error) {
	class := max(8, bits.Len64(uint64(max(bytes, 1)-1)))
	if class >= len(b.spare) {
		return 0, fmt.Errorf("allocate %d bytes: %w", bytes, device.ErrNoMemory)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if list := b.spare[class]; len(list) > 0 {
		p := list[len(list)-1]
		b.spare[class] = list[:len(list)-1]
		b.large -= largeBytes(class)
		return p, nil
	}
	p, err := b.memory.Alloc(1 << class)
	if err != nil {
		return 0, err
	}
	b.size[p] = class
	return p, nil
}

// free takes a block back. Large ones return to the device when there are many.
func (b *blocks) free(p device.Ptr) {
	b.mu.Lock()
	defer b.mu.Unlock()
	class := b.size[p]
	if bytes := largeBytes(class); b.large+bytes <= b.most {
		b.large += bytes
	} else {
		delete(b.size, p)
		_ = b.memory.Free(p) // a failing free shows in the next operation of the device
		return
	}
	b.spare[class] = append(b.spare[class], p)
}

// shrink is trim, if large blocks are spare.
func (b *blocks) shrink() (freed bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.large == 0 {
		return false, nil
	}
	return b.freeSpare()
}

// trim frees the blocks that nobody has, and reports whether there were any.
func (b *blocks) trim() (freed bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.freeSpare()
}

func (b *blocks) freeSpare() (freed bool, err error) {
	var errs []error
	for class, list := range b.spare {
		for _, p := range list {
			delete(b.size, p)
			errs = append(errs, b.memory.Free(p))
		}
		b.spare[class] = nil
	}
	b.large = 0
	return len(errs) > 0, errors.Join(errs...)
}

// Blocks of up to 2^keepUpTo bytes, 16 MiB, are always kept; larger ones, which hold the
// lists between operators, up to one largeShare-th of the device's memory.
const (
	keepUpTo   = 24
	largeShare = 32
)

func largeBytes(class int) int64 {
	if class <= keepUpTo {
		return 0
	}
	return 1 << class
}
