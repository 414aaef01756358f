package compile

import (
	"context"
	"math/bits"
	"runtime"
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// Keys are dense where an array by their numbers takes at most densePlaces places, or
// placesPerRow for each row: a place has 4 bytes, a row of a hash table 8 to 12.
const (
	densePlaces  = 1 << 17
	placesPerRow = 8
)

// newDirect makes a direct index of one over a column of numbers that has no buckets yet;
// nil where these are not dense, or it would take more than most bytes.
func newDirect(ctx context.Context, x *operators.Index, in *operators.BitSet, most int64, from room) (*joinIndex, error) {
	d := directBuild{Index: x, column: denseOf(x.Keys[0]), in: in}
	fits := false
	err := operators.Guarded(func() (err error) {
		lo, hi, some := d.column.bounds(in)
		places := hi - lo + 1
		fits = some && hi-lo < uint64(max(densePlaces, placesPerRow*x.Table.Rows)) && int64(places)*4+int64(x.Table.Rows)*4 <= most
		if fits && ctx.Err() == nil {
			if x.Heads, err = from.words(int(places)); err != nil {
				return err
			}
			x.Direct, d.lo = true, lo
			x.Lo, _ = x.Keys[0].Storage.Load(lo)
		}
		return ctx.Err()
	})
	if err != nil || !fits {
		return nil, err
	}
	firsts := &operators.Array{
		Name: x.Name, Storage: plan.Storage{Width: 4, Bias: -1, Nullable: true}, Len: len(x.Heads),
		Data: unsafe.Slice((*byte)(unsafe.Pointer(&x.Heads[0])), 4*len(x.Heads)),
	}
	out := &joinIndex{Index: x, firsts: firsts}
	if err := d.once(ctx); err != nil || x.Unique {
		return out, err
	}
	return out, d.sideBySide(ctx, out, from)
}

// directBuild is the state of making a direct index. Each worker looks at all rows and fills
// a part of the buckets, which its caches may hold.
type directBuild struct {
	*operators.Index
	column dense
	in     *operators.BitSet
	lo     uint64 // the stored number of the first bucket
}

// eachRange runs work for parts of the buckets.
func (d *directBuild) eachRange(ctx context.Context, work func(bucketRange)) error {
	const fewRows = 1 << 16
	workers := runtime.GOMAXPROCS(0)
	if d.Table.Rows < fewRows {
		workers = 1
	}
	return inParallel(ctx, workers, len(d.Heads), func(lo, hi int) { work(bucketRange{d.in, d.lo, uint64(lo), uint64(hi)}) })
}

// once finds the row of each bucket, as long as each has one.
func (d *directBuild) once(ctx context.Context) error {
	var twice atomic.Bool
	err := d.eachRange(ctx, func(s bucketRange) {
		if !twice.Load() && !d.column.once(ctx, d.Heads, s) {
			twice.Store(true)
		}
	})
	d.Unique = !twice.Load()
	return err
}

// sideBySide puts the rows of each bucket side by side: they are counted, and then placed.
func (d *directBuild) sideBySide(ctx context.Context, x *joinIndex, from room) error {
	clear(d.Heads)
	if err := d.eachRange(ctx, func(s bucketRange) { d.column.count(ctx, d.Heads, s) }); err != nil {
		return err
	}
	starts, err := from.words(len(d.Heads) + 1)
	if err != nil {
		return err
	}
	rows := uint32(0)
	for b, n := range d.Heads {
		if starts[b] = rows; n > 0 {
			x.distinct++
		}
		d.Heads[b] = rows
		rows += n
	}
	starts[len(d.Heads)] = rows
	order, err := from.words(int(rows))
	if err != nil {
		return err
	}
	err = d.eachRange(ctx, func(s bucketRange) {
		d.column.place(ctx, d.Heads, order, s)
		for b := s.from; b < s.to; b++ {
			if d.Heads[b] = 0; starts[b] < starts[b+1] {
				d.Heads[b] = order[starts[b]] + 1
			}
		}
	})
	x.starts, x.order = wordArray(x.Name, starts), wordArray(x.Name+" in order", order)
	return err
}

// keys gives the key values of a direct index, from the cache.
func (c *compiler) keys(x *joinIndex) (rangeSet, error) {
	key := cacheKey{table: x.Table, kind: cachedKeys, column: -1, text: x.text}
	v, err := c.cache.get(c.ctx, key, func() (any, int64, error) {
		keys := x.allKeys()
		return keys, int64(len(keys))*16 + int64(len(key.text)) + 96, nil
	})
	if err != nil {
		return nil, err
	}
	return v.(rangeSet), nil
}

func (x *joinIndex) allKeys() rangeSet {
	places := make([]uint64, (len(x.Heads)+63)/64)
	for i, head := range x.Heads {
		if head != 0 {
			places[i/64] |= 1 << (i % 64)
		}
	}
	return setBits(places, x.Lo)
}

// keysOf gives the key values of rows of a direct index.
func (x *joinIndex) keysOf(rows rangeSet) rangeSet {
	places := make([]uint64, (len(x.Heads)+63)/64)
	for _, r := range rows {
		for row := r.lo; row <= r.hi; row++ {
			if n, null := key(x.Keys[0], int(row)); !null {
				at := uint64(n) - uint64(x.Lo)
				places[at/64] |= 1 << (at % 64)
			}
		}
	}
	return setBits(places, x.Lo)
}

// setBits gives the numbers of the bits that are one, counted from lo.
func setBits(words []uint64, lo int64) rangeSet {
	runs, before := 0, uint64(0)
	for _, w := range words {
		runs += bits.OnesCount64(w &^ (w<<1 | before>>63))
		before = w
	}
	out := make(rangeSet, 0, runs)
	before = 0
	for i, w := range words {
		after := uint64(0)
		if i+1 < len(words) {
			after = words[i+1]
		}
		open := len(out) - 1
		for starts := w &^ (w<<1 | before>>63); starts != 0; starts &= starts - 1 {
			out = append(out, interval{lo: lo + int64(i*64+bits.TrailingZeros64(starts))})
		}
		if before>>63&w&1 == 0 {
			open++
		}
		for ends := w &^ (w>>1 | after<<63); ends != 0; ends &= ends - 1 {
			out[open].hi = lo + int64(i*64+bits.TrailingZeros64(ends))
			open++
		}
		before = w
	}
	return out
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
		t.reach, t.from, t.found, t.by, t.rows = keyed, from, op.Match[i].(plan.ColumnRef).Column, x, span(0, int64(t.ref.Table.Rows)-1)
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
	if len(op.Keys) > 1 && !primary || !c.onStream([]place{{from.Table, from.Column}}) {
		return false
	}
	column := c.column(place{from.Table, from.Column})
	if column.Storage.Float || column.Min <= column.Max && column.Storage.Store(column.Max) >= maxSetBits {
		return false
	}
	if c.isWide(from) || c.isWide(match) {
		return false
	}
	a := c.valueColumn(place{from.Table, from.Column}).Type
	b := c.valueColumn(place{op.Table, match.Column}).Type
	if !c.isDense(place{op.Table, match.Column}) {
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
		e, err := plan.Build(plan.Eq, k, op.Match[i])
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
func (c *compiler) leadTo(table int, rows rangeSet) (numberSet, error) {
	s := &c.tables[table]
	if s.by == nil {
		return numberSet{in: rows}, nil
	}
	from := c.column(place{s.from.Table, s.from.Column})
	if !rows.covers(span(0, int64(s.ref.Table.Rows)-1)) {
		return c.numbersOf(from, numberSet{in: s.by.keysOf(rows)})
	}
	keys, err := c.keys(s.by)
	if err != nil {
		return numberSet{}, err
	}
	return c.numbersOf(from, numberSet{in: keys})
}

// foundRow gives the register of the row number of a keyed table. The filters have left
// rows that find one only.
func (c *compiler) foundRow(s *source) (int, error) {
	if s.by == nil {
		return c.numberReg(place{s.from.Table, s.from.Column})
	}
	key, err := c.value(s.from)
	if err != nil {
		return -1, err
	}
	lo, hi := s.rows.bounds()
	return c.lookup(s.by.firsts, c.distance(s.by, key), operators.Reg{Lo: lo, Hi: hi}), nil
}

// distance gives the register of a key's place in a direct index that has one for it, or
// NULL.
func (c *compiler) distance(x *joinIndex, key int) int {
	if x.Lo == 0 {
		return key
	}
	r := c.reg(key)
	last := int64(len(x.Heads)) - 1
	place := operators.Reg{Nullable: r.Nullable, Lo: max(r.Lo, x.Lo) - x.Lo, Hi: min(r.Hi, x.Lo+last) - x.Lo}
	return c.compute(operators.SubInt, 0, place, key, c.number(x.Lo))
}

// directProbe joins a table whose rows are found by look-up: of the first row of a key
// that is unique, or where it only counts that there is one. On may read the row; it is
// computed, as for other probes, where there is one.
func (c *compiler) directProbe(op plan.HashProbe, x *joinIndex, key int) error {
	s := &c.tables[op.Table]
	key = c.between(key, x.Lo, x.Lo+int64(len(x.Heads))-1)
	row := c.lookup(x.firsts, c.distance(x, key), operators.Reg{Nullable: true, Lo: 0, Hi: int64(s.ref.Table.Rows) - 1})
	if op.On != nil {
		var err error
		if row, err = c.partnerWhere(s, row, op.On); err != nil {
			return err
		}
	}
	isNull := func() int { return c.compute(operators.IsNullInt, 0, condition, row) }
	found := func() int { return c.compute(operators.NotBool, 0, condition, isNull()) }
	s.row = row
	if !op.Kind.Shows() {
		s.row = -1
	}
	switch op.Kind {
	case plan.InnerJoin, plan.SemiJoin:
		c.emit(operators.Keep{Cond: found()})
	case plan.AntiJoin:
		c.emit(operators.Keep{Cond: isNull()})
	case plan.MarkJoin:
		c.tables[op.Mark].mark = found()
	}
	return nil
}

// partnerWhere gives the register of a partner's row, NULL where a condition is not true.
func (c *compiler) partnerWhere(s *source, row int, on plan.Expr) (int, error) {
	some := c.compute(operators.NotBool, 0, condition, c.compute(operators.IsNullInt, 0, condition, row))
	s.row = row
	c.guards = append(c.guards, guard{test: some, taken: true, decides: -1})
	cond, err := c.expr(on)
	if err != nil {
		return -1, err
	}
	test := c.boolean(cond, on.Type())
	c.guards = c.guards[:len(c.guards)-1]
	return c.compute(operators.IfInt, 0, c.reg(row), test, row, c.null(false)), nil
}
