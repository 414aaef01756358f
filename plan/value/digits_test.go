package value

import (
	"strings"
	"testing"
)

// TestVeryLongNumbers: a megabyte of digits is more than any decimal has, which is known without
// reading them; the square of so many steps would be minutes.
func TestVeryLongNumbers(t *testing.T) {
	if d, ok := ParseDecimal(strings.Repeat("9", 1<<20)); ok {
		t.Errorf("a number of %d digits", d.NumDigits())
	}
	if d, ok := ParseDecimal(strings.Repeat("9", 65)); !ok || d.NumDigits() != 65 {
		t.Errorf("65 digits are %v, %v", d, ok)
	}
}
