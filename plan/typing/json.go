package typing

import (
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// IsJSON reports whether an expression is a JSON value and no text.
func IsJSON(e plan.Expr) bool {
	t := e.Type()
	return t.Kind == plan.String && t.Name == value.JSONName
}

// onJSON types a function of JSON texts and paths, all texts; paths are the arguments from
// number paths on, and those that are constants are read now.
func onJSON(op plan.Op, of plan.Type, paths int) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		args, err := convertAll(plan.Type{Kind: plan.String}, args...)
		if err != nil {
			return nil, err
		}
		for i := paths; i < len(args); i++ {
			if c, ok := args[i].(plan.Const); ok && !c.Value.IsNull() {
				if _, _, err := function.JSONPath(c.Value); err != nil {
					return nil, err
				}
			}
		}
		return plan.Call{Op: op, Args: args, Of: of}, nil
	}
}

// asJSON gives an SQL value as a JSON value: a text as a string.
func asJSON(e plan.Expr) plan.Expr {
	if IsJSON(e) {
		return e
	}
	return plan.Call{Op: plan.JsonOf, Args: []plan.Expr{e}, Of: plan.JsonType()}
}

// buildJSONArray types JSON_ARRAY.
func buildJSONArray(args []plan.Expr) (plan.Expr, error) {
	if len(args) == 0 {
		return plan.Const{Value: value.OfString("[]"), Of: plan.JsonType()}, nil
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		out[i] = asJSON(a)
	}
	return plan.Call{Op: "JSON_ARRAY", Args: out, Of: plan.JsonType()}, nil
}

// buildJSONObject types JSON_OBJECT of names and values in turn.
func buildJSONObject(args []plan.Expr) (plan.Expr, error) {
	if len(args)%2 != 0 {
		return nil, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function 'JSON_OBJECT'")
	}
	if len(args) == 0 {
		return plan.Const{Value: value.OfString("{}"), Of: plan.JsonType()}, nil
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		if out[i] = asJSON(a); i%2 == 0 {
			name, err := text(a)
			if err != nil {
				return nil, err
			}
			out[i] = name
		}
	}
	return plan.Call{Op: "JSON_OBJECT", Args: out, Of: plan.JsonType()}, nil
}

// comparableJSON gives arguments of which some are JSON values and others texts as JSON values:
// a text is a JSON string.
func comparableJSON(args []plan.Expr) []plan.Expr {
	some, texts := false, false
	for _, a := range args {
		some = some || IsJSON(a)
		texts = texts || a.Type().Kind == plan.String && !IsJSON(a)
	}
	if !some || !texts {
		return args
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		if out[i] = a; a.Type().Kind == plan.String && !IsJSON(a) {
			out[i] = plan.Call{Op: "JSON_QUOTE", Args: []plan.Expr{a}, Of: plan.JsonType()}
		}
	}
	return out
}

// unquoted gives a JSON value as CAST takes it, to what is no text: a string without quotes.
func unquoted(e plan.Expr) plan.Expr {
	if !IsJSON(e) {
		return e
	}
	return plan.Call{Op: "JSON_UNQUOTE", Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}
}
