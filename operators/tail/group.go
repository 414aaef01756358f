package tail

import (
	"fmt"
	"math"

	"gsdms/operators/tail/aggregate"
	"gsdms/operators/tail/builder"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/operators/tail/windows"
	"gsdms/plan"
)

// group makes one row of the rows that are equal in all keys.
func (r *runner) group(g plan.Group) error {
	if err := r.settle(); err != nil {
		return err
	}
	c := r.carry(g)
	r.carries = c
	l, err := r.layout(plan.Over{Partition: g.Keys}, false)
	if r.carries = nil; err != nil {
		return fmt.Errorf("order the rows of groups: %w", err)
	}
	parts := len(l.Parts)
	if len(g.Keys) == 0 {
		parts = 1 // also of no rows
	}
	out := &plan.Rows{Len: parts}
	first := make([]int32, len(l.Parts))
	for i, p := range l.Parts {
		first[i] = l.Order[p.Lo]
	}
	for _, k := range g.Keys {
		v, err := r.gather(&r.rows.Columns[k.Index], first)
		if err != nil {
			return err
		}
		out.Columns = append(out.Columns, v)
	}
	if c != nil && c.done {
		c.settle(r, l.Order)
	}
	columns, err := r.aggregates(g, l, parts)
	if err != nil {
		return err
	}
	out.Columns = append(out.Columns, columns...)
	r.rows = out
	return nil
}

// aggregated computes what keys and aggregates read, and groups by it.
func (r *runner) aggregated(a plan.Aggregate) error {
	p, g := a.Gather()
	if err := r.project(p.Exprs); err != nil {
		return err
	}
	return r.group(g)
}

// aggregates computes the aggregates of all groups, which come in the same order in every layout, for
// their keys come first.
func (r *runner) aggregates(g plan.Group, l *windows.Layout, groups int) (out []plan.Vector, err error) {
	all := make([]*collection, len(g.Aggs))
	for i, a := range g.Aggs {
		if all[i], err = r.collection(a); err != nil {
			return nil, fmt.Errorf("compute %s: %w", a, err)
		}
	}
	for n := 0; len(all) > 0; all = all[n:] {
		if n, err = r.beside(all, g.Keys, l, groups); err == nil {
			err = r.collect(all[:n], groups)
		}
		for _, c := range all[:n] {
			var v plan.Vector
			if err == nil {
				v, err = c.vector()
			}
			if err != nil {
				return nil, fmt.Errorf("compute %s: %w", c.agg, err)
			}
			out = append(out, v)
		}
	}
	return out, nil
}

// manyRows are so many in a group that it pays to take them in by several aggregates one after another:
// they lie all over memory, and are near once the first has read them.
const manyRows = 16

// beside tells how many of the first aggregates are computed side by side, group by group, and gives
// them their layout: l, but for one that has an order.
func (r *runner) beside(all []*collection, keys []plan.Slot, l *windows.Layout, groups int) (n int, err error) {
	if order := all[0].order(); len(order) > 0 {
		all[0].l, err = r.ordered(keys, order, all[0].distinct)
		return 1, err
	}
	for n < len(all) && len(all[n].order()) == 0 && (n == 0 || (n+1)*groups <= r.rows.Len/manyRows) {
		all[n].l = l
		n++
	}
	return n, nil
}

// ordered is the layout of an aggregate that has an order. Where only different values count, and there
// are few of them in few groups, it is of the first row of each.
func (r *runner) ordered(keys []plan.Slot, order []plan.WindowOrder, distinct bool) (*windows.Layout, error) {
	over := plan.Over{Partition: keys, Order: order}
	if !distinct {
		return r.layout(over, false)
	}
	first, err := r.firstOfEach(append(columnsOf(keys), keySlots(sortedBy(over))...))
	if err != nil {
		return nil, err
	}
	of := *r
	of.left = first
	return of.layout(over, true)
}

// collect computes aggregates of one layout for all groups, of which those without rows come last.
func (r *runner) collect(of []*collection, groups int) error {
	l := of[0].l
	if err := r.Take(int64(len(of)) * int64(groups) * cell.WideBytes); err != nil {
		return err
	}
	for _, c := range of {
		c.values = make([]plan.Value, groups)
		for i := len(l.Parts); i < groups; i++ {
			c.values[i] = c.agg.Empty()
		}
	}
	of, err := swept(of, groups)
	if err != nil || len(of) == 0 {
		return err
	}
	batches := l.Batches()
	begins := make([]int, len(batches)) // the first group of each
	for i := 1; i < len(batches); i++ {
		begins[i] = begins[i-1] + len(batches[i-1])
	}
	scratch := make([]aggregate.Scratch, r.Threads)
	err = r.Spread(len(batches), func(worker, task int) (err error) {
		for i, p := range batches[task] {
			for _, c := range of {
				if err == nil && !c.splits(p) {
					c.values[begins[task]+i], err = c.value(&scratch[worker], p)
				}
			}
		}
		return err
	})
	for _, c := range of {
		if err == nil {
			err = c.large()
		}
	}
	return err
}

