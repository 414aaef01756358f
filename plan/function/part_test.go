package function

import (
	"strings"
	"testing"
)

// Parts of texts of one byte a character are those of any texts.
func TestPartsOfBytes(t *testing.T) {
	numbers := []int64{-1 << 63, -30, -9, -8, -2, -1, 0, 1, 2, 7, 8, 9, 16, 30, 1<<63 - 1}
	for _, name := range []string{"SUBSTRING", "LEFT", "RIGHT"} {
		for size := range 20 {
			text := strings.Repeat("abcdefghij", 2)[:size]
			for _, n := range numbers {
				for _, length := range append(numbers, Whole) {
					lo, hi := BytesOf(name)(text, n, length)
					if wantLo, wantHi := PartOf(name)(text, n, length); text[lo:hi] != text[wantLo:wantHi] {
						t.Fatalf("%s(%q, %d, %d): %q, want %q", name, text, n, length, text[lo:hi], text[wantLo:wantHi])
					}
				}
			}
		}
	}
}
