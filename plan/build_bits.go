package plan

import (
	"math/big"

	"gsdms/plan/value"
)

// pattern gives the 64 bits of a number.
func pattern(e Expr) (Expr, error) {
	if c, ok := e.(Call); ok && c.Op == FromBits {
		return c.Args[0], nil
	}
	if e = full(e); e.Type().Kind == Unsigned {
		if c, ok := e.(Const); ok && !c.Value.IsNull() {
			return Literal(value.OfInt(int64(value.UnsignedOf(c.Value.Int)))), nil
		}
		return intCall(ToBits, e), nil
	}
	if e = asBits(e); e.Type().Kind == String { // its digits up to what is none
		whole, err := Convert(e, Type{Kind: Unsigned})
		return intCall(ToBits, whole), err
	}
	x, err := number(e)
	if err != nil {
		return nil, err
	}
	if c, ok := x.(Const); ok && c.Value.Kind == Decimal {
		if n := value.Rescale(c.Value.Dec, 0); !n.Negative && n.Coeff.IsUint64() {
			return Literal(value.OfInt(int64(n.Coeff.Uint64()))), nil
		}
	}
	_, constant := x.(Const)
	if before, after := digitsOfNumber(x); !constant && before > value.SureDigits && after == 0 {
		return longPattern(x)
	}
	return Convert(x, Type{Kind: Int})
}

// digitsOfNumber is digitsOf, of decimals only.
func digitsOfNumber(e Expr) (before, after int) {
	if e.Type().Kind != Decimal {
		return 0, 0
	}
	return digitsOf(e)
}

// longPattern gives the bits of a decimal that may pass 63 bits.
func longPattern(x Expr) (Expr, error) {
	zero, err := Convert(num(0), x.Type())
	if err != nil {
		return nil, err
	}
	signed, err := Convert(x, Type{Kind: Int})
	if err != nil {
		return nil, err
	}
	whole, err := Convert(x, Type{Kind: Unsigned})
	return choice(below(x, zero), signed, intCall(ToBits, whole)), err
}

func unsigned(e Expr) Expr { return Call{Op: FromBits, Args: []Expr{e}, Of: Type{Kind: Unsigned}} }

// bitwise types an operator on bits.
func bitwise(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		out := make([]Expr, len(args))
		for i, a := range args {
			x, err := pattern(a)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		if op == BitCount {
			return intCall(op, out...), nil
		}
		return unsigned(intCall(op, out...)), nil
	}
}

// buildBitNot types ~x.
func buildBitNot(args []Expr) (Expr, error) {
	return bitwise(BitXor)([]Expr{args[0], num(-1)})
}

// CastUnsigned types CAST(e AS UNSIGNED): a negative integer keeps its bits, a negative
// decimal is 0.
func CastUnsigned(e Expr) (Expr, error) {
	e = unquoted(full(asBits(e)))
	switch e.Type().Kind {
	case Unsigned, String, Null:
		return Convert(e, Type{Kind: Unsigned})
	case Decimal:
	default:
		x, err := Convert(e, Type{Kind: Int})
		return unsigned(x), err
	}
	x, err := Convert(e, value.DecimalType(value.MaxPrecision, 0))
	if err != nil {
		return nil, err
	}
	zero := Const{Value: value.OfDecimal(0, 0), Of: x.Type()}
	most := Const{Value: value.OfWide(new(big.Int).SetUint64(1<<64-1), 0), Of: x.Type()}
	below := Call{Op: Lt, Args: []Expr{x, zero}, Of: Type{Kind: Bool}}
	above := Call{Op: Gt, Args: []Expr{x, most}, Of: Type{Kind: Bool}}
	of := value.DecimalType(value.UnsignedDigits, 0)
	return Convert(Call{Op: If, Args: []Expr{below, zero, Call{Op: If, Args: []Expr{above, most, x}, Of: of}}, Of: of}, Type{Kind: Unsigned})
}
