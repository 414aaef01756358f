package simd

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Numbers come back that were written bit by bit; those at the end that a kernel leaves are fewer than
// what it reads at once, and nothing is written besides.
func TestBitsAreUnpacked(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		rapid.Check(t, func(t *rapid.T) {
			width := rapid.IntRange(0, MostBits).Draw(t, "width")
			want := rapid.SliceOfN(rapid.Uint32Range(0, uint32(low(width))), 0, 200).Draw(t, "numbers")
			from := make([]byte, (len(want)*width+7)/8)
			for i, n := range want {
				for bit := range width {
					from[(i*width+bit)/8] |= byte(n>>bit&1) << ((i*width + bit) % 8)
				}
			}
			room := slices.Repeat([]uint32{7}, len(want)+8)
			done, most := k.Bits(room[:len(want)], from, width)
			if done%8 != 0 || done > len(want) || !slices.Equal(room[:done], want[:done]) {
				t.Fatalf("%d numbers of %d bits are %v, want %v", done, width, room[:done], want)
			}
			if done > 0 && most != slices.Max(want[:done]) {
				t.Errorf("%d is said to be the greatest of %v", most, want[:done])
			}
			if width <= plainBitsWidth && (len(want)-done)*width >= 8*(32+2*width) && done < len(want)/8*8 {
				t.Errorf("%d of %d numbers of %d bits are left", len(want)-done, len(want), width)
			}
			for _, n := range room[len(want):] {
				if n != 7 {
					t.Fatal("something is written behind the numbers")
				}
			}
		})
	})
}
