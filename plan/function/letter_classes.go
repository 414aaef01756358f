package function

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Classes of letters are those of Unicode, as MySQL's library has them: \w is é, too, \d an Arabic digit, and a dot
// is no end of a line of any kind. In RE2 they are those of ASCII, and a dot is what is no \n. So a pattern with
// one of them is read twice: texts in which both mean the same, as most are, keep the short one.

// classesOf gives a pattern with the letters that it means in place of classes: for any text, or for one for which
// isPlain is true. A dot is one where dots are not all letters.
func classesOf(pattern string, anyText, dots bool) string {
	r := &classReader{pattern: pattern, anyText: anyText, dots: dots && !turnsDots(pattern)}
	for r.at < len(pattern) {
		r.step()
	}
	return r.b.String()
}

// turnsDots reports whether a pattern may say within it that dots are all letters.
func turnsDots(pattern string) bool {
	for _, begin := range strings.Split(pattern, "(?")[1:] {
		if strings.Contains(begin[:len(begin)-len(strings.TrimLeft(begin, "imsU-"))], "s") {
			return true
		}
	}
	return false
}

// isPlain reports whether all letters of a text are of ASCII, and lines end with \n alone.
func isPlain(s string) bool {
	for at := 0; at < len(s); at += 8 {
		if at+8 > len(s) {
			for ; at < len(s); at++ {
				if s[at] >= utf8.RuneSelf {
					return false
				}
			}
			break
		}
		of := s[at : at+8]
		if (of[0]|of[1]|of[2]|of[3]|of[4]|of[5]|of[6]|of[7])&utf8.RuneSelf != 0 {
			return false
		}
	}
	return strings.IndexByte(s, '\r') < 0 && strings.IndexByte(s, '\v') < 0 && strings.IndexByte(s, '\f') < 0
}

// classReader reads a pattern from left to right.
type classReader struct {
	pattern string
	anyText bool
	dots    bool
	at      int
	within  bool // brackets
	b       strings.Builder
}

// step reads one letter, or what stands for one.
func (r *classReader) step() {
	rest := r.pattern[r.at:]
	switch {
	case strings.HasPrefix(rest, `\Q`) && !r.within:
		end := strings.Index(rest, `\E`)
		if end < 0 {
			end = len(rest)
		}
		r.copy(end)
	case rest[0] == '\\' && len(rest) > 1:
		r.escape(rest[1])
	case r.within && strings.HasPrefix(rest, "[:") && strings.Contains(rest, ":]"):
		name := rest[2:strings.Index(rest, ":]")]
		r.class(strings.TrimPrefix(name, "^"), strings.HasPrefix(name, "^"), len(name)+len("[::]"))
	case r.within:
		r.within = rest[0] != ']'
		r.copy(1)
	case rest[0] == '[':
		r.within = true
		n := len(rest) - len(strings.TrimPrefix(strings.TrimPrefix(rest[1:], "^"), "]"))
		r.copy(n)
	case rest[0] == '.' && r.dots && r.anyText:
		r.put(`[^\n-\r\x{85}\x{2028}\x{2029}]`, 1)
	default:
		r.copy(1)
	}
}

// copy takes some letters as they are.
func (r *classReader) copy(n int) { r.put(r.pattern[r.at:r.at+n], n) }

// put writes a text in place of some letters.
func (r *classReader) put(text string, n int) {
	r.b.WriteString(text)
	r.at += n
}

// escape reads \ and a letter, which names a class where it is one of these.
func (r *classReader) escape(c byte) {
	name, ok := map[byte]string{'w': "word", 'd': "digit", 's': "space"}[c|0x20]
	if !ok {
		r.copy(2)
		return
	}
	r.class(name, c&0x20 == 0, 2)
}

// class writes what a class means in place of some letters. A - behind it makes no range of its last ones.
func (r *classReader) class(name string, not bool, n int) {
	of := unicodeClass(name)
	if !r.anyText {
		of = map[string]string{"punct": "!-#%-*,-/:;?@\\[-\\]_{}"}[name]
	}
	switch {
	case of == "":
		r.copy(n)
		return
	case !r.within && not:
		r.put("[^"+of+"]", n)
		return
	case !r.within:
		r.put("["+of+"]", n)
		return
	case not:
		of = othersThan(of)
	}
	if r.put(of, n); r.at+1 < len(r.pattern) && r.pattern[r.at] == '-' && r.pattern[r.at+1] != ']' {
		r.put(`\-`, 1)
	}
}

// othersThan is what brackets hold for all letters but some.
func othersThan(of string) string {
	re, err := syntax.Parse("[^"+of+"]", syntax.Perl)
	if err != nil {
		return "" // for all of unicodeClass there is none
	}
	var b strings.Builder
	for i := 0; i+1 < len(re.Rune); i += 2 {
		fmt.Fprintf(&b, `\x{%x}-\x{%x}`, re.Rune[i], re.Rune[i+1])
	}
	return b.String()
}

// unicodeClass is what brackets hold for the letters of a class, empty if they are the same in RE2.
func unicodeClass(name string) string {
	switch name {
	case "alpha":
		return `\p{L}\p{Nl}` + rangesOf(unicode.Other_Alphabetic)
	case "digit":
		return `\p{Nd}`
	case "alnum":
		return unicodeClass("alpha") + `\p{Nd}`
	case "word":
		return unicodeClass("alpha") + `\p{M}\p{Nd}\p{Pc}\x{200c}\x{200d}`
	case "upper":
		return `\p{Lu}` + rangesOf(unicode.Other_Uppercase)
	case "lower":
		return `\p{Ll}` + rangesOf(unicode.Other_Lowercase)
	case "punct":
		return `\p{P}`
	case "space":
		return `\t-\r\x{85}\p{Z}`
	case "blank":
		return `\t\p{Zs}`
	case "cntrl":
		return `\p{Cc}`
	case "graph":
		return `\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}\p{Co}`
	case "print":
		return unicodeClass("graph") + `\p{Zs}`
	case "xdigit":
		return `a-fA-F\x{ff21}-\x{ff26}\x{ff41}-\x{ff46}\p{Nd}`
	}
	return ""
}

// rangesOf is what brackets hold for the letters of a table.
func rangesOf(t *unicode.RangeTable) string {
	var b strings.Builder
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			fmt.Fprintf(&b, `\x{%x}-\x{%x}`, lo, hi)
			return
		}
		for c := lo; c <= hi; c += stride {
			fmt.Fprintf(&b, `\x{%x}`, c)
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return b.String()
}
