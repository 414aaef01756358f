package json

import "strings"

// Part gives what a path of one place leads to in a text that is as MySQL keeps values (see Normal), as it is
// written: nothing has to be held against the rules, and members behind the one that is looked for are
// not looked at. ok is false where the text turns out to be written otherwise.
func Part(text string, legs []Leg) (part string, some, ok bool) {
	at := 0
	for _, leg := range legs {
		if at == len(text) {
			return "", false, false
		}
		switch {
		case leg.member && text[at] == '{':
			at, ok = memberAt(text, at, leg.name)
		case !leg.member && text[at] == '[':
			at, ok = elementAt(text, at, leg.from.n)
		case leg.member || leg.from.n > 0: // a value that is no array is one of it
			return "", false, true
		default:
			continue
		}
		if !ok || at == 0 {
			return "", false, ok
		}
	}
	end, ok := valueEnd(text, at)
	if !ok {
		return "", false, false
	}
	return text[at:end], true, true
}

// Length gives how many members or elements a value has that is written so, 1 of another one.
func Length(text string) (n int, ok bool) {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return 1, text != ""
	}
	if len(text) == len("[]") {
		return 0, true
	}
	n = 1
	for at := 1; at < len(text)-1; at++ {
		switch text[at] {
		case '"':
			if at, ok = stringEnd(text, at); !ok {
				return 0, false
			}
			at--
		case '{', '[':
			if at, ok = partsEnd(text, at); !ok {
				return 0, false
			}
			at--
		case ',':
			n++
		}
	}
	return n, true
}

// Holds reports whether an array that is written so has a scalar, which is, too, among its elements. It is sure
// where their texts say so: not of numbers with a point, which may be others' values, nor of arrays in it.
func Holds(array, scalar string) (is, sure bool) {
	if len(array) < len("[]") || array[0] != '[' || scalar == "" || strings.ContainsAny(scalar[:1], "[{") {
		return false, false
	}
	number := scalar[0] == '-' || isDigit(scalar[0])
	if number && isOther(scalar) {
		return false, false
	}
	for at := 1; array[at] != ']'; {
		end, ok := valueEnd(array, at)
		if !ok || end >= len(array) || array[at] == '[' {
			return false, false
		}
		switch element := array[at:end]; {
		case element == scalar:
			return true, true
		case number && (element[0] == '-' || isDigit(element[0])) && isOther(element):
			return false, false
		}
		if at = end; array[at] == ',' {
			at += len(", ")
		}
		if at >= len(array) {
			return false, false
		}
	}
	return false, true
}

// isOther reports whether a number may be one that is written otherwise, too.
func isOther(number string) bool { return strings.ContainsAny(number, ".eE") || number == "-0" }

// memberAt gives where the value of a member begins in the object at a place; 0 where there is none.
func memberAt(text string, at int, name string) (begin int, ok bool) {
	if strings.HasPrefix(text[at:], "{}") {
		return 0, true
	}
	for ok = true; ok; {
		from := at + 1 // behind the parenthesis, or the blank
		if from >= len(text) || text[from] != '"' {
			return 0, false
		}
		end, whole := stringEnd(text, from)
		if !whole || !strings.HasPrefix(text[end:], ": ") {
			return 0, false
		}
		own := text[from+1 : end-1]
		switch plain := strings.IndexByte(own, '\\') < 0; {
		case plain && own == name || !plain && named(text[from:end], false, name):
			return end + len(": "), true
		case plain && len(own) > len(name): // members are in the order of their lengths
			return 0, true
		}
		if at, ok = valueEnd(text, end+len(": ")); !ok {
			return 0, false
		}
		if at < len(text) && text[at] == '}' {
			return 0, true
		}
		ok = strings.HasPrefix(text[at:], ", ")
		at++
	}
	return 0, false
}

// elementAt gives where an element begins in the array at a place; 0 where there is none.
func elementAt(text string, at, n int) (begin int, ok bool) {
	if strings.HasPrefix(text[at:], "[]") {
		return 0, true
	}
	at++
	for ; n > 0; n-- {
		if at, ok = valueEnd(text, at); !ok {
			return 0, false
		}
		if at < len(text) && text[at] == ']' {
			return 0, true
		}
		if !strings.HasPrefix(text[at:], ", ") {
			return 0, false
		}
		at += len(", ")
	}
	return at, true
}

// valueEnd gives where the value at a place ends.
func valueEnd(text string, at int) (end int, ok bool) {
	if at >= len(text) {
		return 0, false
	}
	switch text[at] {
	case '"':
		return stringEnd(text, at)
	case '{', '[':
		return partsEnd(text, at)
	}
	for end = at; end < len(text); end++ {
		if c := text[end]; c == ',' || c == '}' || c == ']' {
			break
		}
	}
	return end, end > at
}

// partsEnd gives where the object or array at a place ends.
func partsEnd(text string, at int) (end int, ok bool) {
	for depth := 0; at < len(text); at++ {
		switch text[at] {
		case '"':
			if at, ok = stringEnd(text, at); !ok {
				return 0, false
			}
			at--
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1, true
			}
		}
	}
	return 0, false
}

// stringEnd gives where the string at a place ends, with its quotes.
func stringEnd(text string, at int) (end int, ok bool) {
	for at++; at < len(text); at++ {
		switch text[at] {
		case '"':
			return at + 1, true
		case '\\':
			at++
		}
	}
	return 0, false
}
