package scalar

import (
	"fmt"
	"testing"
	"time"
)

// All days of some centuries, and texts near to days, against package time.
func TestDateAgainstTime(t *testing.T) {
	for day := int64(-719162); day < 2932897; day += 13 {
		text := time.Unix(day*86400, 0).UTC().Format(time.DateOnly)
		if got, ok := Date([]byte(text)); !ok || got != day {
			t.Fatalf("%s: %d %v, want %d", text, got, ok, day)
		}
	}
	for y := 1896; y < 2004; y++ {
		for m := 0; m <= 13; m++ {
			for d := 0; d <= 32; d++ {
				text := fmt.Sprintf("%04d-%02d-%02d", y, m, d)
				want, err := time.Parse(time.DateOnly, text)
				got, ok := Date([]byte(text))
				if ok != (err == nil) || ok && got != want.Unix()/86400 {
					t.Fatalf("%s: %d %v, want %v %v", text, got, ok, want, err)
				}
			}
		}
	}
}
