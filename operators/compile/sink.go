package compile

import (
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/compile/wanted"
	"gsdms/plan"
	"gsdms/plan/limb"
)

// sink compiles what ends the pipeline and gives the operators that are left: all
// after an Aggregate or a Project.
func (c *compiler) sink(tail []plan.Operator) ([]plan.Operator, error) {
	if len(tail) == 0 {
		return nil, &emit.UnsupportedError{Why: "a query without a result"}
	}
	switch op := tail[0].(type) {
	case plan.Aggregate:
		return c.groups(op, tail[1:])
	case plan.Project:
		if wanted.DistinctOnly(tail[1:]) {
			return c.groups(plan.Aggregate{Keys: op.Exprs, AnyOrder: tail[1].(plan.Distinct).AnyOrder}, tail[2:])
		}
		between, behind := wanted.Projects(tail[1:])
		c.limit(behind, wanted.Width(op, between))
		rest := tail[1:]
		if c.Prog.Offset > 0 {
			rest = slices.Concat(tail[1:1+len(between)], behind[1:])
		}
		return rest, c.emitRows(op, wanted.Of(op, between, behind))
	}
	return nil, &emit.UnsupportedError{Why: "operator " + tail[0].String() + " before anything is projected"}
}

// limit has the program give no more rows than a limit behind it passes: where that skips many and
// passes few, the same rows. Many are better had part by part.
func (c *compiler) limit(behind []plan.Operator, columns int) {
	if len(behind) == 0 {
		return
	}
	if w, ok := behind[0].(plan.Window); ok {
		c.Prog.Limit = wanted.Numbers(w, columns, behind[1:])
		return
	}
	l, ok := behind[0].(plan.Limit)
	if !ok || l.Count < 0 || l.Count > math.MaxInt64-l.Offset {
		return
	}
	c.Prog.Limit = l.Offset + l.Count
	if l.Offset >= plan.SegmentRows && l.Count <= wanted.MostTop {
		c.Prog.Offset = l.Offset
	}
}

// streamed is the column of the streamed table whose stored numbers an expression is, -1 for
// none.
func (c *compiler) streamed(e plan.Expr) int {
	ref, ok := e.(plan.ColumnRef)
	if !ok || ref.Table != c.net.Root || c.Where.Column(exprs.Place{Table: ref.Table, Column: ref.Column}).Ref != nil {
		return -1
	}
	return ref.Column
}

// withDictionary gives a string that is always NULL an empty dictionary.
func (c *compiler) withDictionary(o scalar.Operand, t plan.Type) scalar.Operand {
	if t.Kind == plan.String && o.Dict == nil && o.Numbered == nil {
		o.Dict = plan.NewDictionary([]uint32{0}, nil)
	}
	return o
}

// A grouping is dense up to denseGroups groups, or twice as many as rows are expected
// if that is more, but never past maxDenseGroups: a group that stays empty costs as
// much to set up and to collect as one that does not. Where rows of one group lie
// together in the table, as many as half the rows may be dense, up to maxNearGroups:
// the groups at hand are in the cache.
const (
	denseGroups    = 1 << 12
	maxDenseGroups = 1 << 20
	maxNearGroups  = 1 << 22
)

// denseLimit is how many groups a dense grouping by the keys may have.
func (c *compiler) denseLimit(keys []operators.Key) int {
	rows := float64(c.Prog.Table.Rows)
	for _, f := range c.Prog.Filters {
		rows *= f.Selectivity
	}
	limit := max(denseGroups, int(min(maxDenseGroups, 2*rows)))
	if near := int(min(maxNearGroups, rows/2)); near > limit && len(keys) > 0 && c.lieTogether(keys[0].Reg) {
		return near
	}
	return limit
}

// lieTogether reports whether a register has the stored numbers of a column of which every
// segment has those of a range of its own, more or less.
func (c *compiler) lieTogether(reg int) bool {
	t := c.Prog.Table
	column := c.Loaded(reg)
	if column < 0 || t.Data == nil {
		return false
	}
	all, least, most := uint64(0), uint64(math.MaxUint64), uint64(0)
	for s := range t.Segments() {
		lo, hi := t.Data.Zone(column, s)
		if hi < lo || hi-lo >= math.MaxUint32 {
			return false
		}
		all += hi - lo + 1
		least, most = min(least, lo), max(most, hi)
	}
	return least <= most && all <= 2*(most-least+1)
}

// mostCounted is how many values of a key are counted: more places than any backend has.
const mostCounted = 1 << 40

// key describes a group key by its register's bounds. Size is 0 where the values are
// too many to count.
func (c *compiler) key(o scalar.Operand, t plan.Type) operators.Key {
	r := c.Reg(o.Reg)
	k := operators.Key{Reg: o.Reg, Type: t, Dict: o.Dict, Unsorted: o.Numbered, Float: r.Float, Nullable: r.Nullable, Lo: r.Lo}
	if r.Float {
		return k
	}
	if n := uint64(r.Hi) - uint64(r.Lo); n < mostCounted {
		k.Size = int(n) + 1
		if r.Nullable {
			k.Size++
		}
	}
	return k
}

