// Package like finds the texts that a pattern of LIKE matches.
package like

import (
	"strings"
	"unicode/utf8"
)

// Pattern is a LIKE pattern taken apart at its %: the first part must match the
// beginning of a text, the last one its end, and those between match one behind another,
// each as early as it can. That takes time in proportion to the text, times the length of
// the longest part over 64 where a part has a _ and its literal characters come often.
type Pattern struct{ parts []run }

// run is a run of literal characters and _.
type run struct {
	text  string // of a part without _
	wild  bool   // it has a _
	items []rune // of a part with _: anyOne for _

	anchor string // of a part with _: its longest literal characters that come one behind another
	before int    // how many items are before these
}

const (
	anyOne      = rune(-1)
	brokenBytes = utf8.MaxRune + 1 // from here on the bytes that are no UTF-8 stand for themselves
)

// MaxWildPart bounds a part with _ that has to be searched for, in characters.
const MaxWildPart = 8192

// New reads a pattern: % any run of characters, _ one character, escape takes
// the next character literally.
func New(pattern string, escape rune) *Pattern {
	p := &Pattern{}
	var part run
	var text strings.Builder
	begin, before := 0, 0 // of the literal characters at hand: where they begin, and the items before them
	pass := func() {
		if all := text.String(); len(all)-begin > len(part.anchor) {
			part.anchor, part.before = all[begin:], before
		}
		begin, before = text.Len(), len(part.items)+1
	}
	end := func() {
		pass()
		part.text = text.String()
		p.parts = append(p.parts, part)
		part, begin, before = run{}, 0, 0
		text.Reset()
	}
	for pattern != "" {
		literal, wild, size := item(pattern, escape)
		switch {
		case wild == '%':
			end()
		case wild == '_':
			pass()
			part.wild = true
			part.items = append(part.items, anyOne)
		default:
			part.items = append(part.items, firstRune(literal))
			text.WriteString(literal)
		}
		pattern = pattern[size:]
	}
	end()
	return p
}

// TooWild reports whether a part with _ is too long to search for.
func (p *Pattern) TooWild() bool {
	for i := 1; i < len(p.parts)-1; i++ {
		if p.parts[i].wild && len(p.parts[i].items) > MaxWildPart {
			return true
		}
	}
	return false
}

// item reads one item of a pattern: a wildcard (% or _) or a literal character.
func item(pattern string, escape rune) (literal string, wild byte, size int) {
	r, size := utf8.DecodeRuneInString(pattern)
	switch {
	case r == escape && len(pattern) > size:
		_, n := utf8.DecodeRuneInString(pattern[size:])
		return pattern[size : size+n], 0, size + n
	case r == '%' || r == '_':
		return "", byte(r), size
	}
	return pattern[:size], 0, size
}

// firstRune is the first character of a text that is not empty.
func firstRune(s string) rune {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		return brokenBytes + rune(s[0])
	}
	return r
}

// Match reports whether a text matches.
func (p *Pattern) Match(s string) bool {
	last := len(p.parts) - 1
	n, ok := p.parts[0].prefix(s)
	if !ok || last == 0 {
		return ok && n == len(s)
	}
	s = s[n:]
	n, ok = p.parts[last].suffix(s)
	if !ok {
		return false
	}
	s = s[:len(s)-n]
	for i := 1; i < last; i++ {
		end, ok := p.parts[i].find(s)
		if !ok {
			return false
		}
		s = s[end:]
	}
	return true
}

// Matcher is Match, for who has millions of texts: of one text between %s it is a search and no more.
func (p *Pattern) Matcher() func(s string) bool {
	if len(p.parts) == 3 && p.parts[0].isEmpty() && p.parts[2].isEmpty() && !p.parts[1].wild {
		text := p.parts[1].text
		return func(s string) bool { return strings.Contains(s, text) }
	}
	return p.Match
}

func (p *run) isEmpty() bool { return !p.wild && p.text == "" }

// prefix gives how many bytes of s the part matches at its beginning.
func (p *run) prefix(s string) (n int, ok bool) {
	if !p.wild {
		return len(p.text), strings.HasPrefix(s, p.text)
	}
	for _, want := range p.items {
		if n == len(s) || want != anyOne && want != firstRune(s[n:]) {
			return 0, false
		}
		_, size := utf8.DecodeRuneInString(s[n:])
		n += size
	}
	return n, true
}

// suffix gives how many bytes of s the part matches at its end.
func (p *run) suffix(s string) (n int, ok bool) {
	if !p.wild {
		return len(p.text), strings.HasSuffix(s, p.text)
	}
	start := len(s)
	for range p.items {
		if start == 0 {
			return 0, false
		}
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	n, ok = p.prefix(s[start:])
	return n, ok && n == len(s)-start
}

// find gives the end of the first match of the part in s.
func (p *run) find(s string) (end int, ok bool) {
	if !p.wild {
		at := strings.Index(s, p.text)
		return at + len(p.text), at >= 0
	}
	if p.anchor == "" {
		return p.search(s)
	}
	from := 0
	for range mostTries {
		at := strings.Index(s[from:], p.anchor)
		if at < 0 {
			return 0, false
		}
		if end, ok := p.around(s, from+at); ok {
			return end, true
		}
		from += at + 1
	}
	return p.search(s)
}

// mostTries is how many places of its literal characters a part is tried at before it is searched for
// character by character.
const mostTries = 16

// around gives the end of a match of the part whose anchor is at a place in s.
func (p *run) around(s string, at int) (end int, ok bool) {
	start := at
	for range p.before {
		if start == 0 {
			return 0, false
		}
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	n, ok := p.prefix(s[start:])
	return start + n, ok
}

// search finds a part with _: bit i of state says that the first i+1 items match the
// characters before here.
func (p *run) search(s string) (end int, ok bool) {
	masks, any := p.masks()
	state := make([]uint64, len(any))
	last := len(p.items) - 1
	for at := 0; at < len(s); {
		mask := masks[firstRune(s[at:])]
		if mask == nil {
			mask = any
		}
		carry := uint64(1)
		for i, w := range state {
			state[i] = (w<<1 | carry) & mask[i]
			carry = w >> 63
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
		if state[last/64]>>(last%64)&1 == 1 {
			return at, true
		}
	}
	return 0, false
}

// masks gives for every character of the part the items that it matches, and those that
// any other character does.
func (p *run) masks() (of map[rune][]uint64, any []uint64) {
	of, any = map[rune][]uint64{}, make([]uint64, (len(p.items)+63)/64)
	for i, r := range p.items {
		if r == anyOne {
			any[i/64] |= 1 << (i % 64)
		}
	}
	for i, r := range p.items {
		if r == anyOne {
			continue
		}
		if of[r] == nil {
			of[r] = append([]uint64(nil), any...)
		}
		of[r][i/64] |= 1 << (i % 64)
	}
	return of, any
}

// Longest is the longest text without a wildcard in a pattern, which every text that matches has; "" if
// there is none.
func (p *Pattern) Longest() (text string) {
	for _, part := range p.parts {
		if len(part.anchor) > len(text) {
			text = part.anchor
		}
	}
	return text
}
