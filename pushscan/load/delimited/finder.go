package delimited

import (
	"math/bits"

	"gsdms/operators/simd"
)

// finder finds the characters of a block that may end a field: LF, delimiters, quotes and escapes. It
// looks for all of them at once, 64 bytes at a time, and then in bits.
type finder struct {
	kernels *simd.Kernels
	bytes   []byte   // the characters
	marks   []uint64 // a bit for each byte of the block, and one behind it
	some    []uint64 // the places of one character
}

func newFinder(d Dialect) finder {
	f := finder{kernels: simd.Best(), bytes: []byte{'\n', d.Delimiter}}
	for _, c := range []int{d.Quote, d.Escape} {
		if c >= 0 {
			f.bytes = append(f.bytes, byte(c))
		}
	}
	return f
}

// begin takes a block, which must stay as it is.
func (f *finder) begin(data []byte) {
	words := (len(data) + 63) / 64
	if cap(f.marks) <= words {
		f.marks, f.some = make([]uint64, words+1), make([]uint64, words)
	}
	f.marks, f.some = f.marks[:words+1], f.some[:words]
	f.marks[words] = 0
	for i, c := range f.bytes {
		to := f.some
		if i == 0 {
			to = f.marks[:words]
		}
		f.kernels.Range[0](to, data, simd.Bounds{Lo: uint64(c), Hi: uint64(c)})
		if i > 0 {
			f.kernels.Or(f.marks[:words], f.marks[:words], to)
		}
	}
	f.marks[len(data)/64] |= 1 << (len(data) % 64)
}

// next gives the first of them at or after pos, which is not past the end; the end if there is none.
func (f *finder) next(pos int) int {
	at := pos / 64
	word := f.marks[at] >> (pos % 64) << (pos % 64)
	for word == 0 {
		at++
		word = f.marks[at]
	}
	return at*64 + bits.TrailingZeros64(word)
}

// ends gives how many of the first characters at or after pos are delimiters, at most so many, and where
// the last of these is.
func (f *finder) ends(data []byte, pos, most int) (end, n int) {
	at, delimiter := pos/64, f.bytes[1]
	word := f.marks[at] >> (pos % 64) << (pos % 64)
	for n < most {
		for word == 0 {
			at++
			word = f.marks[at]
		}
		to := at*64 + bits.TrailingZeros64(word)
		if data[to] != delimiter {
			break
		}
		end, n, word = to, n+1, word&(word-1)
	}
	return end, n
}
