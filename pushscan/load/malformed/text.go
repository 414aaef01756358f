package malformed

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf8"
)

const validUTF8 = "valid UTF-8"

// Text says what a text lacks, "" for nothing.
func Text(text []byte, most int) string {
	switch {
	case len(text) <= min(most, MaxField) && isPlain(text):
		return ""
	case len(text) > MaxField:
		return fmt.Sprintf("at most %d bytes", MaxField)
	case bytes.IndexByte(text, 0) >= 0:
		return "text without NUL bytes"
	case !utf8.Valid(text):
		return validUTF8
	case len(text) > most && utf8.RuneCount(text) > most:
		return fmt.Sprintf("at most %d characters", most)
	}
	return ""
}

// isPlain reports whether a text has letters of ASCII alone, and no NUL, as most have. It looks at
// eight at a time, the last of them once more: taking 1 from each sets the highest bit of those
// that are 0.
func isPlain(text []byte) bool {
	const ones, highest = 0x0101010101010101, 0x8080808080808080
	last := len(text) - 8
	if last < 0 {
		return !slices.ContainsFunc(text, func(c byte) bool { return c == 0 || c >= utf8.RuneSelf })
	}
	for at := 0; ; at = min(at+8, last) {
		if w := binary.LittleEndian.Uint64(text[at:]); (w|(w-ones))&highest != 0 {
			return false
		}
		if at == last {
			return true
		}
	}
}
