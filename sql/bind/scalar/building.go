package scalar

import (
	"gsdms/plan"
)

// Building builds expressions until one fails.
type Building struct {
	b   *Binder
	Err error // of the first that failed
}

// Building begins to build expressions.
func (b *Binder) Building() *Building { return &Building{b: b} }

// Build is what Built gives; once one has failed it is any expression.
func (k *Building) Build(op plan.Op, args ...plan.Expr) plan.Expr {
	if k.Err != nil {
		return plan.NullOf(plan.Type{Kind: plan.Bool})
	}
	e, err := k.b.Built(op, args)
	if err != nil {
		k.Err = k.b.At(err)
		return plan.NullOf(plan.Type{Kind: plan.Bool})
	}
	return e
}

// Where gives NULL in place of values for rows without a condition, so that they look for no
// partner by values that are never NULL.
func (k *Building) Where(condition plan.Expr, values []plan.Expr) []plan.Expr {
	out := make([]plan.Expr, len(values))
	for i, v := range values {
		out[i] = k.Build(plan.If, condition, v, plan.NullOf(v.Type()))
	}
	return out
}

// Alike gives the equalities of pairs, or that a side is NULL.
func (k *Building) Alike(pairs, left, of []plan.Expr) []plan.Expr {
	out := make([]plan.Expr, len(pairs))
	for i, p := range pairs {
		for _, side := range []plan.Expr{left[i], of[i]} {
			if side.Nullable() {
				p = k.Build(plan.Or, p, k.Build(plan.IsNull, side))
			}
		}
		out[i] = p
	}
	return out
}

// AnyNull is whether one of some values is NULL, nil where none can be.
func (k *Building) AnyNull(of []plan.Expr) plan.Expr {
	var nulls []plan.Expr
	for _, e := range of {
		if e.Nullable() {
			nulls = append(nulls, k.Build(plan.IsNull, e))
		}
	}
	return plan.Combine(plan.Or, nulls)
}
