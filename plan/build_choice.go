package plan

import "gsdms/plan/value"

// Common converts expressions to the type that a choice between them has, or a column that
// holds values of all: numbers to the widest, dates to dates, everything else mixed to strings.
func Common(args []Expr) ([]Expr, Type, error) {
	if out, ok := allUnsigned(args); ok {
		return out, Type{Kind: Unsigned}, nil
	}
	if out, is, err := allBytes(args); is || err != nil {
		return commonBytes(out, err)
	}
	var t Type
	mixed, asText, scale := false, false, 0
	for _, a := range args {
		k := a.Type().Kind
		switch {
		case k == Null:
			continue
		case t.Kind == Null:
			t = Plain(a.Type())
		case t.Kind != k:
			mixed = true
			moments := t.Kind != Time && k != Time && t.Kind.Temporal() && k.Temporal()
			asText = asText || !moments
		}
		if k == String && !IsJSON(a) {
			t.Name = "" // a text among JSON values makes all texts
		}
		if k == Double && a.Type().Name != value.FloatName {
			t.Name = "" // a double among FLOATs makes all doubles
		}
		if k.Ticking() {
			scale = max(scale, a.Type().Scale)
		}
		if k.Temporal() || k == String {
			t.Kind = max(t.Kind, k)
		}
	}
	switch texts := t.Kind.Temporal() || t.Kind == String; {
	case t.Kind == Decimal || mixed && !texts:
		return aligned(args)
	case mixed && asText:
		t = Type{Kind: String}
	case t.Kind.Ticking():
		t = Type{Kind: t.Kind, Scale: scale}
	}
	args, err := convertAll(t, args...)
	return args, t, err
}

func buildIf(args []Expr) (Expr, error) {
	cond, err := Truth(args[0])
	if err != nil {
		return nil, err
	}
	return choose(cond, args[1], args[2])
}

func choose(cond, a, b Expr) (Expr, error) {
	args, t, err := Common([]Expr{a, b})
	if err != nil {
		return nil, err
	}
	return Call{Op: If, Args: []Expr{cond, args[0], args[1]}, Of: t}, nil
}

// BuildCase types CASE WHEN whens[i] THEN thens[i] ... ELSE other END; other nil is
// NULL. With a value the whens are compared with it.
func BuildCase(value Expr, whens, thens []Expr, other Expr) (Expr, error) {
	if other == nil {
		other = NullOf(Type{Kind: Null})
	}
	choose := onFull(func(results []Expr) (Expr, error) { return chain(value, whens, results) })
	return choose(append(append([]Expr(nil), thens...), other))
}

// chain gives the first result whose condition holds, the last one if none does.
func chain(value Expr, whens, results []Expr) (Expr, error) {
	results, t, err := Common(results)
	if err != nil {
		return nil, err
	}
	out := results[len(whens)]
	for i := len(whens) - 1; i >= 0; i-- {
		cond, err := caseCondition(value, whens[i])
		if err != nil {
			return nil, err
		}
		out = Call{Op: If, Args: []Expr{cond, results[i], out}, Of: t}
	}
	return out, nil
}

func caseCondition(value, when Expr) (Expr, error) {
	if value == nil {
		return Truth(when)
	}
	return onFull(compares(Eq))([]Expr{value, when})
}

func buildCoalesce(args []Expr) (Expr, error) {
	args, t, err := Common(args)
	if err != nil {
		return nil, err
	}
	out := args[len(args)-1]
	for i := len(args) - 2; i >= 0; i-- {
		if !args[i].Nullable() {
			out = args[i]
			continue
		}
		null := Call{Op: IsNull, Args: []Expr{args[i]}, Of: Type{Kind: Bool}}
		out = Call{Op: If, Args: []Expr{null, out, args[i]}, Of: t}
	}
	return out, nil
}

func buildNullIf(args []Expr) (Expr, error) {
	equal, err := compares(Eq)(args)
	if err != nil {
		return nil, err
	}
	return choose(equal, NullOf(Type{Kind: Null}), args[0])
}

// extreme types GREATEST (Ge) and LEAST (Le): the first argument that is not behind any
// later one; NULL if any argument is.
func extreme(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		args, t, err := Common(args)
		if err != nil {
			return nil, err
		}
		last := len(args) - 1
		best := args[last]
		for i := last - 1; i >= 0; i-- {
			var ahead []Expr
			for _, a := range args[i+1:] {
				ahead = append(ahead, Call{Op: op, Args: []Expr{args[i], a}, Of: Type{Kind: Bool}})
			}
			best = Call{Op: If, Args: []Expr{Combine(And, ahead), args[i], best}, Of: t}
		}
		var nulls []Expr
		for _, a := range args {
			if a.Nullable() {
				nulls = append(nulls, Call{Op: IsNull, Args: []Expr{a}, Of: Type{Kind: Bool}})
			}
		}
		if nulls == nil {
			return best, nil
		}
		return Call{Op: If, Args: []Expr{Combine(Or, nulls), NullOf(t), best}, Of: t}, nil
	}
}

// text makes a string of an expression.
func text(e Expr) (Expr, error) { return Convert(e, Type{Kind: String}) }

// texts types a function whose first strings arguments (-1: all) are strings and the
// rest integers.
func texts(op Op, result Kind, strings int) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		out := make([]Expr, len(args))
		for i, a := range args {
			to := Type{Kind: String}
			if strings >= 0 && i >= strings {
				to = Type{Kind: Int}
			}
			e, err := Convert(a, to)
			if err != nil {
				return nil, err
			}
			out[i] = e
		}
		return Call{Op: op, Args: out, Of: Type{Kind: result}}, nil
	}
}

// buildPad types LPAD and RPAD.
func buildPad(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		s, err := convertAll(Type{Kind: String}, args[0], args[2])
		if err != nil {
			return nil, err
		}
		n, err := Convert(args[1], Type{Kind: Int})
		return Call{Op: op, Args: []Expr{s[0], n, s[1]}, Of: Type{Kind: String}}, err
	}
}
