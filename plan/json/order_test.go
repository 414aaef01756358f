package json

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestKeysHaveTheOrderOfValues takes values in MySQL's order; those of a line are equal.
func TestKeysHaveTheOrderOfValues(t *testing.T) {
	lines := [][]string{
		{`null`}, {`-1e308`}, {`-12346`}, {`-12345`, `-12345.0`, `-1.2345e4`}, {`-0.123`}, {`-0.12`}, {`-1e-300`},
		{`0`, `-0`, `0.00`, `0e5`, `0e999999999999999999999`}, {`1e-300`}, {`0.05`, `5e-2`, `0.50e-1`}, {`0.5`}, {`1`, `1.0`, `100e-2`}, {`1.5`}, {`2`}, {`10`}, {`99`}, {`100`, `1e2`, `1E+2`},
		{`9223372036854775806`}, {`9223372036854775807`}, {`1e308`},
		{`""`}, {`"\u0000"`}, {`"\u0001"`}, {`"\u0002"`}, {`"\u0002a"`}, {`"\u0003"`}, {`"A"`}, {`"a"`}, {`"a\u0000"`}, {`"a\u0001b"`}, {`"ab"`}, {`"b"`}, {`"é"`},
		{`{}`}, {`{"z": 1}`}, {`{"z": 2}`}, {`{"a": 0, "b": 0}`, `{"b": 0.0, "a": 0}`},
		{`[]`}, {`[null]`}, {`[1]`}, {`[1, 2]`}, {`[1, [0]]`}, {`[1.5]`}, {`["a"]`}, {`["a", 1]`}, {`["a\u0001"]`}, {`["ab"]`}, {`[{}]`}, {`[[]]`}, {`[[], 0]`}, {`[false]`},
		{`false`}, {`true`},
	}
	before := ""
	for _, line := range lines {
		first := ""
		for i, text := range line {
			v, ok := Read(text)
			if !ok {
				t.Fatalf("%s is not read", text)
			}
			key := Key(v)
			if strings.ContainsRune(key, 0) {
				t.Errorf("the key of %s has NUL", text)
			}
			if i > 0 && key != first {
				t.Errorf("%s and %s are equal and have different keys", line[0], text)
			}
			if first = key; key <= before {
				t.Errorf("the key of %s is %q, and that of what is before it %q", text, key, before)
			}
		}
		before = first
	}
}

// TestKeysHaveTheOrderOfNumbers compares random doubles.
func TestKeysHaveTheOrderOfNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func() (float64, string) {
		text := strconv.FormatFloat((r.Float64()-0.5)*[]float64{1e-20, 1, 1e3, 1e9, 1e30}[r.IntN(5)], "efg"[r.IntN(3)], -1, 64)
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f, text
	}
	for range 20_000 {
		f, a := number()
		g, b := number()
		v, _ := Read(a)
		w, _ := Read(b)
		if (f < g) != (Key(v) < Key(w)) {
			t.Fatalf("%s and %s: keys %q and %q", a, b, Key(v), Key(w))
		}
	}
}
