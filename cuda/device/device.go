// Package device says what a card is to those who use it: memory, queues of work and compiled
// functions. Package card makes one of a GPU, package host of host memory and a C++ compiler;
// nothing else knows which it is.
package device

import (
	"context"
	"errors"
	"time"

	"gsdms/optimizer"
)

// Ptr is an address in a device's memory; 0 is none.
type Ptr uint64

// ErrNoMemory is what Alloc and Pin fail with when nothing is left.
var ErrNoMemory = errors.New("device memory is used up")

// ErrLost is what everything fails with after the device, or the driver's context on it,
// has failed for good: an illegal address in a kernel, a card that does not answer.
var ErrLost = errors.New("the device has failed")

// Entry is the name of the kernel in every source that Compile gets.
const Entry = "wave"

// Device is a card, or something that can stand in for one. All methods may be called
// from any goroutine.
type Device interface {
	// Limits describes one multiprocessor and the whole device.
	Limits() optimizer.Device
	// Compile makes functions of CUDA C++ source. An error shows the source line.
	Compile(ctx context.Context, source string) (Function, error)
	// Compiled reports whether Compile has made functions of a source and would give them at once.
	Compiled(source string) bool
	// Memory gives the device's memory.
	Memory() Memory
	// NewQueue makes an in-order queue of work.
	NewQueue() (Queue, error)
	// Close frees everything.
	Close() error
}

// Memory is a device's memory and the page-locked memory of the host.
type Memory interface {
	Alloc(bytes int64) (Ptr, error)
	Free(p Ptr) error
	// Pin allocates page-locked host memory, which copies at full speed.
	Pin(bytes int64) ([]byte, error)
	Unpin(b []byte) error
	// Total is the memory of the device in bytes.
	Total() int64
}

// Queue runs what is put on it in order; queues run side by side, each used by one
// goroutine at a time, and end with their device. An error of the device shows at the
// latest in Wait.
type Queue interface {
	Copier
	// Launch starts a kernel: grid blocks of block threads, shared bytes of dynamic shared
	// memory, params the address of its Params.
	Launch(f Function, grid, block, shared int, params Ptr) error
	// After has what is put on the queue from now on begin after what has been put on the
	// others, which others may use.
	After(others ...Queue) error
	// Wait blocks until everything put on the queue is done. It gives the time that the
	// device took from the first launch since the last Wait to the end of the last, 0 where
	// nothing was launched or the device cannot tell.
	Wait() (time.Duration, error)
}

// Copier is a queue's handling of memory.
type Copier interface {
	// CopyIn and CopyOut start a copy; the host memory stays untouched until Wait.
	CopyIn(dst Ptr, src []byte) error
	CopyOut(dst []byte, src Ptr) error
	// Clear zeroes device memory.
	Clear(dst Ptr, bytes int64) error
}

// Mover is what a Queue may also offer: several copies and clears at once.
type Mover interface {
	// Move puts them on the queue as one, to be done in any order: none touches what another does. It
	// gives false, and puts nothing on it, where they are too many or too large for that, or must go
	// one by one for now.
	Move(all []Move) (done bool, err error)
}

// Move is a copy between the host's page-locked memory and the device's, or a clear of the device's.
type Move struct {
	There Ptr
	Here  *byte // nil: what is there is cleared
	Bytes int64
	Out   bool // from the device
}

// MostMoves is how many moves there are at once.
const MostMoves = 8

// Recorder is what a Device may also offer: doing again at once what was put on queues.
type Recorder interface {
	// Record calls put and keeps what that puts on the lead, and on queues that it has
	// follow the lead and the lead follow again; nothing of it is done. Copies are to be
	// from and to page-locked memory.
	Record(lead Queue, put func() error) (Graph, error)
}

// Yielder is what a Device may also offer: queues that give way.
type Yielder interface {
	// NewYielding makes a queue whose blocks begin only where none of those could that NewQueue's
	// queues wait with. What has begun goes on.
	NewYielding() (Queue, error)
}

// Graph is work that was recorded. Addresses and sizes stay what they were; the memory
// behind them may change.
type Graph interface {
	// Launch puts the work on the lead. When that has been waited for, the other queues'
	// Wait returns at once with the time of their launches.
	Launch() error
	Close() error
}

// Function is a compiled kernel.
type Function interface {
	// Registers is per thread, Shared the static shared memory per block in bytes, Threads
	// the most that a block may have.
	Registers() int
	Shared() int
	Threads() int
}

// Carver is what a Function may also offer. A multiprocessor divides one memory into cache and
// shared memory, as the kernel asks that comes first, and a kernel that needs another division
// waits until the first has ended: those that are to run side by side must ask for the same.
type Carver interface {
	// CarveShared asks for as much shared memory as there can be.
	CarveShared() error
}
