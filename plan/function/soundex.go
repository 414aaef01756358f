package function

import (
	"strings"
	"unicode/utf8"
)

// soundexCodes are those of the letters A to Z; 0 is left out.
const soundexCodes = "01230120022455012623010202"

// Soundex gives a text's first letter and the codes of those behind it, at least three digits, by
// the original rule: vowels are left out first, then equal neighbours. Letters beyond
// ISO 8859-1's first 192 characters count as vowels.
func Soundex(s string) string {
	var b strings.Builder
	last := byte(0)
	for _, c := range s {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		code := byte('0')
		switch {
		case 'A' <= c && c <= 'Z':
			code = soundexCodes[c-'A']
		case c < 0xC0:
			continue
		}
		switch {
		case b.Len() == 0:
			b.WriteRune(c)
			last = code
		case code != '0' && code != last:
			b.WriteByte(code)
			last = code
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + strings.Repeat("0", max(0, 4-utf8.RuneCountInString(b.String())))
}
