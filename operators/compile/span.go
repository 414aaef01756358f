package compile

import (
	"fmt"
	"slices"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// A join that no equality is about looks at rows that lie side by side in an order: all of
// them, or those that a band bounds, found by bisection.

// ordered is the rows of a table in the order of an expression's values, without NULLs;
// without an expression in their own.
type ordered struct {
	rows  *operators.Array // by place; nil: the place is the row
	lasts *operators.Array // by 1 + place: the value; as many as bisection can ask for
	reg   operators.Reg    // of lasts
	len   int
}

// computeBand sees that what a band is about can be computed for all rows; else its bounds
// become conditions of pairs. left is what else comes behind the probe.
func (c *compiler) computeBand(op plan.HashProbe, left []plan.Operator) (plan.HashProbe, []plan.Operator) {
	if op.Band == nil {
		return op, left
	}
	if _, _, err := c.matchOf(op.Table, op.Band.Match); !isHopeless(err) {
		return op, left
	}
	op, more := ofPairs(op, op.Band.Conditions())
	op.Band = nil
	return op, append(left, more...)
}

// spanProbe joins all rows that may be partners, or those within a band.
func (c *compiler) spanProbe(op plan.HashProbe) error {
	o, name, err := c.ordered(&c.tables[op.Table], op.Band)
	if err != nil {
		return err
	}
	from, to, err := c.span(o, op.Band)
	if err != nil {
		return err
	}
	return c.spanned(op, name, o, from, to)
}

// spanned joins the rows from one place of an order to before another.
func (c *compiler) spanned(op plan.HashProbe, name string, o *ordered, from, to int) error {
	t := &c.tables[op.Table]
	c.prog.Indexes = append(c.prog.Indexes, &operators.Index{Name: name, Table: t.ref.Table, Spans: true})
	probe := operators.Probe{Kind: op.Kind, Keys: []int{from, to}, Index: len(c.prog.Indexes) - 1, Cond: -1, Mark: -1}
	probe.Dst = c.newReg(settled(operators.Reg{Nullable: op.Kind.Keeps(), Lo: 0, Hi: int64(o.len) - 1}))
	row := func() {
		if t.row = probe.Dst; o.rows != nil {
			t.row = c.lookup(o.rows, probe.Dst, operators.Reg{Lo: 0, Hi: int64(t.ref.Table.Rows) - 1})
		}
	}
	if op.On != nil {
		if err := c.onBlock(&probe, op.On, row); err != nil {
			return err
		}
	}
	t.row = -1
	if op.Kind == plan.MarkJoin {
		probe.Mark = c.newReg(condition)
		c.tables[op.Mark].mark = probe.Mark
	}
	c.many = c.many || op.Kind == plan.InnerJoin || op.Kind == plan.LeftJoin
	c.emit(probe)
	if op.Kind.Shows() {
		row()
	}
	return nil
}

// sideBySide puts the rows of each bucket of a direct index side by side, in place of its
// chains.
func (x *joinIndex) sideBySide(from room) error {
	starts, err := from.words(len(x.Heads) + 1)
	if err != nil {
		return err
	}
	order, err := from.words(len(x.Next))
	if err != nil {
		return err
	}
	order = order[:0]
	for i, next := range x.Heads {
		starts[i] = uint32(len(order))
		for ; next != 0; next = x.Next[next-1] {
			order = append(order, next-1)
		}
	}
	starts[len(x.Heads)] = uint32(len(order))
	x.starts, x.order, x.Next = wordArray(x.Name, starts), wordArray(x.Name+" in order", order), nil
	return nil
}

// wordArray is words as an array.
func wordArray(name string, words []uint32) *operators.Array {
	a := &operators.Array{Name: name, Storage: plan.Storage{Width: 4}, Len: len(words)}
	if len(words) > 0 {
		a.Data = unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 4*len(words))
	}
	return a
}

// spanOf gives the registers of where the rows of a key begin in a direct index, and of
// where they have ended: NULL where there is none.
func (c *compiler) spanOf(x *joinIndex, key int) (from, to int) {
	at := c.distance(x, c.between(key, x.Lo, x.Lo+int64(len(x.Heads))-1))
	place := operators.Reg{Lo: 0, Hi: int64(x.order.Len)}
	return c.lookup(x.starts, at, place), c.lookup(x.starts, c.plus(at, c.number(1)), place)
}

