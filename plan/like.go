package plan

import "unicode/utf8"

// matchLike matches a text against a LIKE pattern: % is any run of characters, _ one
// character, escape takes the next character literally.
//
// It goes back only to the last %, so it takes at most len(s) * len(pattern) steps.
func matchLike(s, pattern string, escape rune) bool {
	backS, backP := -1, -1
	i, p := 0, 0
	for i < len(s) {
		want, wild, size := likeItem(pattern[p:], escape)
		got, gotSize := utf8.DecodeRuneInString(s[i:])
		switch {
		case wild == '%':
			p += size
			backS, backP = i, p
		case size > 0 && (wild == '_' || got == want && same(s[i:i+gotSize], want)):
			i, p = i+gotSize, p+size
		case backP >= 0:
			_, step := utf8.DecodeRuneInString(s[backS:])
			backS += step
			i, p = backS, backP
		default:
			return false
		}
	}
	for p < len(pattern) {
		_, wild, size := likeItem(pattern[p:], escape)
		if wild != '%' {
			return false
		}
		p += size
	}
	return true
}

// same keeps two different broken bytes apart: both decode as RuneError.
func same(s string, want rune) bool {
	return want != utf8.RuneError || s == string(utf8.RuneError)
}

// likeItem reads one item of a pattern: a wildcard (% or _) or a literal character.
// Its size is 0 at the end.
func likeItem(pattern string, escape rune) (literal rune, wild byte, size int) {
	r, size := utf8.DecodeRuneInString(pattern)
	switch {
	case size == 0:
		return 0, 0, 0
	case r == escape && len(pattern) > size:
		next, n := utf8.DecodeRuneInString(pattern[size:])
		return next, 0, size + n
	case r == '%' || r == '_':
		return 0, byte(r), size
	}
	return r, 0, size
}
