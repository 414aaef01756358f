package scalar

import (
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/sql/bind/dated"
	"gsdms/sql/parse"
)

// Build applies an operator or function to bound arguments; constants are computed.
func (b *Binder) Build(op plan.Op, args ...plan.Expr) (plan.Expr, error) {
	e, err := b.Built(op, args)
	return b.Finish(e, err)
}

// Finish gives the error of building an expression its place, and folds constants.
func (b *Binder) Finish(e plan.Expr, err error) (plan.Expr, error) {
	if err == nil {
		e, err = plan.Fold(e)
	}
	if err != nil {
		return nil, b.At(err)
	}
	return e, nil
}

// Bounded refuses expressions that have grown too large.
func (b *Binder) Bounded(e plan.Expr, err error) (plan.Expr, error) {
	if err == nil && plan.LargerThan(e, maxNodes+b.room) {
		return nil, b.Errorf(parse.CodeNotSupported, "the expression is too large")
	}
	return e, err
}

// Not is NOT e where not says so.
func (b *Binder) Not(not bool, e plan.Expr, err error) (plan.Expr, error) {
	if err != nil || !not {
		return e, err
	}
	return b.Build(plan.Not, e)
}

// Settle bounds what a function became and computes its constant parts.
func (b *Binder) Settle(e plan.Expr, err error) (plan.Expr, error) {
	if err == nil {
		e, err = b.Bounded(e, nil)
	}
	if err == nil {
		e, err = plan.FoldAll(e)
	}
	if err != nil {
		return nil, b.At(err)
	}
	return e, nil
}

// OnToday builds an expression. Where that takes a TIME for a moment, it is one of the day of the
// statement.
func (b *Binder) OnToday(build func(args []plan.Expr) (plan.Expr, error), args ...plan.Expr) (plan.Expr, error) {
	e, err := build(args)
	for range args { // each time at least one of them is no TIME any more
		if b.Around == nil || !coerce.NeedsDay(err) {
			break
		}
		now, known := b.Around.Now()
		if !known {
			break
		}
		day, err2 := coerce.To(plan.Literal(now), plan.Type{Kind: plan.Date})
		if err2 != nil {
			return nil, err2
		}
		if args, err = coerce.OnDay(day.(plan.Const), args, err); err != nil {
			return nil, err
		}
		e, err = build(args)
	}
	return e, err
}

// Common is coerce.Common, for which TIMEs among dates are moments of the day of the statement.
func (b *Binder) Common(args ...plan.Expr) (out []plan.Expr, t plan.Type, err error) {
	_, err = b.OnToday(func(args []plan.Expr) (e plan.Expr, err error) {
		out, t, err = coerce.Common(args)
		return e, err
	}, args...)
	return out, t, err
}

// Built is what typing.Build makes of an operator or a function.
func (b *Binder) Built(op plan.Op, args []plan.Expr) (plan.Expr, error) {
	switch op {
	case "GREATEST", "LEAST":
		return b.extreme(op, args, dated.ShownExtreme)
	case "TIMEDIFF":
		return b.OnToday(dated.Difference, args...)
	case "ADDTIME", "SUBTIME", "TIMESTAMP":
		return b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return dated.Moved(op, args) }, args...)
	case "STRCMP":
		return b.OnToday(dated.Ordered, args...)
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
		return b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return dated.Comparison(op, args) }, args...)
	}
	return b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return typing.Build(op, args...) }, args...)
}

// CastOne is CAST(x AS to).
func (b *Binder) CastOne(x plan.Expr, to plan.Type) (plan.Expr, error) {
	return b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return coerce.Cast(args[0], to) }, x)
}
