package json

import (
	"slices"
	"strconv"
	"strings"
)

// step is one from a value into it: to a member, or to an element of so many.
type step struct {
	name   string
	at, of int // of is 0: a member
}

// Texts calls found with the path of each string of a value which lies at one of the paths or
// within, in the order of the value, until that says false. Without paths it is all of them.
func Texts(v any, paths [][]Leg, found func(text, path string) bool) {
	texts(v, nil, func(text string, at []step) bool {
		if len(paths) > 0 && !slices.ContainsFunc(paths, func(legs []Leg) bool { return leads(legs, at) }) {
			return true
		}
		return found(text, pathText(at))
	})
}

// texts visits the strings of a value until visit says false.
func texts(v any, at []step, visit func(text string, at []step) bool) bool {
	switch v := v.(type) {
	case string:
		return visit(v, at)
	case []any:
		for i, x := range v {
			if !texts(x, append(at, step{at: i, of: len(v)}), visit) {
				return false
			}
		}
	case map[string]any:
		for _, name := range Names(v) {
			if !texts(v[name], append(at, step{name: name}), visit) {
				return false
			}
		}
	}
	return true
}

// leads reports whether a path leads to what lies behind some steps, or to what that lies in.
func leads(legs []Leg, at []step) bool {
	if len(legs) == 0 {
		return true
	}
	leg, rest := legs[0], legs[1:]
	switch {
	case leg.deep:
		return leads(rest, at) || len(at) > 0 && leads(legs, at[1:])
	case leg.member:
		return len(at) > 0 && at[0].of == 0 && (leg.all || at[0].name == leg.name) && leads(rest, at[1:])
	case len(at) == 0 || at[0].of == 0: // a value that is no array has no elements here, not even itself
		return false
	}
	lo, hi := leg.span(at[0].of)
	return lo <= at[0].at && at[0].at <= hi && leads(rest, at[1:])
}

// pathText spells a path.
func pathText(at []step) string {
	var b strings.Builder
	b.WriteByte('$')
	for _, s := range at {
		switch {
		case s.of > 0:
			b.WriteString("[" + strconv.Itoa(s.at) + "]")
		case isWord(s.name):
			b.WriteString("." + s.name)
		default:
			b.WriteString("." + Quoted(s.name))
		}
	}
	return b.String()
}

// isWord reports whether a name is written in a path as it is.
func isWord(name string) bool {
	for i, r := range name {
		if (r < '0' || r > '9' || i == 0) && r != '_' && r != '$' && (r|0x20 < 'a' || r|0x20 > 'z') && r < 0x80 {
			return false
		}
	}
	return name != ""
}
