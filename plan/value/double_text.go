package value

import (
	"bytes"
	"strconv"
)

// DoubleLetters are those that the text of a double has at most.
const DoubleLetters = 22

const (
	singleLetters = 12 // that the text of a FLOAT has at most
	plainPlaces   = 15 // up to which the point of a number without an exponent lies from its first digit
)

// AppendTextOfDouble appends a double as the text that expressions take it as: the digits that the type shows, and
// of a type that does not say how many as many as a text of its has room for.
func (t Type) AppendTextOfDouble(dst []byte, f float64) []byte {
	if _, _, fixed := t.Fixed(); fixed {
		return t.AppendDouble(dst, f)
	}
	letters := DoubleLetters
	if t.Single() {
		letters = singleLetters
	}
	dst, _ = AppendDoubleWithin(dst, f, letters) // any double has room in these
	return dst
}

// AppendDoubleWithin appends a double in so many letters, as MySQL's my_gcvt does: the fewest digits that read back as
// the same where there is room, else rounded ones, with an exponent where that leaves more of them. It reports whether
// there is room, and appends nothing where there is none.
func AppendDoubleWithin(dst []byte, f float64, letters int) (out []byte, ok bool) {
	if f == 0 {
		return append(dst, FormatFloat(f)...), letters > 0
	}
	sign := ""
	if f < 0 {
		sign, f = "-", -f
		letters--
	}
	digits, point := digitsOfDouble(f, -1)
	if len(digits) > letters {
		digits, point = digitsOfDouble(f, max(letters, 1)-1)
	}
	behind, zeros := 0, max(0, 1-point)
	if point < len(digits) {
		behind = 1
	}
	fits := max(len(digits), point)+behind+zeros <= letters
	few := point <= letters && point >= -2 // no more letters go for zeros than for an exponent
	if point > -plainPlaces && (fits && (point <= plainPlaces || len(digits) > point) || few && point <= plainPlaces) {
		out, ok = appendPlain(append(dst, sign...), f, letters-behind-zeros, digits, point)
	} else {
		out, ok = appendWithExponent(append(dst, sign...), f, letters, digits, point)
	}
	if !ok {
		return dst, false
	}
	return out, true
}

// appendPlain appends a double with up to room digits, of which point stand before the point.
func appendPlain(dst []byte, f float64, room int, digits []byte, point int) (out []byte, ok bool) {
	if room < point {
		return dst, false
	}
	places := min(room, len(digits)) - point
	all := strconv.AppendFloat(nil, f, 'f', max(places, 0), 64)
	if places > 0 {
		all = bytes.TrimRight(bytes.TrimRight(all, "0"), ".")
	}
	if len(all) == 0 || string(all) == "0" { // all of its digits are rounded off, and its sign with them
		return append(bytes.TrimSuffix(dst, []byte("-")), '0'), true
	}
	return append(dst, all...), true
}

// appendWithExponent appends a double as one digit before the point, the others that have room, and an exponent.
func appendWithExponent(dst []byte, f float64, letters int, digits []byte, point int) (out []byte, ok bool) {
	exponent := strconv.Itoa(point - 1)
	room := letters - len("e") - len(exponent)
	if len(digits) > 1 {
		room-- // the point
	}
	if room <= 0 {
		return dst, false
	}
	if room < len(digits) {
		digits, point = digitsOfDouble(f, room-1)
		exponent = strconv.Itoa(point - 1)
	}
	dst = append(dst, digits[0])
	if len(digits) > 1 {
		dst = append(append(dst, '.'), digits[1:]...)
	}
	return append(append(dst, 'e'), exponent...), true
}

// digitsOfDouble gives the digits of a double above 0 without zeros at their end, as many as tell it from others or, if
// not negative, so many behind the first, and how many of them stand before the point.
func digitsOfDouble(f float64, behind int) (digits []byte, point int) {
	text := strconv.AppendFloat(nil, f, 'e', behind, 64)
	at := bytes.IndexByte(text, 'e')
	exponent, _ := strconv.Atoi(string(text[at+1:])) // what strconv has written
	digits = append(text[:1:1], text[min(2, at):at]...)
	digits = bytes.TrimRight(digits, "0")
	return digits, exponent + 1
}
