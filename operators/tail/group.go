package tail

import (
	"fmt"
	"math"

	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/windows"
	"gsdms/plan"
)

// group makes one row of the rows that are equal in all keys.
func (r *runner) group(g plan.Group) error {
	if err := r.settle(); err != nil {
		return err
	}
	l, err := r.layout(plan.Over{Partition: g.Keys})
	if err != nil {
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
	for _, a := range g.Aggs {
		v, err := r.aggregate(a, g.Keys, l, parts)
		if err != nil {
			return fmt.Errorf("compute %s: %w", a, err)
		}
		out.Columns = append(out.Columns, v)
	}
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

// aggregate computes one aggregate for all groups. Groups come in the same order in every
// layout, for their keys come first.
func (r *runner) aggregate(a plan.Agg, keys []plan.Slot, l *windows.Layout, groups int) (plan.Vector, error) {
	c, err := r.collection(a)
	if err != nil {
		return plan.Vector{}, err
	}
	if order := c.order(a); len(order) > 0 {
		if l, err = r.layout(plan.Over{Partition: keys, Order: order}); err != nil {
			return plan.Vector{}, err
		}
	}
	c.l = l
	values := make([]plan.Value, groups)
	if err := r.take(int64(groups) * cell.WideBytes); err != nil {
		return plan.Vector{}, err
	}
	for i := len(l.Parts); i < groups; i++ {
		values[i] = a.Empty()
	}
	if err := c.values(values); err != nil {
		return plan.Vector{}, err
	}
	b := newVectorBuilder(a.Of, groups)
	for _, v := range values {
		if math.IsInf(v.Float, 0) {
			return plan.Vector{}, &plan.RangeError{Kind: plan.Double, In: a.String()}
		}
		if err := b.add(v); err != nil {
			return plan.Vector{}, err
		}
	}
	return b.v, nil
}

// values computes the aggregate of all groups that have rows.
func (c *collection) values(values []plan.Value) error {
	batches := c.l.Batches()
	begins := make([]int, len(batches)) // the first group of each
	for i := 1; i < len(batches); i++ {
		begins[i] = begins[i-1] + len(batches[i-1])
	}
	workers := c.r.workers(len(batches))
	err := c.r.spread(len(batches), func(worker, task int) (err error) {
		for i, p := range batches[task] {
			if c.splits(p) {
				continue
			}
			if values[begins[task]+i], err = c.value(workers[worker], p); err != nil {
				return err
			}
		}
		return nil
	})
	for i, p := range c.l.Parts {
		if err == nil && c.splits(p) {
			values[i], err = c.splitValue(p)
		}
	}
	return err
}

// splits reports whether all goroutines work on one group.
func (c *collection) splits(p windows.Part) bool { return c.split && p.Hi-p.Lo >= splitRows }

// splitValue is the aggregate of such a group.
func (c *collection) splitValue(p windows.Part) (plan.Value, error) {
	f := c.begin()
	err := f.(splitter).addSplit(c.r, c.l.Order[p.Lo:p.Hi])
	return c.orEmpty(f.value()), err
}

// collection is the rows of groups that one aggregate takes in.
type collection struct {
	r        *runner
	l        *windows.Layout
	agg      plan.Agg
	args     []*plan.Vector
	distinct bool // of rows that are equal in the order, the first counts
	split    bool // the folders are splitters
	begin    func() folder
}

// gatherer is a folder that can take in all rows of a group at once, NULLs among them; false
// where it cannot.
type gatherer interface {
	addAll(w *worker, rows []int32) bool // w has scratch
}

// splitter is a folder that takes in all rows of a large group, NULLs among them, by all
// goroutines of a run.
type splitter interface {
	addSplit(r *runner, rows []int32) error
}

// splitRows are so many that all goroutines work on one group.
const splitRows = 1 << 16

// folder takes in the rows of one group whose arguments are not NULL.
type folder interface {
	add(row int)
	value() plan.Value // NULL for the value over no rows
}

// grower is a folder whose memory grows with the rows that it takes in.
type grower interface {
	uncharged() int64 // bytes that it has taken since they were charged
	charge(l *ledger) error
	passed() int64 // bytes of the texts that it was given
}

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
	begin := folders[a.Func]
	if begin == nil {
		begin = accumulates(a)
	}
	if begin == nil {
		return nil, fmt.Errorf("the aggregate %s is not known behind a pipeline", a.Func)
	}
	c.begin = func() folder { return begin(c) }
	_, split := c.begin().(splitter)
	c.split = split && !c.distinct && r.threads > 1
	return c, nil
}

// order is what the rows of a group are ordered by: what the aggregate says, and where
// values count once, the values.
func (c *collection) order(a plan.Agg) (out []plan.WindowOrder) {
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
func (c *collection) value(w *worker, p windows.Part) (plan.Value, error) {
	f := c.begin()
	w.again()
	if all, ok := f.(gatherer); !ok || c.distinct || !all.addAll(w, c.l.Order[p.Lo:p.Hi]) {
		if err := c.addEach(f, p); err != nil {
			return plan.Value{}, err
		}
	}
	return c.orEmpty(f.value()), nil
}

func (c *collection) orEmpty(v plan.Value) plan.Value {
	if v.IsNull() {
		return c.agg.Empty()
	}
	return v
}

// addEach adds the rows of a group that count, one by one.
func (c *collection) addEach(f folder, p windows.Part) error {
	grown, grows := f.(grower)
	looked := int64(0)
	for i := p.Lo; i < p.Hi; i++ {
		if i%chunkRows == 0 && c.r.stopped() != nil {
			return c.r.stopped()
		}
		if grows && grown.passed() >= looked+passedAtOnce {
			looked = grown.passed()
			if err := c.r.stopped(); err != nil {
				return err
			}
		}
		row := int(c.l.Order[i])
		if c.distinct && !c.l.First[i] || c.null(row) {
			continue
		}
		f.add(row)
		if grows && grown.uncharged() >= chargedAtOnce {
			if err := grown.charge(c.r.ledger); err != nil {
				return err
			}
		}
	}
	if grows {
		return grown.charge(c.r.ledger)
	}
	return nil
}

// null reports whether a row has a NULL among its arguments.
func (c *collection) null(row int) bool {
	for _, v := range c.args {
		if v.IsNull(row) {
			return true
		}
	}
	return false
}
