package plan

import (
	"slices"

	"gsdms/plan/fault"
	"gsdms/plan/like"
	"gsdms/plan/value"
)

// compares types one comparison.
func compares(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		args, err := comparable(args)
		if err != nil {
			return nil, err
		}
		return Call{Op: op, Args: args, Of: Type{Kind: Bool}}, nil
	}
}

// comparable converts expressions to the one type that they are compared in.
func comparable(args []Expr) ([]Expr, error) {
	args = fullYears(comparableJSON(args))
	var has [String + 1]bool
	for _, a := range args {
		has[a.Type().Kind] = true
	}
	if out, ok := allUnsigned(args); ok {
		return out, nil
	}
	switch {
	case has[Date] || has[DateTime] || has[Time]:
		return comparableTimes(args)
	case has[String] && (has[Int] || has[Unsigned] || has[Decimal] || has[Double] || has[Bool]):
		return comparableTexts(args)
	case has[String]:
		if args, is, err := allBytes(args); is {
			return args, err
		}
		return convertAll(Type{Kind: String}, args...)
	case has[Bool] && !has[Int] && !has[Unsigned] && !has[Decimal] && !has[Double]:
		return convertAll(Type{Kind: Bool}, args...)
	}
	args, _, err := aligned(args)
	return args, err
}

// comparableTexts compares texts with numbers: exactly where the text is a constant that
// spells a number, else as doubles.
func comparableTexts(args []Expr) ([]Expr, error) {
	out := make([]Expr, len(args))
	for i, a := range args {
		out[i] = a
		if c, ok := a.(Const); ok && c.Value.Kind == String && c.Digits == nil {
			if v, ok := value.ParseNumber(c.Value.Text); ok {
				out[i] = Literal(v)
			}
		}
	}
	args, _, err := aligned(out)
	return args, err
}

// fullYears gives constants of two digits that are compared with a YEAR as the years that they
// mean.
func fullYears(args []Expr) []Expr {
	if !slices.ContainsFunc(args, func(a Expr) bool { return a.Type().Name == value.YearName }) {
		return args
	}
	out := slices.Clone(args)
	for i, a := range args {
		if c, ok := a.(Const); ok && (c.Value.Kind == Int || c.Value.Kind == Bool) {
			if year, ok := value.FullYear(c.Value.Int); ok {
				out[i] = Literal(value.OfInt(year))
			}
		}
	}
	return out
}

// BuildBetween types x BETWEEN lo AND hi. Numbers among texts, or among dates and times, are
// compared as what all three have in common.
func BuildBetween(x, lo, hi Expr) (Expr, error) {
	args := []Expr{x, lo, hi}
	if classOf(x) != classOf(lo) || classOf(x) != classOf(hi) {
		args, _ = fullAll(args)
		var err error
		if args, err = comparable(args); err != nil {
			return nil, err
		}
	}
	above, err := onFull(compares(Ge))([]Expr{args[0], args[1]})
	if err != nil {
		return nil, err
	}
	below, err := onFull(compares(Le))([]Expr{args[0], args[2]})
	return Combine(And, []Expr{above, below}), err
}

// class tells apart what is compared in different ways.
type class int

const (
	numberClass class = iota
	textClass
	dateClass
	timeClass
)

func classOf(e Expr) class {
	switch e.Type().Kind {
	case String, Null:
		return textClass
	case Date, DateTime:
		return dateClass
	case Time:
		return timeClass
	}
	return numberClass
}

// BuildIn types x IN (list): a test against constants, or a disjunction of
// comparisons where the list has others. Numbers, texts, dates and times are each compared
// with x by themselves.
func BuildIn(x Expr, list []Expr) (Expr, error) {
	if classes := byClass(list); len(classes) > 1 {
		var any Expr
		for _, some := range classes {
			e, err := BuildIn(x, some)
			if err != nil {
				return nil, err
			}
			any = either(any, e)
		}
		return any, nil
	}
	all, _ := fullAll(append([]Expr{x}, list...))
	args, err := comparable(all)
	if err != nil {
		return nil, err
	}
	in := In{X: args[0]}
	var any Expr
	for _, a := range args[1:] {
		if c, ok := a.(Const); ok {
			in.List = append(in.List, c.Value)
			continue
		}
		any = either(any, Call{Op: Eq, Args: []Expr{args[0], a}, Of: Type{Kind: Bool}})
	}
	if len(in.List) > 0 {
		any = either(in, any)
	}
	return any, nil
}

// byClass parts a list by the class of its elements; NULLs go with others.
func byClass(list []Expr) (out [][]Expr) {
	var of [timeClass + 1][]Expr
	with := textClass
	for _, e := range list {
		if e.Type().Kind != Null {
			with = classOf(e)
		}
	}
	for _, e := range list {
		in := with
		if e.Type().Kind != Null {
			in = classOf(e)
		}
		of[in] = append(of[in], e)
	}
	for _, some := range of {
		if len(some) > 0 {
			out = append(out, some)
		}
	}
	return out
}

// either is a OR b; one of them may be nil.
func either(a, b Expr) Expr {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return Call{Op: Or, Args: []Expr{a, b}, Of: Type{Kind: Bool}}
}

// BuildLike types x LIKE pattern.
func BuildLike(x Expr, pattern string, escape rune) (Expr, error) {
	x, err := likeOperand(x, &pattern, &escape)
	if err != nil {
		return nil, err
	}
	l := NewLike(x, pattern, escape)
	if l.TooWild() {
		return nil, fault.Errorf(fault.CodeNotSupported, "a LIKE pattern with more than %d characters and a _ between two %% is not supported", like.MaxWildPart)
	}
	return l, nil
}

// Truth makes a condition of any expression: numbers are true unless 0.
func Truth(e Expr) (Expr, error) {
	switch e.Type().Kind {
	case Bool:
		return e, nil
	case Null:
		return NullOf(Type{Kind: Bool}), nil
	}
	if c, ok := e.(Const); ok {
		return Convert(c, Type{Kind: Bool})
	}
	x, err := number(full(e))
	if err != nil {
		return nil, err
	}
	zero, err := Convert(Literal(value.OfInt(0)), Plain(x.Type()))
	if err != nil {
		return nil, err
	}
	return Call{Op: Ne, Args: []Expr{x, zero}, Of: Type{Kind: Bool}}, nil
}

// logical types AND, OR, XOR and NOT.
func logical(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		out := make([]Expr, len(args))
		for i, a := range args {
			e, err := Truth(a)
			if err != nil {
				return nil, err
			}
			out[i] = e
		}
		return Call{Op: op, Args: out, Of: Type{Kind: Bool}}, nil
	}
}

func buildIsNull(args []Expr) (Expr, error) {
	x := args[0]
	if x.Type().Kind == Null {
		x = NullOf(Type{Kind: Int})
	}
	return Call{Op: IsNull, Args: []Expr{x}, Of: Type{Kind: Bool}}, nil
}
