package memory

import (
	"bytes"
	"runtime"
	"sync"
	"testing"

	"gsdms/cuda/cudatest"
	"gsdms/cuda/device"
	"gsdms/operators"
)

// written keeps what is copied to each address.
type written struct {
	cudatest.IdleQueue
	mu sync.Mutex
	at map[device.Ptr][]byte
}

func (w *written) CopyIn(dst device.Ptr, src []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at[dst] = bytes.Clone(src)
	return nil
}

// Where a new object lies where one lay that is gone, its own data is on the device, also
// when what belonged to the other has not been freed yet.
func TestUploadsAreOfTheirObject(t *testing.T) {
	const objects = 1000
	w := &written{at: map[device.Ptr][]byte{}}
	m := idleManager(t, &cudatest.Idle{Queue: w})
	make1 := func(n uint64) *operators.BitSet { return &operators.BitSet{Len: 64, Bits: []uint64{n}} }
	for n := range uint64(objects) {
		if _, err := m.Bits(&Uses{}, make1(n)); err != nil {
			t.Fatal(err)
		}
	}
	m.uploads.mu.Lock() // nothing is freed meanwhile
	runtime.GC()
	var sets []*operators.BitSet
	for n := range uint64(objects) {
		sets = append(sets, make1(objects+n))
	}
	m.uploads.mu.Unlock()
	for range 2 { // as they come, and when all has been freed that is to be
		for _, s := range sets {
			p, err := m.Bits(&Uses{}, s)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.at[p]; !bytes.Equal(got, Bytes(s.Bits)) {
				t.Fatalf("for %d the device has %v", s.Bits[0], got)
			}
		}
		runtime.GC()
	}
	runtime.KeepAlive(sets)
}

// What somebody uses stays; of the rest goes what was used longest ago, and comes again when it is
// asked for.
func TestUploadsGoWhenNobodyUsesThem(t *testing.T) {
	m := idleManager(t, &cudatest.Idle{})
	u := m.uploads
	sets := []*operators.BitSet{{Len: 64, Bits: []uint64{1}}, {Len: 64, Bits: []uint64{2}}, {Len: 64, Bits: []uint64{3}}}
	users := make([]Uses, len(sets))
	for i, s := range sets {
		for range 2 {
			if _, err := m.Bits(&users[i], s); err != nil {
				t.Fatal(err)
			}
		}
	}
	there := func(want ...bool) {
		t.Helper()
		for i, s := range sets {
			if got := lacks(u, s, 0, 8) == 0; got != want[i] {
				t.Errorf("set %d is there: %v", i, got)
			}
		}
	}
	evict := func(want bool) {
		t.Helper()
		if freed, err := u.evict(); err != nil || freed != want {
			t.Errorf("freed %v, %v", freed, err)
		}
	}
	evict(false)
	there(true, true, true)
	m.LetGo(&users[2])
	m.LetGo(&users[0])
	evict(true)
	there(false, true, true)
	if _, err := m.Bits(&users[0], sets[0]); err != nil {
		t.Fatal(err)
	}
	evict(true)
	there(true, true, false)
	evict(false)
	if u.bytes != 2*(8+slack) {
		t.Errorf("%d bytes are counted", u.bytes)
	}
	runtime.KeepAlive(sets)
}

// What belongs to an object that is gone is freed when memory is needed, also what somebody
// forgot to let go of; what belongs to one that is there is not.
func TestUploadsGoWithTheirObject(t *testing.T) {
	m := idleManager(t, &cudatest.Idle{})
	for _, gone := range []bool{false, true} {
		s, by := &operators.BitSet{Len: 64, Bits: []uint64{1}}, &Uses{}
		if _, err := m.Bits(by, s); err != nil {
			t.Fatal(err)
		}
		if !gone {
			defer runtime.KeepAlive(s)
		}
		if freed, err := m.uploads.collect(); err != nil || freed != gone {
			t.Errorf("gone %v: freed %v, %v", gone, freed, err)
		}
	}
}

// idleManager is a manager of a device on which nothing happens.
func idleManager(t *testing.T, d *cudatest.Idle) *Manager {
	t.Helper()
	m, err := New(d, Options{Columns: 1 << 30, Locked: 1 << 20, Forget: func() (bool, error) { return false, nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}
