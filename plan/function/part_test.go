package function

import (
	"strings"
	"testing"

	"gsdms/plan/value"
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

// A text is cut at the end of a character.
func TestCutBytes(t *testing.T) {
	for want, most := range map[string]int64{"": 1, "ä": 3, "äö": 4, "äöx": 5, "äöxy": 9} {
		got, err := CutBytes(value.Type{}, []value.Value{value.OfString("äöxy"), value.OfInt(most)})
		if err != nil || got.Text != want {
			t.Errorf("%d bytes: %q, want %q (%v)", most, got.Text, want, err)
		}
	}
}
