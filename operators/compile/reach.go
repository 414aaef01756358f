package compile

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// keyReach is the streamed rows that a semi or anti join by dense keys leaves, as numbers of the
// column that its key is. It is kept with the keys: a set of a million ranges takes
// milliseconds to turn round and to write as bits, which one processor would do for every run.
type keyReach struct {
	set   sets.Values
	bits  *operators.BitSet // of the stored numbers; nil where they are few, or too large
	share float64           // estimated, of the rows
}

// keptReach is from how many ranges on a reach is kept.
const keptReach = 1 << 10

// reachAsSet turns a semi or anti join by dense keys into numbers of the streamed column, or
// of the keyed table's, that its key is. False where keys are not dense.
func (c *compiler) reachAsSet(op plan.HashProbe) (bool, error) {
	if op.Kind != plan.SemiJoin && op.Kind != plan.AntiJoin || op.On != nil || op.Band != nil || len(op.Keys) != 1 {
		return false, nil
	}
	from, ok := op.Keys[0].(plan.ColumnRef)
	if !ok || !c.Where.FindsByNumber(op, 0) {
		return false, nil
	}
	t := &c.tables[op.Table]
	match := stored(op.Match[0].(plan.ColumnRef).Column)
	keys, err := c.keysOf(t, match)
	if err != nil || !keys.Dense {
		return false, err
	}
	t.Reach = restrict.Bodied
	column, anti := c.Where.Column(exprs.Place{Table: from.Table, Column: from.Column}), op.Kind == plan.AntiJoin
	if column.Ref == nil && from.Table == c.net.Root && len(keys.In) >= keptReach {
		r, err := c.reachOf(t, match, keys, column, anti)
		if err != nil {
			return false, err
		}
		c.reached = append(c.reached, r)
		return true, c.Where.RestrictFrom(from, r.set, 0)
	}
	s, err := c.Where.NumbersOf(column, sets.Values{In: keys.In})
	if err != nil {
		return false, err
	}
	return true, c.Where.RestrictFrom(from, sideOf(s, column, anti), 0)
}

// sideOf gives the values of a column that are among keys, or with anti those that are not.
func sideOf(keys sets.Values, column *plan.Column, anti bool) sets.Values {
	if !anti {
		return keys
	}
	return sets.Values{In: keys.In.Complement(column.Min, column.Max), Null: true}
}

// reachOf gives the reach of a column by keys of a table, from the cache.
func (c *compiler) reachOf(t *source, match keyColumn, keys restrict.Keys, column *plan.Column, anti bool) (*keyReach, error) {
	text := fmt.Sprintf("%s%s %v %d %d %v", keyText([]keyColumn{match}), t.where, column.Storage, column.Min, column.Max, anti)
	key := index.Key{Table: t.Ref.Table, Kind: index.KeptReach, Column: -1, Text: text}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		r := &keyReach{set: sideOf(sets.Values{In: keys.In}, column, anti)}
		r.share = restrict.Share(column, r.set)
		if in := r.set.Stored(column); restrict.AsBits(in) {
			r.bits = restrict.BitsOf(column.Name, in)
			return r, int64(len(r.set.In))*16 + int64(len(r.bits.Bits))*8 + int64(len(text)) + 128, nil
		}
		return r, int64(len(r.set.In))*16 + int64(len(text)) + 128, nil
	})
	if err != nil {
		return nil, fmt.Errorf("find what keys of %s leave: %w", t.Ref.Table.Name, err)
	}
	return v.(*keyReach), nil
}

// reachLike gives the reach that is a set of values and nothing else, nil if there is none.
func (c *compiler) reachLike(s sets.Values) *keyReach {
	for _, r := range c.reached {
		if r.bits != nil && r.set.Null == s.Null && len(r.set.In) == len(s.In) && &r.set.In[0] == &s.In[0] {
			return r
		}
	}
	return nil
}
