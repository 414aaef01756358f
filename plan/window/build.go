// Package window types window functions by MySQL's rules, as plan/typing types other calls.
package window

import (
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// rule says how a window function is typed.
type rule struct {
	min, max int // number of arguments
	build    func(f plan.WindowFunc) (plan.WindowFunc, error)
}

var rules = map[plan.WindowName]rule{
	plan.RowNumber:   {0, 0, countsRows},
	plan.Rank:        {0, 0, countsRows},
	plan.DenseRank:   {0, 0, countsRows},
	plan.CumeDist:    {0, 0, isShare},
	plan.PercentRank: {0, 0, isShare},
	plan.Ntile:       {1, 1, buildNtile},
	plan.Lag:         {1, 3, buildLag},
	plan.Lead:        {1, 3, buildLag},
	plan.FirstValue:  {1, 1, ofFrame},
	plan.LastValue:   {1, 1, ofFrame},
	plan.NthValue:    {2, 2, buildNth},
	plan.WindowCount: {0, 1, buildAgg},
	plan.WindowSum:   {1, 1, buildAgg},
	plan.WindowMin:   {1, 1, buildAgg},
	plan.WindowMax:   {1, 1, buildAgg},
	plan.Together:    {1, 1, buildTogether},

	plan.WindowName(plan.VarPop):     {1, 1, buildAgg},
	plan.WindowName(plan.VarSamp):    {1, 1, buildAgg},
	plan.WindowName(plan.StddevPop):  {1, 1, buildAgg},
	plan.WindowName(plan.StddevSamp): {1, 1, buildAgg},
	plan.WindowName(plan.BitAndAll):  {1, 1, buildBits},
	plan.WindowName(plan.BitOrAll):   {1, 1, buildBits},
	plan.WindowName(plan.BitXorAll):  {1, 1, buildBits},
}

// New types a window function by MySQL's rules and checks its window. Arguments
// are expressions over Slots of the rows before; those that are counts (of NTILE and
// NTH_VALUE, the second of LAG and LEAD) are constants. AVG does not occur: it is Average
// of a sum and a count over the same window. The errors are *Error.
func New(name plan.WindowName, args []plan.Expr, over plan.Over) (plan.WindowFunc, error) {
	rule, ok := rules[name]
	if !ok {
		return plan.WindowFunc{}, fault.Errorf(fault.CodeNoFunction, "FUNCTION %s does not exist as a window function", name)
	}
	if len(args) < rule.min || len(args) > rule.max {
		return plan.WindowFunc{}, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", name)
	}
	over, err := checkedOver(over)
	if err != nil {
		return plan.WindowFunc{}, err
	}
	return rule.build(plan.WindowFunc{Name: name, Args: args, Over: over})
}

func countsRows(f plan.WindowFunc) (plan.WindowFunc, error) {
	f.Of = plan.Type{Kind: plan.Int}
	return f, nil
}

func isShare(f plan.WindowFunc) (plan.WindowFunc, error) {
	f.Of = plan.Type{Kind: plan.Double}
	return f, nil
}

// countArg gives an argument that is a constant integer of at least a number.
func countArg(f plan.WindowFunc, arg int, least int64) error {
	c, ok := f.Args[arg].(plan.Const)
	if !ok || c.Value.Kind != plan.Int || c.Value.Int < least {
		return fault.Errorf(fault.CodeWrongArguments, "Incorrect arguments to %s: %s must be an integer of at least %d", f.Name, f.Args[arg], least)
	}
	return nil
}

func buildNtile(f plan.WindowFunc) (plan.WindowFunc, error) {
	f.Of = plan.Type{Kind: plan.Int}
	return f, countArg(f, 0, 1)
}

// buildLag gives the value and its default one type.
func buildLag(f plan.WindowFunc) (plan.WindowFunc, error) {
	if len(f.Args) > 1 {
		if err := countArg(f, 1, 0); err != nil {
			return f, err
		}
	}
	f.Of, f.CanBeNil = coerce.Kept(f.Args[0].Type()), true
	if len(f.Args) < 3 {
		return f, nil
	}
	both, t, err := coerce.Common([]plan.Expr{f.Args[0], f.Args[2]})
	if err != nil {
		return f, err
	}
	f.Args = []plan.Expr{both[0], f.Args[1], both[1]}
	f.Of, f.CanBeNil = t, both[0].Nullable() || both[1].Nullable()
	return f, nil
}

func ofFrame(f plan.WindowFunc) (plan.WindowFunc, error) {
	f.Of, f.CanBeNil = coerce.Kept(f.Args[0].Type()), f.Args[0].Nullable() || !f.Over.Bounds().SeesItself()
	return f, nil
}

func buildNth(f plan.WindowFunc) (plan.WindowFunc, error) {
	f.Of, f.CanBeNil = coerce.Kept(f.Args[0].Type()), true
	return f, countArg(f, 1, 1)
}

// buildTogether types the texts of a frame together, of which none is NULL.
func buildTogether(f plan.WindowFunc) (plan.WindowFunc, error) {
	f.Of, f.CanBeNil = plan.Type{Kind: plan.String}, !f.Over.Bounds().SeesItself()
	return f, nil
}

// buildAgg types an aggregate as GROUP BY does. It is NULL where the frame has no
// value.
func buildAgg(f plan.WindowFunc) (plan.WindowFunc, error) {
	var arg plan.Expr
	if len(f.Args) > 0 {
		arg = f.Args[0]
	}
	if arg != nil && (f.Name == plan.WindowMin || f.Name == plan.WindowMax) && coerce.IsJSON(arg) {
		return f, fault.Errorf(fault.CodeNotSupported, "%s of a JSON value as a window function is not supported: take it of ->> or of CAST(… AS a type)", f.Name)
	}
	agg, err := typing.NewAgg(plan.AggFunc(f.Name), arg)
	if err != nil {
		return f, err
	}
	f.Args = nil
	if agg.Arg != nil {
		f.Args = []plan.Expr{agg.Arg}
	}
	f.Of = agg.Of
	sample, _ := agg.Func.Spread()
	f.CanBeNil = sample || agg.Nullable() && (agg.Arg.Nullable() || !f.Over.Bounds().SeesItself())
	return f, nil
}

// buildBits types an aggregate of bits, which is one of no bits over no values.
func buildBits(f plan.WindowFunc) (plan.WindowFunc, error) {
	agg, err := typing.NewGathered(plan.AggFunc(f.Name), f.Args, plan.Gathered{})
	if err != nil {
		return f, err
	}
	f.Args, f.Of = []plan.Expr{agg.Arg}, agg.Of
	return f, nil
}

// checkedOver checks the frame and brings its offsets to the form of the order key.
func checkedOver(o plan.Over) (plan.Over, error) {
	if o.Frame == nil {
		return o, nil
	}
	f := *o.Frame
	switch {
	case f.Lo.At == plan.UnboundedFollowing:
		return o, fault.Errorf(plan.CodeFrameStart, "a frame cannot start with %s", f.Lo)
	case f.Hi.At == plan.UnboundedPreceding:
		return o, fault.Errorf(plan.CodeFrameEnd, "a frame cannot end with %s", f.Hi)
	case f.Lo.At == plan.CurrentRow && f.Hi.At == plan.Preceding, f.Lo.At == plan.Following && f.Hi.At <= plan.CurrentRow:
		return o, fault.Errorf(plan.CodeFrameStart, "a frame cannot start with %s and end with %s", f.Lo, f.Hi)
	}
	for _, b := range []*plan.Bound{&f.Lo, &f.Hi} {
		if b.At != plan.Preceding && b.At != plan.Following {
			continue
		}
		if err := check(b, f.Range, o.Order); err != nil {
			return o, err
		}
	}
	o.Frame = &f
	return o, nil
}

// check checks an offset; of a double key it becomes a double, else it is exact.
func check(b *plan.Bound, byValue bool, order []plan.WindowOrder) error {
	v := b.Offset
	sign, number := 0, true
	switch v.Kind {
	case plan.Int:
		sign = value.CompareOrdered(v.Int, 0)
	case plan.Decimal:
		sign = v.Dec.Sign()
	case plan.Double:
		sign = value.CompareOrdered(v.Float, 0)
	default:
		number = false
	}
	if !number || sign < 0 || !byValue && v.Kind != plan.Int {
		return fault.Errorf(plan.CodeFrameOffset, "the frame's start or end is negative, NULL or of a wrong type: %s", v)
	}
	if !byValue {
		return nil
	}
	if len(order) != 1 {
		return fault.Errorf(plan.CodeRangeOrder, "a frame of RANGE with an offset needs exactly one ORDER BY expression, of numeric or temporal type")
	}
	switch order[0].Slot.Of.Kind {
	case plan.Double:
		b.Offset = value.OfFloat(value.ToFloat(v))
		return nil
	case plan.Bool, plan.Int, plan.Unsigned, plan.Decimal, plan.Date, plan.DateTime, plan.Time:
		if v, err := typing.InUnits(b, v, order[0].Slot); err != nil || v.Kind == plan.Decimal {
			b.Offset = v
			return err
		}
		d, ok := value.ToDecimal(v)
		if !ok {
			return fault.Errorf(plan.CodeFrameOffset, "the frame's offset %s is too large", v)
		}
		b.Offset = plan.Value{Kind: plan.Decimal, Dec: d}
		return nil
	}
	return fault.Errorf(plan.CodeRangeOrder, "a frame of RANGE with an offset needs an ORDER BY expression of numeric or temporal type, and %s is a %s", order[0].Slot, order[0].Slot.Of)
}

// LastWhere is LAST_VALUE of the rows up to this one whose second argument, a marker, is not NULL. It
// is no function of SQL: unnesting makes it.
func LastWhere(of plan.Type, marker plan.Type) plan.WindowFunc {
	over := plan.Over{Frame: &plan.Frame{Hi: plan.Bound{At: plan.CurrentRow}}}
	args := []plan.Expr{plan.Slot{Of: of, CanBeNil: true}, plan.Slot{Of: marker, CanBeNil: true}}
	return plan.WindowFunc{Name: plan.LastValue, Args: args, Over: over, Of: of, CanBeNil: true}
}
