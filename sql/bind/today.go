package bind

import (
	"gsdms/plan"
	"gsdms/plan/typing"
)

// onToday builds an expression. Where that takes a TIME for a moment, it is one of the day of the
// statement.
func (b *binder) onToday(build func(args []plan.Expr) (plan.Expr, error), args ...plan.Expr) (plan.Expr, error) {
	e, err := build(args)
	known := b.surrounding()
	if known == nil || !typing.NeedsDay(err) {
		return e, err
	}
	day, err2 := typing.Convert(plan.Literal(known.Now()), plan.Type{Kind: plan.Date})
	if err2 != nil {
		return nil, err2
	}
	if args, err = typing.OnDay(day.(plan.Const), args, err); err != nil {
		return nil, err
	}
	return build(args)
}

// built is what typing.Build makes of an operator or a function.
func (b *binder) built(op plan.Op, args []plan.Expr) (plan.Expr, error) {
	return b.onToday(func(args []plan.Expr) (plan.Expr, error) { return typing.Build(op, args...) }, args...)
}

// castOne is CAST(x AS to).
func (b *binder) castOne(x plan.Expr, to plan.Type) (plan.Expr, error) {
	return b.onToday(func(args []plan.Expr) (plan.Expr, error) { return typing.BuildCast(args[0], to) }, x)
}
