package exprs

import (
	"gsdms/plan"
)

// Nested gives what a column stands in, from the column to before the expression itself.
func Nested(e plan.Expr) []plan.Expr {
	for _, a := range plan.Children(e) {
		if _, column := a.(plan.ColumnRef); column {
			return []plan.Expr{a}
		}
		if parts := Nested(a); parts != nil {
			return append(parts, a)
		}
	}
	return nil
}

// Without puts a Slot in place of a part; only is true where no column is left.
func Without(e, part plan.Expr) (on plan.Expr, only bool) {
	on = plan.Replace(e, func(x plan.Expr) plan.Expr {
		if plan.Equal(x, part) {
			return plan.Slot{Of: part.Type()}
		}
		return nil
	})
	return on, len(Places(on, nil)) == 0
}

// OnSlot gives the only argument of an expression that varies, and the expression with
// a Slot in its place; nil if several vary.
func OnSlot(e plan.Expr) (arg, on plan.Expr) {
	switch e := e.(type) {
	case plan.Cast:
		x := e.X
		e.X = plan.Slot{Of: x.Type()}
		return x, e
	case plan.In:
		return e.X, plan.In{X: plan.Slot{Of: e.X.Type()}, List: e.List}
	case plan.Like:
		x := e.X
		e.X = plan.Slot{Of: x.Type()}
		return x, e
	case plan.Call:
		args := make([]plan.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = a
			if len(Places(a, nil)) == 0 {
				continue
			}
			if arg != nil {
				return nil, nil
			}
			arg, args[i] = a, plan.Slot{Of: a.Type()}
		}
		e.Args = args
		return arg, e
	}
	return nil, nil
}

// OnPart gives a part of an expression of which alone it is, in all places where that is written, and
// the expression with Slots in its places; nil where there is none.
func OnPart(e plan.Expr) (part, on plan.Expr) {
	all := len(Places(e, nil))
	for next := e; next != nil; {
		part, next = next, nil
		for _, x := range plan.Children(part) {
			if next == nil && len(Places(x, nil)) == all {
				next = x
			}
		}
	}
	on = plan.Replace(e, func(x plan.Expr) plan.Expr {
		if plan.Equal(x, part) {
			return plan.Slot{Of: part.Type()}
		}
		return nil
	})
	if _, whole := on.(plan.Slot); whole || len(Places(on, nil)) > 0 {
		return nil, nil
	}
	return part, on
}
