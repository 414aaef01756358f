package scalar

import (
	"regexp"
	"testing"
)

// Numbers with points between their thousands are those of a pattern, and are read without these.
func TestPointed(t *testing.T) {
	pattern := regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(\.\d{3})+(,.*)?$`)
	const letters = "1230.,-+x"
	var texts []string
	for n, of := 0, []string{""}; n < 6; n++ {
		var longer []string
		for _, text := range of {
			for _, c := range letters {
				longer = append(longer, text+string(c))
			}
		}
		of = longer
		texts = append(texts, of...)
	}
	texts = append(texts, "", "1.234.567,89", "-123.456", "1234.567", "1.2345", "1.234.56", "1.234,", "0.123", "12.345.678.901,5", "1.234.")
	for _, text := range texts {
		if got, want := InThousands([]byte(text)), pattern.MatchString(text); got != want {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	}
	for _, c := range [][3]string{{"1.234,5", "1234.5", "1.234.5"}, {"3,5", "3.5", "3.5"}, {"1.234", "1234", "1.234"}, {"1.5", "1.5", "1.5"}, {"1.234.567", "1234567", "1.234.567"}, {"x", "x", "x"}, {"", "", ""}} {
		if got, other := string(Pointed([]byte(c[0]), true)), string(Pointed([]byte(c[0]), false)); got != c[1] || other != c[2] {
			t.Errorf("%s: %s and %s, want %s and %s", c[0], got, other, c[1], c[2])
		}
	}
}
