package plan

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// loss says what is lost where an expression has given v of its operands; ok is false where
// nothing is. It is asked where the value is there, and never changes it.
type loss func(v Value, args []Value) (w fault.Warning, ok bool)

// tell tells what was lost, if somebody still wants to know.
func tell(told *fault.Told, of loss, v Value, args ...Value) {
	if of == nil || told.Full() {
		return
	}
	if w, ok := of(v, args); ok {
		told.Add(w)
	}
}

// As is the constant as a value of a type, which knows what it has lost.
func (c Const) As(to Type) (Expr, error) {
	v, err := castOf(c.Value, c.Of, to)
	if err != nil {
		return nil, err
	}
	var told fault.Told
	tell(&told, castLoss(c.Of.Kind, to), v, c.Value)
	return Const{Value: v, Of: to, Lost: lostWith([]Expr{c}, &told)}, nil
}

// LostOf is what those of some expressions have lost that are constants; nil where that is nothing.
func LostOf(all []Expr) *fault.Told { return lostWith(all, new(fault.Told)) }

// lostWith is what a constant has lost that is computed of others, and what was told meanwhile; nil
// where that is nothing.
func lostWith(args []Expr, told *fault.Told) *fault.Told {
	for _, a := range args {
		if c, ok := a.(Const); ok {
			told.Add(c.Lost.All()...)
		}
	}
	if !told.Any() {
		return nil
	}
	return told
}

// counted is the operands that an expression of constants is computed of: of a choice the one taken.
func counted(e Expr) []Expr {
	c, ok := e.(Call)
	if ok && c.Op != If && decided(e) {
		return c.Args[:1]
	}
	if !ok || c.Op != If {
		return Children(e)
	}
	if c.Args[0].(Const).Value.True() {
		return c.Args[:2]
	}
	return []Expr{c.Args[0], c.Args[2]}
}

// CanLose reports whether computing an expression of its operands can lose something.
func CanLose(e Expr) bool { return lossOf(e) != nil }

// CanLoseWithin reports whether computing an expression or a part of it can lose something.
func CanLoseWithin(e Expr) bool {
	found := false
	Visit(e, func(x Expr) bool {
		found = found || CanLose(x)
		return !found
	})
	return found
}

// lossOf is what computing an expression of its operands can lose, nil where it is nothing.
func lossOf(e Expr) loss {
	switch e := e.(type) {
	case Cast:
		if spellsJSON(e.X) {
			return jsonLoss(castLoss(String, e.To), e.To)
		}
		return castLoss(e.X.Type().Kind, e.To)
	case Call:
		return callLoss(e)
	}
	return nil
}

// castLoss is what Cast can lose of values of a kind: what a text says beside a number or a date,
// and what is no date.
func castLoss(from Kind, to Type) loss {
	switch {
	case to.Kind.Temporal() && !from.Temporal() && from != Null:
		return func(v Value, args []Value) (fault.Warning, bool) { return lostTime(v, args[0], to.Kind) }
	case from != String:
	case to.Kind == Int || to.Kind == Unsigned:
		return lostWhole(to)
	case to.Kind == Decimal:
		return lostNumber("DECIMAL", to.Kind)
	case to.Kind == Double || to.Kind == Bool:
		return lostNumber("DOUBLE", Double)
	}
	return nil
}

// lostWhole is the loss of a text as a whole number. Where CAST asks for that, as the name of the type tells, it is a
// loss, too, that a number has got another sign.
func lostWhole(to Type) loss {
	cut := lostNumber("INTEGER", to.Kind)
	return func(v Value, args []Value) (fault.Warning, bool) {
		if w, ok := cut(v, args); ok || to.Name == "" || args[0].IsNull() {
			return w, ok
		}
		below := strings.HasPrefix(strings.TrimLeft(args[0].Text, " "), "-")
		switch {
		case to.Kind == Unsigned && below:
			return fault.Warning{Code: fault.CodeSign, Message: "Cast to unsigned converted negative integer to its positive complement"}, true
		case to.Kind == Int && !below && v.Int < 0:
			return fault.Warning{Code: fault.CodeSign, Message: "Cast to signed converted positive out-of-range integer to its negative complement"}, true
		}
		return fault.Warning{}, false
	}
}

func lostNumber(name string, to Kind) loss {
	return func(v Value, args []Value) (fault.Warning, bool) {
		text := args[0].Text
		if args[0].IsNull() || value.SpellsNumber(text, to) && math.Abs(v.Float) < math.MaxFloat64 {
			return fault.Warning{}, false
		}
		return fault.Warning{Code: fault.CodeLost, Message: "Truncated incorrect " + name + " value: " + asWarned(text)}, true
	}
}

