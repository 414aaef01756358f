package made

import (
	"strings"
	"unsafe"

	"gsdms/operators/tail/made/casing"
	"gsdms/operators/tail/made/padding"
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// applied is a function of a text that fragments have made, which its result takes the place of.
type applied struct {
	from int // the first of these fragments
	of   plan.Type
	eval func(of plan.Type, args []plan.Value) (plan.Value, error)
	args []operand     // behind the text
	part function.Part // where the result is a part of the text; nil: it is not
	here inPlace       // nil: eval computes it

	errs bool // eval may give an error, which Joined leaves to who evaluates rows
}

// inPlace computes a function of a text where that is; ok is false where it has to be evaluated, and the
// text is as it was.
type inPlace interface {
	To(all []byte, begin int) (out []byte, ok bool)
}

// inPlaceOf gives nil for what is always evaluated.
func inPlaceOf(c plan.Call) inPlace {
	if p := padding.Of(c); p != nil {
		return p
	}
	if c := casing.Of(c.Op); c != nil {
		return c
	}
	return nil
}

// partOf gives nil for a function whose result is no part of its text.
func partOf(c plan.Call) function.Part {
	if c.Op != "SUBSTRING_INDEX" {
		return function.PartOf(string(c.Op))
	}
	if by, ok := c.Args[1].(plan.Const); ok {
		return function.PartBy(by.Value.Text)
	}
	return nil
}

// operand is a constant, or a number for each of the rows left.
type operand struct {
	value  plan.Value
	column *plan.Vector
}

// mostArguments is how many arguments a function has at most here, the text among them.
const mostArguments = 3

// ofTexts are the functions that are applied to texts in place: from a text, and from constants or
// whole numbers behind it, to a text that is there where they are. None gives an error.
var ofTexts = map[plan.Op]func(of plan.Type, args []plan.Value) (plan.Value, error){
	"LOWER":           function.OnText(strings.ToLower),
	"UPPER":           function.OnText(strings.ToUpper),
	"REVERSE":         function.OnText(function.Reverse),
	"SUBSTRING":       function.TextPart("SUBSTRING"),
	"LEFT":            function.TextPart("LEFT"),
	"RIGHT":           function.TextPart("RIGHT"),
	"TRIM":            function.Trim(true, true),
	"LTRIM":           function.Trim(true, false),
	"RTRIM":           function.Trim(false, true),
	"SUBSTRING_INDEX": function.SubstringIndex,
	"LPAD":            function.Pad(true),
	"RPAD":            function.Pad(false),
	"REPLACE":         function.Replace,
	"FORMAT":          function.Format,
	"CONV":            function.Conv,
	"HEX":             function.OnText(function.Hex),
	"MD5":             function.OnText(function.MD5),
	"SHA1":            function.OnText(function.SHA1),
	"JSON_QUOTE":      function.OnText(json.Quoted),
	"JSON_UNQUOTE":    function.OnText(function.JSONUnquote),
}

// apply appends the fragments of a function's text, and the function; false where it has to be
// evaluated.
func (m *maker) apply(c plan.Call) bool {
	f := &applied{from: len(m.out), of: c.Of, eval: ofTexts[c.Op]}
	if f.eval == nil {
		f.eval, f.errs = ofDocument(c), true
	}
	if f.eval == nil || len(c.Args) > mostArguments || c.Args[0].Type().Kind != plan.String || !m.add(c.Args[0]) {
		return false
	}
	for _, e := range c.Args[1:] {
		k, constant := e.(plan.Const)
		switch {
		case constant && k.Value.IsNull() || !constant && e.Type().Kind != plan.Int:
			return false
		case constant:
			f.args = append(f.args, operand{value: k.Value})
			continue
		}
		v := m.column(e)
		if v == nil || v.Ints == nil || v.Dict != nil {
			return false
		}
		f.args = append(f.args, operand{column: v})
	}
	f.here, f.part = inPlaceOf(c), partOf(c)
	if at := len(m.out) - 1; f.part != nil && f.from == at && m.out[at].column != nil && m.out[at].write == nil {
		m.out[at].parts = append(m.out[at].parts, f)
		return true
	}
	m.out = append(m.out, fragment{apply: f})
	return true
}

// to applies the function to what has been appended since its first fragment, which began at
// begins[from]; place is the row's among those left, and args has room for mostArguments. It
// reports whether the result is NULL; ok is false where it is an error that counts.
func (f *applied) to(all []byte, begins []int, place int, args []plan.Value) (out []byte, null, ok bool) {
	begin := begins[f.from]
	if f.here != nil {
		if out, ok := f.here.To(all, begin); ok {
			return out, false, true
		}
	}
	text := unsafe.String(unsafe.SliceData(all[begin:]), len(all)-begin)
	if f.part != nil {
		lo, hi, null := f.partOf(text, place)
		if lo > 0 {
			copy(all[begin:], all[begin+lo:begin+hi])
		}
		return all[:begin+hi-lo], null, true
	}
	args[0] = value.OfString(text)
	for i, a := range f.args {
		if args[i+1] = a.value; a.column != nil {
			if a.column.IsNull(place) {
				return all, true, true
			}
			args[i+1] = value.OfInt(a.column.Ints[place])
		}
	}
	v, err := f.eval(f.of, args[:len(f.args)+1])
	if err != nil || v.IsNull() {
		return all, true, err == nil || !f.errs
	}
	return append(all[:begin], v.Text...), false, true
}

// partOf gives which part of a text the result is, by the numbers at a place among the rows left.
func (f *applied) partOf(text string, place int) (lo, hi int, null bool) {
	numbers := [mostArguments - 1]int64{1: function.Whole}
	for i, a := range f.args {
		if numbers[i] = a.value.Int; a.column == nil {
			continue
		}
		if a.column.IsNull(place) {
			return 0, 0, true
		}
		numbers[i] = a.column.Ints[place]
	}
	lo, hi = f.part(text, numbers[0], numbers[1])
	return lo, hi, false
}
