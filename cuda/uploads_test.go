package cuda

import (
	"bytes"
	"errors"
	"fmt"
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
	b := idleBackend(t, &cudatest.Idle{Queue: w})
	make1 := func(n uint64) *operators.BitSet { return &operators.BitSet{Len: 64, Bits: []uint64{n}} }
	for n := range uint64(objects) {
		if _, err := b.uploads.bits(&mold{}, make1(n)); err != nil {
			t.Fatal(err)
		}
	}
	b.uploads.mu.Lock() // nothing is freed meanwhile
	runtime.GC()
	var sets []*operators.BitSet
	for n := range uint64(objects) {
		sets = append(sets, make1(objects+n))
	}
	b.uploads.mu.Unlock()
	for range 2 { // as they come, and when all has been freed that is to be
		for _, s := range sets {
			p, err := b.uploads.bits(&mold{}, s)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.at[p]; !bytes.Equal(got, wordBytes(s.Bits)) {
				t.Fatalf("for %d the device has %v", s.Bits[0], got)
			}
		}
		runtime.GC()
	}
	runtime.KeepAlive(sets)
}

// Of a program that is compiled for one query nothing is kept: not its kernel's source, and
// on the device no data that belongs to it alone once it is gone.
func TestNothingIsKeptOfAPassingProgram(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	for _, passing := range []bool{true, false} {
		t.Run(fmt.Sprint(passing), func(t *testing.T) {
			p := cudatest.Joins()
			p.Passing = passing
			runs, err := b.OpenAll(t.Context(), 1<<30, p)
			if err != nil {
				t.Fatal(err)
			}
			k, err := b.Prepare(t.Context(), runs...)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(k.Close(), runs[0].Close()); err != nil {
				t.Fatal(err)
			}
		})
		if kept := len(b.molds.recent); (kept == 0) != passing {
			t.Errorf("passing %v: %d sources are kept", passing, kept)
		}
		freed, err := b.uploads.collect()
		if err != nil || freed != passing {
			t.Errorf("passing %v: freed %v, %v", passing, freed, err)
		}
	}
}

// What molds use stays; of the rest goes what was used longest ago, and comes again when it is
// asked for.
func TestUploadsGoWhenNobodyUsesThem(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	u := b.uploads
	sets := []*operators.BitSet{{Len: 64, Bits: []uint64{1}}, {Len: 64, Bits: []uint64{2}}, {Len: 64, Bits: []uint64{3}}}
	users := make([]*mold, len(sets))
	for i, s := range sets {
		users[i] = &mold{}
		for range 2 {
			if _, err := u.bits(users[i], s); err != nil {
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
	u.letGo(users[2].uses)
	u.letGo(users[0].uses)
	evict(true)
	there(false, true, true)
	if _, err := u.bits(users[0], sets[0]); err != nil {
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

// A mold that is kept uses its data until it is forgotten, and that is not while a kernel has it.
func TestMoldsGoWhenMemoryIsNeeded(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	p := cudatest.Joins()
	runs, err := b.OpenAll(t.Context(), 1<<30, p)
	if err != nil {
		t.Fatal(err)
	}
	k, err := b.Prepare(t.Context(), runs...)
	if err != nil {
		t.Fatal(err)
	}
	frees := func() bool {
		t.Helper()
		before := b.uploads.bytes
		for {
			freed, err := b.reclaim()
			if err != nil {
				t.Fatal(err)
			}
			if !freed {
				return b.uploads.bytes < before
			}
		}
	}
	if before := b.uploads.bytes; before == 0 || frees() {
		t.Errorf("of %d bytes that a kernel reads some were freed", before)
	}
	if err := errors.Join(k.Close(), runs[0].Close()); err != nil {
		t.Fatal(err)
	}
	if !frees() || b.uploads.bytes != 0 || len(b.molds.recent) != 0 {
		t.Errorf("%d bytes and %d molds are left", b.uploads.bytes, len(b.molds.recent))
	}
	runtime.KeepAlive(p)
}
