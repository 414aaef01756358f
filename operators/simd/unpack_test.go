package simd

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A block comes back, whatever bits its numbers take, and lies where the package says, bit by bit;
// nothing is read or written besides.
func TestUnpackIsTheInverseOfPack(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			log := rapid.IntRange(0, 3).Draw(t, "log")
			lane := 8 << log
			size := rapid.IntRange(1, lane).Draw(t, "bits")
			least := rapid.Uint64Range(0, low(lane)-low(size)).Draw(t, "least")
			seed := rapid.Uint64().Draw(t, "seed")
			block := make([]uint64, BlockRows*lane/64)
			number := func(i int) uint64 { return (seed + uint64(i)) * 0x9e3779b97f4a7c15 >> 3 & low(size) }
			for i := range BlockRows {
				block[i*lane/64] |= (least + number(i)) << (i * lane % 64)
			}
			all, packed := guarded(vectorWords * size)
			clear(packed)
			k.Pack(packed, block, log, size, least)
			intact(t, all)
			perVector := 512 / lane
			for i := range BlockRows {
				for bit := range size {
					at := i/perVector*size + bit // of the lane
					place := at/lane*512 + i%perVector*lane + at%lane
					if packed[place/64]>>(place%64)&1 != number(i)>>bit&1 {
						t.Fatalf("bit %d of number %d is not where it should be", bit, i)
					}
				}
			}
			all, got := guarded(len(block))
			k.Unpack(got, packed, log, size, least)
			if !slices.Equal(got, block) {
				t.Fatalf("%d of %d bits: other numbers come back", size, lane)
			}
			intact(t, all)
		})
	})
}
