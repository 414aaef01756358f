package like

import "strings"

// Simple reports whether a text matches a pattern whose only wildcards are a % at its begin or its end,
// which need not be read for that; ok is false for another.
func Simple(text, pattern string, escape rune) (matches, ok bool) {
	inner, anyBegin := strings.CutPrefix(pattern, "%")
	inner, anyEnd := strings.CutSuffix(inner, "%")
	if escape >= 0x80 || escape == '%' || escape == '_' {
		return false, false
	}
	for i := range len(inner) {
		if c := inner[i]; c == '%' || c == '_' || c == byte(escape) {
			return false, false
		}
	}
	switch {
	case anyBegin && anyEnd:
		return strings.Contains(text, inner), true
	case anyBegin:
		return strings.HasSuffix(text, inner), true
	case anyEnd:
		return strings.HasPrefix(text, inner), true
	}
	return text == inner, true
}
