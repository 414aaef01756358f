package compile

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/typing"
)

// keySet is the numbers that keys have; not ok where they are no dense ones.
type keySet struct {
	in sets.Ranges
	ok bool
}

// keysOf gives the numbers that a column has in the rows of a table that may be partners.
func (c *compiler) keysOf(s *source, column keyColumn) (keySet, error) {
	return c.keptKeys(s.ref.Table, keyText([]keyColumn{column})+s.where, func() (keys keySet, err error) {
		a, err := c.keyArray(s.ref.Table, column)
		if err == nil {
			keys.in, keys.ok, err = index.Keys(c.ctx, a, s.passing)
		}
		return keys, err
	})
}

// keptKeys gives the keys of the index of a text, from the cache. The index need not be there.
func (c *compiler) keptKeys(t *plan.Table, text string, find func() (keySet, error)) (keySet, error) {
	key := index.Key{Table: t, Kind: index.KeptKeys, Column: -1, Text: text}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		keys, err := find()
		return keys, int64(len(keys.in))*16 + int64(len(text)) + 96, err
	})
	if err != nil {
		return keySet{}, fmt.Errorf("find the keys of %s: %w", t.Name, err)
	}
	return v.(keySet), nil
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
		if !ok || !c.findsByNumber(op, i) {
			continue
		}
		t := &c.tables[op.Table]
		x, err := c.index(t, []keyColumn{stored(op.Match[i].(plan.ColumnRef).Column)})
		if err != nil {
			return nil, false, err
		}
		if !x.Direct || !x.Unique {
			continue
		}
		t.reach, t.from, t.found, t.by, t.rows = keyed, from, op.Match[i].(plan.ColumnRef).Column, x, sets.Span(0, int64(t.ref.Table.Rows)-1)
		left, err := c.restrictOthers(op, i)
		return left, true, err
	}
	return nil, false, nil
}

// findsByNumber reports whether key number i of a probe is a column that is streamed, or
// found from such a one, of the same numbers as the match column, which are dense. Of several keys only a
// primary one is tried, since the others can be looked at by building an index only.
func (c *compiler) findsByNumber(op plan.HashProbe, i int) bool {
	from := op.Keys[i].(plan.ColumnRef)
	match, ok := op.Match[i].(plan.ColumnRef)
	if !ok {
		return false
	}
	t := c.tables[op.Table].ref.Table
	primary := len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == match.Column
	if len(op.Keys) > 1 && !primary || !c.onStream([]exprs.Place{{Table: from.Table, Column: from.Column}}) {
		return false
	}
	column := c.column(exprs.Place{Table: from.Table, Column: from.Column})
	if column.Storage.Float || column.Min <= column.Max && column.Storage.Store(column.Max) >= maxSetBits {
		return false
	}
	if c.isWide(from) || c.isWide(match) {
		return false
	}
	a := c.valueColumn(exprs.Place{Table: from.Table, Column: from.Column}).Type
	b := c.valueColumn(exprs.Place{Table: op.Table, Column: match.Column}).Type
	if !c.isDense(exprs.Place{Table: op.Table, Column: match.Column}) {
		return false
	}
	times := a.Kind == b.Kind && a.Kind.Temporal()
	numbers := !a.Kind.Temporal() && !b.Kind.Temporal()
	numbers = numbers && (a.Kind == plan.Unsigned) == (b.Kind == plan.Unsigned)
	return (times || numbers) && a.Scale == b.Scale && !a.Float() && !b.Float() && a.Kind != plan.String && b.Kind != plan.String
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

// leadTo gives the numbers of the column that finds a keyed table for which it finds one
// of these rows.
func (c *compiler) leadTo(table int, rows sets.Ranges) (sets.Values, error) {
	s := &c.tables[table]
	if s.by == nil {
		return sets.Values{In: rows}, nil
	}
	from := c.column(exprs.Place{Table: s.from.Table, Column: s.from.Column})
	if !rows.Covers(sets.Span(0, int64(s.ref.Table.Rows)-1)) {
		return c.numbersOf(from, sets.Values{In: s.by.KeysOf(rows)})
	}
	keys, err := c.keptKeys(s.ref.Table, s.by.Text, func() (keySet, error) { return keySet{s.by.AllKeys(), true}, nil })
	if err != nil {
		return sets.Values{}, err
	}
	return c.numbersOf(from, sets.Values{In: keys.in})
}

// foundRow gives the register of the row number of a keyed table. The filters have left
// rows that find one only.
func (c *compiler) foundRow(s *source) (int, error) {
	if s.by == nil {
		return c.numberReg(exprs.Place{Table: s.from.Table, Column: s.from.Column})
	}
	key, err := c.value(s.from)
	if err != nil {
		return -1, err
	}
	lo, hi := s.rows.Bounds()
	return c.rowAt(s.by, c.distance(s.by, key), operators.Reg{Lo: lo, Hi: hi}), nil
}

// rowAt gives the register of the row at a place of a direct index.
func (c *compiler) rowAt(x *index.Join, place int, as operators.Reg) int {
	if x.InOrder {
		return place
	}
	return c.Lookup(x.Firsts, place, as)
}

// distance gives the register of a key's place in a direct index that has one for it, or
// NULL.
func (c *compiler) distance(x *index.Join, key int) int {
	if x.Lo == 0 {
		return key
	}
	r := c.Reg(key)
	last := int64(len(x.Heads)) - 1
	place := operators.Reg{Nullable: r.Nullable, Lo: max(r.Lo, x.Lo) - x.Lo, Hi: min(r.Hi, x.Lo+last) - x.Lo}
	return c.Compute(operators.SubInt, 0, place, key, c.Number(x.Lo))
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
	row := c.rowAt(x, c.distance(x, key), operators.Reg{Nullable: !x.Full(), Lo: 0, Hi: int64(s.ref.Table.Rows) - 1})
	if op.On != nil {
		var err error
		if row, err = c.partnerWhere(s, row, op.On); err != nil {
			return err
		}
	}
	isNull := func() int { return c.IsNull(row) }
	found := func() int { return c.Compute(operators.NotBool, 0, emit.Condition, isNull()) }
	s.row = row
	if !op.Kind.Shows() {
		s.row = -1
	}
	switch op.Kind {
	case plan.InnerJoin, plan.SemiJoin:
		if c.Reg(row).Nullable {
			c.Emit(operators.Keep{Cond: found()})
		}
	case plan.AntiJoin:
		c.Emit(operators.Keep{Cond: isNull()})
	case plan.MarkJoin:
		c.tables[op.Mark].mark = found()
	}
	return nil
}

// partnerWhere gives the register of a partner's row, NULL where a condition is not true.
func (c *compiler) partnerWhere(s *source, row int, on plan.Expr) (int, error) {
	some := c.Compute(operators.NotBool, 0, emit.Condition, c.Compute(operators.IsNullInt, 0, emit.Condition, row))
	s.row = row
	c.GuardBy(emit.Guard{Test: some, Taken: true, Decides: -1})
	cond, err := c.expr(on)
	if err != nil {
		return -1, err
	}
	test := c.Boolean(cond.reg, on.Type())
	c.Unguard()
	r := c.Reg(row)
	r.Nullable = true
	return c.Compute(operators.IfInt, 0, r, test, row, c.Null(false)), nil
}
