package json

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Leg is a step of a path: a member, elements, or whatever lies deeper.
type Leg struct {
	name    string
	member  bool // .name, or .* if all
	all     bool // .* or [*]
	deep    bool // **
	from    place
	to      place
	several bool // [from to to]
	strict  bool // a value that is no array has no element 0
}

// Member gives the name of the one member that a leg leads to.
func (l Leg) Member() (name string, ok bool) { return l.name, l.member && !l.all }

// Element gives the place from the front of the one element that a leg leads to.
func (l Leg) Element() (at int, ok bool) {
	return l.from.n, !l.member && !l.all && !l.deep && !l.several && !l.from.last
}

// Steps gives the legs of a path each of which leads to one member, or to one element from the front; ok is
// false of another path.
func Steps(path string) (legs []Leg, ok bool) {
	legs, _, ok = ReadPath(path)
	other := func(leg Leg) bool {
		_, member := leg.Member()
		_, element := leg.Element()
		return !member && !element
	}
	return legs, ok && !slices.ContainsFunc(legs, other)
}

// StepPath spells the path of such legs, which is one whatever way it was written.
func StepPath(legs []Leg) string {
	out := []byte("$")
	for _, leg := range legs {
		name, member := leg.Member()
		at, _ := leg.Element()
		switch {
		case !member:
			out = append(strconv.AppendInt(append(out, '['), int64(at), 10), ']')
		case isPlainName(name):
			out = append(append(out, '.'), name...)
		default:
			out = AppendQuoted(append(out, '.'), name)
		}
	}
	return string(out)
}

// isPlainName reports whether a path has a name of a member without quotes.
func isPlainName(name string) bool {
	return name != "" && !isDigit(name[0]) && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// Strictly gives the legs of a path for which a value that is no array has no elements, not even
// the first and the last that it is itself for others.
func Strictly(legs []Leg) []Leg {
	legs = slices.Clone(legs)
	for i := range legs {
		legs[i].strict = true
	}
	return legs
}

// place is the place of an element, from the front or from the last one.
type place struct {
	n    int
	last bool
}

func (p place) in(length int) int {
	if p.last {
		return length - 1 - p.n
	}
	return p.n
}

// ReadPath reads a path as MySQL's manual has it (14.17.8); many reports whether it can
// lead to several values. False for what is no path.
func ReadPath(text string) (legs []Leg, many, ok bool) {
	rest, found := strings.CutPrefix(strings.TrimLeft(text, " "), "$")
	if !found {
		return nil, false, false
	}
	for rest = strings.TrimLeft(rest, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		var leg Leg
		switch {
		case strings.HasPrefix(rest, "**"):
			leg, rest, ok = Leg{deep: true}, rest[2:], len(rest) > 2
		case rest[0] == '.':
			leg, rest, ok = readMember(strings.TrimLeft(rest[1:], " "))
		case rest[0] == '[':
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, false, false
			}
			leg, ok = readElement(strings.TrimSpace(rest[1:end]))
			rest = rest[end+1:]
		default:
			ok = false
		}
		if !ok {
			return nil, false, false
		}
		many = many || leg.all || leg.deep || leg.several
		legs = append(legs, leg)
	}
	return legs, many, len(legs) == 0 || !legs[len(legs)-1].deep
}

func readMember(text string) (leg Leg, rest string, ok bool) {
	leg.member = true
	switch {
	case strings.HasPrefix(text, "*"):
		leg.all = true
		return leg, text[1:], true
	case strings.HasPrefix(text, `"`):
		d := json.NewDecoder(strings.NewReader(text))
		if err := d.Decode(&leg.name); err != nil {
			return leg, "", false
		}
		return leg, text[d.InputOffset():], true
	}
	end, bad := 0, text != "" && isDigit(text[0])
	for ; end < len(text) && strings.IndexByte(" .[*", text[end]) < 0; end++ {
		bad = bad || strings.IndexByte("\"'`-+/\\", text[end]) >= 0
	}
	leg.name = text[:end]
	return leg, text[end:], end > 0 && !bad
}

func readElement(text string) (leg Leg, ok bool) {
	if text == "*" {
		return Leg{all: true}, true
	}
	from, to, several := strings.Cut(text, " to ")
	leg.several = several
	if leg.from, ok = readPlace(strings.TrimSpace(from)); ok && several {
		leg.to, ok = readPlace(strings.TrimSpace(to))
	}
	return leg, ok
}

func readPlace(text string) (p place, ok bool) {
	if after, last := strings.CutPrefix(text, "last"); last {
		p.last = true
		if after = strings.TrimSpace(after); after == "" {
			return p, true
		}
		if text, ok = strings.CutPrefix(after, "-"); !ok {
			return p, false
		}
		text = strings.TrimSpace(text)
	}
	n, err := strconv.ParseUint(text, 10, 31)
	p.n = int(n)
	return p, err == nil
}

// Follow gives what a path leads to, in the order of the value.
func Follow(v any, legs []Leg) []any {
	if len(legs) == 0 {
		return []any{v}
	}
	leg, rest := legs[0], legs[1:]
	var out []any
	switch {
	case leg.deep:
		return deep(v, rest)
	case leg.member:
		object, _ := v.(map[string]any)
		if !leg.all {
			if x, ok := object[leg.name]; ok {
				return Follow(x, rest)
			}
			return nil
		}
		for _, name := range Names(object) {
			out = append(out, Follow(object[name], rest)...)
		}
		return out
	}
	array, ok := v.([]any)
	if !ok {
		if leg.all || leg.strict {
			return nil
		}
		array = []any{v} // a value that is no array is one of it
	}
	lo, hi := leg.span(len(array))
	for i := max(0, lo); i <= hi && i < len(array); i++ {
		out = append(out, Follow(array[i], rest)...)
	}
	return out
}

// span gives the first and the last place of the elements.
func (l Leg) span(length int) (lo, hi int) {
	switch {
	case l.all:
		return 0, length - 1
	case l.several:
		return l.from.in(length), l.to.in(length)
	}
	at := l.from.in(length)
	if at < 0 {
		return 0, -1
	}
	return at, at
}

// deep follows a path from a value and from all in it.
func deep(v any, legs []Leg) []any {
	out := Follow(v, legs)
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			out = append(out, deep(x, legs)...)
		}
	case map[string]any:
		for _, name := range Names(v) {
			out = append(out, deep(v[name], legs)...)
		}
	}
	return out
}

// ToOnePlace cuts a path before the first step that may lead to several places.
func ToOnePlace(legs []Leg) (before, behind []Leg) {
	at := slices.IndexFunc(legs, several)
	if at < 0 {
		return legs, nil
	}
	return legs[:at], legs[at:]
}
