package json

import (
	"slices"
	"strings"
)

// Patched is JSON_MERGE_PATCH (RFC 7396): members of a patch take the place of those of an
// object, null takes them away, and what is no object takes the place of all.
func Patched(v, patch any) any {
	p, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	object, _ := v.(map[string]any)
	out := map[string]any{}
	for name, x := range object {
		out[name] = x
	}
	for name, x := range p {
		if x == nil {
			delete(out, name)
			continue
		}
		out[name] = Patched(out[name], x)
	}
	return out
}

// Merged is JSON_MERGE_PRESERVE: the members of objects together, else the elements of arrays,
// where what is no array is one of it.
func Merged(a, b any) any {
	x, isObject := a.(map[string]any)
	y, both := b.(map[string]any)
	if !isObject || !both {
		return append(slices.Clone(arrayOf(a)), arrayOf(b)...)
	}
	out := map[string]any{}
	for name, v := range x {
		out[name] = v
	}
	for name, v := range y {
		if own, has := out[name]; has {
			v = Merged(own, v)
		}
		out[name] = v
	}
	return out
}

// Overlaps is JSON_OVERLAPS: objects have a member in common, arrays an element, a value that is
// no array is an element of the other, or scalars are equal.
func Overlaps(a, b any) bool {
	x, isObject := a.(map[string]any)
	y, both := b.(map[string]any)
	if isObject && both {
		for name, v := range x {
			if own, has := y[name]; has && equal(own, v) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(arrayOf(a), func(x any) bool { return Has(b, x) })
}

// Has is MEMBER OF: a value is an element of an array, or equal to what is none.
func Has(array, v any) bool {
	return slices.ContainsFunc(arrayOf(array), func(x any) bool { return equal(x, v) })
}

// Pretty is JSON_PRETTY: a line for each element and member.
func Pretty(v any) string {
	var b strings.Builder
	pretty(&b, v, "\n")
	return b.String()
}

func pretty(b *strings.Builder, v any, line string) {
	inner := line + "  "
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			b.WriteString(opening(i, "[") + inner)
			pretty(b, x, inner)
		}
		b.WriteString(closing(len(v), "[", "]", line))
	case map[string]any:
		for i, name := range Names(v) {
			b.WriteString(opening(i, "{") + inner + Quoted(name) + ": ")
			pretty(b, v[name], inner)
		}
		b.WriteString(closing(len(v), "{", "}", line))
	default:
		b.Write(Append(nil, v))
	}
}

// opening is what stands before part i: the bracket, or a comma.
func opening(i int, bracket string) string {
	if i == 0 {
		return bracket
	}
	return ","
}

func closing(parts int, open, close, line string) string {
	if parts == 0 {
		return open + close
	}
	return line + close
}
