package typing

import (
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// onJSON types a function of JSON texts and paths, all texts; paths are the arguments from
// number paths on, and those that are constants are read now.
func onJSON(op plan.Op, of plan.Type, paths int) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		args, err := coerce.All(plan.Type{Kind: plan.String}, args...)
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

// isPlainText reports whether an expression is a text of characters, and no member of ENUM or SET.
func isPlainText(e plan.Expr) bool {
	return e.Type().Kind == plan.String && !ofMembers(e) && !coerce.IsBytes(e)
}

// ofMembers reports whether an expression is a member of ENUM or SET, or one or NULL by a choice. What is chosen among
// several is a text.
func ofMembers(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	if !ok || !coerce.IsBranch(c) {
		return e.Type().Listed()
	}
	null := func(e plan.Expr) bool { c, ok := e.(plan.Const); return ok && c.Value.IsNull() }
	a, b := c.Args[1], c.Args[2]
	return ofMembers(a) && null(b) || null(a) && ofMembers(b)
}

// buildJSONValid types JSON_VALID, which is 0 for what is neither a text nor a JSON value, also where it is NULL but for bytes.
func buildJSONValid(args []plan.Expr) (plan.Expr, error) {
	if args[0].Type().Kind == plan.Null || isPlainText(args[0]) {
		return coerce.Texts("JSON_VALID", plan.Bool, 1)(args)
	}
	no := plan.Literal(value.OfBool(false))
	if coerce.IsBytes(args[0]) {
		return call.UnlessNull(args[0], no), nil
	}
	return no, nil
}

// buildJSONQuote types JSON_QUOTE, which takes texts of characters alone.
func buildJSONQuote(args []plan.Expr) (plan.Expr, error) {
	switch t := args[0].Type(); {
	case t.Kind != plan.Null && t.Kind != plan.String || coerce.IsJSON(args[0]):
		return nil, fault.Errorf(fault.CodeJSONType, "Incorrect type for argument 1 in function json_quote.")
	case t.Bytes():
		return nil, fault.Errorf(fault.CodeJSONBytes, "Cannot create a JSON value from a string with CHARACTER SET 'binary'.")
	}
	return coerce.Texts("JSON_QUOTE", plan.String, 1)(args)
}

// buildJSONArray types JSON_ARRAY.
func buildJSONArray(args []plan.Expr) (plan.Expr, error) {
	if len(args) == 0 {
		return plan.Const{Value: value.OfString("[]"), Of: plan.JsonType()}, nil
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		out[i] = coerce.JSON(a)
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
		if out[i] = coerce.JSON(a); i%2 == 0 {
			name, err := coerce.Text(a)
			if err != nil {
				return nil, err
			}
			out[i] = name
		}
	}
	return plan.Call{Op: "JSON_OBJECT", Args: out, Of: plan.JsonType()}, nil
}

// buildJSONChange types a function of a JSON text and of paths and values in turn.
func buildJSONChange(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if len(args)%2 != 1 {
			return nil, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", op)
		}
		texts, err := onJSON(op, plan.JsonType(), len(args))(args[:1])
		if err != nil {
			return nil, err
		}
		out := texts.(plan.Call).Args
		for i := 1; i < len(args); i += 2 {
			path, err := onJSON(op, plan.JsonType(), 0)(args[i : i+1])
			if err != nil {
				return nil, err
			}
			out = append(out, path.(plan.Call).Args[0], coerce.JSON(args[i+1]))
		}
		return plan.Call{Op: op, Args: out, Of: plan.JsonType()}, nil
	}
}

// buildMemberOf types x MEMBER OF (array).
func buildMemberOf(args []plan.Expr) (plan.Expr, error) {
	array, err := coerce.Text(args[1])
	if err != nil {
		return nil, err
	}
	x := call.UnlessNull(args[0], coerce.JSON(args[0]))
	return plan.Call{Op: "JSON_MEMBEROF", Args: []plan.Expr{x, array}, Of: plan.Type{Kind: plan.Bool}}, nil
}

// asElement gives an SQL value as a JSON value, null for NULL.
func asElement(x plan.Expr) (plan.Expr, error) {
	if !coerce.IsJSON(x) {
		return coerce.JSON(x), nil
	}
	return Build("COALESCE", x, plan.Const{Value: value.OfString("null"), Of: plan.JsonType()})
}

// ArrayParts types what JSON_ARRAYAGG(x) puts together, and JSONArrayOf what becomes of that.
func ArrayParts(x plan.Expr) (plan.Expr, error) {
	e, err := asElement(x)
	if err != nil {
		return nil, err
	}
	return Build("CONCAT", e)
}

// JSONArrayOf types the array of elements with commas between them.
func JSONArrayOf(elements plan.Expr) plan.Expr {
	return plan.Call{Op: plan.JsonArrayOf, Args: []plan.Expr{elements}, Of: plan.JsonType()}
}

// MemberParts types what JSON_OBJECTAGG(name, x) puts together, and JSONObjectOf what becomes of
// that.
func MemberParts(name, x plan.Expr) (plan.Expr, error) {
	name, err := coerce.Text(name)
	if err != nil {
		return nil, err
	}
	if x, err = asElement(x); err != nil {
		return nil, err
	}
	return plan.Call{Op: plan.JsonMember, Args: []plan.Expr{name, x}, Of: plan.Type{Kind: plan.String}}, nil
}

// JSONObjectOf types the object of members with commas between them; of those of one name the
// last counts.
func JSONObjectOf(members plan.Expr) plan.Expr {
	return plan.Call{Op: plan.JsonObjectOf, Args: []plan.Expr{members}, Of: plan.JsonType()}
}

// beforeJSON stands between the key of a JSON value and the value, neither of which has it.
const beforeJSON = "\x01"

// ExtremeJSON types what the least or the greatest JSON value is found by, its key and it behind
// that, and JSONOfExtreme the value of that.
func ExtremeJSON(x plan.Expr) (plan.Expr, error) {
	return Build("CONCAT", coerce.JSONKey(x), plan.Literal(value.OfString(beforeJSON)), plan.Call{Op: "CONCAT", Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.String}})
}

// JSONOfExtreme types the value of the least or the greatest of what ExtremeJSON types.
func JSONOfExtreme(found plan.Expr) (plan.Expr, error) {
	text, err := Build("SUBSTRING_INDEX", found, plan.Literal(value.OfString(beforeJSON)), plan.Literal(value.OfInt(-1)))
	if err != nil {
		return nil, err
	}
	return plan.Call{Op: plan.JsonRead, Args: []plan.Expr{text}, Of: plan.JsonType()}, nil
}
