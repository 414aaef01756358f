package typing

import (
	"slices"
	"strings"
	"unicode"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/like"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// BuildBetween types x BETWEEN lo AND hi. Numbers among texts, or among dates and times, are
// compared as what all three have in common.
func BuildBetween(x, lo, hi plan.Expr) (plan.Expr, error) {
	args := []plan.Expr{x, lo, hi}
	if coerce.IsYear(x) { // a number between years is one
		args = coerce.FullYears(args)
	}
	args, err := numbersAmong(args)
	if err != nil {
		return nil, err
	}
	if x, lo, hi = args[0], args[1], args[2]; classOf(x) != classOf(lo) || classOf(x) != classOf(hi) {
		args, _ = coerce.FullAll(args)
		if args, err = coerce.Comparable(args); err != nil {
			return nil, err
		}
	}
	compared := func(op plan.Op, bound plan.Expr) (plan.Expr, error) {
		return coerce.OnFull(func(both []plan.Expr) (plan.Expr, error) { return coerce.Comparison(op, both) })([]plan.Expr{args[0], bound})
	}
	above, err := compared(plan.Ge, args[1])
	if err != nil {
		return nil, err
	}
	below, err := compared(plan.Le, args[2])
	return plan.Combine(plan.And, []plan.Expr{above, below}), err
}

// numbersAmong gives the JSON values of BETWEEN as numbers, as it takes them where numbers are among its operands.
func numbersAmong(args []plan.Expr) ([]plan.Expr, error) {
	isNumber := func(a plan.Expr) bool {
		k := a.Type().Kind
		return k == plan.Int || k == plan.Unsigned || k == plan.Decimal || k == plan.Double || k == plan.Bool
	}
	out := slices.Clone(args)
	if !slices.ContainsFunc(args, coerce.IsJSON) || !slices.ContainsFunc(args, isNumber) {
		return out, nil
	}
	for i, a := range args {
		if a.Type().Kind != plan.String {
			continue
		}
		var err error
		if out[i], err = coerce.Number(a); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// class tells apart what is compared in different ways.
type class int

const (
	numberClass class = iota
	textClass
	dateClass
	timeClass
	doubleClass // of the numbers of a list
)

func classOf(e plan.Expr) class {
	switch e.Type().Kind {
	case plan.String, plan.Null:
		return textClass
	case plan.Date, plan.DateTime:
		return dateClass
	case plan.Time:
		return timeClass
	}
	return numberClass
}

// BuildIn types x IN (list): a test against constants, or a disjunction of
// comparisons where the list has others. Numbers, texts, dates and times are each compared
// with x by themselves, and doubles where x is an exact number.
func BuildIn(x plan.Expr, list []plan.Expr) (plan.Expr, error) {
	if coerce.IsYear(x) {
		list = yearsOfList(x, list)
	}
	return inClasses(x, list)
}

// inClasses is BuildIn of a list as it stands.
func inClasses(x plan.Expr, list []plan.Expr) (plan.Expr, error) {
	if classes := byClass(list, x.Type().Kind != plan.Double); len(classes) > 1 {
		var any plan.Expr
		for _, some := range classes {
			e, err := inClasses(x, some)
			if err != nil {
				return nil, err
			}
			any = call.Either(any, e)
		}
		return any, nil
	}
	all, _ := coerce.FullAll(append([]plan.Expr{x}, list...))
	args, err := coerce.Comparable(all)
	if err != nil {
		return nil, err
	}
	if c, ok := x.(plan.Const); ok && c.Value.IsNull() {
		return coerce.Unknown(c), nil
	}
	in := plan.In{X: args[0], Lost: plan.LostOf(args[1:])}
	var any plan.Expr
	for _, a := range args[1:] {
		if c, ok := a.(plan.Const); ok {
			in.List = append(in.List, c.Value)
			continue
		}
		any = call.Either(any, plan.Call{Op: plan.Eq, Args: []plan.Expr{args[0], a}, Of: plan.Type{Kind: plan.Bool}})
	}
	if len(in.List) > 0 {
		any = call.Either(in, any)
	}
	return any, nil
}

// byClass parts a list by the class of its elements, and its exact numbers from doubles if they are to be apart;
// NULLs go with others.
func byClass(list []plan.Expr, exact bool) (out [][]plan.Expr) {
	var of [doubleClass + 1][]plan.Expr
	class := func(e plan.Expr) class {
		if exact && e.Type().Kind == plan.Double {
			return doubleClass
		}
		return classOf(e)
	}
	with := textClass
	for _, e := range list {
		if e.Type().Kind != plan.Null {
			with = class(e)
		}
	}
	for _, e := range list {
		in := with
		if e.Type().Kind != plan.Null {
			in = class(e)
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

// BuildLike types x LIKE pattern.
func BuildLike(x plan.Expr, pattern string, escape rune) (plan.Expr, error) {
	if x.Type().Caseless() {
		small, err := coerce.Lower(x)
		if err != nil {
			return nil, err
		}
		x, pattern, escape = small, strings.ToLower(pattern), unicode.ToLower(escape)
	}
	x, err := likeOperand(x, &pattern, &escape)
	if err == nil {
		x, err = shownLike(x, pattern, escape)
	}
	if err != nil {
		return nil, err
	}
	l := plan.NewLike(x, pattern, escape)
	if l.TooWild() {
		return nil, fault.Errorf(fault.CodeNotSupported, "a LIKE pattern with more than %d characters and a _ between two %% is not supported", like.MaxWildPart)
	}
	return l, nil
}

// BuildLikeOf types x LIKE pattern where the pattern is of the row, too.
func BuildLikeOf(x, pattern plan.Expr, escape rune) (plan.Expr, error) {
	args := []plan.Expr{x, pattern}
	small := (x.Type().Caseless() || pattern.Type().Caseless()) && !coerce.IsBytes(x) && !coerce.IsBytes(pattern)
	for i, e := range args {
		var err error
		switch {
		case coerce.IsBytes(e):
			return nil, fault.Errorf(fault.CodeNotSupported, "LIKE of bytes with a pattern that is no constant is not supported: %s", e)
		case small:
			args[i], err = coerce.Lower(e)
		default:
			args[i], err = coerce.Text(e)
		}
		if err != nil {
			return nil, err
		}
	}
	if small {
		escape = unicode.ToLower(escape)
	}
	return plan.Call{Op: plan.LikeOf, Args: append(args, plan.Literal(value.OfString(string(escape)))), Of: plan.Type{Kind: plan.Bool}}, nil
}

// Truth makes a condition of any expression: numbers are true unless 0, and JSON values unless they are the number 0.
func Truth(e plan.Expr) (plan.Expr, error) {
	if coerce.IsJSON(e) {
		return coerce.Comparison(plan.Ne, []plan.Expr{e, plan.Literal(value.OfInt(0))})
	}
	return coerce.Choosing(e)
}

// logical types AND, OR, XOR and NOT.
func logical(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		out := make([]plan.Expr, len(args))
		for i, a := range args {
			e, err := Truth(a)
			if err != nil {
				return nil, err
			}
			out[i] = e
		}
		return plan.Call{Op: op, Args: out, Of: plan.Type{Kind: plan.Bool}}, nil
	}
}

func buildIsNull(args []plan.Expr) (plan.Expr, error) {
	x := args[0]
	if x.Type().Kind == plan.Null {
		x = plan.NullOf(plan.Type{Kind: plan.Int})
	}
	return plan.Call{Op: plan.IsNull, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Bool}}, nil
}
