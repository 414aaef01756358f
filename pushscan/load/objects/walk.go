package objects

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// walk goes through bytes that are a text of JSON, or a part of one.
type walk struct {
	text    []byte
	at      int
	members []member
	names   [][]byte // that members probably have, as they are written, and the colon behind them
}

// mostDepth is how deep values lie in each other that a walk passes.
const mostDepth = 100

// next passes blanks, and gives the byte behind them without passing it, if one is there.
func (w *walk) next() (c byte, there bool) {
	for ; w.at < len(w.text); w.at++ {
		if c = w.text[w.at]; c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c, true
		}
	}
	return 0, false
}

// took passes blanks and a byte.
func (w *walk) took(c byte) outcome {
	got, there := w.next()
	if !there {
		return cut
	}
	if got != c {
		return strange
	}
	w.at++
	return passed
}

// object passes the object at hand, and notes its members.
func (w *walk) object() outcome {
	w.at++
	if out := w.took('}'); out != strange {
		return out
	}
	for {
		name, out := w.member()
		if out != passed {
			return out
		}
		if _, there := w.next(); !there {
			return cut
		}
		begin := w.at
		if out := w.value(1); out != passed {
			return out
		}
		w.members = append(w.members, member{name, jsontext.Value(w.text[begin:w.at])})
		if out := w.took(','); out == cut {
			return cut
		} else if out == strange {
			return w.took('}')
		}
	}
}

// member passes the name of a member, which is probably written as that of the last object was.
func (w *walk) member() (jsontext.Value, outcome) {
	if _, there := w.next(); !there {
		return nil, cut
	}
	at, begin := len(w.members), w.at
	if at < len(w.names) && bytes.HasPrefix(w.text[begin:], w.names[at]) {
		w.at += len(w.names[at])
		return jsontext.Value(w.text[begin : w.at-1]), passed
	}
	name, out := w.name()
	if out == passed && begin+len(name)+1 == w.at && at <= len(w.names) && at < mostNames {
		if at == len(w.names) {
			w.names = append(w.names, nil)
		}
		w.names[at] = append(w.names[at][:0], w.text[begin:w.at]...)
	}
	return name, out
}

// mostNames is how many members are expected by their names.
const mostNames = 1 << 12

// name passes a member's name and the colon behind it.
func (w *walk) name() (jsontext.Value, outcome) {
	c, there := w.next()
	if !there {
		return nil, cut
	}
	if c != '"' {
		return nil, strange
	}
	begin := w.at
	if out := w.string(); out != passed {
		return nil, out
	}
	return jsontext.Value(w.text[begin:w.at]), w.took(':')
}

// value passes a value that begins here.
func (w *walk) value(depth int) outcome {
	if depth > mostDepth {
		return strange
	}
	switch c := w.text[w.at]; c {
	case '"':
		return w.string()
	case '{':
		return w.parts('}', depth)
	case '[':
		return w.parts(']', depth)
	case 't':
		return w.word("true")
	case 'f':
		return w.word("false")
	case 'n':
		return w.word("null")
	}
	return w.number()
}

// parts passes an object or an array within an object.
func (w *walk) parts(end byte, depth int) outcome {
	w.at++
	if out := w.took(end); out != strange {
		return out
	}
	for {
		if end == '}' {
			if _, out := w.name(); out != passed {
				return out
			}
		}
		if _, there := w.next(); !there {
			return cut
		}
		if out := w.value(depth + 1); out != passed {
			return out
		}
		if out := w.took(','); out == cut {
			return cut
		} else if out == strange {
			return w.took(end)
		}
	}
}

// word passes a word.
func (w *walk) word(word string) outcome {
	rest := w.text[w.at:]
	if len(rest) < len(word) {
		return cut
	}
	if string(rest[:len(word)]) != word {
		return strange
	}
	w.at += len(word)
	return passed
}

// string passes a string: eight bytes at once of those that stand for themselves.
func (w *walk) string() outcome {
	begin := w.at
	escapes, letters := false, false
	for w.at++; w.at < len(w.text); w.at++ {
		if w.at += plain(w.text[w.at:]); w.at == len(w.text) {
			break
		}
		switch c := w.text[w.at]; {
		case c == '"':
			w.at++
			return w.checked(w.text[begin:w.at], escapes, letters)
		case c == '\\':
			escapes = true
			w.at++ // a quote behind it ends nothing
		case c < ' ':
			return strange
		case c >= utf8.RuneSelf:
			letters = true
		}
	}
	return cut
}

// checked passes a string whose letters are UTF-8 and whose escapes are some.
func (w *walk) checked(quoted []byte, escapes, letters bool) outcome {
	if letters && !utf8.Valid(quoted) || escapes && !escaped(quoted) {
		return strange
	}
	return passed
}

// escaped reports whether behind each backslash is what may be there, halves of letters in pairs.
func escaped(text []byte) bool {
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 {
			return true
		}
		if text = text[at+1:]; text[0] != 'u' {
			if bytes.IndexByte([]byte(`"\/bfnrt`), text[0]) < 0 {
				return false
			}
			text = text[1:]
			continue
		}
		r, ok := unit(text)
		if !ok {
			return false
		}
		if text = text[5:]; !utf16.IsSurrogate(r) {
			continue
		}
		if text[0] != '\\' {
			return false
		}
		low, ok := unit(text[1:])
		if !ok || utf16.DecodeRune(r, low) == utf8.RuneError {
			return false
		}
		text = text[6:]
	}
}

// unit reads a u and four digits behind it.
func unit(text []byte) (r rune, ok bool) {
	if len(text) < 6 || text[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[1:5]), 16, 16)
	return rune(n), err == nil
}

// plain is how many bytes at the begin stand for themselves in a string, in whole eights.
func plain(text []byte) (n int) {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; len(text)-n >= 8; n += 8 {
		x := binary.LittleEndian.Uint64(text[n:])
		quote, backslash := x^ones*'"', x^ones*'\\'
		if other := (x | (x - ones*' ') | (quote - ones) | (backslash - ones)) & high; other != 0 {
			return n + bits.TrailingZeros64(other)/8
		}
	}
	return n
}

// number passes a number, behind which something else has to be.
func (w *walk) number() outcome {
	at := w.at
	if w.text[at] == '-' {
		at++
	}
	first := at
	at = w.digits(at)
	if at == first || at > first+1 && w.text[first] == '0' {
		return w.unless(at, at == first)
	}
	if at < len(w.text) && w.text[at] == '.' {
		first = at + 1
		if at = w.digits(first); at == first {
			return w.unless(at, true)
		}
	}
	if at < len(w.text) && w.text[at]|0x20 == 'e' {
		if at++; at < len(w.text) && (w.text[at] == '+' || w.text[at] == '-') {
			at++
		}
		first = at
		if at = w.digits(first); at == first {
			return w.unless(at, true)
		}
	}
	if at == len(w.text) {
		return cut
	}
	w.at = at
	return passed
}

// unless is what a number is that lacks digits, or has too many: cut, if the bytes end where they may come.
func (w *walk) unless(at int, lacks bool) outcome {
	if lacks && at == len(w.text) {
		return cut
	}
	return strange
}

// digits gives the place behind digits.
func (w *walk) digits(at int) int {
	for at < len(w.text) && w.text[at]-'0' <= 9 {
		at++
	}
	return at
}
