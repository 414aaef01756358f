package parse

import (
	"strconv"
	"strings"
)

// serverVersion is what the comments of MySQL that are code from a version on are held
// against: all of MySQL 8.
const serverVersion = 89999

// readable gives a text as the parser can read it, of the same length. Code in a comment
// /*!NNNNN … */ for a later version goes, and so do the digits of the version, of which
// there may be six, and the point behind the digits of a whole number.
func readable(text string) string {
	var out []byte
	blank := func(from, to int) {
		if out == nil {
			out = []byte(text)
		}
		for i := from; i < to; i++ {
			out[i] = ' '
		}
	}
	behindPoint := false
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		switch {
		case kind == HintLexeme && strings.HasPrefix(text[i:], "/*!"):
			blank(versioned(text, i, end))
		case kind == WordLexeme && !behindPoint && digitsOnly(text[i:end]) && pointEnds(text, end):
			blank(end, end+1)
		}
		behindPoint = text[i] == '.'
		i = end
	}
	if out == nil {
		return text
	}
	return string(out)
}

// versioned gives the part of a comment at i that is not for this version: all of it, or
// only the version.
func versioned(text string, i, end int) (from, to int) {
	digits := i + 3
	for digits < end && digits < i+9 && text[digits] >= '0' && text[digits] <= '9' {
		digits++
	}
	if digits < i+8 {
		return i, i
	}
	version, err := strconv.Atoi(text[i+3 : digits])
	if err != nil || version > serverVersion {
		return i, end
	}
	return i + 3, digits
}

// pointEnds reports whether a point stands at i that ends a number.
func pointEnds(text string, i int) bool {
	return i < len(text) && text[i] == '.' && (i+1 == len(text) || !wordByte(text[i+1]) && text[i+1] != '`' && text[i+1] != '*')
}

// withoutPrecision gives a text, of the same length, with blanks in the place of PRECISION
// behind AS DOUBLE, which the parser knows only as the type of a column.
func withoutPrecision(text string) string {
	before := [2]string{}
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			word := strings.ToUpper(text[i:end])
			if word == "PRECISION" && before == [2]string{"AS", "DOUBLE"} {
				text = blank(text, i, end)
			}
			before = [2]string{before[1], word}
		}
		i = end
	}
	return text
}
