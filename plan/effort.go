package plan

import (
	"strings"

	"gsdms/plan/value"
)

// What an expression makes of all texts of a column takes as long as there are texts, and as its functions
// take for one. How long that is need only be known roughly, to tell whether it is worth doing.

const (
	effortOfSteps = 8       // of what goes through its text by the steps of a pattern or of a path
	effortBytes   = 64      // how many bytes more are made in the time of a plain function
	repeatedBytes = 8       // of a text that is repeated, at least
	mostLonger    = 1 << 30 // the most bytes that texts are told to be longer
)

// LongEffort is from how many texts on it pays to look for which of them a plain function is asked.
const LongEffort = 1 << 13

// TakesLong reports whether an expression takes so long for so many texts that it pays to look for which of
// them it is asked.
func TakesLong(e Expr, texts int) bool { return texts > 0 && texts >= LongEffort/Effort(e) }

// Effort is about how many times as long as a plain function, such as UPPER, an expression takes for a text.
func Effort(e Expr) int {
	sum := 0
	Visit(e, func(x Expr) bool {
		if c, ok := x.(Call); ok {
			sum++
			if op := string(c.Op); strings.HasPrefix(op, "REGEXP_") || strings.HasPrefix(op, "JSON_") {
				sum += effortOfSteps - 1
			}
		}
		return true
	})
	return max(1, sum) + Longer(e)/effortBytes
}

// Longer is about how many bytes longer than its text what an expression makes of one surely is.
func Longer(e Expr) int {
	sum := int64(0)
	Visit(e, func(x Expr) bool {
		if c, ok := x.(Call); ok && len(c.Args) > 0 {
			switch _, one := c.Args[0].(Const); { // a constant text is made once
			case one:
			case c.Op == "REPEAT":
				sum += repeatedBytes * times(c.Args[1])
			case c.Op == "LPAD", c.Op == "RPAD":
				sum += times(c.Args[1])
			}
		}
		return true
	})
	return int(min(sum, mostLonger))
}

// times is a constant number that is not negative, or the most that counts; 0 of anything else.
func times(e Expr) int64 {
	c, ok := e.(Const)
	if !ok || c.Value.Kind != value.Int {
		return 0
	}
	return min(max(0, c.Value.Int), mostLonger)
}
