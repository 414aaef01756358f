package lexicon

import (
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/function"
)

// hasTooWild reports whether texts have a pattern among them that cannot be matched.
func hasTooWild(d *plan.Dictionary, escape rune) bool {
	for code := range d.Len() {
		if function.IsTooWild(textOf(d, int64(code)), escape) {
			return true
		}
	}
	return false
}

// PlaceIn gives the loop of a native function that finds where the text of a code of one dictionary has that
// of a code of another.
func PlaceIn(x, y *plan.Dictionary) operators.NativeLoop {
	return (&pair{first: x, second: y}).place
}

// Fits gives the loop of a native function that finds whether the text of a code of one dictionary fits the
// pattern of a code of another; false where one of these patterns cannot be matched.
func Fits(x, y *plan.Dictionary, escape rune) (loop operators.NativeLoop, ok bool) {
	if hasTooWild(y, escape) {
		return nil, false
	}
	return (&pair{x, y, escape, make([]atomic.Pointer[function.LikePattern], y.Len())}).fits, true
}

// pair is the texts of two dictionaries, of one code each.
type pair struct {
	first, second *plan.Dictionary
	escape        rune
	patterns      []atomic.Pointer[function.LikePattern] // by code of the second; nil: not read yet
}

// has reports whether both codes stand for a text: those of rows with a NULL may not.
func (t *pair) has(x, y int64) bool {
	return uint64(x) < uint64(t.first.Len()) && uint64(y) < uint64(t.second.Len())
}

// place gives where the first text has the second one.
func (t *pair) place(result operators.Numbers, args []operators.Numbers) {
	xs, ys := args[0].Ints, args[1].Ints
	for i, x := range xs {
		y := ys[i]
		if !t.has(x, y) {
			result.Ints[i] = 0
			continue
		}
		result.Ints[i] = int64(function.PlaceOf(textOf(t.first, x), textOf(t.second, y)))
	}
}

// fits gives whether the second text is a pattern that the first one fits.
func (t *pair) fits(result operators.Numbers, args []operators.Numbers) {
	xs, ys := args[0].Ints, args[1].Ints
	for i, x := range xs {
		y := ys[i]
		if t.has(x, y) && t.fit(textOf(t.first, x), int(y)) {
			result.Ints[i] = 1
		} else {
			result.Ints[i] = 0
		}
	}
}

// fit reports whether a text fits a pattern. One of many may be met once, and is only read where that is
// no way round.
func (t *pair) fit(text string, pattern int) bool {
	p := t.patterns[pattern].Load()
	if p != nil {
		return p.Fits(text)
	}
	of := textOf(t.second, int64(pattern))
	if len(t.patterns) > manyPatterns {
		if fits, ok := function.FitsSimply(text, of, t.escape); ok {
			return fits
		}
	}
	p = function.NewLikePattern(of, t.escape)
	t.patterns[pattern].Store(p)
	return p.Fits(text)
}

// manyPatterns is how many patterns are all read.
const manyPatterns = 1 << 10

// textOf is a text of a dictionary, where it lies.
func textOf(d *plan.Dictionary, code int64) string {
	text := d.Bytes(int(code))
	return unsafe.String(unsafe.SliceData(text), len(text))
}
