package memory

import (
	"errors"
	"fmt"

	"gsdms/cuda/device"
)

// Alloc takes a block of device memory, after freeing what nobody holds if need be. Its contents
// are whatever was there. An error is device.ErrNoMemory where nothing is left.
func (m *Manager) Alloc(bytes int64) (device.Ptr, error) {
	p, err := m.blocks.alloc(bytes)
	for errors.Is(err, device.ErrNoMemory) {
		freed, freeErr := m.reclaim()
		if freeErr != nil {
			return 0, freeErr
		}
		if !freed {
			return 0, fmt.Errorf("%w; a smaller --device-memory for columns leaves more for queries, a smaller --query-memory limits what each takes", err)
		}
		p, err = m.blocks.alloc(bytes)
	}
	return p, err
}

// reclaim gives some memory that nobody holds back to the device, what costs least to have again
// first, and reports whether there was any.
func (m *Manager) reclaim() (bool, error) {
	return freed(m.blocks.shrink, m.uploads.evict, m.columns.evict, m.blocks.trim, m.forget, m.uploads.collect)
}

// reclaimOthers is reclaim of what is no column, which columns ask for under their lock.
func (m *Manager) reclaimOthers() (bool, error) {
	return freed(m.uploads.evict, m.blocks.trim, m.forget)
}

// freed asks one after another for memory until one has given some.
func freed(from ...func() (bool, error)) (bool, error) {
	for _, free := range from {
		if freed, err := free(); freed || err != nil {
			return freed, err
		}
	}
	return false, nil
}
