package plan

import (
	"gsdms/plan/fault"
	"gsdms/plan/value"
)

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

// foldedNumber gives an argument as a number with all its digits. One of constants is a constant, so
// that it is seen whether 64 bits hold it.
func foldedNumber(arg Expr) (Expr, error) {
	x, err := number(full(arg))
	if err != nil {
		return nil, err
	}
	return FoldAll(x)
}

// Average is Sum / Count of two slots: four more digits after the point, or a double.
func Average(sum, count Slot) (Expr, error) {
	return onFull(buildDiv)([]Expr{ShowSum(sum), count})
}

// gatherRule says how an aggregate is typed that is gathered.
type gatherRule struct {
	most  int // number of arguments, 0: any
	build func(f AggFunc, args []Expr) ([]Expr, Type, error)
}

var gatherRules = map[AggFunc]gatherRule{
	Count:          {0, counted},
	Sum:            {1, likeAgg},
	AnyValue:       {1, likeAgg},
	BitAndAll:      {1, asPattern},
	BitOrAll:       {1, asPattern},
	BitXorAll:      {1, asPattern},
	VarPop:         {1, asNumber},
	VarSamp:        {1, asNumber},
	StddevPop:      {1, asNumber},
	StddevSamp:     {1, asNumber},
	PercentileCont: {1, asNumber},
	GroupConcat:    {0, asTexts},
	ApproxDistinct: {0, counted},
}

// NewGathered types an aggregate over arguments that is gathered: one of those above, or
// COUNT, SUM and variances of distinct values. Rest is taken from the arguments. The errors are
// *Error.
func NewGathered(f AggFunc, args []Expr, with Gathered) (Agg, error) {
	rule, ok := gatherRules[f]
	if !ok {
		return Agg{}, fault.Errorf(fault.CodeNoFunction, "the aggregate %s does not exist", f)
	}
	if len(args) == 0 || rule.most > 0 && len(args) > rule.most {
		return Agg{}, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", f)
	}
	args, of, err := rule.build(f, args)
	if err != nil {
		return Agg{}, err
	}
	with.Rest = args[1:]
	return Agg{Func: f, Arg: args[0], Of: of, Gathered: &with}, nil
}

func counted(_ AggFunc, args []Expr) ([]Expr, Type, error) { return args, Type{Kind: Int}, nil }

// likeAgg types ANY_VALUE as MAX, and SUM as it is.
func likeAgg(f AggFunc, args []Expr) ([]Expr, Type, error) {
	if f == AnyValue {
		f = Max
	}
	g, err := NewAgg(f, args[0])
	return []Expr{g.Arg}, g.Of, err
}

func asPattern(_ AggFunc, args []Expr) ([]Expr, Type, error) {
	x, err := pattern(args[0])
	return []Expr{x}, Type{Kind: Int}, err
}

func asNumber(_ AggFunc, args []Expr) ([]Expr, Type, error) {
	x, err := number(full(args[0]))
	return []Expr{x}, Type{Kind: Double}, err
}

func asTexts(_ AggFunc, args []Expr) ([]Expr, Type, error) {
	out := make([]Expr, len(args))
	for i, a := range args {
		x, err := Convert(a, Type{Kind: String})
		if err != nil {
			return nil, Type{}, err
		}
		out[i] = x
	}
	return out, Type{Kind: String}, nil
}
