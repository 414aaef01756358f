package plan

import (
	"slices"
	"strings"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// Gathered is what an aggregate has that is computed of all values of a group at once, as a
// rule behind a pipeline.
type Gathered struct {
	Rest     []Expr     // the arguments behind Arg
	Order    []GatherBy // GROUP_CONCAT: the order of the values
	Distinct bool       // equal values count once
	Option   Value      // GROUP_CONCAT: the separator; PERCENTILE_CONT: the share, a Double
}

// GatherBy is one key of the order of an aggregate's values.
type GatherBy struct {
	Expr Expr
	Desc bool
}

// The aggregate functions that are gathered. Values that are NULL, or have a NULL among
// their parts, are passed over.
const (
	BitAndAll      AggFunc = "BIT_AND" // Int of 64 bits, as are the next two: ShowAgg gives the number
	BitOrAll       AggFunc = "BIT_OR"
	BitXorAll      AggFunc = "BIT_XOR"
	PercentileCont AggFunc = "PERCENTILE_CONT" // Double, interpolated between the two values around the share
	GroupConcat    AggFunc = "GROUP_CONCAT"
	ApproxDistinct AggFunc = "APPROX_COUNT_DISTINCT" // with a standard error of 0.8 %
)

// gatherRule says how an aggregate is typed, and what it is over no values.
type gatherRule struct {
	most  int // number of arguments, 0: any
	build func(f AggFunc, args []Expr) ([]Expr, Type, error)
	empty Value
	bits  bool
}

var gatherRules = map[AggFunc]gatherRule{
	Count:          {0, counted, value.OfInt(0), false},
	Sum:            {1, likeAgg, Value{}, false},
	BitAndAll:      {1, asPattern, value.OfInt(-1), true},
	BitOrAll:       {1, asPattern, value.OfInt(0), true},
	BitXorAll:      {1, asPattern, value.OfInt(0), true},
	VarPop:         {1, asNumber, Value{}, false},
	VarSamp:        {1, asNumber, Value{}, false},
	StddevPop:      {1, asNumber, Value{}, false},
	StddevSamp:     {1, asNumber, Value{}, false},
	PercentileCont: {1, asNumber, Value{}, false},
	GroupConcat:    {0, asTexts, Value{}, false},
	ApproxDistinct: {0, counted, value.OfInt(0), false},
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

// likeAgg types an aggregate as that of all values.
func likeAgg(f AggFunc, args []Expr) ([]Expr, Type, error) {
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

// Empty is the aggregate over no values.
func (g Agg) Empty() Value {
	if g.Func == CountDistinct {
		return value.OfInt(0)
	}
	return gatherRules[g.Func].empty
}

// Behind reports whether the aggregate is computed behind a pipeline alone. Programs count
// and add up distinct values, and combine bits.
func (g Agg) Behind() bool {
	switch {
	case g.Gathered == nil:
		return false
	case g.Gathered.Distinct:
		return g.Func != Count && g.Func != Sum
	}
	return !gatherRules[g.Func].bits
}

// ShowAgg gives the value of an aggregate in SQL from the slot that holds it.
func (g Agg) ShowAgg(slot Expr) Expr {
	if gatherRules[g.Func].bits {
		return unsigned(slot)
	}
	return ShowSum(slot)
}

// Args are all expressions that the aggregate reads: the arguments, then what it orders by.
func (g Agg) Args() []Expr {
	if g.Arg == nil {
		return nil
	}
	out := []Expr{g.Arg}
	if g.Gathered == nil {
		return out
	}
	out = append(out, g.Gathered.Rest...)
	for _, k := range g.Gathered.Order {
		out = append(out, k.Expr)
	}
	return out
}

// WithArgs gives a copy that reads others, as many and in the same order.
func (g Agg) WithArgs(args []Expr) Agg {
	if g.Arg == nil {
		return g
	}
	g.Arg = args[0]
	if g.Gathered == nil {
		return g
	}
	more := *g.Gathered
	rest := 1 + len(more.Rest)
	more.Rest, more.Order = args[1:rest:rest], append([]GatherBy(nil), more.Order...)
	for i := range more.Order {
		more.Order[i].Expr = args[rest+i]
	}
	g.Gathered = &more
	return g
}

// Same reports whether two aggregates give the same.
func (g Agg) Same(o Agg) bool {
	a, b := g.Args(), o.Args()
	if g.Func != o.Func || !equalLists(a, b) || (g.Gathered == nil) != (o.Gathered == nil) {
		return false
	}
	return g.Gathered == nil || g.Gathered.options() == o.Gathered.options()
}

// options spells what distinguishes two aggregates over the same expressions.
func (g *Gathered) options() string {
	s := g.Option.String() + []string{" ", " DISTINCT "}[value.BoolInt(g.Distinct)]
	for _, k := range g.Order {
		s += []string{"+", "-"}[value.BoolInt(k.Desc)]
	}
	return s
}

// text prints the aggregate as SQL does.
func (g *Gathered) text(f AggFunc, arg Expr) string {
	s := string(f) + "("
	if g.Distinct {
		s += "DISTINCT "
	}
	s += list(append([]Expr{arg}, g.Rest...))
	if len(g.Order) > 0 {
		keys := make([]string, len(g.Order))
		for i, k := range g.Order {
			keys[i] = k.Expr.String() + []string{"", " DESC"}[value.BoolInt(k.Desc)]
		}
		s += " ORDER BY " + strings.Join(keys, ", ")
	}
	switch f {
	case GroupConcat:
		s += " SEPARATOR " + Literal(g.Option).String()
	case PercentileCont:
		s += ", " + g.Option.String()
	}
	return s + ")"
}

// Group groups rows by slots, behind a pipeline, as Aggregate does in one: its columns are
// the keys, then the aggregates, all of whose expressions are slots. The groups come in the
// order of their keys.
type Group struct {
	Keys []Slot
	Aggs []Agg
}

func (Group) operator() {}

// Gather parts an aggregation into what computes the keys and all that the aggregates read,
// and what groups that.
func (a Aggregate) Gather() (Project, Group) {
	g := Group{Aggs: slices.Clone(a.Aggs)}
	exprs := slices.Clone(a.Keys)
	slot := func(e Expr) Slot {
		return Slot{Index: len(exprs), Of: e.Type(), CanBeNil: e.Nullable(), Name: e.String()}
	}
	for i, k := range a.Keys {
		g.Keys = append(g.Keys, Slot{Index: i, Of: k.Type(), CanBeNil: k.Nullable(), Name: k.String()})
	}
	for i, agg := range g.Aggs {
		args := slices.Clone(agg.Args())
		for k, e := range args {
			args[k] = slot(e)
			exprs = append(exprs, e)
		}
		g.Aggs[i] = agg.WithArgs(args)
	}
	return Project{Exprs: exprs}, g
}

// String prints keys and aggregates.
func (g Group) String() string {
	a := Aggregate{Aggs: g.Aggs}
	for _, k := range g.Keys {
		a.Keys = append(a.Keys, k)
	}
	return "Group" + strings.TrimPrefix(a.String(), "Aggregate")
}
