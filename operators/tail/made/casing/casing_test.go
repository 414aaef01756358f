package casing

import (
	"strings"
	"testing"
)

// Letters are turned as strings.ToUpper and ToLower do it, wherever they stand, and nothing is where a
// character takes several bytes.
func TestTurn(t *testing.T) {
	var all strings.Builder
	for b := range byte(0x80) {
		all.WriteByte(b)
	}
	for from := range 20 {
		text := all.String()[from:]
		upper, lower := []byte(text), []byte(text)
		if !Of("UPPER").Turn(upper) || !Of("LOWER").Turn(lower) {
			t.Fatal("not turned")
		}
		if string(upper) != strings.ToUpper(text) || string(lower) != strings.ToLower(text) {
			t.Fatalf("from %d: %q and %q", from, upper, lower)
		}
		wide := []byte(text[:from] + "ü" + text[from:])
		if Of("UPPER").Turn(wide) || string(wide) != text[:from]+"ü"+text[from:] {
			t.Fatal("turned beside a wide character")
		}
	}
	if Of("REVERSE") != nil {
		t.Error("REVERSE is no casing")
	}
}
