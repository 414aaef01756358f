package truth

import (
	"math"
	"strings"
	"unicode/utf8"

	"gsdms/plan"
)

// Texts are in the order of a dictionary, so that those which begin with the same letters lie
// side by side. An expression that reads of a text only its first letters gives the same for
// all of them.

// Lead finds texts for which an expression gives what it gave for the text before. The zero
// Lead finds none.
type Lead struct {
	letters int
	prefix  string
	whole   bool // prefix has all the letters
}

// LeadOf makes a Lead for an expression of one text.
func LeadOf(e plan.Expr) Lead {
	letters, ok := lettersRead(e)
	if !ok {
		return Lead{}
	}
	return Lead{letters: letters}
}

// Same reports whether a text begins as the one before it does.
func (l *Lead) Same(v plan.Value) bool { return l.SameText(v.Text) }

// SameText is Same of the text itself.
func (l *Lead) SameText(text string) bool {
	if l.letters == 0 {
		return false
	}
	if l.whole && strings.HasPrefix(text, l.prefix) {
		return true
	}
	end, letters := l.end(text)
	l.prefix = text[:end]
	l.whole = letters == l.letters && utf8.ValidString(l.prefix)
	return false
}

// end is where the letters end that are read of a text, and how many these are.
func (l *Lead) end(text string) (end, letters int) {
	for ; letters < l.letters && end < len(text); letters++ {
		if text[end] < utf8.RuneSelf {
			end++
			continue
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return end, letters
}

// Found reports whether the Lead finds any texts.
func (l *Lead) Found() bool { return l.letters > 0 }

// Of is what of a text decides what the expression gives: it gives the same for all texts of which
// that is the same.
func (l *Lead) Of(text string) string {
	end, _ := l.end(text)
	return text[:end]
}

// lettersRead is how many letters at the beginning of a text decide what an expression gives;
// false where others may, too.
func lettersRead(e plan.Expr) (most int, ok bool) {
	if isLeaf(e) {
		return 0, false
	}
	if c, is := e.(plan.Call); is && len(c.Args) > 0 && isLeaf(c.Args[0]) {
		switch numbers := wholeNumbers(c.Args[1:]); {
		case c.Op == "LEFT" && len(numbers) == 1:
			return int(max(0, numbers[0])), true
		case c.Op == "SUBSTRING" && len(numbers) == 2 && numbers[0] > 0:
			return int(numbers[0] - 1 + max(0, numbers[1])), true
		}
		return 0, false
	}
	for _, x := range plan.Children(e) {
		n, ok := lettersRead(x)
		if !ok {
			return 0, false
		}
		most = max(most, n)
	}
	return most, true
}

// wholeNumbers gives the values of constant arguments; nil where one is another.
func wholeNumbers(args []plan.Expr) (out []int64) {
	for _, a := range args {
		c, ok := a.(plan.Const)
		if !ok || c.Value.Kind != plan.Int || c.Value.Int > math.MaxInt32 {
			return nil
		}
		out = append(out, c.Value.Int)
	}
	return out
}
