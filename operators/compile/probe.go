package compile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/rows"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/index"
	"gsdms/plan"
)

// hashProbe joins a table through an index over its match columns. Keys are brought
// to the units of the match columns, so that equal values have equal numbers.
func (c *compiler) hashProbe(op plan.HashProbe) error {
	if len(op.Keys) == 0 {
		return c.spanProbe(op, nil, nil)
	}
	if done, err := c.linkedProbe(op); done || err != nil {
		return err
	}
	probe := operators.Probe{Kind: op.Kind, Cond: -1, Mark: -1}
	columns, err := c.probeKeys(&probe, op)
	if err != nil {
		return err
	}
	if done, err := c.askedPacked(op, columns, probe.Keys); done || err != nil {
		return err
	}
	x, err := c.index(&c.tables[op.Table], columns)
	if err != nil {
		return err
	}
	if x.Packed != nil {
		probe.Keys = []int{c.Pack(x.Packed, probe.Keys)}
	}
	if op.Band != nil && x.Bisects(c.Prog.Estimate().Sink) {
		return c.spanProbe(op, x, probe.Keys)
	}
	var left []plan.Operator
	if op.Band != nil {
		op, left = bandOfPairs(op, op.Band)
	}
	if err := c.indexProbe(probe, op, x); err != nil {
		return err
	}
	return c.steps(left)
}

