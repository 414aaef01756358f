package compile

import (
	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/index"
	"gsdms/plan"
)

// A join that no equality is about looks at rows that lie side by side in an order: all of
// them, or those that a band bounds, found by bisection. So does one whose equalities have
// many partners for each key, within the rows of the key.

// computeBand sees that what a band is about can be computed for all rows, as numbers and not as
// codes of them, which lie in no order with a key's numbers; else its bounds become conditions of
// pairs. left is what else comes behind the probe.
func (c *compiler) computeBand(op plan.HashProbe, left []plan.Operator) (plan.HashProbe, []plan.Operator) {
	if op.Band == nil {
		return op, left
	}
	for _, end := range op.Band.Ends() {
		if _, of, err := c.matchOf(op.Table, end.Match); isHopeless(err) || err == nil && of.Coded() {
			op, more := bandOfPairs(op, op.Band)
			return op, append(left, more...)
		}
	}
	return op, left
}

// bandOfPairs has a probe test its band's conditions, or those of a part of it, by pairs.
func bandOfPairs(op plan.HashProbe, tested *plan.Band) (plan.HashProbe, []plan.Operator) {
	op.Band = nil
	return ofPairs(op, tested.Conditions())
}

// fewInBand is how many rows a table has at most of which none are looked for by a band: all rows meet
// them, and backends compute what a pair is tested for sooner than places by bisection.
const fewInBand = 8

// spanProbe joins all rows that may be partners, or those within a band: of an index those
// of its keys; x is nil without keys.
func (c *compiler) spanProbe(op plan.HashProbe, x *index.Join, keys []int) error {
	if x == nil && op.Band != nil && op.Kind == plan.InnerJoin && c.tables[op.Table].Ref.Table.Rows <= fewInBand {
		op, left := bandOfPairs(op, op.Band)
		if err := c.spanProbe(op, nil, nil); err != nil {
			return err
		}
		return c.steps(left)
	}
	o, name, err := c.ordered(&c.tables[op.Table], x, op.Band)
	if err != nil {
		return err
	}
	var left []plan.Operator
	band := op.Band
	if !o.Agrees {
		op, left = bandOfPairs(op, &plan.Band{Low: band.Low})
	}
	from, to := c.Number(0), c.Number(int64(o.Len))
	if x != nil {
		from, to = c.spanOf(op, x, o, keys)
	}
	if from, to, err = c.span(o, band, from, to); err != nil {
		return err
	}
	parted := 0
	if x != nil {
		parted = x.Distinct
	}
	if err := c.spanned(op, name, o, parted, from, to); err != nil {
		return err
	}
	return c.steps(left)
}

// spanned joins the rows from one place of an order, of so many keys or of none, to before
// another.
func (c *compiler) spanned(op plan.HashProbe, name string, o *index.Order, parted, from, to int) error {
	t := &c.tables[op.Table]
	c.Prog.Indexes = append(c.Prog.Indexes, &operators.Index{Name: name, Table: t.Ref.Table, Spans: true, Parted: parted})
	probe := operators.Probe{Kind: op.Kind, Keys: []int{from, to}, Index: len(c.Prog.Indexes) - 1, Cond: -1, Mark: -1}
	probe.Dst = c.NewReg(emit.Settled(operators.Reg{Nullable: op.Kind.Keeps(), Lo: 0, Hi: int64(o.Len) - 1}))
	row := func() {
		if t.Row = probe.Dst; o.Rows != nil {
			t.Row = c.Lookup(o.Rows, probe.Dst, operators.Reg{Lo: 0, Hi: int64(t.Ref.Table.Rows) - 1})
		}
	}
	if op.On != nil {
		if err := c.onBlock(&probe, op.On, row); err != nil {
			return err
		}
	}
	t.Row = -1
	if op.Kind == plan.MarkJoin {
		probe.Mark = c.NewReg(emit.Condition)
		c.tables[op.Mark].Mark = probe.Mark
	}
	c.many = c.many || op.Kind == plan.InnerJoin || op.Kind == plan.LeftJoin
	c.Emit(probe)
	if op.Kind.Shows() {
		row()
	}
	return nil
}

// spanOf gives the registers of where the rows of keys begin in an order by the buckets or
// keys of an index, and of where they have ended: NULL where there are none.
func (c *compiler) spanOf(op plan.HashProbe, x *index.Join, o *index.Order, keys []int) (from, to int) {
	at := 0
	if x.Direct {
		at = c.Distance(x, c.Between(keys[0], x.Lo, x.Lo+int64(len(x.Heads))-1))
	} else {
		at = c.numberOfKey(x, keys, op.Kind)
	}
	place := operators.Reg{Lo: 0, Hi: int64(o.Len)}
	return c.Lookup(o.Starts, at, place), c.Lookup(o.Starts, c.Plus(at, c.Number(1)), place)
}

// span gives the registers of the first place of a band and of the one behind its last,
// between two places.
func (c *compiler) span(o *index.Order, b *plan.Band, from, to int) (first, end int, err error) {
	first, end = from, to
	if b == nil || o.Len == 0 {
		return from, to, nil
	}
	if b.Low != nil {
		first, err = c.before(o, o.Low, b.Low.Key, b.Low.Open, from, to)
	}
	if b.High != nil && err == nil {
		end, err = c.before(o, o.High, b.High.Key, !b.High.Open, from, to)
	}
	return first, end, err
}

// before gives the register of the first place between two whose value is not before a key,
// nor that itself (with): NULL for NULL.
func (c *compiler) before(o *index.Order, b index.Bound, e plan.Expr, with bool, from, to int) (int, error) {
	key, err := c.Expr(e)
	if err != nil {
		return -1, err
	}
	op := plan.Lt
	if with {
		op = plan.Le
	}
	at := from
	for step := int64(index.StepsOf(o.Most)) / 2; step > 0; step /= 2 {
		next := c.Plus(at, c.Number(step))
		goesOn := c.Compare(op, c.Lookup(b.Values, next, b.Reg), key.Reg)
		if o.Starts != nil {
			within := c.Compare(plan.Le, next, to)
			goesOn = c.Compute(operators.AndBool, 0, c.TruthReg(within, goesOn), within, goesOn)
		}
		at = c.Pick(goesOn, next, at)
	}
	at = c.Pick(c.Compare(plan.Lt, at, to), at, to)
	if c.Reg(key.Reg).Nullable {
		at = c.Pick(c.IsNull(key.Reg), c.Null(false), at)
	}
	return at, nil
}

// numberOfKey gives the register of the number that keys have in a hash table of keys: NULL,
// or no row, where they have none.
func (c *compiler) numberOfKey(x *index.Join, keys []int, kind plan.JoinKind) int {
	c.Prog.Indexes = append(c.Prog.Indexes, x.Index)
	first := plan.LeftJoin
	if kind == plan.InnerJoin || kind == plan.SemiJoin {
		first = plan.InnerJoin
	}
	probe := operators.Probe{Kind: first, Keys: keys, Index: len(c.Prog.Indexes) - 1, Cond: -1, Mark: -1}
	probe.Dst = c.NewReg(emit.Settled(operators.Reg{Nullable: first.Keeps(), Lo: 0, Hi: int64(x.Table.Rows) - 1}))
	c.Emit(probe)
	return probe.Dst
}
