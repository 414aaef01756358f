package simd

import (
	"math/rand/v2"
	"testing"
)

// Each number is that before and the column's times the factor, modulo 2^32; no other is written.
func TestScaledNumbersAreAdded(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(8, 1))
		for range 300 {
			log, n, factor := r.IntN(3), r.IntN(70), r.Uint32()
			src := make([]byte, n<<log)
			dst, want := make([]uint32, n+8), make([]uint32, n+8)
			for i := range src {
				src[i] = byte(r.Uint32())
			}
			for i := range dst {
				dst[i] = r.Uint32()
				want[i] = dst[i]
			}
			for i := range n {
				stored := uint32(0)
				for k := range 1 << log {
					stored |= uint32(src[i<<log+k]) << (8 * k)
				}
				want[i] += stored * factor
			}
			k.Scaled[log](dst[:n], src, factor)
			for i, x := range dst {
				if x != want[i] {
					t.Fatalf("number %d of %d of %d bytes is %d, want %d", i, n, 1<<log, x, want[i])
				}
			}
		}
	})
}