// indexProbe joins the rows that an index has for the keys of a probe.
func (c *compiler) indexProbe(probe operators.Probe, op plan.HashProbe, x *index.Join) error {
	if x.Direct && (x.Unique || !op.Kind.Shows() && op.On == nil) {
		return c.directProbe(op, x, probe.Keys[0])
	}
	if x.Starts != nil && (op.Kind.Shows() || op.On != nil) {
		o := &index.Order{Rows: x.Order, Starts: x.Starts, Len: x.Placed}
		from, to := c.spanOf(op, x, o, probe.Keys)
		return c.spanned(op, x.Name, o, x.Distinct, from, to)
	}
	t := &c.tables[op.Table]
	c.Prog.Indexes = append(c.Prog.Indexes, x.Index)
	probe.Index = len(c.Prog.Indexes) - 1
	rows := int64(x.Table.Rows)
	probe.Dst = c.NewReg(emit.Settled(operators.Reg{Nullable: op.Kind.Keeps(), Lo: 0, Hi: rows - 1}))
	row := func() {
		if t.Row = probe.Dst; x.Rows != nil {
			t.Row = c.Lookup(x.Rows, probe.Dst, operators.Reg{Nullable: op.Kind.Keeps(), Lo: 0, Hi: int64(t.Ref.Table.Rows) - 1})
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
	c.many = c.many || !x.Unique && (op.Kind == plan.InnerJoin || op.Kind == plan.LeftJoin)
	if c.Emit(probe); op.Kind.Shows() {
		row()
	}
	return nil
}

// probeKeys compiles the keys of a probe and says how its match columns are indexed.
func (c *compiler) probeKeys(probe *operators.Probe, op plan.HashProbe) ([]keyColumn, error) {
	var columns []keyColumn
	for i, e := range op.Keys {
		key, err := c.Equal(e)
		if err != nil {
			return nil, err
		}
		k, of, err := c.matchOf(op.Table, op.Match[i])
		if err != nil {
			return nil, err
		}
		reg, as, err := c.alignKey(e, key, matched{op.Table, op.Match[i], of})
		if err != nil {
			return nil, err
		}
		probe.Keys = append(probe.Keys, reg)
		k.as = as
		columns = append(columns, k)
	}
	return columns, nil
}

// onBlock compiles the condition that a pair must satisfy, into instructions of its
// own, first those of begin: their registers hold for the pair only.
func (c *compiler) onBlock(probe *operators.Probe, on plan.Expr, begin func()) error {
	c.Begin()
	begin()
	o, err := c.Expr(on)
	if err == nil {
		probe.Cond = c.Boolean(o.Reg, on.Type())
	}
	probe.On = c.End()
	return err
}

// alignKey brings a key to the numbers of the match column, NULL where the column has
// no such value, and says in which form the column must be indexed.
func (c *compiler) alignKey(e plan.Expr, key scalar.Operand, with matched) (int, form, error) {
	column := with.column
	from, to := e.Type(), column.Type
	switch {
	case from.Kind == plan.Null:
		return key.Reg, asStored, nil
	case key.IsLong(from) || column.Wide():
		return c.alignWide(e, key, with)
	case from.Kind == plan.String && to.Kind == plan.String:
		r, err := c.alignText(e, key, with)
		return r, asStored, err
	case from.Kind == plan.String || to.Kind == plan.String:
		return -1, 0, &emit.UnsupportedError{Expr: e, Why: fmt.Sprintf("a join of %s with %s", from, to)}
	case from.Float() || to.Float():
		return c.alignFloat(e, key, to)
	case from.Kind == to.Kind && from.Kind.Temporal() && from.Scale == to.Scale:
		return key.Reg, asStored, nil
	case from.Kind.Ticking() || to.Kind.Ticking():
		return -1, 0, &emit.UnsupportedError{Expr: e, Why: fmt.Sprintf("a join of %s with %s", from, to)}
	}
	as := asStored
	if to.Kind == plan.Date {
		as = asNumber
	}
	if from.Kind == plan.Date {
		key.Reg = c.DateNumber(key.Reg)
	}
	if from.Kind == plan.Unsigned && to.Kind != plan.Unsigned {
		key.Reg = c.UnsignedNumber(c.Between(key.Reg, math.MinInt64, -1))
	}
	r, err := c.AlignScale(e, key.Reg, from.Scale, to.Scale)
	if err == nil && to.Kind == plan.Unsigned && from.Kind != plan.Unsigned {
		r = c.ToUnsigned(c.Between(r, 0, math.MaxInt64))
	}
	return r, as, err
}

// alignWide brings a key to the numbers of the match column where one of both has codes of
// numbers: to codes, if both have or the key is unsigned, else to numbers, NULL where 64 bits do not
// hold them.
func (c *compiler) alignWide(e plan.Expr, key scalar.Operand, with matched) (int, form, error) {
	column := with.column
	if e.Type().Scale != column.Type.Scale || e.Type().Float() || column.Type.Float() {
		return -1, 0, &emit.UnsupportedError{Expr: e, Why: fmt.Sprintf("a join of %s with %s", e.Type(), column.Type)}
	}
	if key.IsLong(e.Type()) && column.Wide() {
		r, err := c.alignText(e, key, with)
		return r, asStored, err
	}
	if column.Wide() {
		if e.Type().Kind == plan.Unsigned {
			r, err := c.codeOfUnsigned(key.Reg, column.Dict)
			return r, asStored, err
		}
		return key.Reg, asNarrow, nil
	}
	narrowed := rows.Narrowed
	if column.Type.Kind == plan.Unsigned {
		narrowed = rows.Unsigned
	}
	numbers, none := narrowed(key.Dict)
	a, r, err := emit.NullableNumbers(c.ctx, "numbers", numbers, none)
	if err != nil {
		return -1, 0, err
	}
	return c.Lookup(a, key.Reg, r), asStored, nil
}

// codeOfUnsigned gives the register of the code that an unsigned number has in a dictionary of
// numbers, NULL where it has none: among all of 64 bits no number is left that could say so in an array.
func (c *compiler) codeOfUnsigned(reg int, d *plan.Dictionary) (int, error) {
	all, none := rows.Unsigned(d)
	first := slices.Index(none, false)
	if first < 0 {
		return c.Null(false), nil
	}
	numbers := all[first:]
	if end := slices.Index(none[first:], true); end >= 0 {
		numbers = numbers[:end]
	}
	a, _ := index.Numbers(c.ctx, "numbers", numbers, nil)
	at, err := c.placeAmong(plan.LeftJoin, reg, a)
	if err != nil || first == 0 {
		return at, err
	}
	return c.Plus(at, c.Number(int64(first))), nil
}

func (c *compiler) alignFloat(e plan.Expr, key scalar.Operand, to plan.Type) (int, form, error) {
	as := asStored
	if !to.Float() {
		as = asFloat
	}
	if c.Reg(key.Reg).Float {
		return key.Reg, as, nil
	}
	r, err := c.CastTo(plan.Cast{X: e, To: plan.Type{Kind: plan.Double}}, key.Reg, e.Type())
	return r, as, err
}

// index gives the index over columns of the rows of a table that may be partners, from
// the cache.
func (c *compiler) index(s *source, columns []keyColumn) (*index.Join, error) {
	t := s.Ref.Table
	var names []string
	for _, k := range columns {
		names = append(names, k.name(t))
	}
	name := t.Name + "(" + strings.Join(names, ", ") + ")"
	if s.passing != nil {
		name += fmt.Sprintf(" of %d rows", index.Members(s.passing))
	}
	key := index.Key{Table: t, Kind: index.KeptJoin, Column: -1, Text: keyText(columns) + s.where}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		x, err := c.newIndex(name, s, columns)
		if err != nil {
			return nil, 0, err
		}
		x.Text = key.Text
		return x, x.Bytes(), nil
	})
	if err != nil {
		return nil, fmt.Errorf("build index %s: %w", name, err)
	}
	return v.(*index.Join), nil
}

