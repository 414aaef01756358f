package plan

import (
	"slices"
	"strings"

	"gsdms/plan/value"
)

// Gathered is what an aggregate has that is computed of all values of a group at once, as a
// rule behind a pipeline.
type Gathered struct {
	Rest     []Expr     // the arguments behind Arg
	Order    []GatherBy // GROUP_CONCAT: the order of the values
	Distinct bool       // equal values count once
	Native   Native     // an aggregate that the program brings, whose name in capitals is the function
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

// overNone is what a gathered aggregate is over no values, where that is not NULL.
var overNone = map[AggFunc]Value{
	Count:          value.OfInt(0),
	BitAndAll:      value.OfInt(-1),
	BitOrAll:       value.OfInt(0),
	BitXorAll:      value.OfInt(0),
	ApproxDistinct: value.OfInt(0),
}

// ofBits reports whether an aggregate combines bits.
func (f AggFunc) ofBits() bool { return f == BitAndAll || f == BitOrAll || f == BitXorAll }

// Empty is the aggregate over no values.
func (g Agg) Empty() Value {
	if g.Func == CountDistinct {
		return value.OfInt(0)
	}
	return overNone[g.Func]
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
	return !g.Func.ofBits()
}

// ShowAgg gives the value of an aggregate in SQL from the slot that holds it.
func (g Agg) ShowAgg(slot Expr) Expr {
	if g.Func.ofBits() {
		return Call{Op: FromBits, Args: []Expr{slot}, Of: Type{Kind: Unsigned}}
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
