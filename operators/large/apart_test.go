package large_test

import (
	"runtime"
	"testing"

	"gsdms/operators/large"
)

// Memory apart is zeros, keeps what is written whatever the collector does, and goes with who has it.
func TestApart(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 3 << 20} {
		a := large.NewApart[uint32](n)
		if len(a.Memory) != n {
			t.Fatalf("%d numbers, want %d", len(a.Memory), n)
		}
		for i, v := range a.Memory {
			if v != 0 {
				t.Fatalf("number %d of %d is %d", i, n, v)
			}
			a.Memory[i] = uint32(i) * 7
		}
		for range 3 {
			runtime.GC()
			large.NewApart[byte](n) // nobody has it
		}
		for i, v := range a.Memory {
			if v != uint32(i)*7 {
				t.Fatalf("number %d of %d is %d", i, n, v)
			}
		}
		a.Free()
		a.Free()
	}
}
