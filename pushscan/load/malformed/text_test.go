package malformed

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// What is wrong with a text is what shows by each of its letters, wherever the wrong one stands.
func TestWrongTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	parts := []string{"a", "~", " ", "\x01", "\x7f", "ä", "€", "\x00", "\x80", "\xff", "\xc3"}
	for range 200000 {
		text := []byte(strings.Repeat("x", random.IntN(40)))
		for range random.IntN(3) {
			at := random.IntN(len(text) + 1)
			text = append(text[:at:at], append([]byte(parts[random.IntN(len(parts))]), text[at:]...)...)
		}
		most, want := 1+random.IntN(50), ""
		switch letters := []rune(string(text)); {
		case bytes.ContainsRune(text, 0):
			want = "text without NUL bytes"
		case !utf8.Valid(text):
			want = validUTF8
		case len(letters) > most:
			want = "at most"
		}
		if got := Text(text, most); got != want && (want != "at most" || !strings.HasPrefix(got, want)) {
			t.Fatalf("%q of at most %d characters: %q, want %q", text, most, got, want)
		}
	}
}
