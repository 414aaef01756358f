package scalar

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// What PlainDouble reads is the nearest double, as strconv finds it.
func TestPlainDouble(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	check := func(text string) {
		got, end, ok := PlainDouble([]byte(text+",12345678"), 0)
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if ok && (end != len(text) || got != want || math.Signbit(got) && got == 0) {
			t.Errorf("%s: %v up to %d, want %v", text, got, end, want)
		}
		if digits := len(strings.Trim(text, "-.")); !ok && digits <= mostExact && !strings.Contains(text, "e") {
			t.Errorf("%s is not read", text)
		}
	}
	for range 200000 {
		text := strconv.FormatUint(r.Uint64()>>r.IntN(64), 10)
		if at := r.IntN(len(text) + 1); r.IntN(4) > 0 {
			text = text[:at] + "." + text[at:]
		}
		if r.IntN(3) == 0 {
			text = "-" + text
		}
		check(text)
		check(strconv.FormatFloat(r.ExpFloat64()*100, 'f', -1, 64))
	}
	for _, text := range []string{"0", "-0", "0.0", "-0.000", "9007199254740993", "9007199254740993.0", "9007199254740992.5", "900719925474099.35",
		"18014398509481985.0", "9999999999999999999", ".9999999999999999999", "4503599627370496.5", "4503599627370497.5", "0.5000000000000001110", "1.", ".5"} {
		check(text)
	}
	// Halves between two doubles, and what is next to them.
	for range 20000 {
		half := 1<<53 + r.Uint64N(1<<53)*2 + 1
		for _, n := range []uint64{half - 1, half, half + 1} {
			text := strconv.FormatUint(n, 10)
			check(text + ".00")
			check(text[:len(text)-3] + "." + text[len(text)-3:])
		}
	}
	for _, text := range []string{"", "-", ".", "x", "+1", "1e5", "12345678901234567890"} {
		if _, end, ok := PlainDouble([]byte(text+","), 0); ok && end == len(text) {
			t.Errorf("%q is read", text)
		}
	}
}

// Doubles are what strconv reads, without its special words.
func TestDouble(t *testing.T) {
	for text, want := range map[string]float64{"1.5": 1.5, "-1e3": -1000, ".5": .5, "5.": 5, "1e-400": 0, "0.1": 0.1, "-0": 0} {
		if got, ok := Double([]byte(text)); !ok || got != want || math.Signbit(got) != (want < 0) {
			t.Errorf("%s: %v %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "nan", "inf", "Infinity", "1e400", "0x1p3", "1_0", "e", "1e", "-", "."} {
		if got, ok := Double([]byte(text)); ok {
			t.Errorf("%s taken as %v", text, got)
		}
	}
}