// span gives the registers of the first place of a band and of the one behind its last.
func (c *compiler) span(o *ordered, b *plan.Band) (from, to int, err error) {
	from, to = c.number(0), c.number(int64(o.len))
	if b == nil || o.len == 0 {
		return from, to, nil
	}
	if b.Low != nil {
		from, err = c.before(o, b.Low.Key, b.Low.Open)
	}
	if b.High != nil && err == nil {
		to, err = c.before(o, b.High.Key, !b.High.Open)
	}
	return from, to, err
}

// before gives the register of how many rows of an order have values before a key, or that
// themselves (with), NULL for NULL.
func (c *compiler) before(o *ordered, e plan.Expr, with bool) (int, error) {
	key, err := c.expr(e)
	if err != nil {
		return -1, err
	}
	op := plan.Lt
	if with {
		op = plan.Le
	}
	at := c.number(0)
	for step := int64(o.lasts.Len / 2); step > 0; step /= 2 {
		next := c.plus(at, c.number(step))
		at = c.pick(c.compare(op, c.lookup(o.lasts, next, o.reg), key.reg), next, at)
	}
	at = c.pick(c.compare(plan.Lt, at, c.number(int64(o.len))), at, c.number(int64(o.len)))
	if c.reg(key.reg).Nullable {
		at = c.pick(c.isNull(key.reg), c.null(false), at)
	}
	return at, nil
}

// ordered gives the rows of a table that may be partners, in the order of a band, from the
// cache, and what that is called.
func (c *compiler) ordered(t *source, b *plan.Band) (*ordered, string, error) {
	table := t.ref.Table
	name, text := table.Name+"()", ""
	var values *operators.Array
	if b != nil {
		k, of, err := c.matchOf(plan.TablesOf(b.Match).Only(), b.Match)
		if err == nil {
			values, err = c.keyArray(table, k)
		}
		if err != nil {
			return nil, "", err
		}
		text = keyText([]keyColumn{k})
		name = fmt.Sprintf("%s(%s) in order", table.Name, of.Name)
	}
	if b == nil && t.passing == nil {
		return &ordered{len: table.Rows}, name, nil
	}
	if t.passing != nil {
		name += fmt.Sprintf(" of %d rows", members(t.passing))
	}
	key := cacheKey{table: table, kind: cachedSorted, column: -1, text: text + t.where}
	v, err := c.cache.get(c.ctx, key, func() (any, int64, error) {
		o := newOrdered(values, t.passing, table.Rows)
		bytes := int64(128)
		for _, a := range []*operators.Array{o.rows, o.lasts} {
			if a != nil {
				bytes += int64(len(a.Data))
			}
		}
		return o, bytes, nil
	})
	if err != nil {
		return nil, "", fmt.Errorf("sort %s: %w", name, err)
	}
	return v.(*ordered), name, nil
}

// placed is a row and its value.
type placed struct {
	value int64
	row   int64
}

// newOrdered sorts the rows of a set, nil for all, by values, nil for none.
func newOrdered(values *operators.Array, in *operators.BitSet, rows int) *ordered {
	var all []placed
	for row := range rows {
		p := placed{row: int64(row)}
		null := false
		if values != nil {
			p.value, null = values.Storage.Load(element(values, row))
		}
		if !null && has(in, row) {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	o := &ordered{len: len(all)}
	numbers := make([]int64, len(all))
	for i, p := range all {
		numbers[i] = p.row
	}
	o.rows, _ = numberArray("rows in order", numbers, nil)
	if values == nil || o.len == 0 {
		return o
	}
	places := 2
	for places < o.len+1 {
		places *= 2
	}
	numbers = make([]int64, places)
	for i := range numbers {
		numbers[i] = all[min(max(i, 1), o.len)-1].value
	}
	o.lasts, o.reg = numberArray(values.Name+" in order", numbers, nil)
	return o
}
