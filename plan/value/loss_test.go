package value_test

import (
	"testing"

	"gsdms/plan/value"
)

// A text spells a number where MySQL 8 converts it without a warning.
func TestSpellsNumber(t *testing.T) {
	for text, want := range map[string]struct{ whole, double, decimal bool }{
		"12": {true, true, true}, "-7": {true, true, true}, "+7": {true, true, true}, " \t7": {true, true, true}, "007": {true, true, true},
		"9223372036854775807": {true, true, true}, "18446744073709551615": {true, true, true}, "-9223372036854775808": {true, true, true},
		"18446744073709551616": {false, true, true}, "-9223372036854775809": {false, true, true},
		"1.5": {false, true, true}, "1e3": {false, true, true}, ".5": {false, true, true}, "7 ": {false, true, true},
		"": {false, true, false}, "  ": {false, true, false}, "abc": {}, "3x": {}, "0x1": {}, "1e": {}, "-": {}, "7 x": {}, "1 2": {}, "ü": {},
	} {
		if got := value.SpellsNumber(text, value.Int); got != want.whole {
			t.Errorf("%q as a whole number: %v", text, got)
		}
		if got := value.SpellsNumber(text, value.Double); got != want.double {
			t.Errorf("%q as a double: %v", text, got)
		}
		if got := value.SpellsNumber(text, value.Decimal); got != want.decimal {
			t.Errorf("%q as a decimal: %v", text, got)
		}
	}
}
