package large_test

import (
	"testing"

	"gsdms/operators/large"
)

// Memory is what it was, whatever its size and place: all zeros, and as long.
func TestPages(t *testing.T) {
	for _, n := range []int{0, 1, 1<<18 - 1, 1 << 18, 3<<18 + 5} {
		all := make([]uint64, n+3)
		some := large.Pages(all[min(3, n):n])
		if len(some) != n-min(3, n) {
			t.Fatalf("%d numbers of %d", len(some), n)
		}
		for i := range some {
			if some[i] != 0 {
				t.Fatalf("number %d of %d is %d", i, n, some[i])
			}
			some[i] = uint64(i)
		}
		for i := range some {
			if all[min(3, n)+i] != uint64(i) {
				t.Fatalf("number %d of %d is elsewhere", i, n)
			}
		}
	}
}
