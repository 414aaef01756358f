package typing

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// NewAgg types an aggregate over an argument; nil is COUNT(*). Sums of numbers that are
// no doubles are exact decimals of 22 more digits; variances are doubles.
func NewAgg(f plan.AggFunc, arg plan.Expr) (plan.Agg, error) {
	switch f {
	case plan.Count, plan.CountDistinct:
		if c, ok := arg.(plan.Const); ok && f == plan.Count && !c.Value.IsNull() {
			arg = nil
		}
		return plan.Agg{Func: f, Arg: arg, Of: plan.Type{Kind: plan.Int}}, nil
	case plan.Sum:
		x, err := foldedNumber(arg)
		if err != nil {
			return plan.Agg{}, err
		}
		x = coerce.AddedUp(x, arg.Type())
		before, after := coerce.DigitsOf(x)
		of := value.DecimalType(before+after+22, after)
		if t := arg.Type(); t.Kind == plan.Decimal {
			of.Guard = after - t.Scale
		}
		if x.Type().Kind == plan.Double {
			of = coerce.DoubleOf([]plan.Expr{x}, 0)
		}
		return plan.Agg{Func: f, Arg: x, Of: of}, nil
	case plan.VarPop, plan.VarSamp, plan.StddevPop, plan.StddevSamp:
		x, err := foldedNumber(arg)
		return plan.Agg{Func: f, Arg: x, Of: plan.Type{Kind: plan.Double}}, err
	}
	if k := arg.Type().Kind; k == plan.Bool || k == plan.Null {
		x, err := coerce.To(arg, plan.Type{Kind: plan.Int})
		return plan.Agg{Func: f, Arg: x, Of: plan.Type{Kind: plan.Int}}, err
	}
	x := plan.Full(arg)
	of := coerce.Kept(x.Type())
	if of.Kind == plan.Decimal {
		of.Guard = of.Scale - arg.Type().Scale
	}
	return plan.Agg{Func: f, Arg: x, Of: of}, nil
}

// foldedNumber gives an argument as a number with all its digits. One of constants is a constant, so
// that it is seen whether 64 bits hold it.
func foldedNumber(arg plan.Expr) (plan.Expr, error) {
	x, err := coerce.Operand(plan.Full(arg))
	if err == nil {
		x, err = coerce.Number(x)
	}
	if err != nil {
		return nil, err
	}
	return plan.FoldAll(x)
}

// Average is Sum / Count of two slots: four more digits after the point, or a double.
func Average(sum, count plan.Slot) (plan.Expr, error) {
	return coerce.OnFull(coerce.Div)([]plan.Expr{plan.ShowSum(sum), count})
}

// gatherRule says how an aggregate is typed that is gathered.
type gatherRule struct {
	most  int // number of arguments, 0: any
	build func(f plan.AggFunc, args []plan.Expr) ([]plan.Expr, plan.Type, error)
}

var gatherRules = map[plan.AggFunc]gatherRule{
	plan.Count:          {0, counted},
	plan.Sum:            {1, likeAgg},
	plan.BitAndAll:      {1, asPattern},
	plan.BitOrAll:       {1, asPattern},
	plan.BitXorAll:      {1, asPattern},
	plan.VarPop:         {1, asNumber},
	plan.VarSamp:        {1, asNumber},
	plan.StddevPop:      {1, asNumber},
	plan.StddevSamp:     {1, asNumber},
	plan.PercentileCont: {1, asNumber},
	plan.GroupConcat:    {0, asTexts},
	plan.ApproxDistinct: {0, counted},
}

// NewGathered types an aggregate over arguments that is gathered: one of those above, or
// COUNT, SUM and variances of distinct values. Rest is taken from the arguments. The errors are
// *Error.
func NewGathered(f plan.AggFunc, args []plan.Expr, with plan.Gathered) (plan.Agg, error) {
	rule, ok := gatherRules[f]
	if !ok {
		return plan.Agg{}, fault.Errorf(fault.CodeNoFunction, "the aggregate %s does not exist", f)
	}
	if len(args) == 0 || rule.most > 0 && len(args) > rule.most {
		return plan.Agg{}, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", f)
	}
	if with.Distinct {
		args = unsignedZeros(args)
	}
	args, of, err := rule.build(f, args)
	if err != nil {
		return plan.Agg{}, err
	}
	with.Rest = args[1:]
	return plan.Agg{Func: f, Arg: args[0], Of: of, Gathered: &with}, nil
}

// unsignedZeros gives doubles whose texts differ where they do: -0 is 0.
func unsignedZeros(args []plan.Expr) []plan.Expr {
	out := slices.Clone(args)
	for i, a := range args {
		if t := a.Type(); t.Kind == plan.Double {
			out[i] = plan.Call{Op: plan.Add, Args: []plan.Expr{a, plan.Const{Value: value.OfFloat(0), Of: t}}, Of: t}
		}
	}
	return out
}

// counted types a count of values. Beside a NULL nothing counts, so the others are not computed.
func counted(_ plan.AggFunc, args []plan.Expr) ([]plan.Expr, plan.Type, error) {
	of := plan.Type{Kind: plan.Int}
	for _, a := range args {
		e, err := plan.FoldAll(a)
		if err != nil {
			return nil, of, err
		}
		if c, ok := e.(plan.Const); ok && c.Value.IsNull() {
			return []plan.Expr{plan.NullOf(of)}, of, nil
		}
	}
	return args, of, nil
}

// likeAgg types an aggregate as that of all values.
func likeAgg(f plan.AggFunc, args []plan.Expr) ([]plan.Expr, plan.Type, error) {
	g, err := NewAgg(f, args[0])
	return []plan.Expr{g.Arg}, g.Of, err
}

func asPattern(f plan.AggFunc, args []plan.Expr) ([]plan.Expr, plan.Type, error) {
	if err := noBytes(f, args[0]); err != nil {
		return nil, plan.Type{}, err
	}
	x, err := coerce.Pattern(args[0])
	return []plan.Expr{x}, plan.Type{Kind: plan.Int}, err
}

func asNumber(_ plan.AggFunc, args []plan.Expr) ([]plan.Expr, plan.Type, error) {
	x, err := coerce.Number(plan.Full(args[0]))
	return []plan.Expr{x}, plan.Type{Kind: plan.Double}, err
}

func asTexts(_ plan.AggFunc, args []plan.Expr) ([]plan.Expr, plan.Type, error) {
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		x, err := coerce.To(a, plan.Type{Kind: plan.String})
		if err != nil {
			return nil, plan.Type{}, err
		}
		out[i] = x
	}
	return out, plan.Type{Kind: plan.String}, nil
}
