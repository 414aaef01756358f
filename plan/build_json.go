package plan

import (
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// IsJSON reports whether an expression is a JSON value and no text.
func IsJSON(e Expr) bool { t := e.Type(); return t.Kind == String && t.Name == value.JSONName }

// onJSON types a function of JSON texts and paths, all texts; paths are the arguments from
// number paths on, and those that are constants are read now.
func onJSON(op Op, of Type, paths int) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		args, err := convertAll(Type{Kind: String}, args...)
		if err != nil {
			return nil, err
		}
		for i := paths; i < len(args); i++ {
			if c, ok := args[i].(Const); ok && !c.Value.IsNull() {
				if _, _, err := function.JSONPath(c.Value); err != nil {
					return nil, err
				}
			}
		}
		return Call{Op: op, Args: args, Of: of}, nil
	}
}

// asJSON gives an SQL value as a JSON value: a text as a string.
func asJSON(e Expr) Expr {
	if IsJSON(e) {
		return e
	}
	return Call{Op: jsonOf, Args: []Expr{e}, Of: jsonType()}
}

// buildJSONArray types JSON_ARRAY.
func buildJSONArray(args []Expr) (Expr, error) {
	if len(args) == 0 {
		return Const{Value: value.OfString("[]"), Of: jsonType()}, nil
	}
	out := make([]Expr, len(args))
	for i, a := range args {
		out[i] = asJSON(a)
	}
	return Call{Op: "JSON_ARRAY", Args: out, Of: jsonType()}, nil
}

// buildJSONObject types JSON_OBJECT of names and values in turn.
func buildJSONObject(args []Expr) (Expr, error) {
	if len(args)%2 != 0 {
		return nil, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function 'JSON_OBJECT'")
	}
	if len(args) == 0 {
		return Const{Value: value.OfString("{}"), Of: jsonType()}, nil
	}
	out := make([]Expr, len(args))
	for i, a := range args {
		if out[i] = asJSON(a); i%2 == 0 {
			name, err := text(a)
			if err != nil {
				return nil, err
			}
			out[i] = name
		}
	}
	return Call{Op: "JSON_OBJECT", Args: out, Of: jsonType()}, nil
}

// comparableJSON gives arguments of which some are JSON values and others texts as JSON values:
// a text is a JSON string.
func comparableJSON(args []Expr) []Expr {
	some, texts := false, false
	for _, a := range args {
		some = some || IsJSON(a)
		texts = texts || a.Type().Kind == String && !IsJSON(a)
	}
	if !some || !texts {
		return args
	}
	out := make([]Expr, len(args))
	for i, a := range args {
		if out[i] = a; a.Type().Kind == String && !IsJSON(a) {
			out[i] = Call{Op: "JSON_QUOTE", Args: []Expr{a}, Of: jsonType()}
		}
	}
	return out
}

// unquoted gives a JSON value as CAST takes it, to what is no text: a string without quotes.
func unquoted(e Expr) Expr {
	if !IsJSON(e) {
		return e
	}
	return Call{Op: "JSON_UNQUOTE", Args: []Expr{e}, Of: Type{Kind: String}}
}
