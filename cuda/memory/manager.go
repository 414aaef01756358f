package memory

import (
	"errors"
	"sync"
	"sync/atomic"

	"gsdms/cuda/device"
)

// Options sets how much a manager takes for columns, and how it gets some back.
type Options struct {
	Columns int64 // bytes of device memory
	Locked  int64 // bytes of page-locked host memory for what does not fit there; 0: a quarter of the machine's

	// Forget has those who hold uploads for later only let go of them, and reports whether there
	// were any. It may be called while columns are loaded; all that it may ask of the manager is
	// LetGo.
	Forget func() (bool, error)
}

// Manager owns the memory of a device, and page-locked memory of the host. Safe for concurrent
// use, but for Close.
type Manager struct {
	blocks  *blocks
	columns *columnCache
	uploads *uploads
	parts   *partLists
	staging *staging
	copies  *copies
	pins    *pins
	forget  func() (bool, error)

	chunks atomic.Int64 // that have not been released
	scarce sync.Mutex   // held by who waits for room for a chunk
}

// New makes the manager of a device, which is closed behind it, and takes the buffers that
// copies go through.
func New(d device.Device, o Options) (*Manager, error) {
	if o.Locked <= 0 {
		o.Locked = quarterOfMemory()
	}
	memory := d.Memory()
	m := &Manager{blocks: newBlocks(memory), pins: newPins(memory), copies: newCopies(memory, o.Locked), forget: o.Forget}
	m.columns = newColumnCache(memory, o.Columns, m.copies)
	m.columns.others = m.reclaimOthers
	m.uploads, m.parts = newUploads(m), newPartLists(m)
	var err error
	if m.staging, err = newStaging(d); err != nil {
		return nil, err
	}
	return m, nil
}

// Free takes back what Alloc has given, when nothing that was put on a queue uses it any more.
func (m *Manager) Free(p device.Ptr) { m.blocks.free(p) }

// Pin gives a buffer of page-locked host memory, of at most MostPinned bytes, whose contents are
// whatever was there.
func (m *Manager) Pin(bytes int) ([]byte, error) { return m.pins.get(bytes) }

// Unpin takes back what Pin has given; nil is none.
func (m *Manager) Unpin(b []byte) { m.pins.put(b) }

// Incoming is host memory that goes to an address of the device.
type Incoming struct {
	At   device.Ptr
	From []byte
}

// CopyIn copies host memory to the device and returns when all of it is there.
func (m *Manager) CopyIn(all ...Incoming) error {
	pieces := make([]piece, len(all))
	for i, in := range all {
		pieces[i] = piece{at: in.At, from: in.From}
	}
	return m.staging.copyIn(pieces...)
}

// CopyOut copies from the device and returns when everything is here. What is large comes
// through page-locked buffers.
func (m *Manager) CopyOut(pieces ...Outgoing) error { return m.staging.copyOut(pieces...) }

// Chunks is how many chunks have been loaded and not released.
func (m *Manager) Chunks() int64 { return m.chunks.Load() }

// Copied is the bytes that have gone to the device through Load, CopyIn and uploads.
func (m *Manager) Copied() int64 { return m.staging.copied.Load() }

// Close frees the memory of the host; that of the device goes with the device.
func (m *Manager) Close() error {
	all := func(regionKey) bool { return true }
	return errors.Join(m.staging.close(), m.pins.close(), m.copies.drop(all))
}
