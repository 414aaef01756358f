package simd

import (
	"encoding/binary"
	"slices"
)

// MostBits is how many bits the numbers have at most that Bits unpacks.
const MostBits = 25

// plainBitsWidth is the most bits of numbers of which eight bytes hold four, wherever in the first of
// these they begin.
const plainBitsWidth = 16

// plainBits unpacks eight numbers at once, which begin with a byte as each eight do.
func plainBits(to []uint32, from []byte, width int) (done int, most uint32) {
	if width > plainBitsWidth {
		return 0, 0
	}
	mask := uint64(1)<<width - 1
	half, rest := width/2, width%2*4 // of the fifth: its byte, and the bit in it
	for ; len(to) >= 8 && len(from) >= half+8; to, from = to[8:], from[width:] {
		eight := (*[8]uint32)(to)
		word := binary.LittleEndian.Uint64(from)
		eight[0], eight[1] = uint32(word&mask), uint32(word>>(width&63)&mask)
		word >>= 2 * width & 63
		eight[2], eight[3] = uint32(word&mask), uint32(word>>(width&63)&mask)
		word = binary.LittleEndian.Uint64(from[half:]) >> (rest & 63)
		eight[4], eight[5] = uint32(word&mask), uint32(word>>(width&63)&mask)
		word >>= 2 * width & 63
		eight[6], eight[7] = uint32(word&mask), uint32(word>>(width&63)&mask)
		most = max(most, slices.Max(eight[:]))
		done += 8
	}
	return done, most
}
