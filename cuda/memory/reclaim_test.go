package memory

import (
	"testing"

	"gsdms/cuda/cudatest"
	"gsdms/cuda/device"
)

// What is given back first is what costs least to have again: large spare blocks, with
// them the small ones, then columns, then what has become spare meanwhile.
func TestReclaim(t *testing.T) {
	d := &cudatest.Idle{}
	m := idleManager(t, d)
	spare := func(bytes ...int64) {
		t.Helper()
		var at []device.Ptr
		for _, n := range bytes {
			p, err := m.Alloc(n)
			if err != nil {
				t.Fatal(err)
			}
			at = append(at, p)
		}
		for _, p := range at {
			m.Free(p)
		}
	}
	ref := chunksOf(1, 1000)[0]
	table := m.columns.begin(ref)
	r, err := m.columns.take(ref, table, 0)
	if err != nil {
		t.Fatal(err)
	}
	m.columns.release(r)
	columns := d.InUse()
	spare(300, 2<<keepUpTo)
	for i, left := range []int64{columns, 0} {
		if freed, err := m.reclaim(); !freed || err != nil || d.InUse() != left {
			t.Fatalf("step %d: freed %v, error %v, %d bytes left, want %d", i, freed, err, d.InUse(), left)
		}
	}
	spare(300)
	if freed, err := m.reclaim(); !freed || err != nil || d.InUse() != 0 {
		t.Errorf("small blocks: freed %v, error %v, %d bytes left", freed, err, d.InUse())
	}
	if freed, err := m.reclaim(); freed || err != nil {
		t.Errorf("nothing is there: freed %v, error %v", freed, err)
	}
}
