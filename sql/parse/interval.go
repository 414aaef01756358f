package parse

import "strings"

// The parser takes INTERVAL ( for the function of that name wherever a value may stand behind
// + or -. A plus before the parenthesis says that an interval is meant.

// plainIntervals gives a text, of the same length, with a plus before the parenthesis behind each
// INTERVAL that has one value in it and a unit behind it or behind what is computed of it.
func plainIntervals(text string) string {
	var out []byte
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == WordLexeme && strings.EqualFold(text[i:end], "INTERVAL") {
			if open, close, at, ok := parenthesized(text, end); ok {
				if out == nil {
					out = []byte(text)
				}
				withPlus(out, text, i, end, open, close, at)
			}
		}
		i = end
	}
	if out == nil {
		return text
	}
	return string(out)
}

// withPlus writes the plus in the place of a blank before the parenthesis. Where there is none, the
// parentheses go if there is nothing but a unit behind them, and else a blank before INTERVAL.
func withPlus(out []byte, text string, start, end, open, close int, unit bool) {
	switch {
	case open > end:
		out[open-1] = '+'
	case unit:
		out[open], out[close] = '+', ' '
	default:
		copy(out[start-1:], text[start:end]+"+")
	}
}

// ReadsAs reports whether a part of a text is what the parser has read as another one: as long,
// and the same but for blanks, pluses, backquotes and names that stand for others.
func ReadsAs(text, read string) bool {
	if len(text) != len(read) {
		return false
	}
	for i := 0; i < len(read); i++ {
		if strings.HasPrefix(read[i:], "ILIKE") && strings.EqualFold(text[i:i+len("ILIKE")], "SOUND") { // as knownWords has it
			i += len("ILIKE") - 1
			continue
		}
		if moved := "INTERVAL+"; text[i] == ' ' && i+len(moved) <= len(read) && strings.EqualFold(read[i:i+len(moved)], moved) && text[i+1:i+len(moved)] == read[i:i+len(moved)-1] { // as withPlus has it
			i += len(moved) - 1
			continue
		}
		if read[i] != text[i] && !standIn(read[i]) {
			return false
		}
	}
	return true
}

func standIn(c byte) bool { return c == ' ' || c == '+' || c == '`' || c <= maxStandIn }

// parenthesized gives the places of the parentheses that begin behind i, and whether a unit follows
// them at once. Else one follows what is computed of the value in them. Where no blank is before
// them they go if a unit follows, so there must be no query in them, or they stay behind a blank
// before INTERVAL.
func parenthesized(text string, i int) (open, close int, unit, ok bool) {
	start, depth, behind := i-len("INTERVAL"), 0, ""
	open, close, unit = -1, -1, true
	for i < len(text) {
		end, kind := Lexeme(text, i)
		if kind == SpaceLexeme || kind == CommentLexeme {
			i = end
			continue
		}
		word := strings.ToUpper(text[i:end])
		_, _, isUnit := strings.Cut(units, " "+word+" ")
		switch {
		case open < 0 && word != "(", depth == 0 && close >= 0 && endsInterval(word):
			return 0, 0, false, false
		case depth == 0 && close >= 0 && isUnit:
			unit = unit && behind != "SELECT" && behind != "WITH" && behind != "NOT"
			return open, close, unit, text[open-1] == ' ' || unit || start > 1 && text[start-1] == ' ' && strings.IndexByte("(,+-*", text[start-2]) >= 0
		case word == "(":
			if depth++; open < 0 {
				open = i
			}
			unit = unit && close < 0
		case word == ")":
			if depth--; depth == 0 && close < 0 {
				close = i
			}
		case close >= 0:
			unit = false
		case behind == "":
			behind = word
		case word == "," && depth == 1:
			return 0, 0, false, false
		}
		i = end
	}
	return 0, 0, false, false
}

// endsInterval reports whether a word behind INTERVAL and a value says that no unit follows.
func endsInterval(word string) bool {
	switch word {
	case ",", ")", ";", "AS", "FROM", "WHERE", "INTERVAL":
		return true
	}
	return false
}

// units are those that an interval may have, between blanks.
const units = " MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECOND_MICROSECOND MINUTE_MICROSECOND MINUTE_SECOND " +
	"HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR YEAR_MONTH "
