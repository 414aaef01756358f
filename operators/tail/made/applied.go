package made

import (
	"strings"

	"gsdms/operators/tail/made/casing"
	"gsdms/operators/tail/made/padding"
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// mostArguments is how many arguments a function has at most here, the text among them.
const mostArguments = 3

// ofTexts are the functions of a text, and of constants or whole numbers behind it, that are computed
// without looking for how. None gives an error.
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
	plan.JsonNumber:   function.OnText(function.JSONNumber),
	plan.JsonWhole:    function.OnText(function.JSONWhole),
}

// apply gives a function of a text; false where it has to be evaluated.
func (m *maker) apply(c plan.Call) (p piece, ok bool) {
	f := applied{of: c.Of, eval: ofTexts[c.Op]}
	if f.eval == nil {
		f.eval, f.errs = ofDocument(c), true
	}
	if f.eval == nil || len(c.Args) > mostArguments || c.Args[0].Type().Kind != plan.String {
		return p, false
	}
	if f.x, ok = m.make(c.Args[0]); !ok {
		return p, false
	}
	if f.args, ok = m.operands(c.Args[1:]); !ok {
		return p, false
	}
	return f.best(c), true
}

// operands gives constants, and whole numbers of columns; false where one is NULL, or none of these.
func (m *maker) operands(args []plan.Expr) (of []operand, ok bool) {
	for _, e := range args {
		k, constant := e.(plan.Const)
		switch {
		case constant && k.Value.IsNull() || !constant && e.Type().Kind != plan.Int:
			return nil, false
		case constant:
			of = append(of, operand{value: k.Value})
			continue
		}
		v := m.column(e)
		if v == nil || v.Ints == nil || v.Dict != nil {
			return nil, false
		}
		of = append(of, operand{of: v})
	}
	return of, true
}

// best gives the function as the step that takes least.
func (f applied) best(c plan.Call) piece {
	if by := partOf(c, f.x.ascii); by != nil {
		return piece{step: cut{f.x, by, f.args}, sure: f.x.sure && areThere(f.args), lasting: f.x.lasting, ascii: f.x.ascii, errs: f.x.errs}
	}
	p := piece{step: f, errs: f.errs || f.x.errs}
	if add, more := appending(c); add != nil {
		return piece{step: appended{f, add, more}, owned: f.x.ascii, ascii: f.x.ascii, errs: p.errs}
	}
	if by := casing.Of(c.Op); by != nil {
		if !f.x.owned {
			f.x = copied(f.x)
		}
		return piece{step: cased{f, by}, sure: f.x.sure, owned: f.x.ascii, ascii: f.x.ascii, errs: p.errs}
	}
	return p
}

// partOf gives nil for a function whose result is no part of its text, which may be of characters of one
// byte each.
func partOf(c plan.Call, ascii bool) function.Part {
	switch {
	case c.Op != "SUBSTRING_INDEX" && ascii:
		return function.BytesOf(string(c.Op))
	case c.Op != "SUBSTRING_INDEX":
		return function.PartOf(string(c.Op))
	}
	if by, ok := c.Args[1].(plan.Const); ok {
		return function.PartBy(by.Value.Text)
	}
	return nil
}

// appending gives nil for a function that does not append its text, and else how, and about how many bytes
// it has more than what it is of. Of characters of a byte each it has such, and is always appended.
func appending(c plan.Call) (add func(to []byte, text string) ([]byte, bool), more int) {
	switch c.Op {
	case "JSON_QUOTE":
		return func(to []byte, text string) ([]byte, bool) { return json.AppendQuoted(to, text), true }, 2
	case "FORMAT":
		return func(to []byte, text string) ([]byte, bool) { return function.AppendFormat(to, text), true }, 8
	}
	if by := padding.Of(c); by != nil {
		return by.Append, by.Most()
	}
	return nil, 0
}

// applied is a function of a text that is evaluated for each row.
type applied struct {
	x    piece
	of   plan.Type
	eval func(of plan.Type, args []plan.Value) (plan.Value, error)
	args []operand // behind the text
	errs bool      // eval may give an error
}

func (f applied) fill(t *tile, rows []int32, out []string, _ *arena) ([]int32, bool) {
	rows, ok := f.x.fill(t, present(f.args, t, rows), out, &t.scratch)
	if !ok {
		return nil, false
	}
	if !f.x.owned {
		t.await(rows, out)
	}
	return f.evaluated(t, rows, out)
}

// evaluated has the function's texts take the places of those that it is of.
func (f applied) evaluated(t *tile, rows []int32, out []string) ([]int32, bool) {
	left, args := t.lists.get()[:0], make([]plan.Value, len(f.args)+1)
	for _, i := range rows {
		args[0] = value.OfString(out[i])
		for k, a := range f.args {
			if args[k+1] = a.value; a.of != nil {
				args[k+1] = value.OfInt(a.at(t, i))
			}
		}
		v, err := f.eval(f.of, args)
		if err != nil && f.errs {
			return nil, false
		}
		if err == nil && !v.IsNull() {
			out[i] = v.Text
			left = append(left, i)
		}
	}
	return left, true
}

// cased is LOWER or UPPER of texts that lie one behind another.
type cased struct {
	applied
	by *casing.Casing
}

func (f cased) fill(t *tile, rows []int32, out []string, to *arena) ([]int32, bool) {
	rows, ok := f.x.fill(t, rows, out, to)
	if !ok || f.by.Turn(to.all[to.from:]) {
		return rows, ok
	}
	return f.evaluated(t, rows, out)
}

// appended is a function that appends its text to what is there.
type appended struct {
	applied
	append func(to []byte, text string) (out []byte, ok bool) // not ok: it is evaluated, by who asks where eval is nil
	more   int                                                // about how many bytes the text may have more than what it is of
}

func (f appended) fill(t *tile, rows []int32, out []string, to *arena) ([]int32, bool) {
	rows, ok := f.x.fill(t, rows, out, &t.scratch)
	if !ok {
		return nil, false
	}
	bytes, ends := 0, t.ends.get()
	if !f.x.owned {
		t.await(rows, out)
	}
	for _, i := range rows {
		bytes += len(out[i]) + f.more
	}
	to.room(bytes)
	begin := to.from
	for k, i := range rows {
		if to.all, ok = f.append(to.all, out[i]); !ok || len(to.all)-begin > function.MaxText {
			if to.all = to.all[:to.from]; f.eval == nil {
				return nil, false
			}
			return f.evaluated(t, rows, out)
		}
		begin = len(to.all)
		ends[k] = begin - to.from
	}
	to.texts(rows, ends, out)
	return rows, true
}
