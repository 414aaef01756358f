package plan

import (
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
	v, err := value.Cast(c.Value, to)
	if err != nil {
		return nil, err
	}
	var told fault.Told
	tell(&told, castLoss(c.Of.Kind, to.Kind), v, c.Value)
	return Const{Value: v, Of: to, Lost: lostWith([]Expr{c}, &told)}, nil
}

// lostWith is what a constant has lost that is computed of others, and what was told meanwhile; nil
// where that is nothing.
func lostWith(args []Expr, told *fault.Told) *fault.Told {
	for _, a := range args {
		if c, ok := a.(Const); ok {
			told.Add(c.Lost.All()...)
		}
	}
	if len(told.All()) == 0 {
		return nil
	}
	return told
}

// lossOf is what computing an expression of its operands can lose, nil where it is nothing.
func lossOf(e Expr) loss {
	switch e := e.(type) {
	case Cast:
		return castLoss(e.X.Type().Kind, e.To.Kind)
	case Call:
		return callLoss(e)
	}
	return nil
}

// castLoss is what Cast can lose of values of a kind: what a text says beside a number or a date,
// and what is no date.
func castLoss(from, to Kind) loss {
	switch {
	case to.Temporal() && !from.Temporal() && from != Null:
		return func(v Value, args []Value) (fault.Warning, bool) { return lostTime(v, args[0], to) }
	case from != String:
	case to == Int || to == Unsigned:
		return lostNumber("INTEGER", to)
	case to == Decimal:
		return lostNumber("DECIMAL", to)
	case to == Double:
		return lostNumber("DOUBLE", to)
	}
	return nil
}

func lostNumber(name string, to Kind) loss {
	return func(_ Value, args []Value) (fault.Warning, bool) {
		text := args[0].Text
		if args[0].IsNull() || value.SpellsNumber(text, to) {
			return fault.Warning{}, false
		}
		return fault.Warning{Code: fault.CodeLost, Message: "Truncated incorrect " + name + " value: " + asWarned(text)}, true
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
	switch c.Op {
	case Div, Quotient, IntDiv, Mod:
		return onNull(func([]Value) fault.Warning { return ZeroDivisor })
	case Ln, Log2, Log10:
		return onNull(func([]Value) fault.Warning {
			return fault.Warning{Code: fault.CodeLogarithm, Message: "Invalid argument for logarithm"}
		})
	case "STR_TO_DATE":
		return onNull(func(args []Value) fault.Warning {
			return fault.Warning{Code: fault.CodeLostIn, Message: "Incorrect datetime value: " + asWarned(args[0].Text) + " for function str_to_date"}
		})
	case Add, Sub, AddMonths:
		if c.Of.Kind.Temporal() {
			return onNull(func([]Value) fault.Warning {
				return fault.Warning{Code: fault.CodeDateOverflow, Message: "Datetime function: date_add_interval field overflow"}
			})
		}
	}
	return nil
}

// ZeroDivisor is what a division by zero tells.
var ZeroDivisor = fault.Warning{Code: fault.CodeZeroDivisor, Message: "Division by 0"}

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
