package compile

import (
	"gsdms/plan/value"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The parts of a number, each times what it counts, are the number, and all but the last are at least 0
// and fit their bits.
func TestPartsOfNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		n := new(big.Int)
		for range 1 + r.IntN(4) {
			n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(r.Uint64()>>r.IntN(64)))
		}
		if n.Rsh(n, uint(r.IntN(64))); r.IntN(2) == 0 {
			n.Neg(n)
		}
		values := make([][]int64, n.BitLen()/partBits+1+r.IntN(2))
		for i := range values {
			values[i] = make([]int64, 1)
		}
		part([]byte(value.NumberKey(n)), values, 0)
		sum := new(big.Int)
		for i, v := range values {
			if i < len(values)-1 && (v[0] < 0 || v[0] >= 1<<partBits) {
				t.Fatalf("part %d of %d is %d", i, n, v[0])
			}
			sum.Add(sum, new(big.Int).Lsh(big.NewInt(v[0]), uint(i*partBits)))
		}
		if sum.Cmp(n) != 0 {
			t.Fatalf("the parts of %d are %v, which is %d", n, values, sum)
		}
	}
}