// fold compiles an aggregate.
func (c *compiler) fold(a plan.Agg) (operators.Fold, error) {
	if a.Arg == nil {
		return operators.Fold{Func: operators.CountRows, Arg: -1, Type: a.Of}, nil
	}
	if p, ok := limb.OfPair(a.Arg); ok && (a.Func == plan.Min || a.Func == plan.Max) {
		return c.extremePair(a, p)
	}
	if ref, of := c.UnsortedColumn(a.Arg); of != nil && (a.Func == plan.Min || a.Func == plan.Max) {
		return c.extremeText(a, ref, of)
	}
	o, err := c.aggregated(a)
	if err != nil {
		return operators.Fold{}, err
	}
	f := operators.Fold{Arg: o.Reg, Type: a.Of}
	r := c.Reg(o.Reg)
	switch a.Func {
	case plan.Count:
		if a.Gathered != nil {
			f.Func = operators.CountDistinct
			f.More, err = c.registers(a.Gathered.Rest)
			return f, err
		}
		f.Func, f.Arg = operators.CountValues, c.present(o.Reg)
		if !r.Nullable {
			f.Func, f.Arg = operators.CountRows, -1
		}
	case plan.CountDistinct:
		f.Func = operators.CountDistinct
	case plan.Sum:
		f.Func = c.sumOf(r, a.Gathered != nil)
	case plan.Min, plan.Max:
		f.Dict = c.withDictionary(o, a.Arg.Type()).Dict
		f.Func = extremeOf(a.Func, r.Float)
	case plan.VarPop, plan.VarSamp, plan.StddevPop, plan.StddevSamp:
		if f.Func = operators.VarianceInt; r.Float {
			f.Func = operators.VarianceFloat
		}
		f.Sample, f.Root = a.Func.Spread()
		f.Scale = a.Arg.Type().Scale
	case plan.BitAndAll:
		f.Func = operators.BitAnd
	case plan.BitOrAll:
		f.Func = operators.BitOr
	case plan.BitXorAll:
		f.Func = operators.BitXor
	default:
		return operators.Fold{}, &emit.UnsupportedError{Expr: a.Arg, Why: "aggregate " + string(a.Func)}
	}
	switch f.Func {
	case operators.SumFloat, operators.SumDistinctFloat, operators.VarianceFloat:
		f.Name = a.String()
	}
	return f, nil
}

// extremePair compiles MIN or MAX of a number of two registers.
func (c *compiler) extremePair(a plan.Agg, p limb.Pair) (operators.Fold, error) {
	regs, err := c.registers([]plan.Expr{p.High, p.Low})
	if err != nil {
		return operators.Fold{}, err
	}
	f := operators.Fold{Func: operators.MinPair, Arg: regs[0], More: regs[1:], Unit: p.Unit, Type: a.Of}
	if a.Func == plan.Max {
		f.Func = operators.MaxPair
	}
	return f, nil
}

// present gives a register that is NULL where another is: of a value that every row of a
// joined table has, the place of the row, which spares looking the value up.
func (c *compiler) present(r int) int {
	for {
		look, ok := c.LookedUp(r)
		if !ok || c.Prog.Arrays[look.Array].Storage.Nullable {
			return r
		}
		r = look.At
	}
}

// aggregated compiles the argument of an aggregate: a number past 64 bits as a double for one
// of doubles, and as a code where a sum does not need its value.
func (c *compiler) aggregated(a plan.Agg) (scalar.Operand, error) {
	switch a.Func {
	case plan.CountDistinct:
		if row, ok, err := c.referredRow(a.Arg); ok || err != nil {
			return scalar.Operand{Reg: row}, err
		}
		if place, _, ok, err := c.ranked(a.Arg); ok || err != nil {
			return scalar.Operand{Reg: place}, err
		}
		return c.Equal(a.Arg)
	case plan.VarPop, plan.VarSamp, plan.StddevPop, plan.StddevSamp:
		if c.Where.IsWide(a.Arg) {
			return c.Expr(plan.Cast{X: a.Arg, To: plan.Type{Kind: plan.Double}})
		}
	case plan.Count:
		return c.Equal(a.Arg)
	case plan.Min, plan.Max:
		return c.Coded(a.Arg)
	}
	return c.Expr(a.Arg)
}

// registers compiles expressions.
func (c *compiler) registers(exprs []plan.Expr) (out []int, err error) {
	for _, e := range exprs {
		o, err := c.Coded(e)
		if err != nil {
			return nil, err
		}
		out = append(out, o.Reg)
	}
	return out, nil
}

// sumOf chooses the accumulator of a sum: 64 bits do when no number of rows can pass
// them. A probe of many partners makes the number of rows unknown.
func (c *compiler) sumOf(r operators.Reg, distinct bool) operators.FoldFunc {
	switch {
	case distinct && r.Float:
		return operators.SumDistinctFloat
	case distinct:
		return operators.SumDistinct
	case r.Float:
		return operators.SumFloat
	}
	most := max(operators.Magnitude(r.Lo), operators.Magnitude(r.Hi))
	if c.many || most != 0 && uint64(c.Prog.Table.Rows) > math.MaxInt64/most {
		return operators.Sum128
	}
	return operators.Sum64
}

func extremeOf(f plan.AggFunc, float bool) operators.FoldFunc {
	switch {
	case f == plan.Min && float:
		return operators.MinFloat
	case f == plan.Min:
		return operators.MinInt
	case float:
		return operators.MaxFloat
	}
	return operators.MaxInt
}
