package typing

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Either is the type of a column that has numbers of two types, which have a common one: for whole
// numbers the one of the two that has room for both, and the common one where neither has and for decimals.
func Either(a, b, common plan.Type) plan.Type {
	switch {
	case a.Name == value.JSONName && common.Kind == plan.String && common.Name != a.Name:
		return common
	case a == b || common.Kind != plan.Int && common.Kind != plan.Double && common.Kind != plan.Decimal:
		return a
	case a.Kind == plan.Int && b.Kind == plan.Int && a.Bounded() && b.Bounded() && coerce.IsUnsigned(a) == coerce.IsUnsigned(b):
		if a.Min <= b.Min && a.Max >= b.Max {
			return a
		}
		return b
	}
	return common
}

func buildIf(args []plan.Expr) (plan.Expr, error) {
	cond, err := coerce.Choosing(args[0])
	if err != nil {
		return nil, err
	}
	return choose(cond, args[1], args[2])
}

func choose(cond, a, b plan.Expr) (plan.Expr, error) {
	args, t, err := coerce.Common([]plan.Expr{a, b})
	if err != nil {
		return nil, err
	}
	return plan.Call{Op: plan.If, Args: []plan.Expr{cond, args[0], args[1]}, Of: t}, nil
}

// BuildCase types CASE WHEN whens[i] THEN thens[i] ... ELSE other END; other nil is
// NULL. With a value the whens are compared with it.
func BuildCase(value plan.Expr, whens, thens []plan.Expr, other plan.Expr) (plan.Expr, error) {
	if other == nil {
		other = plan.NullOf(plan.Type{Kind: plan.Null})
	}
	choose := coerce.OnFull(func(results []plan.Expr) (plan.Expr, error) { return chain(value, whens, results) })
	return choose(append(append([]plan.Expr(nil), thens...), other))
}

// chain gives the first result whose condition holds, the last one if none does.
func chain(value plan.Expr, whens, results []plan.Expr) (plan.Expr, error) {
	results, t, err := coerce.Common(results)
	if err != nil {
		return nil, err
	}
	conditions := make([]plan.Expr, len(whens))
	for i, w := range whens {
		if conditions[i], err = CaseCondition(value, w); err != nil {
			return nil, err
		}
	}
	return cases{conditions, results, t}.expr(), nil
}

// CaseCondition is what a branch of CASE is taken for. A value that is NULL is equal to nothing, and what it would be
// compared with need not be computed: it cannot fail then.
func CaseCondition(value, when plan.Expr) (plan.Expr, error) {
	if value == nil {
		return coerce.Choosing(when)
	}
	equal := func(args []plan.Expr) (plan.Expr, error) { return coerce.Comparison(plan.Eq, args) }
	e, err := coerce.OnFull(equal)([]plan.Expr{value, when})
	if err != nil || !value.Nullable() || !plan.CanFail(when) {
		return e, err
	}
	null := plan.Call{Op: plan.IsNull, Args: []plan.Expr{value}, Of: plan.Type{Kind: plan.Bool}}
	return call.If(null, plan.NullOf(e.Type()), e), nil
}

func buildCoalesce(args []plan.Expr) (plan.Expr, error) {
	args, t, err := coerce.Common(args)
	if err != nil {
		return nil, err
	}
	args = allShownAs(t, args) // one of them is the result, of the digits of all together
	out := args[len(args)-1]
	for i := len(args) - 2; i >= 0; i-- {
		if !args[i].Nullable() {
			out = args[i]
			continue
		}
		null := plan.Call{Op: plan.IsNull, Args: []plan.Expr{args[i]}, Of: plan.Type{Kind: plan.Bool}}
		out = plan.Call{Op: plan.If, Args: []plan.Expr{null, out, args[i]}, Of: t}
	}
	if out.Type().Listed() { // alone it would be ordered by its place, and be that as a number
		return plan.Call{Op: plan.Concat, Args: []plan.Expr{out}, Of: plan.Type{Kind: plan.String}}, nil
	}
	if coerce.IsYear(out) && t.Name != value.YearName { // beside which constants are no years
		return plan.Call{Op: plan.Abs, Args: []plan.Expr{out}, Of: t}, nil
	}
	return ofConstants(out)
}

