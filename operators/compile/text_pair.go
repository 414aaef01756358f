package compile

import (
	"sync/atomic"
	"unicode/utf8"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/plan"
	"gsdms/plan/function"
)

// Whether a text fits a pattern of the row, and where it has a part that is one of the row, is found in
// the program, of the texts that both codes stand for: so rows are not stored to be looked at behind it.
// A device leaves that to the processor.

// isOfTexts reports whether an expression is such a function.
func isOfTexts(e plan.Expr) bool {
	call, ok := e.(plan.Call)
	if !ok || len(call.Args) < 2 || call.Args[0].Type().Kind != plan.String || call.Args[1].Type().Kind != plan.String {
		return false
	}
	switch call.Op {
	case plan.LikeOf:
		escape, ok := call.Args[2].(plan.Const)
		return ok && escape.Value.Kind == plan.String
	case "INSTR":
		return len(call.Args) == 2
	}
	return false
}

// ofTexts compiles a function of two texts that are codes of dictionaries; ok is false for another.
func (c *compiler) ofTexts(e plan.Call, x, y operand) (o operand, ok bool, err error) {
	if !isOfTexts(e) || x.dict == nil || y.dict == nil {
		return operand{}, false, nil
	}
	of := textPair{first: x.dict, second: y.dict}
	loop, r := of.place, operators.Reg{Hi: 1 << 32}
	if e.Op == plan.LikeOf {
		of.escape, _ = utf8.DecodeRuneInString(e.Args[2].(plan.Const).Value.Text)
		if hasTooWild(y.dict, of.escape) {
			return operand{}, false, nil
		}
		of.patterns = make([]atomic.Pointer[function.LikePattern], y.dict.Len())
		loop, r = of.fits, emit.Condition
	}
	native, err := operators.NewNative(string(e.Op), []plan.Kind{plan.Int, plan.Int}, plan.Int, loop, "")
	if err != nil {
		return operand{}, false, err
	}
	return operand{reg: c.Carried(native, r, x.reg, y.reg)}, true, nil
}

// hasTooWild reports whether texts have a pattern among them that cannot be matched.
func hasTooWild(d *plan.Dictionary, escape rune) bool {
	for code := range d.Len() {
		if function.IsTooWild(textOf(d, int64(code)), escape) {
			return true
		}
	}
	return false
}

// textPair is the texts of two dictionaries, of one code each.
type textPair struct {
	first, second *plan.Dictionary
	escape        rune
	patterns      []atomic.Pointer[function.LikePattern] // by code of the second; nil: not read yet
}

// has reports whether both codes stand for a text: those of rows with a NULL may not.
func (t *textPair) has(x, y int64) bool {
	return uint64(x) < uint64(t.first.Len()) && uint64(y) < uint64(t.second.Len())
}

// place gives where the first text has the second one.
func (t *textPair) place(result operators.Numbers, args []operators.Numbers) {
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
func (t *textPair) fits(result operators.Numbers, args []operators.Numbers) {
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
func (t *textPair) fit(text string, pattern int) bool {
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
