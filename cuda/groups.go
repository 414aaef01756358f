package cuda

import (
	"context"
	"math"
	"math/big"
	"slices"
	"sync/atomic"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/operators"
	"gsdms/plan"
)

// copied is a run's groups on the host.
type copied struct {
	*packed
	run    *run
	groups *operators.Groups
	keys   *slotKeys // of hash groups
	order  []int     // of hash groups that are packed, by key; nil: they are in it, or may be in any
}

// len is how many groups there are.
func (c *copied) len() int { return c.n }

// at gives which of the packed groups a row of the result is.
func (c *copied) at(row int) int {
	if c.order == nil {
		return row
	}
	return c.order[row]
}

// groups copies the accumulators and makes rows of the groups that saw a row.
func (r *run) groups(ctx context.Context, g *operators.Groups) (*plan.Rows, error) {
	c := &copied{run: r, groups: g}
	if err := c.copy(ctx); err != nil {
		return nil, err
	}
	out := &plan.Rows{Len: c.len(), Columns: make([]plan.Vector, 0, len(g.Keys)+len(g.Aggs))}
	for i := range g.Keys {
		out.Columns = append(out.Columns, c.key(i))
	}
	for k, f := range g.Aggs {
		v, err := c.fold(ctx, k, f)
		if err != nil {
			return nil, err
		}
		out.Columns = append(out.Columns, v)
	}
	return out, nil
}

// copy packs the groups and orders them by key. The numbers of groups by position are in that order.
func (c *copied) copy(ctx context.Context) error {
	l := c.run.layout
	parts, free, err := c.run.tallied(ctx, c.groups, sectionsOf(l.PerGroup))
	defer free()
	if err != nil {
		return err
	}
	if len(c.groups.Keys) == 0 { // there is one group in any case
		c.packed, err = c.run.single(parts)
	} else {
		c.packed, err = c.run.pack(ctx, l.Seen, l.Groups, c.groups, &packed{parts: parts, nameless: l.Hashed && !c.pairs()})
	}
	if err != nil {
		return err
	}
	if l.Hashed {
		c.keys = newSlotKeys(c.groups, c.len(), c.columns(codegen.Section{Kind: codegen.SlotKeys}))
		c.sort()
	}
	return nil
}

// sort puts hash groups in the order of their keys, where that is asked for.
func (c *copied) sort() {
	if c.groups.AnyOrder {
		return
	}
	c.order = make([]int, c.len())
	for i := range c.order {
		c.order[i] = i
	}
	c.keys.sort(c.order)
}

// pairs reports whether distinct values are counted here, which are found by their groups' numbers.
func (c *copied) pairs() bool {
	return slices.ContainsFunc(c.groups.Aggs, func(f operators.Fold) bool { return f.Func == operators.CountDistinct })
}

