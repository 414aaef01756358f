package compile

import (
	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/typing"
)

// keysOf gives the numbers that a column has in the rows of a table that may be partners.
func (c *compiler) keysOf(s *source, column keyColumn) (restrict.Keys, error) {
	return c.Where.KeptKeys(s.Ref.Table, keyText([]keyColumn{column})+s.where, func() (keys restrict.Keys, err error) {
		if ordinals := storedColumns(s.Ref.Table, []keyColumn{column}); ordinals != nil && s.isFew() {
			rows, err := index.Choose(c.ctx, s.Ref.Table, s.passing)
			if err == nil {
				keys.In, keys.Dense, err = rows.Keys(c.ctx, ordinals[0])
			}
			return keys, err
		}
		a, err := c.keyArray(s.Ref.Table, column)
		if err == nil {
			keys.In, keys.Dense, err = index.Keys(c.ctx, a, s.passing)
		}
		return keys, err
	})
}

// reachByNumber notes a table that an inner probe finds by a direct, unique index: a
// streamed row has at most one row of it, as by a declared foreign key, so predicates on
// it become numbers of the column that finds it. Other equalities become filters. False
// where there is no such index.
func (c *compiler) reachByNumber(op plan.HashProbe) ([]plan.Operator, bool, error) {
	if op.Kind != plan.InnerJoin {
		return nil, false, nil
	}
	for i := range op.Keys {
		from, ok := op.Keys[i].(plan.ColumnRef)
		if !ok || !c.Where.FindsByNumber(op, i) {
			continue
		}
		t, match := &c.tables[op.Table], op.Match[i].(plan.ColumnRef).Column
		if c.repeats(t.Ref.Table, match) {
			continue
		}
		x, err := c.index(t, []keyColumn{stored(match)})
		if err != nil {
			return nil, false, err
		}
		if !x.Direct || !x.Unique {
			continue
		}
		t.Reach, t.From, t.Found, t.By, t.Rows = restrict.Keyed, from, match, x, sets.Span(0, int64(t.Ref.Table.Rows)-1)
		left, err := c.restrictOthers(op, i)
		return left, true, err
	}
	return nil, false, nil
}

// repeats reports whether several rows of a table surely have a number of a column, so that nobody need make an
// index of all rows to find that out: there are more rows than numbers, or a sample has one twice.
func (c *compiler) repeats(t *plan.Table, column int) bool {
	of := &t.Columns[column]
	if of.Ref == nil && !of.Storage.Nullable && uint64(of.Max)-uint64(of.Min) < uint64(t.Rows)-1 {
		return true
	}
	const fewRows = 1 << 14 // whose index takes no longer than a sample
	if t.Passing || t.Rows < fewRows {
		return false
	}
	share, err := c.cache.Repeats(c.ctx, t, column)
	return err == nil && share > 0
}

// restrictOthers turns the equalities of a probe but number skip, its band and condition into
// filters, and gives those that are left for the body.
func (c *compiler) restrictOthers(op plan.HashProbe, skip int) (left []plan.Operator, err error) {
	for i, k := range op.Keys {
		if i == skip {
			continue
		}
		e, err := typing.Build(plan.Eq, k, op.Match[i])
		if err != nil {
			return nil, err
		}
		if left, err = c.restrict(e, left); err != nil {
			return nil, err
		}
	}
	if op.Band != nil {
		if left, err = c.restrict(plan.Combine(plan.And, op.Band.Conditions()), left); err != nil {
			return nil, err
		}
	}
	if op.On != nil {
		return c.restrict(op.On, left)
	}
	return left, nil
}

// directProbe joins a table whose rows are found by look-up: of the first row of a key
// that is unique, or where it only counts that there is one. On may read the row; it is
// computed, as for other probes, where there is one.
func (c *compiler) directProbe(op plan.HashProbe, x *index.Join, key int) error {
	if ok, err := c.askedProbe(op, x, key); ok || err != nil {
		return err
	}
	s := &c.tables[op.Table]
	key = c.Between(key, x.Lo, x.Lo+int64(len(x.Heads))-1)
	row := c.RowAt(x, c.Distance(x, key), operators.Reg{Nullable: !x.Full(), Lo: 0, Hi: int64(s.Ref.Table.Rows) - 1})
	if op.On != nil {
		var err error
		if row, err = c.partnerWhere(s, row, op.On); err != nil {
			return err
		}
	}
	isNull := func() int { return c.IsNull(row) }
	found := func() int { return c.Compute(operators.NotBool, 0, emit.Condition, isNull()) }
	s.Row = row
	if !op.Kind.Shows() {
		s.Row = -1
	}
	switch op.Kind {
	case plan.InnerJoin, plan.SemiJoin:
		if c.Reg(row).Nullable {
			c.Emit(operators.Keep{Cond: found()})
		}
	case plan.AntiJoin:
		c.Emit(operators.Keep{Cond: isNull()})
	case plan.MarkJoin:
		c.tables[op.Mark].Mark = found()
	}
	return nil
}

// partnerWhere gives the register of a partner's row, NULL where a condition is not true.
func (c *compiler) partnerWhere(s *source, row int, on plan.Expr) (int, error) {
	some := c.Compute(operators.NotBool, 0, emit.Condition, c.Compute(operators.IsNullInt, 0, emit.Condition, row))
	s.Row = row
	c.GuardBy(emit.Guard{Test: some, Taken: true, Decides: -1})
	cond, err := c.Expr(on)
	if err != nil {
		return -1, err
	}
	test := c.Boolean(cond.Reg, on.Type())
	c.Unguard()
	r := c.Reg(row)
	r.Nullable = true
	return c.Compute(operators.IfInt, 0, r, test, row, c.Null(false)), nil
}