// ofConstants computes what is chosen of constants by what they are. As an IF it would have the bits of what it chooses.
func ofConstants(e plan.Expr) (plan.Expr, error) {
	if !plan.OfConstants(e) {
		return e, nil
	}
	return plan.FoldNow(e)
}

func buildNullIf(args []plan.Expr) (plan.Expr, error) { return BuildNullIf(args, args[0]) }

// BuildNullIf types NULLIF(x, y) whose result is of the type of x, as what the two are compared need
// not be.
func BuildNullIf(compared []plan.Expr, x plan.Expr) (plan.Expr, error) {
	equal, err := coerce.OnFull(coerce.Compares(plan.Eq))(compared)
	if err != nil {
		return nil, err
	}
	unless := func(args []plan.Expr) (plan.Expr, error) {
		return choose(equal, plan.NullOf(plan.Type{Kind: plan.Null}), args[0])
	}
	return coerce.OnFull(unless)([]plan.Expr{x})
}

// extreme types GREATEST (Ge) and LEAST (Le): the first argument that is not behind any
// later one; NULL if any argument is.
func extreme(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		args, t, err := coerce.Common(args)
		if err != nil {
			return nil, err
		}
		if t.Kind != plan.String && !t.Keyed() && !slices.ContainsFunc(args, untyped) {
			return fold(op, args, t), nil
		}
		last := len(args) - 1
		best := args[last]
		for i := last - 1; i >= 0; i-- {
			var ahead []plan.Expr
			for _, a := range args[i+1:] {
				is, err := ordered(op, args[i], a)
				if err != nil {
					return nil, err
				}
				ahead = append(ahead, is)
			}
			best = plan.Call{Op: plan.If, Args: []plan.Expr{plan.Combine(plan.And, ahead), args[i], best}, Of: t}
		}
		var nulls []plan.Expr
		for _, a := range args {
			if a.Nullable() {
				nulls = append(nulls, plan.Call{Op: plan.IsNull, Args: []plan.Expr{coerce.OrMoment(a)}, Of: plan.Type{Kind: plan.Bool}})
			}
		}
		if nulls == nil {
			return ofConstants(best)
		}
		return plan.Call{Op: plan.If, Args: []plan.Expr{plan.Combine(plan.Or, nulls), plan.NullOf(t), best}, Of: t}, nil
	}
}

// ordered compares two arguments of one type; texts that show moments, beside constants, as these.
func ordered(op plan.Op, a, b plan.Expr) (plan.Expr, error) {
	if e, ok, err := coerce.BesideText(op, []plan.Expr{a, b}); ok || err != nil {
		return e, err
	}
	return plan.Call{Op: op, Args: []plan.Expr{a, b}, Of: plan.Type{Kind: plan.Bool}}, nil
}

// fold is GREATEST or LEAST of numbers or times, two by two: so an argument is computed once, however
// deep calls are in each other.
func fold(by plan.Op, args []plan.Expr, t plan.Type) plan.Expr {
	op := plan.Greatest
	if by == plan.Le {
		op = plan.Least
	}
	best := args[0]
	for _, a := range args[1:] {
		best = plan.Call{Op: op, Args: []plan.Expr{best, a}, Of: t}
	}
	return best
}

func untyped(e plan.Expr) bool { return e.Type().Kind == plan.Null }

// buildPad types LPAD and RPAD.
func buildPad(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		s, err := coerce.All(plan.Type{Kind: plan.String}, args[0], args[2])
		if err != nil {
			return nil, err
		}
		n, err := coerce.Whole(args[1])
		return plan.Call{Op: op, Args: []plan.Expr{s[0], n, s[1]}, Of: plan.Type{Kind: plan.String}}, err
	}
}

// allShownAs gives doubles that show the digits of a type.
func allShownAs(t plan.Type, args []plan.Expr) []plan.Expr {
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		out[i] = plan.ShownAs(a, t)
	}
	return out
}