// jsonLoss is the loss of a JSON value whose text as a number loses something.
func jsonLoss(of loss, to Type) loss {
	if of == nil {
		return nil
	}
	name := map[Kind]string{Int: "INTEGER", Unsigned: "INTEGER", Decimal: "DECIMAL"}[to.Kind]
	return func(v Value, args []Value) (fault.Warning, bool) {
		w, ok := of(v, args)
		if !ok || w.Code != fault.CodeLost {
			return w, ok && w.Code != fault.CodeSign
		}
		w = fault.Warning{Code: fault.CodeJSONInvalid, Message: "Invalid JSON value for CAST to " + cmp.Or(name, "DOUBLE") + ": " + asWarned(args[0].Text)}
		if name == "INTEGER" && value.PastWhole(args[0].Text) {
			w = fault.Warning{Code: fault.CodeJSONRange, Message: "Out of range JSON value for CAST to INTEGER: " + asWarned(strings.TrimSuffix(args[0].Text, "."))}
		}
		return w, true
	}
}

// lostTime is the loss of a date or a time: all of it, or what is written behind it.
func lostTime(v, of Value, to Kind) (fault.Warning, bool) {
	cut := !v.IsNull() && of.Kind == String && value.CutsTime(of.Text, to)
	if of.IsNull() || !v.IsNull() && !cut {
		return fault.Warning{}, false
	}
	message := "Incorrect datetime value: "
	switch {
	case to == Time:
		message = "Truncated incorrect time value: "
	case cut:
		message = "Truncated incorrect " + strings.ToLower(Type{Kind: to}.String()) + " value: "
	}
	return fault.Warning{Code: fault.CodeLost, Message: message + asWarned(of.String())}, true
}

// callLoss is what functions can lose that give NULL of arguments which are none.
func callLoss(c Call) loss {
	if w, ok := LostByNull(c); ok {
		return onNull(func([]Value) fault.Warning { return w })
	}
	switch c.Op {
	case YearOf:
		return lostYear
	case CutBytes:
		return lostBytes
	case "STR_TO_DATE":
		return lostArgument(c.Op, "datetime value: %s")
	case "UNHEX", "INET_ATON", "INET6_ATON": // of which MySQL has the argument as it is written
		return lostArgument(c.Op, "string value: '%s'")
	}
	return nil
}

// lostYear is the loss of a number that no YEAR is, or of what is behind the digits of a text.
func lostYear(v Value, args []Value) (w fault.Warning, ok bool) {
	of := args[0]
	if of.IsNull() || !v.IsNull() && (of.Kind != String || isDigits(of.Text)) {
		return w, false
	}
	return fault.Warning{Code: fault.CodeLost, Message: "Truncated incorrect YEAR value: " + asWarned(of.String())}, true
}

// lostBytes is the loss of what is behind so many bytes of a text.
func lostBytes(v Value, args []Value) (w fault.Warning, ok bool) {
	return fault.Warning{Code: fault.CodeCut, Message: fmt.Sprintf("A text of %d bytes was cut by GROUP_CONCAT()", len(args[0].Text))}, len(v.Text) < len(args[0].Text)
}

func isDigits(text string) bool {
	text = strings.TrimLeft(text, " ")
	return value.DigitsEnd(text, 0) == len(text)
}

// lostArgument is the loss of a function's first argument.
func lostArgument(of Op, what string) loss {
	return onNull(func(args []Value) fault.Warning {
		message := "Incorrect " + fmt.Sprintf(what, asWarned(args[0].Text)) + " for function " + strings.ToLower(string(of))
		return fault.Warning{Code: fault.CodeLostIn, Message: message}
	})
}

// LostByNull is what a call has lost, whatever its arguments are, where it gives NULL and none of
// them is; ok is false where that is nothing.
func LostByNull(c Call) (w fault.Warning, ok bool) {
	switch c.Op {
	case Div, Quotient, IntDiv, FloorDiv, Mod:
		return fault.Warning{Code: fault.CodeZeroDivisor, Message: "Division by 0"}, true
	case Ln, Log2, Log10:
		return fault.Warning{Code: fault.CodeLogarithm, Message: "Invalid argument for logarithm"}, true
	case Add, Sub, AddMonths:
		return fault.Warning{Code: fault.CodeDateOverflow, Message: "Datetime function: date_add_interval field overflow"}, c.Of.Kind.Temporal()
	}
	return w, false
}

// onNull is the loss of a function that gives NULL of arguments of which none is.
func onNull(of func(args []Value) fault.Warning) loss {
	return func(v Value, args []Value) (w fault.Warning, ok bool) {
		if !v.IsNull() {
			return w, false
		}
		for _, a := range args {
			if a.IsNull() {
				return w, false
			}
		}
		return of(args), true
	}
}

// mostQuoted is how many bytes of a value a warning has.
const mostQuoted = 128

// asWarned is a value as a warning has it.
func asWarned(text string) string {
	if len(text) > mostQuoted {
		n := mostQuoted
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		text = text[:n]
	}
	return "'" + text + "'"
}

// CanFail reports whether an expression has an operation on numbers or a conversion to
// them, which can leave their range, or reads texts that may be no JSON.
func CanFail(e Expr) bool {
	found := false
	Visit(e, func(x Expr) bool {
		switch x := x.(type) {
		case Call:
			k := x.Of.Kind
			found = found || k == Int || k == Decimal || k == Double || x.Refuses()
		case Cast:
			found = found || x.To.Kind != String
		}
		return !found
	})
	return found
}
