package oracle

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// words are the texts of columns and literals: cases, the empty one, a quote, the
// characters of LIKE, two bytes and three to a character.
var words = []string{"", "a", "A", "ab", "aB", "abc", "b", "ba", "zebra", "it's", "50%", "a_b", "日本", "¡a!", "north", "south", "N", "10", "9"}

var epoch = time.Date(2020, 2, 20, 0, 0, 0, 0, time.UTC)

// quoted is a text literal of both dialects.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// scaledText writes n / 10^scale.
func scaledText(n int64, scale int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	digits := fmt.Sprintf("%0*d", scale+1, n)
	if scale == 0 {
		return sign + digits
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// literal is a random constant.
func literal(r *rand.Rand, k kind) *expr {
	switch k {
	case boolean:
		if r.IntN(2) == 0 {
			return each(typ{kind: boolean}, 1, "FALSE", "0")
		}
		return each(typ{kind: boolean}, 1, "TRUE", "1")
	case integer:
		n := int64(r.IntN(21) - 6)
		if r.IntN(4) == 0 {
			n = int64(r.IntN(2001) - 1000)
		}
		return both(typ{kind: integer}, 1000, "("+strconv.FormatInt(n, 10)+")")
	case decimal:
		scale := 1 + r.IntN(3)
		n := int64(r.IntN(4001) - 1000)
		return each(typ{decimal, scale}, 3000, "("+scaledText(n, scale)+")", "("+strconv.FormatInt(n, 10)+")")
	case double:
		f := strconv.FormatFloat(float64(r.IntN(401)-100)/8, 'f', 3, 64)
		return each(typ{kind: double}, 40, "("+f+"e0)", "("+f+")")
	case date:
		d := quoted(epoch.AddDate(0, 0, r.IntN(800)-400).Format(time.DateOnly))
		return each(typ{kind: date}, 0, "DATE "+d, d)
	case moment:
		at := quoted(epoch.Add(time.Duration(r.IntN(2e7)-1e7) * time.Second).Format(time.DateTime))
		return each(typ{kind: moment}, 0, "TIMESTAMP "+at, at)
	default:
		return both(typ{kind: text}, 0, quoted(words[r.IntN(len(words))]))
	}
}
