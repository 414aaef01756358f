package function

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// letterRuns are the matches of a pattern that is a set of letters, as [^0-9] is, or of so many of
// them as there are, as \s+: they are found without the steps of a pattern.
type letterRuns struct {
	ascii  [utf8.RuneSelf]bool
	ranges []rune // the first and the last letter of each
	whole  bool   // a match is all that follow each other
}

// runsOf gives what a pattern matches; nil where it is another.
func runsOf(pattern string) *letterRuns {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	l := &letterRuns{}
	if re.Op == syntax.OpPlus && re.Flags&syntax.NonGreedy == 0 {
		l.whole, re = true, re.Sub[0]
	}
	switch {
	case re.Op == syntax.OpCharClass:
		l.ranges = re.Rune
	case re.Op == syntax.OpLiteral && len(re.Rune) == 1 && re.Flags&syntax.FoldCase == 0:
		l.ranges = []rune{re.Rune[0], re.Rune[0]}
	default:
		return nil
	}
	for c := range l.ascii {
		l.ascii[c] = l.has(rune(c))
	}
	return l
}

// has looks for a letter among the ranges.
func (l *letterRuns) has(c rune) bool {
	for i := 0; i < len(l.ranges); i += 2 {
		if c >= l.ranges[i] && c <= l.ranges[i+1] {
			return true
		}
	}
	return false
}

// in reports whether the letter at a place is in the set, and how long it is.
func (l *letterRuns) in(s string, at int) (ok bool, size int) {
	if c := s[at]; c < utf8.RuneSelf {
		return l.ascii[c], 1
	}
	c, size := utf8.DecodeRuneInString(s[at:])
	return l.has(c), size
}

// next gives the first match from a place on; from is the length of the text where there is none.
func (l *letterRuns) next(s string, at int) (from, to int) {
	for from = at; from < len(s); {
		ok, size := l.in(s, from)
		if ok {
			to = from + size
			break
		}
		from += size
	}
	for l.whole && from < len(s) && to < len(s) {
		ok, size := l.in(s, to)
		if !ok {
			break
		}
		to += size
	}
	return from, to
}

// replaced replaces the n-th match, all if n is 0.
func (l *letterRuns) replaced(s string, by *replacement, n int64) (string, error) {
	var b strings.Builder
	last := 0
	for i, at := int64(1), 0; b.Len() <= MaxText; i++ {
		from, to := l.next(s, at)
		if from == len(s) {
			break
		}
		if by.fault != nil {
			return "", by.fault
		}
		if at = to; n > 0 && i != n {
			continue
		}
		if last == 0 {
			b.Grow(len(s))
		}
		b.WriteString(s[last:from])
		by.append(&b, s, []int{from, to})
		last = to
	}
	if last == 0 {
		return s, nil
	}
	b.WriteString(s[last:])
	return b.String(), nil
}