// large computes the aggregate of the groups that take all goroutines.
func (c *collection) large() (err error) {
	for i, p := range c.l.Parts {
		if err == nil && c.splits(p) {
			c.values[i], err = c.splitValue(p)
		}
	}
	return err
}

// vector is the column of the values that are computed, which it lets go.
func (c *collection) vector() (plan.Vector, error) {
	b := builder.New(c.agg.Of, len(c.values))
	for _, v := range c.values {
		if math.IsInf(v.Float, 0) {
			return plan.Vector{}, &plan.RangeError{Kind: plan.Double, In: c.agg.String()}
		}
		if err := b.Add(v); err != nil {
			return plan.Vector{}, err
		}
	}
	c.values = nil
	return b.V, nil
}

// splits reports whether all goroutines work on one group.
func (c *collection) splits(p windows.Part) bool { return c.split && p.Hi-p.Lo >= splitRows }

// splitValue is the aggregate of such a group.
func (c *collection) splitValue(p windows.Part) (plan.Value, error) {
	f := c.Begin()
	err := f.(aggregate.Splitter).AddSplit(c.r.Team, c.l.Order[p.Lo:p.Hi])
	return c.orEmpty(f.Value()), err
}

// collection is the rows of groups that one aggregate takes in.
type collection struct {
	*aggregate.Function
	r        *runner
	l        *windows.Layout
	agg      plan.Agg
	args     []*plan.Vector
	distinct bool         // of rows that are equal in the order, the first counts
	split    bool         // its Folders are Splitters
	values   []plan.Value // of groups, while they are computed
}

// splitRows are so many that all goroutines work on one group.
const splitRows = 1 << 16

// passedAtOnce is how many bytes of texts are put together before one looks whether that is to end:
// a few rows may have many.
const passedAtOnce = 1 << 20

func (r *runner) collection(a plan.Agg) (*collection, error) {
	c := &collection{r: r, agg: a}
	n := len(a.Args())
	if a.Gathered != nil {
		n -= len(a.Gathered.Order)
		c.distinct = a.Gathered.Distinct
	}
	c.distinct = c.distinct || a.Func == plan.CountDistinct
	for _, e := range a.Args()[:n] {
		s, ok := e.(plan.Slot)
		if err := r.check(e); err != nil || !ok {
			return nil, fmt.Errorf("%s is no column of the rows: %w", e, err)
		}
		c.args = append(c.args, &r.rows.Columns[s.Index])
	}
	var err error
	if c.Function, err = aggregate.New(a, c.args); err != nil {
		return nil, err
	}
	_, split := c.Begin().(aggregate.Splitter)
	c.split = split && !c.distinct && r.Threads > 1
	return c, nil
}

// order is what the rows of a group are ordered by: what the aggregate says, and where
// values count once, the values.
func (c *collection) order() (out []plan.WindowOrder) {
	a := c.agg
	if a.Gathered != nil {
		for _, k := range a.Gathered.Order {
			out = append(out, plan.WindowOrder{Slot: k.Expr.(plan.Slot), Desc: k.Desc})
		}
	}
	if c.distinct {
		for _, e := range a.Args()[:len(c.args)] {
			out = append(out, plan.WindowOrder{Slot: e.(plan.Slot)})
		}
	}
	return out
}

// value is the aggregate of one group.
func (c *collection) value(s *aggregate.Scratch, p windows.Part) (plan.Value, error) {
	f := c.Begin()
	if all, ok := f.(aggregate.Gatherer); !ok || c.distinct || !all.AddAll(s, c.l.Order[p.Lo:p.Hi]) {
		if err := c.addEach(f, p); err != nil {
			return plan.Value{}, err
		}
	}
	return c.orEmpty(f.Value()), nil
}

func (c *collection) orEmpty(v plan.Value) plan.Value {
	if v.IsNull() {
		return c.agg.Empty()
	}
	return v
}

// addEach adds the rows of a group that count, several at a time where that is of use.
func (c *collection) addEach(f aggregate.Folder, p windows.Part) error {
	grown, grows := f.(aggregate.Grower)
	looked := int64(0)
	several := c.Several()
	rows := make([]int32, 0, several)
	for i := p.Lo; i < p.Hi; i++ {
		if i%team.ChunkRows == 0 && c.r.Stopped() != nil {
			return c.r.Stopped()
		}
		if row := c.l.Order[i]; (!c.distinct || c.l.First[i]) && !c.Null(int(row)) {
			rows = append(rows, row)
		}
		if len(rows) < several && i+1 < p.Hi {
			continue
		}
		aggregate.AddSeveral(f, rows)
		rows = rows[:0]
		if grows && grown.Passed() >= looked+passedAtOnce {
			looked = grown.Passed()
			if err := c.r.Stopped(); err != nil {
				return err
			}
		}
		if grows && grown.Uncharged() >= chargedAtOnce {
			if err := grown.Charge(c.r.Team); err != nil {
				return err
			}
		}
	}
	if grows {
		return grown.Charge(c.r.Team)
	}
	return nil
}
