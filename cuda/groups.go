package cuda

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"gsdms/operators"
	"gsdms/plan"
)

// copied is a run's groups on the host.
type copied struct {
	run    *run
	groups *operators.Groups
	words  map[Region][]uint64
	order  []int // groups or slots that saw a row, in key order
}

// groups copies the accumulators and makes rows of the groups that saw a row.
func (r *run) groups(g *operators.Groups) (*plan.Rows, error) {
	c := &copied{run: r, groups: g, words: map[Region][]uint64{}}
	if err := c.copy(); err != nil {
		return nil, err
	}
	for i, n := range c.words[seenBy(r.program, g)] {
		if n != 0 || len(g.Keys) == 0 {
			c.order = append(c.order, i)
		}
	}
	if !g.Dense && len(g.Keys) > 0 {
		slices.SortFunc(c.order, c.compareSlots)
	}
	out := &plan.Rows{Len: len(c.order)}
	for i := range g.Keys {
		out.Columns = append(out.Columns, c.key(i))
	}
	for k, f := range g.Aggs {
		out.Columns = append(out.Columns, c.fold(k, f))
	}
	return out, nil
}

func (c *copied) copy() (err error) {
	get := func(reg Region, n int64) {
		if err == nil {
			c.words[reg], err = c.run.words(reg, n)
		}
	}
	l := c.run.layout
	eachGroupRegion(c.run.program, c.groups, func(reg Region, words int) { get(reg, l.groups*int64(words)) })
	if !c.groups.Dense && len(c.groups.Keys) > 0 {
		get(Region{Kind: SlotKeys}, l.groups*int64(KeyWords(c.groups)))
	}
	for k, f := range c.groups.Aggs {
		if f.Func == operators.CountDistinct {
			n := int64(l.numbers[Region{SetMask, k}]) + 1
			get(Region{SetState, k}, n)
			get(Region{SetKeys, k}, 2*n)
		}
	}
	return err
}

// slotKey gives key number i of a slot.
func (c *copied) slotKey(slot, i int) (n int64, null bool) {
	at := slot * KeyWords(c.groups)
	for _, k := range c.groups.Keys[:i] {
		at++
		if k.Nullable {
			at++
		}
	}
	keys := c.words[Region{Kind: SlotKeys}]
	if !c.groups.Keys[i].Nullable {
		return int64(keys[at]), false
	}
	return int64(keys[at+1]), keys[at] != 0
}

// compareSlots orders hash groups by key, NULL first.
func (c *copied) compareSlots(a, b int) int {
	for i, k := range c.groups.Keys {
		x, xNull := c.slotKey(a, i)
		y, yNull := c.slotKey(b, i)
		if o := compareKeys(k, x, xNull, y, yNull); o != 0 {
			return o
		}
	}
	return 0
}

func compareKeys(k operators.Key, x int64, xNull bool, y int64, yNull bool) int {
	switch {
	case xNull || yNull:
		return cmp.Compare(boolInt(yNull), boolInt(xNull))
	case k.Float:
		return cmp.Compare(math.Float64frombits(uint64(x)), math.Float64frombits(uint64(y)))
	default:
		return cmp.Compare(x, y)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// key makes the vector of key number i.
func (c *copied) key(i int) plan.Vector {
	k := c.groups.Keys[i]
	out := newColumn(k.Type, k.Dict, k.Float, len(c.order))
	for row, g := range c.order {
		n, null := c.denseKey(g, i)
		if !c.groups.Dense {
			n, null = c.slotKey(g, i)
		}
		out.set(row, n, null)
	}
	return out.Vector
}

// denseKey gives key number i of a group by its position.
func (c *copied) denseKey(group, i int) (n int64, null bool) {
	k := c.groups.Keys[i]
	for _, after := range c.groups.Keys[i+1:] {
		group /= max(1, after.Size)
	}
	at := group % max(1, k.Size)
	if !k.Nullable {
		return k.Lo + int64(at), false
	}
	return k.Lo + int64(at) - 1, at == 0
}

// fold makes the vector of aggregate k.
func (c *copied) fold(k int, f operators.Fold) plan.Vector {
	switch f.Func {
	case operators.CountDistinct:
		return c.distinct(k, f)
	case operators.Sum128:
		return c.wide(k, f)
	}
	values := c.words[Region{FoldValue, k}]
	if f.Func == operators.CountRows {
		values = c.words[Region{Kind: RowCounts}]
	}
	words := max(1, foldWords(f.Func))
	out := newColumn(f.Type, f.Dict, isFloat(f.Func), len(c.order))
	for row, g := range c.order {
		out.set(row, decode(f.Func, values[g*words:(g+1)*words]), c.empty(k, f, g))
	}
	return out.Vector
}

func isFloat(f operators.FoldFunc) bool {
	return f == operators.SumFloat || f == operators.MinFloat || f == operators.MaxFloat
}

// empty reports whether an aggregate saw no value in a group.
func (c *copied) empty(k int, f operators.Fold, group int) bool {
	if f.Func == operators.CountRows || f.Func == operators.CountValues {
		return false
	}
	if counts := c.words[Region{FoldCount, k}]; counts != nil {
		return counts[group] == 0
	}
	return c.words[seenBy(c.run.program, c.groups)][group] == 0
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
	values := c.words[Region{FoldValue, k}]
	for row, g := range c.order {
		if c.empty(k, f, g) {
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
	keys := c.words[Region{SetKeys, k}]
	for slot, state := range c.words[Region{SetState, k}] {
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
