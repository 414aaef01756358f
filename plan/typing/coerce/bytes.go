package coerce

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
)

// IsBytes reports whether an expression is bytes, and no text.
func IsBytes(e plan.Expr) bool { return e.Type().Bytes() }

// Written is a constant of bytes as the text that these are, and any other expression as it is.
func Written(e plan.Expr) plan.Expr {
	if c, ok := e.(plan.Const); ok && IsBytes(e) {
		return plan.Const{Value: value.Raw(c.Value, c.Of), Of: plan.Type{Kind: plan.String}}
	}
	return e
}

// Bytes gives a text as bytes.
func Bytes(e plan.Expr) (plan.Expr, error) {
	if IsBytes(e) || e.Type().Kind == plan.Null {
		return e, nil
	}
	e, err := To(e, plan.Type{Kind: plan.String})
	return plan.Call{Op: plan.BytesOf, Args: []plan.Expr{e}, Of: plan.BytesType()}, err
}

// AllBytes gives the texts among expressions as bytes, if one of them is bytes.
func AllBytes(args []plan.Expr) ([]plan.Expr, bool, error) {
	if !slices.ContainsFunc(args, IsBytes) {
		return args, false, nil
	}
	out := slices.Clone(args)
	for i, a := range args {
		if a.Type().Kind != plan.String {
			continue
		}
		var err error
		if out[i], err = Bytes(a); err != nil {
			return nil, true, err
		}
	}
	return out, true, nil
}

// commonBytes gives expressions of which some are bytes all as bytes.
func commonBytes(args []plan.Expr, err error) ([]plan.Expr, plan.Type, error) {
	if err != nil {
		return nil, plan.Type{}, err
	}
	args, err = All(plan.BytesType(), args...)
	return args, plan.BytesType(), err
}
