package plan

import (
	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// The codes of the errors of window functions.
const (
	CodeFrameStart  = 3584 // begins behind the last row, or behind its end
	CodeFrameEnd    = 3585 // ends before the first row, or before its beginning
	CodeFrameOffset = 3586 // negative, NULL or no integer
	CodeRangeOrder  = 3587 // RANGE with an offset and not one numeric order key
)

// windowRule says how a window function is typed.
type windowRule struct {
	min, max int // number of arguments
	build    func(f WindowFunc) (WindowFunc, error)
}

var windowRules = map[WindowName]windowRule{
	RowNumber:   {0, 0, countsRows},
	Rank:        {0, 0, countsRows},
	DenseRank:   {0, 0, countsRows},
	CumeDist:    {0, 0, isShare},
	PercentRank: {0, 0, isShare},
	Ntile:       {1, 1, buildNtile},
	Lag:         {1, 3, buildLag},
	Lead:        {1, 3, buildLag},
	FirstValue:  {1, 1, ofFrame},
	LastValue:   {1, 1, ofFrame},
	NthValue:    {2, 2, buildNth},
	WindowCount: {0, 1, buildWindowAgg},
	WindowSum:   {1, 1, buildWindowAgg},
	WindowMin:   {1, 1, buildWindowAgg},
	WindowMax:   {1, 1, buildWindowAgg},

	WindowName(VarPop):     {1, 1, buildWindowAgg},
	WindowName(VarSamp):    {1, 1, buildWindowAgg},
	WindowName(StddevPop):  {1, 1, buildWindowAgg},
	WindowName(StddevSamp): {1, 1, buildWindowAgg},
	WindowName(BitAndAll):  {1, 1, buildWindowBits},
	WindowName(BitOrAll):   {1, 1, buildWindowBits},
	WindowName(BitXorAll):  {1, 1, buildWindowBits},
}

// NewWindowFunc types a window function by MySQL's rules and checks its window. Arguments
// are expressions over Slots of the rows before; those that are counts (of NTILE and
// NTH_VALUE, the second of LAG and LEAD) are constants. AVG does not occur: it is Average
// of a sum and a count over the same window. The errors are *Error.
func NewWindowFunc(name WindowName, args []Expr, over Over) (WindowFunc, error) {
	rule, ok := windowRules[name]
	if !ok {
		return WindowFunc{}, fault.Errorf(fault.CodeNoFunction, "FUNCTION %s does not exist as a window function", name)
	}
	if len(args) < rule.min || len(args) > rule.max {
		return WindowFunc{}, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", name)
	}
	over, err := checkedOver(over)
	if err != nil {
		return WindowFunc{}, err
	}
	return rule.build(WindowFunc{Name: name, Args: args, Over: over})
}

func countsRows(f WindowFunc) (WindowFunc, error) {
	f.Of = Type{Kind: Int}
	return f, nil
}

func isShare(f WindowFunc) (WindowFunc, error) {
	f.Of = Type{Kind: Double}
	return f, nil
}

// countArg gives an argument that is a constant integer of at least a number.
func (f WindowFunc) countArg(arg int, least int64) error {
	c, ok := f.Args[arg].(Const)
	if !ok || c.Value.Kind != Int || c.Value.Int < least {
		return fault.Errorf(fault.CodeWrongArguments, "Incorrect arguments to %s: %s must be an integer of at least %d", f.Name, f.Args[arg], least)
	}
	return nil
}

func buildNtile(f WindowFunc) (WindowFunc, error) {
	f.Of = Type{Kind: Int}
	return f, f.countArg(0, 1)
}

// buildLag gives the value and its default one type.
func buildLag(f WindowFunc) (WindowFunc, error) {
	if len(f.Args) > 1 {
		if err := f.countArg(1, 0); err != nil {
			return f, err
		}
	}
	f.Of, f.CanBeNil = plain(f.Args[0].Type()), true
	if len(f.Args) < 3 {
		return f, nil
	}
	both, t, err := common([]Expr{f.Args[0], f.Args[2]})
	if err != nil {
		return f, err
	}
	f.Args = []Expr{both[0], f.Args[1], both[1]}
	f.Of, f.CanBeNil = t, both[0].Nullable() || both[1].Nullable()
	return f, nil
}

func ofFrame(f WindowFunc) (WindowFunc, error) {
	f.Of, f.CanBeNil = plain(f.Args[0].Type()), f.Args[0].Nullable() || !f.Over.Bounds().seesItself()
	return f, nil
}

func buildNth(f WindowFunc) (WindowFunc, error) {
	f.Of, f.CanBeNil = plain(f.Args[0].Type()), true
	return f, f.countArg(1, 1)
}

// buildWindowAgg types an aggregate as GROUP BY does. It is NULL where the frame has no
// value.
func buildWindowAgg(f WindowFunc) (WindowFunc, error) {
	var arg Expr
	if len(f.Args) > 0 {
		arg = f.Args[0]
	}
	agg, err := NewAgg(AggFunc(f.Name), arg)
	if err != nil {
		return f, err
	}
	f.Args = nil
	if agg.Arg != nil {
		f.Args = []Expr{agg.Arg}
	}
	f.Of = agg.Of
	sample, _ := agg.Func.Spread()
	f.CanBeNil = sample || agg.Nullable() && (agg.Arg.Nullable() || !f.Over.Bounds().seesItself())
	return f, nil
}

// buildWindowBits types an aggregate of bits, which is one of no bits over no values.
func buildWindowBits(f WindowFunc) (WindowFunc, error) {
	agg, err := NewGathered(AggFunc(f.Name), f.Args, Gathered{})
	if err != nil {
		return f, err
	}
	f.Args, f.Of = []Expr{agg.Arg}, agg.Of
	return f, nil
}

// Show gives the value of the function in SQL from the slot that holds it.
func (f WindowFunc) Show(slot Expr) Expr { return Agg{Func: AggFunc(f.Name)}.ShowAgg(slot) }

// checkedOver checks the frame and brings its offsets to the form of the order key.
func checkedOver(o Over) (Over, error) {
	if o.Frame == nil {
		return o, nil
	}
	f := *o.Frame
	switch {
	case f.Lo.At == UnboundedFollowing:
		return o, fault.Errorf(CodeFrameStart, "a frame cannot start with %s", f.Lo)
	case f.Hi.At == UnboundedPreceding:
		return o, fault.Errorf(CodeFrameEnd, "a frame cannot end with %s", f.Hi)
	case f.Lo.At == CurrentRow && f.Hi.At == Preceding, f.Lo.At == Following && f.Hi.At <= CurrentRow:
		return o, fault.Errorf(CodeFrameStart, "a frame cannot start with %s and end with %s", f.Lo, f.Hi)
	}
	for _, b := range []*Bound{&f.Lo, &f.Hi} {
		if b.At != Preceding && b.At != Following {
			continue
		}
		if err := b.check(f.Range, o.Order); err != nil {
			return o, err
		}
	}
	o.Frame = &f
	return o, nil
}

// check checks an offset; of a double key it becomes a double, else it is exact.
func (b *Bound) check(byValue bool, order []WindowOrder) error {
	v := b.Offset
	sign, number := 0, true
	switch v.Kind {
	case Int:
		sign = value.CompareOrdered(v.Int, 0)
	case Decimal:
		sign = v.Dec.Sign()
	case Double:
		sign = value.CompareOrdered(v.Float, 0)
	default:
		number = false
	}
	if !number || sign < 0 || !byValue && v.Kind != Int {
		return fault.Errorf(CodeFrameOffset, "the frame's start or end is negative, NULL or of a wrong type: %s", v)
	}
	if !byValue {
		return nil
	}
	if len(order) != 1 {
		return fault.Errorf(CodeRangeOrder, "a frame of RANGE with an offset needs exactly one ORDER BY expression, of numeric or temporal type")
	}
	switch order[0].Slot.Of.Kind {
	case Double:
		b.Offset = value.OfFloat(value.ToFloat(v))
		return nil
	case Bool, Int, Unsigned, Decimal, Date, DateTime, Time:
		if v, err := b.inUnits(v, order[0].Slot); err != nil || v.Kind == Decimal {
			b.Offset = v
			return err
		}
		d, ok := value.ToDecimal(v)
		if !ok {
			return fault.Errorf(CodeFrameOffset, "the frame's offset %s is too large", v)
		}
		b.Offset = Value{Kind: Decimal, Dec: d}
		return nil
	}
	return fault.Errorf(CodeRangeOrder, "a frame of RANGE with an offset needs an ORDER BY expression of numeric or temporal type, and %s is a %s", order[0].Slot, order[0].Slot.Of)
}

// inUnits gives an offset of an interval as a Decimal: of dates in days, of moments and times
// in seconds. Others it gives back.
func (b *Bound) inUnits(v Value, key Slot) (Value, error) {
	t := key.Of.Kind
	if b.Unit == "" {
		if t.Ticking() {
			return v, fault.Errorf(CodeRangeOrder, "a frame of RANGE over %s needs an INTERVAL, as it is a %s", key, key.Of)
		}
		return v, nil
	}
	u, err := unitOf(b.Unit)
	if err != nil || !t.Temporal() || u.months > 0 || u.parts != nil || t == Date && u.days == 0 {
		return v, fault.Errorf(fault.CodeNotSupported, "a frame of RANGE over the %s %s in units of %s is not supported", key.Of, key, b.Unit)
	}
	seconds := Literal(value.OfInt(max(u.seconds, u.days*value.DaySeconds)))
	switch {
	case t == Date:
		seconds = Literal(value.OfInt(u.days))
	case u.micros:
		seconds = Literal(value.OfDecimal(1, value.MaxFraction))
	}
	e, err := buildMul([]Expr{Literal(v), seconds})
	if err == nil {
		e, err = Convert(e, value.DecimalType(value.MaxPrecision, value.MaxFraction))
	}
	if err == nil {
		e, err = FoldAll(e)
	}
	c, ok := e.(Const)
	if err != nil || !ok {
		return v, fault.Errorf(CodeFrameOffset, "the frame's offset %s is too large", v)
	}
	return c.Value, nil
}
