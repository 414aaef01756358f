package cuda

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
	"weak"

	"gsdms/operators"
)

// uploads keeps the read-only data of programs (dimension columns, bit sets, join
// indexes) on the device for as long as the programs hold them. Safe for concurrent
// use.
type uploads struct {
	backend *Backend
	mu      sync.Mutex
	at      map[uploadKey]Ptr
	freed   atomic.Int64 // how many have been
}

// uploadKey names one of the data of a Go object. It is no address: another object may lie
// there before what belonged to one that is gone has been freed.
type uploadKey struct {
	of    any // a weak.Pointer
	which int
}

func newUploads(b *Backend) *uploads { return &uploads{backend: b, at: map[uploadKey]Ptr{}} }

func (u *uploads) array(a *operators.Array) (Ptr, error) { return upload(u, a, 0, a.Data) }

func (u *uploads) bits(s *operators.BitSet) (Ptr, error) { return upload(u, s, 0, wordBytes(s.Bits)) }

func (u *uploads) heads(x *operators.Index) (Ptr, error) { return upload(u, x, 0, wordBytes(x.Heads)) }

func (u *uploads) next(x *operators.Index) (Ptr, error) { return upload(u, x, 1, wordBytes(x.Next)) }

// upload returns the address of one of the data of an object, copying it there the
// first time. It is freed when the object is collected.
func upload[T any](u *uploads, of *T, which int, data []byte) (Ptr, error) {
	key := uploadKey{weak.Make(of), which}
	u.mu.Lock()
	defer u.mu.Unlock()
	if p, ok := u.at[key]; ok {
		return p, nil
	}
	p, err := u.backend.alloc(int64(len(data)) + slack)
	if err != nil {
		return 0, err
	}
	if err := u.backend.copyIn(p, data); err != nil {
		u.backend.blocks.free(p)
		return 0, err
	}
	u.at[key] = p
	runtime.AddCleanup(of, u.forget, key)
	return p, nil
}

// forget frees what belonged to an object that is gone.
func (u *uploads) forget(key uploadKey) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.backend.blocks.free(u.at[key])
	delete(u.at, key)
	u.freed.Add(1)
}

// How long collect waits for what the collector has found to be freed, and how often it
// looks.
const (
	collectTime = 20 * time.Millisecond
	collectLook = time.Millisecond
)

// collect has what belonged to objects that are gone, but have not been collected, freed, and
// reports whether there was any: relations are gone with their query, which the collector of
// a small heap may not look at for long.
func (u *uploads) collect() (bool, error) {
	before := u.freed.Load()
	runtime.GC()
	for end := time.Now().Add(collectTime); u.freed.Load() == before; time.Sleep(collectLook) {
		if time.Now().After(end) {
			return false, nil
		}
	}
	return true, nil
}

// wordBytes is the bytes of a slice of numbers, aliased.
func wordBytes[T uint32 | uint64 | int64](words []T) []byte {
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*int(unsafe.Sizeof(t)))
}