// newIndex builds an index over columns of the rows of a table that may be partners.
func (c *compiler) newIndex(name string, s *source, columns []keyColumn) (*index.Join, error) {
	t := s.Ref.Table
	if ordinals := storedColumns(t, columns); ordinals != nil && s.isFew() {
		rows, err := index.Choose(c.ctx, t, s.passing)
		if err != nil {
			return nil, err
		}
		return c.cache.BuildOf(c.ctx, name, rows, ordinals)
	}
	keys, release, err := c.keyArrays(t, columns)
	if err != nil {
		return nil, err
	}
	defer release()
	return c.cache.Build(c.ctx, name, t, keys, s.passing)
}

// isFew reports whether so few of a table's rows may be partners that it pays to read no others.
func (s *source) isFew() bool {
	return s.passing != nil && index.Members(s.passing) <= s.Ref.Table.Rows/leftOfFound
}

// storedColumns gives the ordinals of key columns that are indexed as they are stored; nil where one is not.
func storedColumns(t *plan.Table, columns []keyColumn) (ordinals []int) {
	for _, k := range columns {
		if k.of != nil || k.as != asStored || t.Columns[k.column].Ref != nil {
			return nil
		}
		ordinals = append(ordinals, k.column)
	}
	return ordinals
}

// keyArrays gives the columns of a key. What is made for them is held until release.
func (c *compiler) keyArrays(t *plan.Table, columns []keyColumn) (keys []*operators.Array, release func(), err error) {
	if release, err = c.cache.Hold(c.ctx, madeBytes(t, columns)); err != nil {
		return nil, nil, err
	}
	for _, k := range columns {
		a, err := c.keyArray(t, k)
		if err != nil {
			release()
			return nil, nil, err
		}
		keys = append(keys, a)
	}
	return keys, release, nil
}

// madeBytes is what the columns of a key take that are made for an index of all rows, and go with
// the making of it.
func madeBytes(t *plan.Table, columns []keyColumn) (bytes int64) {
	for _, k := range columns {
		if k.of == nil && (k.as != asStored || t.Columns[k.column].Ref != nil) {
			bytes += rows.WideBytes * int64(t.Rows)
		}
	}
	return bytes
}
