package scalar

import "bytes"

// InThousands reports whether a number has points between its thousands, as 1.234 and -1.234.567,89
// have: three digits behind each, and before the first one to three, not 0 alone.
func InThousands(text []byte) bool {
	_, text = sign(text)
	groups := 0
	for lead := true; ; lead = false {
		n := 0
		for n < len(text) && text[n]-'0' <= 9 {
			n++
		}
		switch {
		case lead && (n == 0 || n > 3 || text[0] == '0'), !lead && n != 3:
			return false
		case n == len(text) || text[n] == ',':
			return groups > 0
		case text[n] != '.':
			return false
		}
		text = text[n+1:]
		groups++
	}
}

// Pointed gives a number that has a comma for its point as one with a point, and where that is so
// without points between its thousands. What is no such number is none then either.
func Pointed(text []byte, thousands bool) []byte {
	if thousands && InThousands(text) {
		text = bytes.ReplaceAll(text, []byte{'.'}, nil)
	}
	return bytes.Replace(text, []byte{','}, []byte{'.'}, 1)
}
