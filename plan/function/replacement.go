package function

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// replacement is what takes the place of a match: texts, and between them what groups matched.
type replacement struct {
	by     string // as it is written
	pieces []piece
	fault  error // of a group that there is none of: where nothing matches it is no error
}

// piece is a text, or what a group matched.
type piece struct {
	text  string
	group int // -1: the text
}

// readReplacement reads what takes the place of matches of a pattern, as ICU does: $n is what the n-th
// group matched, of so many digits as there are groups for, ${name} what that of a name did, a backslash takes
// the next character as it is, and \u and \U that of a number.
func readReplacement(re *regexp.Regexp, by string) *replacement {
	r, literal := &replacement{by: by}, strings.Builder{}
	for i := 0; i < len(by); {
		switch {
		case by[i] == '\\':
			text, size := unescaped(by[i+1:])
			literal.WriteString(text)
			i += 1 + size
		case by[i] == '$':
			group, size, err := groupOf(re, by[i+1:])
			if err != nil {
				r.fault = err
				return r
			}
			r.pieces = append(r.pieces, piece{literal.String(), -1}, piece{group: group})
			literal.Reset()
			i += 1 + size
		default:
			literal.WriteByte(by[i])
			i++
		}
	}
	r.pieces = append(r.pieces, piece{literal.String(), -1})
	r.pieces = slices.DeleteFunc(r.pieces, func(p piece) bool { return p.group < 0 && p.text == "" })
	return r
}

// replacing gives what takes the place of matches, which is mostly the same from text to text.
func (p *Pattern) replacing(by string) *replacement {
	if r := p.replaced.Load(); r != nil && r.by == by {
		return r
	}
	r := readReplacement(p.Regexp, by)
	p.replaced.Store(r)
	return r
}

// unescaped gives the text that stands behind a backslash, and how many bytes say it.
func unescaped(s string) (text string, size int) {
	digits := map[byte]int{'u': 4, 'U': 8}
	if s == "" {
		return "", 0
	}
	if n := digits[s[0]]; n > 0 && len(s) > n {
		if r, err := strconv.ParseUint(s[1:1+n], 16, 31); err == nil {
			return string(rune(r)), 1 + n
		}
	}
	return s[:1], 1
}

// groupOf gives the group that is named behind a $, and how many bytes name it.
func groupOf(re *regexp.Regexp, s string) (group, size int, err error) {
	if name, _, closed := strings.Cut(strings.TrimPrefix(s, "{"), "}"); closed && strings.HasPrefix(s, "{") {
		if group = re.SubexpIndex(name); group > 0 {
			return group, len(name) + 2, nil
		}
	}
	end := value.DigitsEnd(s, 0)
	if end == 0 {
		return 0, 0, fault.Errorf(fault.CodeRegexpGroup, "A capture group has an invalid name: '$%s'.", s)
	}
	for size < end {
		next := 10*group + int(s[size]-'0')
		if next > re.NumSubexp() {
			break
		}
		group = next
		size++
	}
	if size == 0 {
		return 0, 0, fault.Errorf(fault.CodeRegexpPlace, "Index out of bounds in regular expression search: group %c", s[0])
	}
	return group, size, nil
}

// append writes what takes the place of a match, whose groups lie in a text.
func (r *replacement) append(b *strings.Builder, s string, m []int) {
	for _, p := range r.pieces {
		switch {
		case p.group < 0:
			b.WriteString(p.text)
		case m[2*p.group] >= 0:
			b.WriteString(s[m[2*p.group]:m[2*p.group+1]])
		}
	}
}

// HasGroups reports whether a pattern has all groups that are named by what takes the place of a match. Of what is no
// pattern it says so, too, as that is an error by itself.
func HasGroups(pattern, by string) bool {
	re, err := regexp.Compile(pattern)
	return err != nil || readReplacement(re, by).fault == nil
}
