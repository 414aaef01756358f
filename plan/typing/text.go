package typing

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// buildLocate types LOCATE(part, text) and LOCATE(part, text, from).
func buildLocate(args []plan.Expr) (plan.Expr, error) {
	if len(args) == 3 {
		return coerce.Texts("LOCATE", plan.Int, 2)(args)
	}
	return coerce.Texts("INSTR", plan.Int, 2)([]plan.Expr{args[1], args[0]})
}

func buildSpace(args []plan.Expr) (plan.Expr, error) {
	return coerce.Texts("REPEAT", plan.String, 1)([]plan.Expr{plan.Literal(value.OfString(" ")), args[0]})
}

// ofTexts types a function that gives one text for all texts and another for all else.
func ofTexts(texts, others string) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if t := args[0].Type(); t.Kind == plan.String && !t.Bytes() {
			return plan.Literal(value.OfString(texts)), nil
		}
		return plan.Literal(value.OfString(others)), nil
	}
}

// buildCoercibility types COERCIBILITY: how little the collation of a value counts in a comparison.
func buildCoercibility(args []plan.Expr) (plan.Expr, error) {
	const ofColumn, ofLiteral, ofNumber, ofNull = 2, 4, 5, 6
	_, literal := args[0].(plan.Const)
	switch kind := args[0].Type().Kind; {
	case kind == plan.Null:
		return call.Num(ofNull), nil
	case kind != plan.String:
		return call.Num(ofNumber), nil
	case literal:
		return call.Num(ofLiteral), nil
	}
	return call.Num(ofColumn), nil
}

// buildHex types HEX: of a number in base 16, of a text its bytes. A decimal is taken as the nearest whole number, and
// a double, of two as the even one.
func buildHex(args []plan.Expr) (plan.Expr, error) {
	k := args[0].Type().Kind
	if k == plan.String || k.Temporal() || k == plan.Null {
		return coerce.Texts("HEX", plan.String, 1)(args)
	}
	x, err := coerce.Number(plan.Full(args[0]))
	if err != nil {
		return nil, err
	}
	if k == plan.Unsigned || x.Type().Kind != plan.Double {
		return inBase(16)(args)
	}
	x, err = buildRound([]plan.Expr{x})
	return plan.Call{Op: plan.HexOf, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.String}}, err
}

// inBase types BIN and OCT.
func inBase(base int64) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		x := plan.Full(args[0])
		if k := x.Type().Kind; base == 16 || k == plan.Int || k == plan.Unsigned || k == plan.Bool { // others as the texts that they show
			var err error
			if x, err = coerce.Pattern(x); err != nil {
				return nil, err
			}
		}
		return coerce.Texts("CONV", plan.String, 1)([]plan.Expr{x, call.Num(10), call.Num(base)})
	}
}

