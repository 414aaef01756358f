package coerce

import (
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// IsJSON reports whether an expression is a JSON value and no text.
func IsJSON(e plan.Expr) bool {
	t := e.Type()
	return t.Kind == plan.String && t.Name == value.JSONName
}

// JSON gives an SQL value as a JSON value: a text as a string.
func JSON(e plan.Expr) plan.Expr {
	switch {
	case IsJSON(e):
		return e
	case IsBytes(e):
		e = opaque(e)
	}
	return plan.Call{Op: plan.JsonOf, Args: []plan.Expr{e}, Of: plan.JsonType()}
}

// opaque is the text that JSON has of bytes: the number that MySQL gives their type, and themselves in base64.
func opaque(e plan.Expr) plan.Expr {
	number := "15"
	switch name := e.Type().Name; {
	case name == "BLOB":
		number = "252"
	case strings.HasPrefix(name, "BINARY("):
		number = "254"
	}
	text := plan.Type{Kind: plan.String}
	raw := plan.Call{Op: plan.RawText, Args: []plan.Expr{e}, Of: text}
	coded := plan.Call{Op: "TO_BASE64", Args: []plan.Expr{raw}, Of: text}
	return plan.Call{Op: "CONCAT", Args: []plan.Expr{plan.Literal(value.OfString("base64:type" + number + ":")), coded}, Of: text}
}

// comparableJSON gives arguments of which some are JSON values as the keys of these, by which
// JSON values are equal and ordered. Numbers are JSON numbers there, and texts strings. Dates and
// times are left as they are: JSON values have them as texts.
func comparableJSON(args []plan.Expr) ([]plan.Expr, error) {
	temporal := func(a plan.Expr) bool { return a.Type().Kind.Temporal() }
	if !slices.ContainsFunc(args, IsJSON) || slices.ContainsFunc(args, temporal) {
		return args, nil
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		if out[i] = a; a.Type().Kind == plan.Null {
			continue
		}
		var err error
		if out[i], err = plan.Fold(JSONKey(sqlAsJSON(a))); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sqlAsJSON is JSON, NULL for NULL.
func sqlAsJSON(a plan.Expr) plan.Expr {
	switch {
	case IsJSON(a):
		return a
	case a.Type().Kind == plan.String && !IsBytes(a):
		return plan.Call{Op: "JSON_QUOTE", Args: []plan.Expr{a}, Of: plan.JsonType()}
	}
	return call.UnlessNull(a, JSON(a))
}

// SpelledAs gives a JSON value as the text of what it is as a value of a kind, which is no text: a string without
// quotes, and of numbers true and false are 1 and 0; so it does with constants of bytes.
func SpelledAs(e plan.Expr, to plan.Kind) plan.Expr {
	if !IsJSON(e) {
		return Written(e)
	}
	op := plan.JsonNumber
	switch {
	case to.Temporal(): // which no number is
		said := plan.Call{Op: "JSON_UNQUOTE", Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}
		kind := plan.Call{Op: "JSON_TYPE", Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}
		written := plan.Call{Op: plan.Eq, Args: []plan.Expr{kind, plan.Literal(value.OfString("STRING"))}, Of: plan.Type{Kind: plan.Bool}}
		return call.If(written, said, plan.NullOf(said.Of))
	case to == plan.Int || to == plan.Unsigned:
		op = plan.JsonWhole
	}
	return plan.Call{Op: op, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}
}

// CastJSON types CAST(x AS JSON): a text is read, the members of an ENUM or a SET and other values are as JSON has them.
func CastJSON(x plan.Expr) (plan.Expr, error) {
	if IsJSON(x) || x.Type().Kind == plan.Null {
		return x, nil
	}
	if x.Type().Kind == plan.String && !x.Type().Listed() && !IsBytes(x) {
		return plan.Call{Op: plan.JsonRead, Args: []plan.Expr{x}, Of: plan.JsonType()}, nil
	}
	return call.UnlessNull(x, JSON(x)), nil
}

// JSONKey is a text by which JSON values are ordered.
func JSONKey(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.JsonKey, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}
}
