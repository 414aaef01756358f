package memory

import (
	"errors"
	"math/bits"
	"sync"

	"gsdms/cuda/device"
)

// pins hands out small page-locked buffers, which the device can copy to while the host
// goes on; it keeps them, because locking memory costs more than a small query. Safe for
// concurrent use.
type pins struct {
	memory device.Memory
	mu     sync.Mutex
	spare  [23][][]byte // by log2 of the bytes
	slabs  [][]byte
}

// Sizes of pins: a slab is locked at once and cut up.
const (
	slabBytes = 4 << 20
	leastPin  = 12 // log2
)

// MostPinned is the bytes of the largest buffer that Pin gives.
const MostPinned = slabBytes

func newPins(m device.Memory) *pins { return &pins{memory: m} }

// get gives a buffer of so many bytes, at most slabBytes, whose contents are
// whatever was there.
func (p *pins) get(bytes int) ([]byte, error) {
	class := max(leastPin, bits.Len(uint(max(bytes, 1)-1)))
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.spare[class]) == 0 {
		slab, err := p.memory.Pin(slabBytes)
		if err != nil {
			return nil, err
		}
		p.slabs = append(p.slabs, slab)
		for at := 0; at < slabBytes; at += 1 << class {
			p.spare[class] = append(p.spare[class], slab[at:at+1<<class:at+1<<class])
		}
	}
	last := len(p.spare[class]) - 1
	b := p.spare[class][last]
	p.spare[class] = p.spare[class][:last]
	return b[:bytes], nil
}

// put takes a buffer back; nil is none.
func (p *pins) put(b []byte) {
	if b == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	class := bits.Len(uint(cap(b) - 1))
	p.spare[class] = append(p.spare[class], b)
}

func (p *pins) close() error {
	var errs []error
	for _, slab := range p.slabs {
		errs = append(errs, p.memory.Unpin(slab))
	}
	return errors.Join(errs...)
}
