package cuda

import (
	"math"
	"math/big"

	"gsdms/operators"
	"gsdms/plan"
)

// copied is a run's groups on the host.
type copied struct {
	run    *run
	groups *operators.Groups
	parts  []copiedRegion
	keys   *slotKeys // of hash groups
	order  []int     // groups or slots that saw a row, in key order
}

// copiedRegion is a copy of a region.
type copiedRegion struct {
	region Region
	words  []uint64
}

// words gives a region's words, nil if the groups have no such region.
func (c *copied) words(r Region) []uint64 {
	for _, p := range c.parts {
		if p.region == r {
			return p.words
		}
	}
	return nil
}

// groups copies the accumulators and makes rows of the groups that saw a row.
func (r *run) groups(g *operators.Groups) (*plan.Rows, error) {
	c := &copied{run: r, groups: g}
	if err := c.copy(); err != nil {
		return nil, err
	}
	c.find()
	if !g.Dense && len(g.Keys) > 0 {
		c.keys = newSlotKeys(g, c.words(Region{Kind: SlotKeys}))
		c.keys.sort(c.order)
	}
	out := &plan.Rows{Len: len(c.order), Columns: make([]plan.Vector, 0, len(g.Keys)+len(g.Aggs))}
	for i := range g.Keys {
		out.Columns = append(out.Columns, c.key(i))
	}
	for k, f := range g.Aggs {
		out.Columns = append(out.Columns, c.fold(k, f))
	}
	return out, nil
}

// find lists the groups that saw a row; without keys there is one in any case.
func (c *copied) find() {
	if len(c.groups.Keys) == 0 {
		c.order = []int{0}
		return
	}
	seen, n := c.words(seenBy(c.run.program, c.groups)), 0
	for _, word := range seen {
		if word != 0 {
			n++
		}
	}
	c.order = make([]int, 0, n)
	for i, word := range seen {
		if word != 0 {
			c.order = append(c.order, i)
		}
	}
}

func (c *copied) copy() (err error) {
	get := func(reg Region, n int64) {
		if err != nil {
			return
		}
		var words []uint64
		words, err = c.run.words(reg, n)
		c.parts = append(c.parts, copiedRegion{reg, words})
	}
	l := c.run.layout
	eachGroupRegion(c.run.program, c.groups, func(reg Region, words int) { get(reg, l.groups*int64(words)) })
	if !c.groups.Dense && len(c.groups.Keys) > 0 {
		get(Region{Kind: SlotKeys}, l.groups*int64(KeyWords(c.groups)))
	}
	for k, f := range c.groups.Aggs {
		if f.Func == operators.CountDistinct {
			n := int64(l.number(Region{SetMask, k})) + 1
			get(Region{SetState, k}, n)
			get(Region{SetKeys, k}, 2*n)
		}
	}
	return err
}

// key makes the vector of key number i.
func (c *copied) key(i int) plan.Vector {
	k := c.groups.Keys[i]
	out := newColumn(k.Type, k.Dict, k.Float, len(c.order))
	if c.keys != nil {
		for row, slot := range c.order {
			n, null := c.keys.of(slot, i)
			out.set(row, n, null)
		}
		return out.Vector
	}
	stride, size := uint32(1), uint32(max(1, k.Size))
	for _, after := range c.groups.Keys[i+1:] {
		stride *= uint32(max(1, after.Size))
	}
	for row, group := range c.order {
		at := int64(uint32(group) / stride % size)
		if !k.Nullable {
			out.Ints[row] = k.Lo + at
			continue
		}
		out.set(row, k.Lo+at-1, at == 0)
	}
	return out.Vector
}

