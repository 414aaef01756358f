package separate

import (
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// A JSON value that the query makes of arguments, by JSON_OBJECT and JSON_ARRAY, says itself what a path
// leads to in it: one of the arguments. So neither is the value made nor is it read, and of an argument as
// JSON the text or the number is the argument itself.

// whole is the path that leads to all of a JSON value.
var whole = plan.Literal(value.OfString("$"))

// makesJSON reports whether an expression is a JSON value of as many parts as it has arguments.
func makesJSON(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	return ok && (c.Op == "JSON_OBJECT" || c.Op == "JSON_ARRAY")
}

// partOf gives what a call of JSON_EXTRACT or JSON_VALUE finds in a JSON value by a path that is a
// constant: a part of those that the value is made of. It is nil where its parts do not say what that is.
func partOf(c plan.Call, value plan.Expr) plan.Expr {
	if (c.Op != "JSON_EXTRACT" && c.Op != "JSON_VALUE") || len(c.Args) != 2 {
		return nil
	}
	path, ok := c.Args[1].(plan.Const)
	if !ok || path.Value.IsNull() {
		return nil
	}
	legs, many, err := function.JSONPath(path.Value)
	if err != nil || many {
		return nil
	}
	for _, leg := range legs {
		if value = member(value, leg); value == nil {
			return nil
		}
	}
	if !makesJSON(value) && !isJSONOf(value) {
		return nil
	}
	return value
}

func isJSONOf(e plan.Expr) bool {
	_, ok := sqlOf(e)
	return ok
}

// withoutJSON gives the text or the number that an expression reads of an SQL value as JSON, by
// JSON_UNQUOTE, CAST, or JSON_VALUE of whole; nil of other expressions.
func withoutJSON(e plan.Expr) plan.Expr {
	switch e := e.(type) {
	case plan.Cast:
		return numberOf(e)
	case plan.Call:
		if e.Op != "JSON_UNQUOTE" && (e.Op != "JSON_VALUE" || !plan.Equal(e.Args[1], whole)) {
			return nil
		}
		x, ok := sqlOf(e.Args[0])
		if !ok {
			return nil
		}
		text := textOf(x)
		if text != nil && e.Op == "JSON_UNQUOTE" {
			return orNull(x, text)
		}
		return text
	}
	return nil
}

// member gives the part of a JSON value that is made to which one leg of a path leads: nil where there is
// none, or where that shows in its rows alone.
func member(of plan.Expr, leg json.Leg) plan.Expr {
	c, ok := of.(plan.Call)
	if !ok || !makesJSON(c) {
		return nil
	}
	if i, ok := leg.Element(); ok && c.Op == "JSON_ARRAY" && i < len(c.Args) {
		return c.Args[i]
	}
	name, ok := leg.Member()
	if !ok || c.Op != "JSON_OBJECT" {
		return nil
	}
	var found plan.Expr
	for i := 0; i < len(c.Args); i += 2 {
		k, ok := c.Args[i].(plan.Const)
		if !ok || k.Value.IsNull() {
			return nil
		}
		if k.Value.Text == name { // of those of one name the last counts
			found = c.Args[i+1]
		}
	}
	return found
}

// sqlOf gives the SQL value that an expression has as JSON.
func sqlOf(e plan.Expr) (plan.Expr, bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.JsonOf {
		return nil, false
	}
	return c.Args[0], true
}

// textOf gives the text that a value becomes as JSON, without quotes: nil of a type of whose values JSON
// has others.
func textOf(x plan.Expr) plan.Expr {
	switch t := x.Type(); {
	case t.Kind == plan.String && isText(t):
		return x
	case t.Kind == plan.Int && !t.Bits():
		return plan.Cast{X: x, To: plan.Type{Kind: plan.String}}
	}
	return nil
}

// isText reports whether values of a type are texts as any function gives them, which compare as those do.
func isText(t plan.Type) bool {
	return !t.Bytes() && !t.Listed() && !t.Caseless() && t.Name != value.JSONName
}

// orNull gives what a value becomes, and the text of JSON's null where it is NULL.
func orNull(x, becomes plan.Expr) plan.Expr {
	if !plan.MayBeNull(x) {
		return becomes
	}
	null := plan.Call{Op: plan.IsNull, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Bool}}
	return plan.Call{Op: plan.If, Args: []plan.Expr{null, plan.Literal(value.OfString("null")), becomes}, Of: becomes.Type()}
}

// exactDigits is how many digits a decimal may have for its double to be the one that its text spells.
const exactDigits = 15

// numberOf gives the number that is read of one as JSON. NULL is no number there, which is a warning.
func numberOf(c plan.Cast) plan.Expr {
	of := c.X
	if u, ok := of.(plan.Call); ok && (u.Op == "JSON_UNQUOTE" || u.Op == plan.JsonNumber || u.Op == plan.JsonWhole) {
		of = u.Args[0]
	}
	x, ok := sqlOf(of)
	if !ok || plan.MayBeNull(x) {
		return nil
	}
	switch kind := x.Type().Kind; {
	case c.To.Kind == plan.Double && (kind == plan.Int || kind == plan.Decimal && x.Type().Precision <= exactDigits || kind == plan.Double),
		c.To.Kind == plan.Int && kind == plan.Int:
		c.X = x
		return c
	}
	return nil
}
