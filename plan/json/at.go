package json

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// At gives what a path that leads to one place at most leads to in a text: what Follow gives of
// what Read reads of it, without reading what lies beside the path. some is false where there is
// nothing, ok where the text is no JSON.
func At(text string, legs []Leg) (v any, some, ok bool) {
	plain, v, some, ok := Written(text, legs)
	if plain != "" {
		v, ok = read(plain)
	}
	return v, some, ok
}

// Written is At of what may be a whole number of few digits, or a string of ASCII without a backslash: it
// gives that as it is written, a string in quotes, and no value then.
func Written(text string, legs []Leg) (plain string, v any, some, ok bool) {
	if slices.ContainsFunc(legs, several) {
		found, ok := All(text, legs)
		if len(found) == 0 {
			return "", nil, false, ok
		}
		return "", found[0], true, ok
	}
	w := walker{text: text}
	if !w.value(0, legs, true) || !w.ended() {
		return "", nil, false, false
	}
	if !w.found {
		return "", nil, false, true
	}
	written := text[w.from:w.to]
	if isWhole(written) || written[0] == '"' && isPlain(written) {
		return written, nil, true, true
	}
	v, ok = read(written)
	return "", v, true, ok
}

// isWhole reports whether a value is a whole number that is printed as it is written.
func isWhole(v string) bool {
	const few = 15
	for i := range len(v) {
		if !isDigit(v[i]) && (i > 0 || v[i] != '-') {
			return false
		}
	}
	return len(v) <= few && v != "-0"
}

// isPlain reports whether a string, in quotes, has printable letters of ASCII alone, and no backslash.
func isPlain(v string) bool {
	for i := range len(v) {
		if c := v[i]; c < ' ' || c > '~' || c == '\\' {
			return false
		}
	}
	return true
}

// All gives what a path leads to in a text, in the order of the value: what Follow gives of what Read
// reads of it, of which only that is read which the steps before the first of several lead to. ok is
// false where the text is no JSON.
func All(text string, legs []Leg) (found []any, ok bool) {
	first := slices.IndexFunc(legs, several)
	if first < 0 {
		first = len(legs)
	}
	v, some, ok := At(text, legs[:first])
	if !some {
		return nil, ok
	}
	return Follow(v, legs[first:]), ok
}

// Elements calls found with the text of each element of an array, as it is written; of another value
// with none.
func Elements(text string, found func(element string)) {
	w := walker{text: text}
	if w.next() != '[' {
		return
	}
	for w.at++; !w.took(']'); w.took(',') {
		w.next()
		begin := w.at
		if !w.value(1, nil, false) {
			return
		}
		found(text[begin:w.at])
	}
}

// several reports whether a step needs to know all of a value.
func several(l Leg) bool { return l.all || l.deep || l.several || l.from.last }

// OnePlace reports whether a path leads to one place at most, whatever a value is.
func OnePlace(legs []Leg) bool { return !slices.ContainsFunc(legs, several) }

// read is Read of a text that is known to be JSON, without blanks around it.
func read(text string) (v any, ok bool) {
	if text[0] != '{' && text[0] != '[' {
		return scalarOf(text)
	}
	return Read(text)
}

// walker goes through a JSON text, passes nothing that is none, and notes where the
// value lies that a path leads to.
type walker struct {
	text     string
	at       int
	from, to int
	found    bool
}

// value passes a value and the blanks before it; wanted says that the legs lead on from it. Of
// members of one name the last one counts.
func (w *walker) value(level int, legs []Leg, wanted bool) bool {
	first := w.next()
	if !wanted {
		return w.pass(level, first)
	}
	begin := w.at
	if len(legs) > 0 && !legs[0].member && first != '[' {
		if legs[0].from.n == 0 && !legs[0].strict { // a value that is no array is one of it
			return w.value(level, legs[1:], true)
		}
		return w.pass(level, first)
	}
	ok := false
	switch {
	case level >= maxDepth:
	case first == '{' && len(legs) > 0 && legs[0].member:
		ok = w.object(level, legs, true)
	case first == '[' && len(legs) > 0 && !legs[0].member:
		ok = w.array(level, legs, true)
	default:
		ok = w.pass(level, first)
	}
	if ok && len(legs) == 0 {
		w.from, w.to, w.found = begin, w.at, true
	}
	return ok
}

// pass passes the value at hand, which begins with a byte.
func (w *walker) pass(level int, first byte) (ok bool) {
	if level >= maxDepth {
		return false
	}
	switch first {
	case '{':
		return w.object(level, nil, false)
	case '[':
		return w.array(level, nil, false)
	case '"':
		_, _, ok = w.string()
		return ok
	case 't':
		return w.word("true")
	case 'f':
		return w.word("false")
	case 'n':
		return w.word("null")
	}
	return w.number()
}

// next passes blanks, and gives the byte behind them without passing it; 0 at the end.
func (w *walker) next() byte {
	if w.at < len(w.text) {
		if c := w.text[w.at]; c > ' ' {
			return c
		}
	}
	return w.behindBlanks()
}

