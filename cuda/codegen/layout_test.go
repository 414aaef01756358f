package codegen

import (
	"reflect"
	"testing"

	"gsdms/cuda/cudatest"
	"gsdms/operators"
)

// A layout that is kept is that of the program within the limit of memory that is asked
// for, also when older ones have been dropped; none is kept where there was no room.
func TestLayoutsAreKeptByProgramAndMemory(t *testing.T) {
	known := newLayouts(newStretches())
	programs := []*operators.Program{cudatest.Hashed(), cudatest.Star(10, 60)}
	for range keptLayouts {
		programs = append(programs, cudatest.Star(10, 60))
	}
	programs = append(programs, programs[:2]...)
	for i, p := range programs {
		if _, err := known.of(p, 8); err == nil {
			t.Fatalf("program %d fits into 8 bytes", i)
		}
		for _, memory := range []int64{1 << 20, 64 << 10, 1 << 20} {
			rows, tight := rowsFor(p, false)
			want, err := layoutState(p, newStretches(), rows, memory)
			if err != nil {
				t.Fatal(err)
			}
			want.Tight = tight
			if got, err := known.of(p, memory); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("program %d in %d bytes: %+v, %v, not %+v", i, memory, got, err, want)
			}
		}
	}
	large, _ := known.of(programs[0], 1<<20)
	small, _ := known.of(programs[0], 64<<10)
	if large.Groups <= small.Groups {
		t.Errorf("%d slots in 1 MiB, %d in 64 KiB: the test's limits make no difference", large.Groups, small.Groups)
	}
}
