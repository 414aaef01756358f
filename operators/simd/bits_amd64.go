package simd

import "slices"

// bitsTables have, by the width of numbers, the bytes of each of eight in its lane, and the bit of the
// first of these where it begins.
var bitsTables = func() (out [MostBits + 1]struct {
	shuffle [32]byte
	shift   [8]uint32
}) {
	for width := range out {
		for i := range 8 {
			bit := i*width - i/4*(width/2*8) // the second lane begins with the byte in which the fifth number does
			for k := range 4 {
				out[width].shuffle[4*i+k] = byte(bit/8 + k)
			}
			out[width].shift[i] = uint32(bit % 8)
		}
	}
	return out
}()

// bits2 unpacks by assembly, which reads 16 bytes from the first and from the fifth of eight numbers on.
func bits2(to []uint32, from []byte, width int) (done int, most uint32) {
	eights := len(to) / 8
	if reads := len(from) - width/2 - 16; reads < 0 {
		eights = 0
	} else if width > 0 {
		eights = min(eights, reads/width+1)
	}
	if eights == 0 || width > MostBits {
		return 0, 0
	}
	var of [8]uint32
	t := &bitsTables[width]
	bits_avx2(&to[0], &from[0], eights, width, &t.shuffle[0], &t.shift[0], &of[0])
	return 8 * eights, slices.Max(of[:])
}
