package compile

import (
	"math/bits"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/wanted"
	"gsdms/plan"
)

// A group key that the keys before it decide, since it is a column of a row that they find,
// has one value in each group: it can be a fold, the greatest of this value, as well as a
// part of what groups are found by. It is one where groups are then found by fewer words, or
// by number.

// groups compiles the group keys and the aggregates, and gives the operators behind: one
// more where keys have become folds.
func (c *compiler) groups(op plan.Aggregate, behind []plan.Operator) ([]plan.Operator, error) {
	keys, decided := make([]operators.Key, len(op.Keys)), c.Where.Decided(op.Keys)
	for i, e := range op.Keys {
		var err error
		if keys[i], err = c.keyOf(e, decided[i]); err != nil {
			return nil, err
		}
	}
	g := &operators.Groups{Keys: keys, AnyOrder: op.AnyOrder}
	together, parted, err := c.sums(op, g)
	if err != nil {
		return nil, err
	}
	if parted {
		behind = append([]plan.Operator{together}, behind...)
	} else if c.worthFolding(keys, decided) {
		behind = append([]plan.Operator{foldKeys(g, op, decided)}, behind...)
	}
	g.Size, g.Dense = c.denseSize(g.Keys)
	g.Having, g.Top = c.groupTests(g, behind), wanted.Groups(g.Keys, g.Aggs, behind)
	c.Prog.Sink = g
	return behind, nil
}

// denseSize is the number of groups, if it is small enough for a dense grouping.
func (c *compiler) denseSize(keys []operators.Key) (size int, dense bool) {
	limit := c.denseLimit(keys)
	size = 1
	for _, k := range keys {
		if k.Float || k.Size == 0 || k.Size > limit/size {
			return 0, false
		}
		size *= k.Size
	}
	return size, true
}

// foldKeys makes folds of the keys that are decided. The projection gives the slots as they
// were.
func foldKeys(g *operators.Groups, op plan.Aggregate, decided []bool) plan.Project {
	var all plan.Project
	var kept []operators.Key
	folded := slices.Clone(g.Aggs)
	stay := 0
	for _, d := range decided {
		if !d {
			stay++
		}
	}
	for i, k := range g.Keys {
		e := op.Keys[i]
		slot := plan.Slot{Index: len(kept), Of: e.Type(), CanBeNil: e.Nullable(), Name: e.String()}
		if decided[i] {
			slot.Index = stay + len(folded)
			folded = append(folded, operators.Fold{Func: extremeOf(plan.Max, k.Float), Arg: k.Reg, Type: k.Type, Dict: k.Dict})
		} else {
			kept = append(kept, k)
		}
		all.Exprs = append(all.Exprs, slot)
	}
	for i, a := range op.Aggs {
		all.Exprs = append(all.Exprs, plan.Slot{Index: stay + i, Of: a.Of, CanBeNil: a.Nullable(), Name: a.String()})
	}
	g.Keys, g.Aggs = kept, folded
	return all
}

// worthFolding reports whether groups are found more cheaply without the keys that are
// decided.
func (c *compiler) worthFolding(keys []operators.Key, decided []bool) bool {
	if !slices.Contains(decided, true) {
		return false
	}
	var left []operators.Key
	for i, k := range keys {
		if !decided[i] {
			left = append(left, k)
		}
	}
	if _, dense := c.denseSize(keys); dense {
		return false
	}
	_, dense := c.denseSize(left)
	return dense || c.keyWords(left) < c.keyWords(keys)
}

// keyWords is about how many words keys take together.
func (c *compiler) keyWords(keys []operators.Key) int {
	all := 0
	for _, k := range keys {
		r := c.Reg(k.Reg)
		n := 64
		if !k.Float {
			n = bits.Len64(uint64(r.Hi) - uint64(r.Lo))
		}
		if all += n; k.Nullable {
			all++
		}
	}
	return (all + 63) / 64
}
