package parse

import "strings"

// The parser takes INTERVAL ( for the function of that name wherever a value may stand behind
// + or -. A plus before the parenthesis says that an interval is meant.

// plainIntervals gives a text, of the same length, with a plus in the place of a blank, or of the
// parenthesis, behind each INTERVAL whose parenthesis a unit follows.
func plainIntervals(text string) string {
	var out []byte
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == WordLexeme && strings.EqualFold(text[i:end], "INTERVAL") {
			if open, close, ok := parenthesized(text, end); ok {
				if out == nil {
					out = []byte(text)
				}
				if open > end {
					out[open-1] = '+'
				} else {
					out[open], out[close] = '+', ' '
				}
			}
		}
		i = end
	}
	if out == nil {
		return text
	}
	return string(out)
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
		if read[i] != text[i] && !standIn(read[i]) {
			return false
		}
	}
	return true
}

func standIn(c byte) bool { return c == ' ' || c == '+' || c == '`' || c <= maxStandIn }

// parenthesized gives the places of the parentheses that begin behind i and that a unit follows.
// Without a blank before them they go, so there must be one value in them, and no query.
func parenthesized(text string, i int) (open, close int, ok bool) {
	open, depth, behind := -1, 0, ""
	for i < len(text) {
		end, kind := Lexeme(text, i)
		if kind == SpaceLexeme || kind == CommentLexeme {
			i = end
			continue
		}
		word := strings.ToUpper(text[i:end])
		switch {
		case open < 0 && word != "(":
			return 0, 0, false
		case open >= 0 && depth == 0:
			_, _, isUnit := strings.Cut(units, " "+word+" ")
			return open, close, isUnit && (behind != "SELECT" && behind != "WITH" && behind != "NOT" || text[open-1] == ' ')
		case word == "(":
			if depth++; open < 0 {
				open = i
			}
		case word == ")":
			depth--
			close = i
		case behind == "":
			behind = word
		case word == "," && depth == 1:
			return 0, 0, false
		}
		i = end
	}
	return 0, 0, false
}

// units are those that an interval may have, between blanks.
const units = " MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECOND_MICROSECOND MINUTE_MICROSECOND MINUTE_SECOND " +
	"HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR YEAR_MONTH "
