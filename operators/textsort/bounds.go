package textsort

import (
	"encoding/binary"
	"strings"
)

// bounds are the first texts of all parts but the first, in their order.
type bounds struct {
	common string   // what all begin with
	texts  []string // behind that
	first  []uint64 // prefixes of these
}

func newBounds(texts []string) bounds {
	common := texts[0]
	for common != "" && !strings.HasPrefix(texts[len(texts)-1], common) {
		common = common[:len(common)-1]
	}
	b := bounds{common: common, texts: make([]string, len(texts)), first: make([]uint64, len(texts))}
	for i, text := range texts {
		b.texts[i] = text[len(common):]
		b.first[i] = Prefix(b.texts[i])
	}
	return b
}

// part gives the part of a text: how many bounds are not behind it.
func (b *bounds) part(text string) int {
	if !strings.HasPrefix(text, b.common) {
		if text < b.common {
			return 0
		}
		return len(b.texts)
	}
	text = text[len(b.common):]
	prefix, lo, hi := Prefix(text), 0, len(b.texts)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if b.first[mid] < prefix || b.first[mid] == prefix && b.texts[mid] <= text {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Prefix is the first 8 bytes of a text as a number that orders as they do, zeros behind
// it.
func Prefix(s string) uint64 {
	if len(s) >= 8 {
		return binary.BigEndian.Uint64([]byte(s[:8]))
	}
	var b [8]byte
	copy(b[:], s)
	return binary.BigEndian.Uint64(b[:])
}
