package cuda

import (
	"errors"
	"fmt"
	"runtime"
	"testing"
	"weak"

	"gsdms/cuda/cudatest"
	"gsdms/operators"
)

// Of a program that is compiled for one query nothing is kept: not its kernel's source, and
// no reference to its data, with which goes what the device has of them.
func TestNothingIsKeptOfAPassingProgram(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	for _, passing := range []bool{true, false} {
		var gone weak.Pointer[operators.Index]
		t.Run(fmt.Sprint(passing), func(t *testing.T) {
			p := cudatest.Joins()
			p.Passing = passing
			gone = weak.Make(p.Indexes[1])
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
		if runtime.GC(); (gone.Value() == nil) != passing {
			t.Errorf("passing %v: the data of a join is referred to: %v", passing, gone.Value() != nil)
		}
	}
}

// A mold that is kept uses its data until it is forgotten, and that is not while a kernel has it.
func TestMoldsGoWhenMemoryIsNeeded(t *testing.T) {
	d := &cudatest.Idle{}
	b := idleBackend(t, d)
	p := cudatest.Joins()
	runs, err := b.OpenAll(t.Context(), 1<<30, p)
	if err != nil {
		t.Fatal(err)
	}
	k, err := b.Prepare(t.Context(), runs...)
	if err != nil {
		t.Fatal(err)
	}
	held := d.InUse()
	if left := squeezed(t, b, d); held == 0 || left != held {
		t.Errorf("of %d bytes that a kernel reads %d are left", held, left)
	}
	if err := errors.Join(k.Close(), runs[0].Close()); err != nil {
		t.Fatal(err)
	}
	if left := squeezed(t, b, d); left != 0 || len(b.molds.recent) != 0 {
		t.Errorf("%d bytes and %d molds are left", left, len(b.molds.recent))
	}
	runtime.KeepAlive(p)
}
