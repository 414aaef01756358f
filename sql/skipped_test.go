package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A limit without an order skips the first rows of the table's order that a condition leaves,
// wherever they lie, and whoever else rides: in segments that zone maps rule out, behind joins that
// repeat rows, beyond the last row.
func TestLimitSkipsRows(t *testing.T) {
	const n = 400_000
	in := func(i int) string {
		if i%11 == 0 {
			return `\N`
		}
		return fmt.Sprint(i % 7)
	}
	row := func(i int) []string { return []string{fmt.Sprintf("%d,%s", i, in(i))} }
	texts, wants := []string{}, []string{}
	for _, c := range []struct {
		text string
		rows func(i int) []string
	}{
		{"SELECT i, k FROM t WHERE i % 2 = 1", func(i int) []string { return row(i)[:i%2] }},
		{"SELECT i, k FROM t WHERE k IS NULL OR k > 2", func(i int) []string {
			if i%11 == 0 || i%7 > 2 {
				return row(i)
			}
			return nil
		}},
		{"SELECT i, k FROM t WHERE i < 70000 OR i > 250000", func(i int) []string {
			if i < 70000 || i > 250000 {
				return row(i)
			}
			return nil
		}},
		{"SELECT i, k FROM (SELECT i, k, d + 1 x FROM t WHERE i >= 100000) q", func(i int) []string {
			if i >= 100000 {
				return row(i)
			}
			return nil
		}},
		{"SELECT t.i, t.k FROM t JOIN u ON t.k = u.k WHERE u.w < 30", func(i int) []string {
			switch {
			case i%11 != 0 && i%7 == 1:
				return []string{row(i)[0], row(i)[0], row(i)[0]}
			case i%11 != 0 && i%7 == 3:
				return []string{row(i)[0], row(i)[0]}
			}
			return nil
		}},
	} {
		var all []string
		for i := range n {
			all = append(all, c.rows(i)...)
		}
		for _, offset := range []int{65536, 100_001, len(all) - 70000, len(all) - 2, len(all), len(all) + 5} {
			for _, limit := range []int{7, 0, 1, 65536, 65537}[:tries(5)] {
				texts = append(texts, fmt.Sprintf("%s LIMIT %d OFFSET %d", c.text, limit, offset))
				some := all[min(len(all), offset):min(len(all), offset+limit)]
				wants = append(wants, "i,k\n"+strings.Join(append(some[:len(some):len(some)], ""), "\n"))
			}
		}
	}
	skips(t, n, texts, wants)
}

// skips asks one after another, in parts of rows, and together.
func skips(t *testing.T, n int, texts, wants []string) {
	t.Helper()
	for _, o := range []pushscan.Options{{}, {Part: 64 << 10, ChunkRows: 65536}} {
		e := openEngine(t, t.TempDir(), o)
		s := e.NewSession()
		fillStreamed(t, s, n)
		for i, text := range texts {
			if got := shown(t, mustStream(t, s, text), "csv"); got != wants[i] {
				t.Errorf("%s: %.100q, want %.100q", text, got, wants[i])
			}
		}
		for i, a := range s.Together(t.Context(), texts) {
			if a.Err != nil {
				t.Fatal(a.Err)
			}
			if got := shown(t, a.Result, "csv"); got != wants[i] {
				t.Errorf("%s, together: %.100q, want %.100q", texts[i], got, wants[i])
			}
		}
	}
}
