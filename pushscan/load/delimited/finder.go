package delimited

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// finder finds the end of a plain field eight bytes at a time.
type finder struct {
	bytes [3]byte // delimiter, quote, escape (the delimiter again where there is none)
	masks [3]uint64
}

func newFinder(d Dialect) finder {
	f := finder{bytes: [3]byte{d.Delimiter, d.Delimiter, d.Delimiter}}
	if d.Quote >= 0 {
		f.bytes[1] = byte(d.Quote)
	}
	if d.Escape >= 0 {
		f.bytes[2] = byte(d.Escape)
	}
	for i, c := range f.bytes {
		f.masks[i] = uint64(c) * ones
	}
	return f
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// next gives the first LF, delimiter, quote or escape at or after pos; there must be
// one (or pos is the end).
func (f *finder) next(data []byte, pos int) int {
	for pos+8 <= len(data) {
		w := binary.LittleEndian.Uint64(data[pos:])
		a, b, c, n := w^f.masks[0], w^f.masks[1], w^f.masks[2], w^('\n'*ones)
		// The lowest high bit set marks the first zero byte of each.
		hit := ((a-ones)&^a | (b-ones)&^b | (c-ones)&^c | (n-ones)&^n) & highs
		if hit != 0 {
			return pos + bits.TrailingZeros64(hit)/8
		}
		pos += 8
	}
	for pos < len(data) && data[pos] != '\n' && !slices.Contains(f.bytes[:], data[pos]) {
		pos++
	}
	return pos
}
