// Package sorttest makes texts for tests of what puts texts in order.
package sorttest

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Awkward gives different texts that are hard to tell apart: of few letters, zeros among them, many
// with a long begin that they share, some that are the begin of others.
func Awkward(r *rand.Rand, n int) []string {
	begins := []string{"", "", "abcdefgh", "https://example.com/a/long/path/", "\xff\xff\xff\xff\xff\xff\xff\xff", strings.Repeat("same ", 90), strings.Repeat("x", 1<<10+5), "\x00\x00\x00\x00\x00\x00\x00\x00"}
	seen := map[string]bool{}
	for len(seen) < n {
		rest := make([]byte, r.IntN(24))
		for i := range rest {
			rest[i] = "\x00\x00ab\x7f\x80\xff"[r.IntN(7)]
		}
		seen[begins[r.IntN(len(begins))]+string(rest)] = true
	}
	out := make([]string, 0, n)
	for text := range seen {
		out = append(out, text)
	}
	slices.Sort(out)
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
