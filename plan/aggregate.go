package plan

import "gsdms/plan/value"

// NewAgg types an aggregate over an argument; nil is COUNT(*). Sums of numbers that are
// no doubles are exact decimals of 22 more digits; variances are doubles.
func NewAgg(f AggFunc, arg Expr) (Agg, error) {
	switch f {
	case Count, CountDistinct:
		if c, ok := arg.(Const); ok && f == Count && !c.Value.IsNull() {
			arg = nil
		}
		return Agg{Func: f, Arg: arg, Of: Type{Kind: Int}}, nil
	case Sum:
		x, err := foldedNumber(arg)
		if err != nil {
			return Agg{}, err
		}
		before, after := digitsOf(x)
		of := value.DecimalType(before+after+22, after)
		if t := arg.Type(); t.Kind == Decimal {
			of.Guard = after - t.Scale
		}
		if x.Type().Kind == Double {
			of = Type{Kind: Double}
		}
		return Agg{Func: f, Arg: x, Of: of}, nil
	case VarPop, VarSamp, StddevPop, StddevSamp:
		x, err := foldedNumber(arg)
		return Agg{Func: f, Arg: x, Of: Type{Kind: Double}}, err
	}
	if k := arg.Type().Kind; k == Bool || k == Null {
		x, err := Convert(arg, Type{Kind: Int})
		return Agg{Func: f, Arg: x, Of: Type{Kind: Int}}, err
	}
	return Agg{Func: f, Arg: arg, Of: Plain(arg.Type())}, nil
}

// Nullable reports whether the aggregate can be NULL: over no values all but the counts
// and those of bits are.
func (g Agg) Nullable() bool { return g.Empty().IsNull() }

// foldedNumber gives an argument as a number with all its digits. One of constants is a constant, so
// that it is seen whether 64 bits hold it.
func foldedNumber(arg Expr) (Expr, error) {
	x, err := number(full(arg))
	if err != nil {
		return nil, err
	}
	return FoldAll(x)
}

// Spread says what a variance or a standard deviation is: of a sample, and the root.
func (f AggFunc) Spread() (sample, root bool) {
	return f == VarSamp || f == StddevSamp, f == StddevPop || f == StddevSamp
}

// Average is Sum / Count of two slots: four more digits after the point, or a double.
func Average(sum, count Slot) (Expr, error) {
	return onFull(buildDiv)([]Expr{ShowSum(sum), count})
}