// behindBlanks is next where a blank may be there.
func (w *walker) behindBlanks() byte {
	for ; w.at < len(w.text); w.at++ {
		switch c := w.text[w.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// ended passes blanks, and reports whether nothing is behind them.
func (w *walker) ended() bool {
	w.next()
	return w.at == len(w.text)
}

// took passes a byte and the blanks before it, if it is there.
func (w *walker) took(c byte) bool {
	if w.next() != c {
		return false
	}
	w.at++
	return true
}

func (w *walker) object(level int, legs []Leg, wanted bool) bool {
	w.at++
	if w.took('}') {
		return true
	}
	for {
		if w.next() != '"' {
			return false
		}
		name, plain, ok := w.string()
		if !ok || !w.took(':') {
			return false
		}
		if wanted && named(name, plain, legs[0].name) {
			w.found = false
			ok = w.value(level+1, legs[1:], true)
		} else {
			ok = w.value(level+1, nil, false)
		}
		if !ok || !w.took(',') {
			return ok && w.took('}')
		}
	}
}

// named reports whether a member, as it is written, has a name.
func named(quoted string, plain bool, name string) bool {
	if plain {
		return quoted[1:len(quoted)-1] == name
	}
	v, _ := stringOf(quoted)
	return v == name
}

func (w *walker) array(level int, legs []Leg, wanted bool) bool {
	w.at++
	if w.took(']') {
		return true
	}
	for i := 0; ; i++ {
		ok := false
		if wanted && i == legs[0].from.n {
			ok = w.value(level+1, legs[1:], true)
		} else {
			ok = w.value(level+1, nil, false)
		}
		if !ok || !w.took(',') {
			return ok && w.took(']')
		}
	}
}

// string passes a string, with its quotes; plain says that it has letters of ASCII alone.
func (w *walker) string() (quoted string, plain, ok bool) {
	begin := w.at
	plain = true
	for w.at++; w.at < len(w.text); w.at++ {
		for len(w.text)-w.at >= 8 {
			ends := notPlain(binary.LittleEndian.Uint64([]byte(w.text[w.at : w.at+8])))
			if w.at += bits.TrailingZeros64(ends) / 8; ends != 0 {
				break
			}
		}
		if w.at == len(w.text) {
			break
		}
		switch c := w.text[w.at]; {
		case c == '"':
			w.at++
			return w.text[begin:w.at], plain, true
		case c == '\\':
			plain = false
			if !w.escape() {
				return "", false, false
			}
		case c < ' ':
			return "", false, false
		case c >= utf8.RuneSelf:
			plain = false
		}
	}
	return "", false, false
}

// notPlain marks the first of eight bytes that is a quote, a backslash, below a space or none of ASCII; bytes
// behind it may be marked, too. It is 0 where there is none.
func notPlain(x uint64) uint64 {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	quote, backslash := x^ones*'"', x^ones*'\\'
	return (x | (x - ones*' ') | (quote - ones) | (backslash - ones)) & high
}

// escape passes what is behind a backslash but for its last byte.
func (w *walker) escape() bool {
	w.at++
	if w.at == len(w.text) || strings.IndexByte(`"\/bfnrtu`, w.text[w.at]) < 0 {
		return false
	}
	if w.text[w.at] != 'u' {
		return true
	}
	for range 4 {
		if w.at++; w.at == len(w.text) || !isHex(w.text[w.at]) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// word passes a word.
func (w *walker) word(s string) bool {
	if !strings.HasPrefix(w.text[w.at:], s) {
		return false
	}
	w.at += len(s)
	return true
}

// number passes a number that a double holds.
func (w *walker) number() bool {
	const surelyFinite = 300 // digits
	begin := w.at
	if w.whole() {
		return w.at-begin < surelyFinite || w.finite(begin)
	}
	w.at = begin
	w.word("-")
	if !w.word("0") && !w.digits() || w.word(".") && !w.digits() {
		return false
	}
	exponent := w.word("e") || w.word("E")
	if exponent {
		_ = w.word("+") || w.word("-")
		if !w.digits() {
			return false
		}
	}
	return !exponent && w.at-begin < surelyFinite || w.finite(begin)
}

// finite reports whether a double holds the number that begins at a place.
func (w *walker) finite(begin int) bool {
	_, err := strconv.ParseFloat(w.text[begin:w.at], 64)
	return err == nil
}

// whole passes a whole number; it reports false of what is none, or not known to be one.
func (w *walker) whole() bool {
	at := w.at
	if at < len(w.text) && w.text[at] == '-' {
		at++
	}
	begin := at
	for at < len(w.text) && isDigit(w.text[at]) {
		at++
	}
	if w.at = at; at == begin || w.text[begin] == '0' && at-begin > 1 {
		return false
	}
	return at == len(w.text) || w.text[at] != '.' && w.text[at]|0x20 != 'e'
}

// digits passes one digit and more.
func (w *walker) digits() bool {
	begin := w.at
	for w.at < len(w.text) && isDigit(w.text[w.at]) {
		w.at++
	}
	return w.at > begin
}
