package json

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Read reads a text: nil, bool, json.Number, string, []any or map[string]any. False for a text that is
// no JSON, or deeper than MySQL's, or has a number that no double holds.
func Read(text string) (v any, ok bool) {
	w := walker{text: text}
	if v, ok = w.read(0); !ok || !w.ended() {
		return nil, false
	}
	return v, true
}

// read reads a value and the blanks before it.
func (w *walker) read(level int) (v any, ok bool) {
	first := w.next()
	switch begin := w.at; {
	case level >= maxDepth:
		return nil, false
	case first == '{':
		return w.readObject(level)
	case first == '[':
		return w.readArray(level)
	case !w.value(level, nil, false):
		return nil, false
	default:
		return scalarOf(w.text[begin:w.at])
	}
}

// readObject reads an object; of members of one name the last one counts.
func (w *walker) readObject(level int) (v any, ok bool) {
	members := map[string]any{}
	w.at++
	if w.took('}') {
		return members, true
	}
	for {
		if w.next() != '"' {
			return nil, false
		}
		quoted, _, ok := w.string()
		if !ok || !w.took(':') {
			return nil, false
		}
		member, ok := w.read(level + 1)
		if !ok {
			return nil, false
		}
		name, _ := stringOf(quoted)
		members[name] = member
		if !w.took(',') {
			return members, w.took('}')
		}
	}
}

func (w *walker) readArray(level int) (v any, ok bool) {
	elements := []any{}
	w.at++
	if w.took(']') {
		return elements, true
	}
	for {
		element, ok := w.read(level + 1)
		if !ok {
			return nil, false
		}
		elements = append(elements, element)
		if !w.took(',') {
			return elements, w.took(']')
		}
	}
}

// scalarOf gives what a text is that is known to be JSON, neither an object nor an array, without
// blanks around it.
func scalarOf(text string) (v any, ok bool) {
	switch c := text[0]; c {
	case '"':
		return stringOf(text)
	case 'n':
		return nil, true
	case 't', 'f':
		return c == 't', true
	}
	return json.Number(text), true
}

// stringOf gives what a string is that is written so, in quotes.
func stringOf(quoted string) (v string, ok bool) {
	if inner := quoted[1 : len(quoted)-1]; strings.IndexByte(inner, '\\') < 0 && utf8.ValidString(inner) {
		return inner, true
	}
	err := json.Unmarshal([]byte(quoted), &v)
	return v, err == nil
}
