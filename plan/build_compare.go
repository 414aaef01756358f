package plan

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
	var has [String + 1]bool
	for _, a := range args {
		has[a.Type().Kind] = true
	}
	switch {
	case has[Date]:
		return comparableDates(args)
	case has[String] && (has[Int] || has[Decimal] || has[Double] || has[Bool]):
		return comparableTexts(args)
	case has[String]:
		return convertAll(Type{Kind: String}, args...)
	case has[Bool] && !has[Int] && !has[Decimal] && !has[Double]:
		return convertAll(Type{Kind: Bool}, args...)
	}
	args, _, err := aligned(args)
	return args, err
}

// comparableDates compares dates with texts and with numbers yyyymmdd.
func comparableDates(args []Expr) ([]Expr, error) {
	out := make([]Expr, len(args))
	for i, a := range args {
		e, err := dateOperand(a)
		if err != nil {
			return nil, err
		}
		if e == nil { // no constant date: compare as numbers
			args, _, err := aligned(args)
			return args, err
		}
		out[i] = e
	}
	return out, nil
}

// dateOperand gives a as a date, nil if it is a number that is not certainly one.
func dateOperand(a Expr) (Expr, error) {
	c, constant := a.(Const)
	switch a.Type().Kind {
	case Date:
		return a, nil
	case Null:
		return NullOf(Type{Kind: Date}), nil
	case String:
		if !constant {
			return nil, Errorf(CodeNotSupported, "a comparison of a date with a string that is no constant is not supported: %s; use CAST(... AS DATE)", a)
		}
		return dateText(c)
	case Int:
		if !constant {
			return nil, nil
		}
		if days, ok := dateFromNumber(c.Value.Int); ok {
			return Literal(DateValue(days)), nil
		}
	}
	return nil, nil
}

// dateText reads a constant text as a date.
func dateText(c Const) (Expr, error) {
	if c.Value.IsNull() {
		return NullOf(Type{Kind: Date}), nil
	}
	days, ok := ParseDate(c.Value.Text)
	if !ok {
		return nil, Errorf(CodeWrongValue, "Incorrect DATE value: %s (a date is written 'YYYY-MM-DD')", c)
	}
	return Literal(DateValue(days)), nil
}

// comparableTexts compares numbers with constant texts that spell numbers.
func comparableTexts(args []Expr) ([]Expr, error) {
	for _, a := range args {
		if _, constant := a.(Const); a.Type().Kind == String && !constant {
			return nil, Errorf(CodeNotSupported, "a comparison of a string with a number is not supported: %s; write the number in quotes or use CAST", a)
		}
	}
	args, _, err := aligned(args)
	return args, err
}

// BuildIn types x IN (list): a test against constants, or a disjunction of
// comparisons where the list has others.
func BuildIn(x Expr, list []Expr) (Expr, error) {
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
	x, err := text(x)
	if err != nil {
		return nil, err
	}
	read := newLikePattern(pattern, escape)
	if read.tooWild() {
		return nil, Errorf(CodeNotSupported, "a LIKE pattern with more than %d characters and a _ between two %% is not supported", maxWildPart)
	}
	return Like{X: x, Pattern: pattern, Escape: escape, read: read}, nil
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
	zero, err := Convert(Literal(IntValue(0)), plain(x.Type()))
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
