package compile

import (
	"strconv"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// askedProbe joins a table whose rows are only asked for by a key: what the key can be is a table of
// a byte each, which says whether there is such a row. So a mark is one look-up, where the row would
// be four times as wide, and be found within the bounds of the keys alone. False where the key can be
// too much.
func (c *compiler) askedProbe(op plan.HashProbe, x *index.Join, key int) (bool, error) {
	r := c.Reg(key)
	width := uint64(r.Hi) - uint64(r.Lo)
	if op.Kind.Shows() || op.Kind == plan.SingleJoin || op.On != nil || r.Float || r.Lo > r.Hi || width >= uint64(max(index.DensePlaces, 2*len(x.Heads))) {
		return false, nil
	}
	t, err := c.asked(c.tables[op.Table].Ref.Table, x, r.Lo, r.Hi)
	if err != nil {
		return false, err
	}
	at := c.From(key, r.Lo)
	if r.Nullable {
		end := int64(width) + 1
		at = c.Compute(operators.IfInt, 0, operators.Reg{Hi: end}, c.IsNull(key), c.Number(end), at)
	}
	c.onlyAsked(op, c.Lookup(t.Array, at, t.Reg))
	return true, nil
}

// onlyAsked goes on with what a register says of each row: whether it has a partner.
func (c *compiler) onlyAsked(op plan.HashProbe, there int) {
	switch op.Kind {
	case plan.SemiJoin:
		c.Emit(operators.Keep{Cond: there})
	case plan.AntiJoin:
		c.Emit(operators.Keep{Cond: c.Compute(operators.NotBool, 0, emit.Condition, there)})
	case plan.MarkJoin:
		c.tables[op.Mark].Mark = there
	}
}

// askedPacked joins rows of the query itself that are only asked for by several keys, as a NOT EXISTS of
// a join does: which numbers the keys make is found without an index, which nobody else would use. False
// where they make too many.
func (c *compiler) askedPacked(op plan.HashProbe, columns []keyColumn, keys []int) (bool, error) {
	s := &c.tables[op.Table]
	of := s.Ref.Table
	if !of.Passing || len(columns) < 2 || op.Kind.Shows() || op.On != nil || op.Band != nil {
		return false, nil
	}
	text := keyText(columns) + s.where
	v, err := c.cache.Get(c.ctx, index.Key{Table: of, Kind: index.KeptAsked, Column: -1, Text: text}, func() (any, int64, error) {
		arrays, release, err := c.keyArrays(of, columns)
		if err != nil {
			return nil, 0, err
		}
		defer release()
		a, err := c.cache.Asked(c.ctx, of.Name, of, arrays, s.passing)
		if a == nil || err != nil {
			return a, 0, err
		}
		return a, a.Bytes(), c.cache.Keep(c.ctx, of, a.There)
	})
	if err != nil {
		return false, err
	}
	a := v.(*index.Asked)
	if a == nil {
		return false, nil
	}
	at := c.Pack(a.Packed, keys)
	if r := c.Reg(at); r.Nullable {
		end := int64(a.There.Len) - 1
		at = c.Compute(operators.IfInt, 0, operators.Reg{Hi: end}, c.IsNull(at), c.Number(end), at)
	}
	c.onlyAsked(op, c.Lookup(a.There, at, emit.Condition))
	return true, nil
}

// asked gives the table that says of the numbers from lo to hi whether a direct index has rows of
// them; of NULL, behind them, it has none.
func (c *compiler) asked(of *plan.Table, x *index.Join, lo, hi int64) (*tabulate.Table, error) {
	name := x.Text + " from " + strconv.FormatInt(lo, 10) + " to " + strconv.FormatInt(hi, 10)
	v, err := c.cache.Get(c.ctx, index.Key{Table: of, Kind: index.KeptAsked, Column: -1, Text: name}, func() (any, int64, error) {
		yes := x.AllKeys().Intersect(sets.Span(lo, hi))
		no := sets.Values{In: yes.Complement(lo, hi), Null: true}
		t := &tabulate.Table{}
		t.Array, t.Reg = index.Truths(x.Name, lo, int(hi-lo)+1, sets.Values{In: yes}, no)
		return t, int64(len(t.Array.Data)+len(name)) + 256, nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*tabulate.Table), nil
}