// single gives the one group of a run without keys.
func (r *run) single(parts []packedSection) (*packed, error) {
	p := &packed{n: 1, numbers: []uint64{0}, parts: parts}
	var err error
	for i := range p.parts {
		if p.parts[i].here, err = r.fetch(p.parts[i], int64(p.parts[i].Words)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// signed gives words as numbers with a sign.
func signed(words []uint64) []int64 {
	return unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// key makes the vector of key number i.
func (c *copied) key(i int) plan.Vector {
	k := &c.groups.Keys[i]
	if c.keys != nil && c.order == nil && !k.Nullable && !k.Float && k.Values == nil {
		return plan.Vector{Type: k.Type, Dict: k.Dict, Ints: signed(c.keys.words[i])}
	}
	out := newColumn(k.Type, k.Dict, k.Float, c.len())
	if c.keys == nil && !k.Nullable && !k.Float {
		c.place(i, out.Ints)
		return k.Shown(out.Vector)
	}
	number := c.numbersOf(i)
	return k.Shown(out.fill(k.Nullable, func(row int) (int64, bool) {
		n, null := number(row)
		if null {
			return 0, true
		}
		return k.Value(n), false
	}))
}

// place fills the column of key i of groups by position, which cannot be NULL: in a loop by itself,
// since it is most of what few hundred groups take, while everybody waits.
func (c *copied) place(i int, to []int64) {
	k, stride, size := &c.groups.Keys[i], c.stride(i), uint64(max(1, c.groups.Keys[i].Size))
	eachPart(len(to), func(lo, hi int) {
		part := to[lo:hi]
		if c.run.layout.Groups <= math.MaxUint32 {
			placesOf(part, c.numbers[lo:hi], uint32(stride), uint32(size), k.Lo)
		} else {
			placesOf(part, c.numbers[lo:hi], stride, size, k.Lo)
		}
		if k.Values == nil {
			return
		}
		for row, n := range part {
			part[row] = k.Value(n)
		}
	})
}

// placesOf gives a key's number of each group. Divisions by 32 bits take a part of what those by 64 do.
func placesOf[N uint32 | uint64](to []int64, groups []uint64, stride, size N, least int64) {
	for i, g := range groups {
		to[i] = least + int64(N(g)/stride%size)
	}
}

// stride is how far apart the groups of neighbouring numbers of key i lie.
func (c *copied) stride(i int) uint64 {
	stride := uint64(1)
	for _, after := range c.groups.Keys[i+1:] {
		stride *= uint64(max(1, after.Size))
	}
	return stride
}

// numbersOf gives what tells the number of key i of a row, as the program has it.
func (c *copied) numbersOf(i int) func(row int) (n int64, null bool) {
	if c.keys != nil {
		return func(row int) (int64, bool) { return c.keys.of(c.at(row), i) }
	}
	k := &c.groups.Keys[i]
	stride, size, lo := c.stride(i), uint64(max(1, k.Size)), k.Lo
	if !k.Nullable {
		return func(row int) (int64, bool) { return lo + int64(c.numbers[row]/stride%size), false }
	}
	return func(row int) (int64, bool) {
		at := int64(c.numbers[row] / stride % size)
		return lo + at - 1, at == 0
	}
}

// fold makes the vector of aggregate k.
func (c *copied) fold(ctx context.Context, k int, f operators.Fold) (plan.Vector, error) {
	of := codegen.Section{Kind: codegen.FoldValue, Fold: k}
	switch {
	case f.Func == operators.CountDistinct && c.words(of) == nil:
		return c.distinct(ctx, k, f)
	case f.Func == operators.Sum128:
		return c.wide(k, f), nil
	}
	if f.Func == operators.CountRows {
		of = codegen.Section{Kind: codegen.RowCounts}
	}
	values, words, seen := c.words(of), c.width(of), c.seen(k, f)
	if f.Func == operators.Sum64 && c.seenItself(k) {
		seen = nil
	}
	if c.order == nil && seen == nil && codegen.Plain(f.Func) && len(c.groups.Keys) > 0 && c.len() > 0 { // without keys the words are lent
		return plan.Vector{Type: f.Type, Dict: f.Dict, Ints: signed(values)}, nil
	}
	out := newColumn(f.Type, f.Dict, codegen.IsFloat(f.Func), c.len())
	return out.fill(seen != nil, func(row int) (int64, bool) {
		g := c.at(row)
		if seen != nil && seen[g] == 0 {
			return 0, true
		}
		return codegen.Decode(f.Func, values[g*words:(g+1)*words]), false
	}), nil
}

// seenItself reports whether the words of an aggregate say which groups saw a row: there is
// none to be NULL, then.
func (c *copied) seenItself(k int) bool {
	return len(c.groups.Keys) > 0 && c.run.layout.Seen == codegen.Section{Kind: codegen.FoldValue, Fold: k}
}

// seen gives the words that are 0 for the groups in which an aggregate saw no value, nil
// for a count, which is 0 then.
func (c *copied) seen(k int, f operators.Fold) []uint64 {
	if f.Func == operators.CountRows || f.Func == operators.CountValues || f.Func == operators.CountDistinct {
		return nil
	}
	if counts := c.words(codegen.Section{Kind: codegen.FoldCount, Fold: k}); counts != nil {
		return counts
	}
	return c.words(c.run.layout.Seen)
}

// wide makes the vector of a 128-bit sum.
func (c *copied) wide(k int, f operators.Fold) plan.Vector {
	out := &column{plan.Vector{Type: f.Type, Wide: make([]*big.Int, c.len())}}
	values, seen := c.words(codegen.Section{Kind: codegen.FoldValue, Fold: k}), c.seen(k, f)
	for row := range out.Wide {
		g := c.at(row)
		if seen[g] == 0 {
			out.setNull(row)
			continue
		}
		high := new(big.Int).SetInt64(int64(values[2*g+1]))
		out.Wide[row] = high.Add(high.Lsh(high, 64), new(big.Int).SetUint64(values[2*g]))
	}
	return out.Vector
}

// distinct counts the pairs of group and value that are here with the accumulators.
func (c *copied) distinct(ctx context.Context, k int, f operators.Fold) (plan.Vector, error) {
	slots := int64(c.run.layout.Number(codegen.Section{Kind: codegen.SetMask, Fold: k})) + 1
	keysOf := whole(codegen.GroupSection{Section: codegen.Section{Kind: codegen.SetKeys, Fold: k}, Words: 2})
	pairs, err := c.run.pack(ctx, codegen.Section{Kind: codegen.SetState, Fold: k}, slots, nil, &packed{parts: []packedSection{keysOf}})
	if err != nil {
		return plan.Vector{}, err
	}
	counts, keys := make([]atomic.Int64, len(c.numbers)), pairs.parts[0].here
	eachPart(pairs.n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if g, found := slices.BinarySearch(c.numbers, keys[2*i]); found {
				counts[g].Add(1)
			}
		}
	})
	out := newColumn(f.Type, nil, false, c.len())
	return out.fill(false, func(row int) (int64, bool) { return counts[c.at(row)].Load(), false }), nil
}
