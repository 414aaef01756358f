package memory

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"gsdms/cuda/device"
	"gsdms/operators"
)

// uploads keeps the read-only data of programs (dimension columns, bit sets, join
// indexes) on the device for as long as anything refers to what they are copies of: so the
// tables of joins, which compiling keeps by snapshot, are brought once. Those that nobody
// uses go, the one used longest ago first, when their memory is needed. Safe for concurrent use.
type uploads struct {
	manager *Manager
	mu      sync.Mutex
	at      map[uploadKey]*uploaded
	bytes   int64        // of all
	clock   int64        // uses so far
	freed   atomic.Int64 // how many have been
}

// uploadKey names one of the data of a Go object. It is no address: another object may lie
// there before what belonged to one that is gone has been freed.
type uploadKey struct {
	of    any // a weak.Pointer
	which int
}

// uploaded is one of the data on the device, or on its way there.
type uploaded struct {
	at    device.Ptr
	bytes int64
	ready chan struct{} // closed when at or err is there
	err   error
	users int   // Uses that have it; guarded by the lock of uploads, as is:
	last  int64 // clock of the last use
}

func newUploads(m *Manager) *uploads { return &uploads{manager: m, at: map[uploadKey]*uploaded{}} }

// Uses is what somebody uses of the uploads, until he calls LetGo; the zero value is nothing.
// Safe for concurrent use.
type Uses struct {
	held []*uploaded // guarded by the lock of uploads
}

// Array gives the address of an array's numbers, which are brought there the first time. They
// stay as long as somebody uses them.
func (m *Manager) Array(by *Uses, a *operators.Array) (device.Ptr, error) {
	return upload(m.uploads, by, a, 0, a.Data)
}

// Bits does the same for a set's words.
func (m *Manager) Bits(by *Uses, s *operators.BitSet) (device.Ptr, error) {
	return upload(m.uploads, by, s, 0, Bytes(s.Bits))
}

// Heads does the same for an index's heads.
func (m *Manager) Heads(by *Uses, x *operators.Index) (device.Ptr, error) {
	return upload(m.uploads, by, x, 0, Bytes(x.Heads))
}

// Next does the same for an index's chains.
func (m *Manager) Next(by *Uses, x *operators.Index) (device.Ptr, error) {
	return upload(m.uploads, by, x, 1, Bytes(x.Next))
}

// Upload does the same for data that belong to an object, which has no others: they go when it
// is collected, at the latest.
func Upload[T any](m *Manager, by *Uses, of *T, data []byte) (device.Ptr, error) {
	return upload(m.uploads, by, of, 0, data)
}

// LetGo says that nothing is used any more. It stays on the device until its memory is needed.
func (m *Manager) LetGo(of *Uses) { m.uploads.letGo(of) }

// upload returns the address of one of the data of an object, copying it there the
// first time. It stays until its users let go of it, and then until its memory is needed or the
// object is collected.
func upload[T any](u *uploads, by *Uses, of *T, which int, data []byte) (device.Ptr, error) {
	key := uploadKey{weak.Make(of), which}
	e, mine := u.use(by, key)
	if !mine {
		<-e.ready
		return e.at, e.err
	}
	e.bytes = int64(len(data)) + slack
	if e.at, e.err = u.manager.Alloc(e.bytes); e.err == nil {
		if e.err = u.manager.CopyIn(Incoming{e.at, data}); e.err != nil {
			u.manager.Free(e.at)
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	defer close(e.ready)
	if e.err != nil {
		delete(u.at, key)
		return 0, e.err
	}
	u.bytes += e.bytes
	runtime.AddCleanup(of, u.forget, owned{key, e})
	return e.at, nil
}

// use gives the entry of a key, which is used from now on, and whether the caller has to
// make it.
func (u *uploads) use(by *Uses, key uploadKey) (e *uploaded, mine bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if e = u.at[key]; e == nil {
		e, mine = &uploaded{ready: make(chan struct{})}, true
		u.at[key] = e
	}
	u.clock++
	e.users++
	e.last = u.clock
	by.held = append(by.held, e)
	return e, mine
}

// letGo takes back what use has given.
func (u *uploads) letGo(of *Uses) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, e := range of.held {
		e.users--
	}
	of.held = nil
}

// evict frees what nobody uses and was used longest ago, and reports whether there was any.
func (u *uploads) evict() (bool, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var oldest uploadKey
	var victim *uploaded
	for key, e := range u.at {
		if e.users == 0 && (victim == nil || e.last < victim.last) {
			oldest, victim = key, e
		}
	}
	if victim == nil {
		return false, nil
	}
	u.free(oldest, victim)
	return true, nil
}

// free gives the memory of an entry back. The lock is held.
func (u *uploads) free(key uploadKey, e *uploaded) {
	u.manager.Free(e.at)
	delete(u.at, key)
	u.bytes -= e.bytes
	u.freed.Add(1)
}

// owned is an entry that belonged to an object.
type owned struct {
	key uploadKey
	e   *uploaded
}

// forget frees what belonged to an object that is gone, unless that has been done.
func (u *uploads) forget(o owned) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.at[o.key] == o.e {
		u.free(o.key, o.e)
	}
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
