package cudatest

import (
	"context"
	"fmt"
	"time"

	"gsdms/cuda/device"
	"gsdms/optimizer"
)

// Idle is a device on which nothing happens.
type Idle struct {
	Counter
	OnCompile func(ctx context.Context) error // nil: goes well
	Queue     device.Queue                    // nil: an IdleQueue
}

// Limits are those of one multiprocessor of compute capability 9.0.
func (d *Idle) Limits() optimizer.Device {
	return optimizer.Device{
		Name: "idle", MPs: 1, Warps: 64, Blocks: 32, Registers: 65536, Shared: 232448,
		WarpSize: 32, BlockThreads: 1024, ThreadRegs: 255, BlockShared: 232448,
		RegisterUnit: 256, WarpUnit: 4, SharedUnit: 128, ReservedShared: 1024,
	}
}

// Compile gives a function of 32 registers, unless OnCompile fails.
func (d *Idle) Compile(ctx context.Context, _ string) (device.Function, error) {
	if d.OnCompile == nil {
		return idleFunction{}, nil
	}
	return idleFunction{}, d.OnCompile(ctx)
}

// Compiled says that nothing need be compiled.
func (d *Idle) Compiled(string) bool { return true }

// NewQueue gives Queue.
func (d *Idle) NewQueue() (device.Queue, error) {
	if d.Queue == nil {
		return IdleQueue{}, nil
	}
	return d.Queue, nil
}

// Memory gives the counter.
func (d *Idle) Memory() device.Memory { return &d.Counter }

// Close has nothing to free.
func (d *Idle) Close() error { return nil }

type idleFunction struct{}

func (idleFunction) Registers() int { return 32 }
func (idleFunction) Shared() int    { return 0 }
func (idleFunction) Threads() int   { return 1024 }

// IdleQueue takes copies and has nothing to wait for.
type IdleQueue struct{ device.Queue }

// CopyIn copies nothing.
func (IdleQueue) CopyIn(device.Ptr, []byte) error { return nil }

// Wait returns at once.
func (IdleQueue) Wait() (time.Duration, error) { return 0, nil }

// Counter is a memory that only counts.
type Counter struct {
	next  device.Ptr
	Used  map[device.Ptr]int64 // bytes of what is allocated
	Most  int64                // bytes that were allocated at once
	Calls int                  // of Alloc
	Limit int                  // the first of them that fails; 0: none
	Pins  int                  // calls of Pin, less those of Unpin
}

// Alloc gives addresses that nothing lies behind.
func (m *Counter) Alloc(bytes int64) (device.Ptr, error) {
	if m.Used == nil {
		m.Used = map[device.Ptr]int64{}
	}
	if m.Calls++; m.Limit > 0 && m.Calls >= m.Limit {
		return 0, device.ErrNoMemory
	}
	m.next++
	m.Used[m.next] = bytes
	m.Most = max(m.Most, m.InUse())
	return m.next, nil
}

// Free fails for what is not allocated.
func (m *Counter) Free(p device.Ptr) error {
	if _, ok := m.Used[p]; !ok {
		return fmt.Errorf("free %d: not allocated", p)
	}
	delete(m.Used, p)
	return nil
}

// InUse is the bytes that are allocated now.
func (m *Counter) InUse() (n int64) {
	for _, b := range m.Used {
		n += b
	}
	return n
}

// Pin gives plain memory.
func (m *Counter) Pin(n int64) ([]byte, error) {
	m.Pins++
	return make([]byte, n), nil
}

// Unpin counts.
func (m *Counter) Unpin([]byte) error {
	m.Pins--
	return nil
}

// Total is a TiB.
func (m *Counter) Total() int64 { return 1 << 40 }

// FlatQueue is a queue of a device whose memory is one piece.
type FlatQueue struct {
	device.Queue
	At    device.Ptr // of the first byte
	Data  []byte
	Calls int
}

// Clear zeroes bytes of Data.
func (q *FlatQueue) Clear(dst device.Ptr, bytes int64) error {
	q.Calls++
	clear(q.Data[dst-q.At:][:bytes])
	return nil
}

// CopyOut copies from Data.
func (q *FlatQueue) CopyOut(dst []byte, src device.Ptr) error {
	q.Calls++
	copy(dst, q.Data[src-q.At:][:len(dst)])
	return nil
}
