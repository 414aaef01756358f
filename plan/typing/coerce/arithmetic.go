package coerce

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// Add types a + b.
func Add(args []plan.Expr) (plan.Expr, error) { return addLike(plan.Add, args) }

// Sub types a - b.
func Sub(args []plan.Expr) (plan.Expr, error) { return addLike(plan.Sub, args) }

func addLike(op plan.Op, args []plan.Expr) (plan.Expr, error) {
	args, unsigned, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := Aligned(args)
	if err != nil {
		return nil, err
	}
	if t.Kind == plan.Decimal {
		t = value.DecimalType(t.Precision+1, t.Scale)
	}
	if apart, ok := momentsApart(op, args, t); ok {
		return apart, nil
	}
	return wholeUnsigned(unsigned, plan.Call{Op: op, Args: args, Of: t})
}

// Mul types a * b.
func Mul(args []plan.Expr) (plan.Expr, error) {
	args, unsigned, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := numbers(args)
	if err != nil {
		return nil, err
	}
	if t.Kind != plan.Decimal {
		if args, err = All(t, args...); err != nil {
			return nil, err
		}
		return wholeUnsigned(unsigned, plan.Call{Op: plan.Mul, Args: args, Of: t})
	}
	precision, scale := 0, 0
	for i, a := range args {
		before, after := DigitsOf(a)
		if args[i], err = To(a, value.DecimalType(before+after, after)); err != nil {
			return nil, err
		}
		precision, scale = precision+before+after, scale+after
	}
	of := plan.Type{Kind: plan.Decimal, Precision: min(precision, value.MaxPrecision), Scale: scale}
	if unsigned && scale == 0 {
		return wholeUnsigned(true, plan.Call{Op: plan.Mul, Args: args, Of: of})
	}
	return To(plan.Call{Op: plan.Mul, Args: args, Of: of}, value.DecimalType(precision, scale))
}

// IntDiv types DIV. Of doubles MySQL takes the decimals that they are shown as, and so it is of constants here.
// Of others it is a division of doubles: where the nearest whole number times the divisor is the dividend but for
// its last bit, that number is meant.
func IntDiv(args []plan.Expr) (plan.Expr, error) {
	args = shownDecimals(args)
	some := AnyUnsigned(args)
	args, _, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := Aligned(args)
	if err != nil {
		return nil, err
	}
	if some && t.Kind == plan.Decimal {
		return wholeUnsigned(true, plan.Call{Op: plan.IntDiv, Args: args, Of: value.DecimalType(t.Precision, 0)})
	}
	if t.Kind != plan.Double {
		return wholeUnsigned(some, plan.Call{Op: plan.IntDiv, Args: args, Of: plan.Type{Kind: plan.Int}})
	}
	q := plan.Call{Op: plan.Div, Args: args, Of: t}
	nearest := plan.Call{Op: plan.Round, Args: []plan.Expr{q, call.Num(0)}, Of: t}
	on := func(op plan.Op, args ...plan.Expr) plan.Expr { return plan.Call{Op: op, Args: args, Of: t} }
	lastBit := on(plan.Mul, on(plan.Abs, args[0]), plan.Literal(value.OfFloat(0x1p-52)))
	exact := plan.Call{Op: plan.Le, Args: []plan.Expr{on(plan.Abs, on(plan.Sub, on(plan.Mul, nearest, args[1]), args[0])), lastBit}, Of: plan.Type{Kind: plan.Bool}}
	negative := plan.Call{Op: plan.Lt, Args: []plan.Expr{q, plan.Literal(value.OfFloat(0))}, Of: plan.Type{Kind: plan.Bool}}
	whole := plan.Call{Op: plan.If, Args: []plan.Expr{negative, plan.Call{Op: plan.Ceil, Args: []plan.Expr{q}, Of: t}, plan.Call{Op: plan.Floor, Args: []plan.Expr{q}, Of: t}}, Of: t}
	of := plan.Type{Kind: plan.Int}
	if some {
		of.Kind = plan.Unsigned
	}
	return To(plan.Call{Op: plan.If, Args: []plan.Expr{exact, nearest, whole}, Of: t}, of)
}

// shownDecimals gives doubles that are constants as the decimals that they are shown as, where there are such.
func shownDecimals(args []plan.Expr) []plan.Expr {
	out := slices.Clone(args)
	for i, a := range args {
		if c, ok := a.(plan.Const); ok && c.Value.Kind == plan.Double {
			if d, ok := value.ToDecimal(c.Value); ok && -d.Exponent <= value.MaxScale && d.NumDigits() <= value.MaxPrecision-value.MaxScale {
				out[i] = plan.Literal(plan.Value{Kind: plan.Decimal, Dec: d})
			}
		}
	}
	return out
}

// Mod types a % b: the rest has the sign of a.
func Mod(args []plan.Expr) (plan.Expr, error) {
	unsigned, signed := AnyUnsigned(args[:1]), args[0].Type().Kind == plan.Int && args[1].Type().Kind == plan.Unsigned
	args, t, err := Aligned(args)
	if err != nil {
		return nil, err
	}
	rest := plan.Call{Op: plan.Mod, Args: args, Of: t}
	if signed && !unsigned { // a whole number as the first is, and no decimal beside an unsigned one
		return To(rest, plan.Type{Kind: plan.Int})
	}
	return wholeUnsigned(unsigned, rest)
}
