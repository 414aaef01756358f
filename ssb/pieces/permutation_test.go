package pieces

import "testing"

func TestPermutationHasEveryNumberOnce(t *testing.T) {
	for _, n := range []int64{1, 2, 3, 7, 64, 1000, 70_001} {
		p := NewPermutation(n, Hash(uint64(n)))
		seen := make([]bool, n)
		moved := 0
		for i := range n {
			v := p.At(i)
			if seen[v] {
				t.Fatalf("%d of %d comes twice", v, n)
			}
			seen[v] = true
			if v != i {
				moved++
			}
		}
		if n > 100 && moved < int(n*9/10) {
			t.Errorf("%d of %d have moved", moved, n)
		}
	}
}