// fold makes the vector of aggregate k.
func (c *copied) fold(k int, f operators.Fold) plan.Vector {
	switch f.Func {
	case operators.CountDistinct:
		return c.distinct(k, f)
	case operators.Sum128:
		return c.wide(k, f)
	}
	values := c.words(Region{FoldValue, k})
	if f.Func == operators.CountRows {
		values = c.words(Region{Kind: RowCounts})
	}
	words, seen := max(1, foldWords(f.Func)), c.seen(k, f)
	out := newColumn(f.Type, f.Dict, isFloat(f.Func), len(c.order))
	if f.Func == operators.Sum64 && c.seenItself(k) {
		for row, g := range c.order {
			out.Ints[row] = int64(values[g])
		}
		return out.Vector
	}
	for row, g := range c.order {
		out.set(row, decode(f.Func, values[g*words:(g+1)*words]), seen != nil && seen[g] == 0)
	}
	return out.Vector
}

func isFloat(f operators.FoldFunc) bool {
	return f == operators.SumFloat || f == operators.MinFloat || f == operators.MaxFloat
}

// seenItself reports whether the words of an aggregate say which groups saw a row: there is
// none to be NULL, then.
func (c *copied) seenItself(k int) bool {
	return len(c.groups.Keys) > 0 && seenBy(c.run.program, c.groups) == Region{FoldValue, k}
}

// seen gives the words that are 0 for the groups in which an aggregate saw no value, nil
// for a count, which is 0 then.
func (c *copied) seen(k int, f operators.Fold) []uint64 {
	if f.Func == operators.CountRows || f.Func == operators.CountValues {
		return nil
	}
	if counts := c.words(Region{FoldCount, k}); counts != nil {
		return counts
	}
	return c.words(seenBy(c.run.program, c.groups))
}

// decode makes a number, or the bits of a double, of an accumulator's words.
func decode(f operators.FoldFunc, words []uint64) int64 {
	const sign = 1 << 63
	switch f {
	case operators.MinInt:
		return int64(^words[0] ^ sign)
	case operators.MaxInt:
		return int64(words[0] ^ sign)
	case operators.MinFloat:
		return orderedBits(int64(^words[0] ^ sign))
	case operators.MaxFloat:
		return orderedBits(int64(words[0] ^ sign))
	case operators.SumFloat:
		return int64(math.Float64bits(exactSum(words)))
	default:
		return int64(words[0])
	}
}

// orderedBits is the inverse of the kernels' float_order.
func orderedBits(n int64) int64 {
	if n < 0 {
		return int64(^(uint64(n) ^ 1<<63))
	}
	return n
}

// exactSum rounds a superaccumulator once, to the nearest double: limb k counts units of
// 2^(32 k - 1074).
func exactSum(limbs []uint64) float64 {
	sum, limb := new(big.Int), new(big.Int)
	for k := len(limbs) - 1; k >= 0; k-- {
		sum.Lsh(sum, 32)
		sum.Add(sum, limb.SetInt64(int64(limbs[k])))
	}
	if sum.Sign() == 0 {
		return 0
	}
	exact := new(big.Float).SetInt(sum)
	f, _ := exact.SetMantExp(exact, -1074).Float64()
	return f
}

// wide makes the vector of a 128-bit sum.
func (c *copied) wide(k int, f operators.Fold) plan.Vector {
	out := &column{plan.Vector{Type: f.Type, Wide: make([]*big.Int, len(c.order))}}
	values, seen := c.words(Region{FoldValue, k}), c.seen(k, f)
	for row, g := range c.order {
		if seen[g] == 0 {
			out.setNull(row)
			continue
		}
		high := new(big.Int).SetInt64(int64(values[2*g+1]))
		out.Wide[row] = high.Add(high.Lsh(high, 64), new(big.Int).SetUint64(values[2*g]))
	}
	return out.Vector
}

// distinct counts the pairs of group and value.
func (c *copied) distinct(k int, f operators.Fold) plan.Vector {
	counts := map[uint64]int64{}
	keys := c.words(Region{SetKeys, k})
	for slot, state := range c.words(Region{SetState, k}) {
		if state != 0 {
			counts[keys[2*slot]]++
		}
	}
	out := newColumn(f.Type, nil, false, len(c.order))
	for row, g := range c.order {
		out.Ints[row] = counts[uint64(g)]
	}
	return out.Vector
}