// buildChar types CHAR(n, ...), which leaves NULLs out.
func buildChar(args []plan.Expr) (plan.Expr, error) {
	out, err := integers(args)
	for i := range out {
		if out[i], err = buildCoalesce([]plan.Expr{out[i], call.Num(function.NoChar)}); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	return plan.Call{Op: "CHAR", Args: out, Of: plan.Type{Kind: plan.String}}, nil
}

// buildStrcmp types STRCMP: -1, 0 or 1.
func buildStrcmp(args []plan.Expr) (plan.Expr, error) {
	args = slices.Clone(args)
	for i, a := range args {
		if c, ok := a.(plan.Const); ok {
			args[i] = asStored(c, args[1-i])
		}
	}
	a, err := coerce.All(plan.Type{Kind: plan.String}, args...)
	if err != nil {
		return nil, err
	}
	above := plan.Call{Op: plan.Gt, Args: a, Of: plan.Type{Kind: plan.Bool}}
	below := plan.Call{Op: plan.Lt, Args: a, Of: plan.Type{Kind: plan.Bool}}
	return coerce.Sub([]plan.Expr{above, below})
}

// buildField types FIELD(x, list ...): the place of x in the list, 0 if it is not there.
// All compare as texts if all are, else as numbers.
func buildField(args []plan.Expr) (plan.Expr, error) {
	all, err := coerce.SmallLetters(args)
	for _, a := range args {
		if k := a.Type().Kind; k != plan.String && k != plan.Null && !k.Temporal() {
			all, _, err = coerce.Aligned(args)
			break
		}
	}
	if err != nil {
		return nil, err
	}
	var out plan.Expr = call.Num(0)
	for i := len(all) - 1; i > 0; i-- {
		same := plan.Call{Op: plan.Eq, Args: []plan.Expr{all[0], all[i]}, Of: plan.Type{Kind: plan.Bool}}
		out = plan.Call{Op: plan.If, Args: []plan.Expr{same, call.Num(int64(i)), out}, Of: plan.Type{Kind: plan.Int}}
	}
	return out, nil
}

// buildIntervalPlace types INTERVAL(n, list ...): how many of the list, which rises, are not above n;
// -1 for NULL.
func buildIntervalPlace(args []plan.Expr) (plan.Expr, error) {
	all, _, err := coerce.Aligned(args)
	if err != nil {
		return nil, err
	}
	var out plan.Expr = call.Num(int64(len(all) - 1))
	for i := len(all) - 1; i > 0; i-- {
		out = call.If(call.Less(all[0], all[i]), call.Num(int64(i-1)), out)
	}
	return call.If(plan.Call{Op: plan.IsNull, Args: all[:1], Of: plan.Type{Kind: plan.Bool}}, call.Num(-1), out), nil
}

// buildElt types ELT(n, list ...): the n-th of the list, NULL if there is none.
func buildElt(args []plan.Expr) (plan.Expr, error) {
	list, err := coerce.All(plan.Type{Kind: plan.String}, args[1:]...)
	if err != nil {
		return nil, err
	}
	return nth(args[0], list, plan.Type{Kind: plan.String})
}

// EltNumber types ELT as arithmetic takes it: the number of what it chooses, as a double.
func EltNumber(args []plan.Expr) (plan.Expr, error) {
	double := plan.Type{Kind: plan.Double}
	list := make([]plan.Expr, len(args)-1)
	for i, a := range args[1:] {
		x, err := coerce.OperandDouble(a)
		if err != nil {
			return nil, err
		}
		list[i] = x
	}
	return nth(args[0], list, double)
}

// nth is the n-th of a list of values of a type, NULL if there is none.
func nth(n plan.Expr, list []plan.Expr, of plan.Type) (plan.Expr, error) {
	whole, err := integers([]plan.Expr{n})
	if err != nil {
		return nil, err
	}
	n = whole[0]
	var out plan.Expr = plan.NullOf(of)
	for i := len(list) - 1; i >= 0; i-- {
		it := plan.Call{Op: plan.Eq, Args: []plan.Expr{n, call.Num(int64(i + 1))}, Of: plan.Type{Kind: plan.Bool}}
		out = plan.Call{Op: plan.If, Args: []plan.Expr{it, list[i], out}, Of: of}
	}
	return out, nil
}

// buildConcatWS types CONCAT_WS(separator, list ...), which leaves NULLs out: the
// separator stands before each text, and the first one is cut off.
func buildConcatWS(args []plan.Expr) (plan.Expr, error) {
	all, err := coerce.All(plan.Type{Kind: plan.String}, args...)
	if err != nil {
		return nil, err
	}
	join := func(list ...plan.Expr) plan.Expr {
		return plan.Call{Op: plan.Concat, Args: list, Of: plan.Type{Kind: plan.String}}
	}
	var parts []plan.Expr
	for _, a := range all[1:] {
		var part plan.Expr = join(all[0], a)
		if a.Nullable() {
			null := plan.Call{Op: plan.IsNull, Args: []plan.Expr{a}, Of: plan.Type{Kind: plan.Bool}}
			part = plan.Call{Op: plan.If, Args: []plan.Expr{null, plan.Literal(value.OfString("")), part}, Of: plan.Type{Kind: plan.String}}
		}
		parts = append(parts, part)
	}
	length, err := coerce.Texts("CHAR_LENGTH", plan.Int, 1)(all[:1])
	if err != nil {
		return nil, err
	}
	return plan.Call{Op: "SUBSTRING", Args: []plan.Expr{join(parts...), call.Int(plan.Add, length, call.Num(1))}, Of: plan.Type{Kind: plan.String}}, nil
}

// buildQuote types QUOTE, which writes NULL as a word.
func buildQuote(args []plan.Expr) (plan.Expr, error) {
	q, err := coerce.Texts("QUOTE", plan.String, 1)(args)
	if err != nil || !args[0].Nullable() {
		return q, err
	}
	null, err := buildIsNull(args)
	return plan.Call{Op: plan.If, Args: []plan.Expr{null, plan.Literal(value.OfString("NULL")), q}, Of: plan.Type{Kind: plan.String}}, err
}

// buildFormat types FORMAT(x, digits [, place]), digits a constant.
func buildFormat(args []plan.Expr) (plan.Expr, error) {
	n, err := integers(args[1:2])
	if err != nil {
		return nil, err
	}
	folded, err := plan.Fold(n[0])
	if err != nil {
		return nil, err
	}
	c, ok := folded.(plan.Const)
	if !ok {
		return nil, fault.Errorf(fault.CodeNotSupported, "the number of digits of FORMAT must be a constant: %s", args[1])
	}
	if c.Value.IsNull() {
		return plan.NullOf(plan.Type{Kind: plan.String}), nil
	}
	digits := int(max(0, min(value.MaxScale, c.Value.Int)))
	x, err := coerce.Number(plan.Full(args[0]))
	if err != nil {
		return nil, err
	}
	if x.Type().Kind != plan.Double {
		return formatted(x, digits, args[2:])
	}
	if x, err = buildRound([]plan.Expr{x, call.Num(int64(digits))}); err != nil {
		return nil, err
	}
	text, err := formatted(x, digits, args[2:])
	if err != nil {
		return nil, err
	}
	return withSign(text, x)
}

// formatted is FORMAT of a number that is rounded to digits, in a place if there is one.
func formatted(x plan.Expr, digits int, place []plan.Expr) (plan.Expr, error) {
	x, err := coerce.To(x, value.DecimalType(value.MaxPrecision, digits))
	if err != nil {
		return nil, err
	}
	if len(place) == 0 {
		return coerce.Texts("FORMAT", plan.String, 1)([]plan.Expr{x, call.Num(int64(digits))})
	}
	in, err := buildCoalesce([]plan.Expr{place[0], plan.Literal(value.OfString(""))})
	if err != nil {
		return nil, err
	}
	return coerce.Texts("FORMAT_IN", plan.String, -1)([]plan.Expr{x, in})
}

// withSign puts the sign of a double before its text, which has none of -0.
func withSign(text, x plan.Expr) (plan.Expr, error) {
	shown, err := coerce.To(x, plan.Type{Kind: plan.String})
	if err != nil {
		return nil, err
	}
	negative := plan.Call{Op: plan.Eq, Args: []plan.Expr{shown, plan.Literal(value.OfString("-0"))}, Of: plan.Type{Kind: plan.Bool}}
	signed := plan.Call{Op: plan.Concat, Args: []plan.Expr{plan.Literal(value.OfString("-")), text}, Of: plan.Type{Kind: plan.String}}
	return call.If(negative, signed, text), nil
}

// buildInsert types INSERT(text, position, length, new).
func buildInsert(args []plan.Expr) (plan.Expr, error) {
	s, err := coerce.All(plan.Type{Kind: plan.String}, args[0], args[3])
	if err != nil {
		return nil, err
	}
	n, err := integers(args[1:3])
	if err != nil {
		return nil, err
	}
	return plan.Call{Op: "INSERT", Args: []plan.Expr{s[0], n[0], n[1], s[1]}, Of: plan.Type{Kind: plan.String}}, nil
}

// isAddress types IS_IPV4 and IS_IPV6: no number is an address, also where it is NULL.
func isAddress(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if classOf(args[0]) == numberClass {
			return plan.Literal(value.OfBool(false)), nil
		}
		return coerce.Texts(op, plan.Bool, 1)(args)
	}
}

// ofWord types a function of a text whose numbers are those of 32 bits without a sign. What a
// constant's type is called goes when it is computed, so there it is of the kind.
func ofWord(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	of := plan.Type{Kind: plan.Int, Name: "INT" + value.UnsignedSuffix, Max: math.MaxUint32}
	return func(args []plan.Expr) (plan.Expr, error) {
		s, err := coerce.Text(args[0])
		n := plan.Call{Op: op, Args: []plan.Expr{s}, Of: of}
		if _, constant := s.(plan.Const); constant {
			return coerce.Unsigned(n), err
		}
		return n, err
	}
}
