package plan

import (
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// buildLocate types LOCATE(part, text) and LOCATE(part, text, from).
func buildLocate(args []Expr) (Expr, error) {
	if len(args) == 3 {
		return texts("LOCATE", Int, 2)(args)
	}
	return texts("INSTR", Int, 2)([]Expr{args[1], args[0]})
}

func buildSpace(args []Expr) (Expr, error) {
	return texts("REPEAT", String, 1)([]Expr{Literal(value.OfString(" ")), args[0]})
}

// buildHex types HEX: of a number in base 16, of a text its bytes.
func buildHex(args []Expr) (Expr, error) {
	if k := args[0].Type().Kind; k == String || k == Date || k == Null {
		return texts("HEX", String, 1)(args)
	}
	return inBase(16)(args)
}

// inBase types BIN and OCT.
func inBase(base int64) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		x := full(args[0])
		if k := x.Type().Kind; base == 16 || k == Int || k == Unsigned || k == Bool { // others as the texts that they show
			var err error
			if x, err = pattern(x); err != nil {
				return nil, err
			}
		}
		return texts("CONV", String, 1)([]Expr{x, num(10), num(base)})
	}
}

// buildChar types CHAR(n, ...), which leaves NULLs out.
func buildChar(args []Expr) (Expr, error) {
	out := make([]Expr, len(args))
	for i, a := range args {
		x, err := number(full(a))
		if err == nil {
			x, err = Convert(x, Type{Kind: Int})
		}
		if err == nil {
			x, err = buildCoalesce([]Expr{x, num(function.NoChar)})
		}
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return Call{Op: "CHAR", Args: out, Of: Type{Kind: String}}, nil
}

// buildStrcmp types STRCMP: -1, 0 or 1.
func buildStrcmp(args []Expr) (Expr, error) {
	a, err := convertAll(Type{Kind: String}, args...)
	if err != nil {
		return nil, err
	}
	above := Call{Op: Gt, Args: a, Of: Type{Kind: Bool}}
	below := Call{Op: Lt, Args: a, Of: Type{Kind: Bool}}
	return buildSub([]Expr{above, below})
}

// buildField types FIELD(x, list ...): the place of x in the list, 0 if it is not there.
// All compare as texts if all are, else as numbers.
func buildField(args []Expr) (Expr, error) {
	all, err := convertAll(Type{Kind: String}, args...)
	for _, a := range args {
		if k := a.Type().Kind; k != String && k != Null && !k.Temporal() {
			all, _, err = aligned(args)
			break
		}
	}
	if err != nil {
		return nil, err
	}
	var out Expr = num(0)
	for i := len(all) - 1; i > 0; i-- {
		same := Call{Op: Eq, Args: []Expr{all[0], all[i]}, Of: Type{Kind: Bool}}
		out = Call{Op: If, Args: []Expr{same, num(int64(i)), out}, Of: Type{Kind: Int}}
	}
	return out, nil
}

// buildIntervalPlace types INTERVAL(n, list ...): how many of the list, which rises, are not above n;
// -1 for NULL.
func buildIntervalPlace(args []Expr) (Expr, error) {
	all, _, err := aligned(args)
	if err != nil {
		return nil, err
	}
	var out Expr = num(int64(len(all) - 1))
	for i := len(all) - 1; i > 0; i-- {
		out = choice(below(all[0], all[i]), num(int64(i-1)), out)
	}
	return choice(Call{Op: IsNull, Args: all[:1], Of: Type{Kind: Bool}}, num(-1), out), nil
}

// buildElt types ELT(n, list ...): the n-th of the list, NULL if there is none.
func buildElt(args []Expr) (Expr, error) {
	n, err := number(full(args[0]))
	if err == nil {
		n, err = Convert(n, Type{Kind: Int})
	}
	if err != nil {
		return nil, err
	}
	list, err := convertAll(Type{Kind: String}, args[1:]...)
	if err != nil {
		return nil, err
	}
	var out Expr = NullOf(Type{Kind: String})
	for i := len(list) - 1; i >= 0; i-- {
		it := Call{Op: Eq, Args: []Expr{n, num(int64(i + 1))}, Of: Type{Kind: Bool}}
		out = Call{Op: If, Args: []Expr{it, list[i], out}, Of: Type{Kind: String}}
	}
	return out, nil
}

// buildConcatWS types CONCAT_WS(separator, list ...), which leaves NULLs out: the
// separator stands before each text, and the first one is cut off.
func buildConcatWS(args []Expr) (Expr, error) {
	all, err := convertAll(Type{Kind: String}, args...)
	if err != nil {
		return nil, err
	}
	join := func(list ...Expr) Expr { return Call{Op: Concat, Args: list, Of: Type{Kind: String}} }
	var parts []Expr
	for _, a := range all[1:] {
		var part Expr = join(all[0], a)
		if a.Nullable() {
			null := Call{Op: IsNull, Args: []Expr{a}, Of: Type{Kind: Bool}}
			part = Call{Op: If, Args: []Expr{null, Literal(value.OfString("")), part}, Of: Type{Kind: String}}
		}
		parts = append(parts, part)
	}
	length, err := texts("CHAR_LENGTH", Int, 1)(all[:1])
	if err != nil {
		return nil, err
	}
	return Call{Op: "SUBSTRING", Args: []Expr{join(parts...), intCall(Add, length, num(1))}, Of: Type{Kind: String}}, nil
}

// buildQuote types QUOTE, which writes NULL as a word.
func buildQuote(args []Expr) (Expr, error) {
	q, err := texts("QUOTE", String, 1)(args)
	if err != nil || !args[0].Nullable() {
		return q, err
	}
	null, err := buildIsNull(args)
	return Call{Op: If, Args: []Expr{null, Literal(value.OfString("NULL")), q}, Of: Type{Kind: String}}, err
}

// buildFormat types FORMAT(x, digits), digits a constant.
func buildFormat(args []Expr) (Expr, error) {
	c, ok := args[1].(Const)
	if !ok || c.Value.Kind != Int {
		return nil, fault.Errorf(fault.CodeNotSupported, "the number of digits of FORMAT must be an integer constant: %s", args[1])
	}
	digits := int(max(0, min(value.MaxScale, c.Value.Int)))
	x, err := number(full(args[0]))
	if err != nil {
		return nil, err
	}
	if x.Type().Kind == Double {
		if x, err = buildRound([]Expr{x, num(int64(digits))}); err != nil {
			return nil, err
		}
	}
	if x, err = Convert(x, value.DecimalType(value.MaxPrecision, digits)); err != nil {
		return nil, err
	}
	return texts("FORMAT", String, 1)([]Expr{x, num(int64(digits))})
}

// buildInsert types INSERT(text, position, length, new).
func buildInsert(args []Expr) (Expr, error) {
	s, err := convertAll(Type{Kind: String}, args[0], args[3])
	if err != nil {
		return nil, err
	}
	n, err := convertAll(Type{Kind: Int}, args[1], args[2])
	if err != nil {
		return nil, err
	}
	return Call{Op: "INSERT", Args: []Expr{s[0], n[0], n[1], s[1]}, Of: Type{Kind: String}}, nil
}
