package delimited

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Texts written with MySQL's escapes come back as they were.
func TestEscapes(t *testing.T) {
	spell := map[rune]string{'\n': `\n`, '\t': `\t`, '\r': `\r`, '\b': `\b`, 26: `\Z`, '\\': `\\`, '"': `\"`, ',': `\,`}
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.StringOfN(rapid.RuneFrom([]rune("aN,\n\t\r\b\x1a\\\"é")), 0, 8, -1)
		want := rapid.SliceOf(rapid.SliceOfN(field, 2, 2)).Draw(t, "rows")
		var b strings.Builder
		for _, row := range want {
			for i, text := range row {
				quote := rapid.SampledFrom([]string{"", `"`}).Draw(t, "quote")
				b.WriteString([]string{"", ","}[i] + quote)
				for _, c := range text {
					s, special := spell[c]
					if !special || c == ',' && quote != "" || c == '\n' && rapid.Bool().Draw(t, "raw") {
						s = string(c)
						if special && quote == "" {
							s = `\` + s
						}
					}
					b.WriteString(s)
				}
				b.WriteString(quote)
			}
			b.WriteString("\n")
		}
		got, err := rowsOf([]byte(b.String()), Dialect{Delimiter: ',', Quote: '"', Escape: '\\', Nulls: []string{"none"}}, rapid.IntRange(1, 20).Draw(t, "block"))
		// A record of two empty unquoted fields is "," and no empty line.
		if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%q:\n got %q, %v\nwant %q", b.String(), got, err, want)
		}
	})
}
