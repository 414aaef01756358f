package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"gsdms/operators"
)

// written keeps what is copied to each address.
type written struct {
	idleQueue
	mu sync.Mutex
	at map[Ptr][]byte
}

func (w *written) CopyIn(dst Ptr, src []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at[dst] = bytes.Clone(src)
	return nil
}

// Where a new object lies where one lay that is gone, its own data is on the device, also
// when what belonged to the other has not been freed yet.
func TestUploadsAreOfTheirObject(t *testing.T) {
	const objects = 1000
	w := &written{at: map[Ptr][]byte{}}
	b := idleBackend(t, &idle{queue: w})
	make1 := func(n uint64) *operators.BitSet { return &operators.BitSet{Len: 64, Bits: []uint64{n}} }
	for n := range uint64(objects) {
		if _, err := b.uploads.bits(make1(n)); err != nil {
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
			p, err := b.uploads.bits(s)
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
	b := idleBackend(t, &idle{})
	for _, passing := range []bool{true, false} {
		t.Run(fmt.Sprint(passing), func(t *testing.T) {
			p := joins()
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
