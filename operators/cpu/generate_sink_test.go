package cpu

import (
	"pgregory.net/rapid"

	"gsdms/operators"
	"gsdms/plan"
)

// sink draws where the rows go: out, or into groups under keys of several forms.
func (g *generator) sink() {
	if len(g.ints)+len(g.dbls) == 0 {
		g.p.Body = append(g.p.Body, operators.Const{Dst: g.reg(false, false), Int: 7})
	}
	all := append(append([]int{}, g.ints...), g.dbls...)
	if g.chance(3) {
		e := &operators.Emit{}
		for range rapid.IntRange(1, 3).Draw(g.t, "outputs") {
			e.Out = append(e.Out, operators.EmitColumn{Reg: g.pick(all)})
		}
		if g.chance(2) {
			g.p.Limit = int64(rapid.IntRange(0, 20).Draw(g.t, "limit"))
			if g.chance(2) {
				g.p.Offset = int64(rapid.SampledFrom([]int{1, 3, 20, 150, 600}).Draw(g.t, "offset"))
				g.p.Limit += g.p.Offset
			}
		}
		g.p.Sink = e
		return
	}
	s := &operators.Groups{}
	for range rapid.IntRange(0, 3).Draw(g.t, "group keys") {
		r := g.pick(all)
		s.Keys = append(s.Keys, operators.Key{Reg: r, Float: g.p.Regs[r].Float, Nullable: g.p.Regs[r].Nullable})
	}
	switch narrow := g.narrow(); {
	case len(narrow) > 0 && g.chance(3):
		g.manyGroups(s, narrow)
	case len(narrow) > 0 && g.chance(2):
		g.fusableKeys(s, narrow)
	case len(g.ints) > 0 && g.chance(2):
		g.denseKeys(s)
	}
	for range rapid.IntRange(1, 4).Draw(g.t, "aggregates") {
		s.Aggs = append(s.Aggs, g.fold())
	}
	if g.chance(2) {
		s.Top = g.groupTop(len(s.Keys) + len(s.Aggs))
	} else {
		s.AnyOrder = g.chance(2)
	}
	g.p.Sink = s
}

// groupTop wants a few groups, by some of the slots.
func (g *generator) groupTop(slots int) *operators.GroupTop {
	t := &operators.GroupTop{Whole: g.chance(2), Rows: int64(rapid.IntRange(1, 12).Draw(g.t, "groups wanted"))}
	for range rapid.IntRange(1, 3).Draw(g.t, "order keys") {
		t.Keys = append(t.Keys, plan.SortKey{Slot: rapid.IntRange(0, slots-1).Draw(g.t, "order slot"), Desc: rapid.Bool().Draw(g.t, "descending")})
	}
	return t
}

// manyGroups makes keys that have many values together, not dense, and that may be packed.
func (g *generator) manyGroups(s *operators.Groups, narrow []int) {
	if !g.chance(4) {
		s.Keys = nil
	}
	for range rapid.IntRange(1, 3).Draw(g.t, "many keys") {
		r := g.loadOf(g.pick(narrow))
		s.Keys = append(s.Keys, operators.Key{Reg: r, Nullable: g.p.Regs[r].Nullable})
	}
}

// denseKeys makes keys that are known to be small: remainders.
func (g *generator) denseKeys(s *operators.Groups) {
	s.Keys, s.Dense, s.Size = nil, true, 1
	for range rapid.IntRange(1, 2).Draw(g.t, "dense keys") {
		from := g.pick(g.ints)
		by := operators.Const{Int: 4, Dst: g.reg(false, false)}
		rest := operators.Compute{Op: operators.ModInt, Args: []int{from, by.Dst}, Dst: g.reg(false, true)}
		g.p.Body = append(g.p.Body, by, rest)
		s.Keys = append(s.Keys, operators.Key{Reg: rest.Dst, Nullable: true, Lo: -3, Size: 8})
		s.Size *= 8
	}
}

func (g *generator) fold() operators.Fold {
	if narrow := g.narrow(); len(narrow) > 0 && g.chance(5) {
		return g.ofTexts(narrow)
	}
	float := len(g.dbls) > 0 && (len(g.ints) == 0 || g.chance(3))
	if float {
		f := rapid.SampledFrom([]operators.FoldFunc{
			operators.CountValues, operators.SumFloat, operators.MinFloat, operators.MaxFloat,
			operators.CountDistinct, operators.SumDistinctFloat, operators.VarianceFloat,
		}).Draw(g.t, "fold")
		return g.special(operators.Fold{Func: f, Arg: g.pick(g.dbls)})
	}
	if len(g.ints) == 0 || g.chance(5) {
		return operators.Fold{Func: operators.CountRows, Arg: -1}
	}
	f := rapid.SampledFrom([]operators.FoldFunc{
		operators.CountValues, operators.Sum128, operators.MinInt, operators.MaxInt,
		operators.CountDistinct, operators.SumDistinct, operators.VarianceInt,
		operators.BitAnd, operators.BitOr, operators.BitXor,
		operators.MinPair, operators.MaxPair,
	}).Draw(g.t, "fold")
	return g.special(operators.Fold{Func: f, Arg: g.pick(g.ints)})
}

// special draws what only some folds have.
func (g *generator) special(f operators.Fold) operators.Fold {
	switch f.Func {
	case operators.CountDistinct:
		for range rapid.IntRange(0, 2).Draw(g.t, "more arguments") {
			f.More = append(f.More, g.pick(append(append([]int{}, g.ints...), g.dbls...)))
		}
	case operators.MinPair, operators.MaxPair:
		g.pair(&f)
	case operators.VarianceInt, operators.VarianceFloat:
		f.Sample, f.Root = g.chance(2), g.chance(2)
	}
	return f
}

// pair makes two registers of the argument, whose first is often equal.
func (g *generator) pair(f *operators.Fold) {
	by := operators.Const{Int: rapid.SampledFrom([]int64{2, 7, 1e9, 1e18}).Draw(g.t, "what is before it"), Dst: g.reg(false, false)}
	high := operators.Compute{Op: operators.IntDiv, Args: []int{f.Arg, by.Dst}, Dst: g.reg(false, true)}
	low := operators.Compute{Op: operators.ModInt, Args: []int{f.Arg, by.Dst}, Dst: g.reg(false, true)}
	g.p.Body = append(g.p.Body, by, high, low)
	f.Arg, f.More, f.Unit = high.Dst, []int{low.Dst}, rapid.SampledFrom([]int64{by.Int, 1e18}).Draw(g.t, "unit")
}

// narrow lists the columns that hold 0 to 355: a Load of one can be a place in an array
// of 400 numbers.
func (g *generator) narrow() []int {
	var out []int
	for c, s := range g.table.storage {
		if s.Width < 8 && s.Bias >= 0 {
			out = append(out, c)
		}
	}
	return out
}

// fusableKeys makes the keys and sums of a star query: keys that are narrow columns or
// are looked up by them, sums of columns, products and differences.
func (g *generator) fusableKeys(s *operators.Groups, narrow []int) {
	s.Keys, s.Dense, s.Size = nil, true, 1
	for range rapid.IntRange(0, 2).Draw(g.t, "star keys") {
		c := g.pick(narrow)
		at := g.loadOf(c)
		key := operators.Key{Reg: at, Lo: g.table.storage[c].Bias, Size: 256, Nullable: g.p.Regs[at].Nullable}
		if key.Nullable {
			key.Lo++ // the stored number 0 is NULL
		}
		if g.chance(2) {
			key = g.dimensionKey(at)
		}
		s.Keys = append(s.Keys, key)
		s.Size *= key.Size
	}
	for range rapid.IntRange(1, 2).Draw(g.t, "star sums") {
		s.Aggs = append(s.Aggs, operators.Fold{Func: operators.Sum64, Arg: g.starSum(narrow)})
	}
}

func (g *generator) loadOf(column int) int {
	l := operators.Load{Column: column, Dst: g.columnReg(column)}
	g.p.Body = append(g.p.Body, l)
	return l.Dst
}

// dimensionKey looks a key of 16 values up.
func (g *generator) dimensionKey(at int) operators.Key {
	s := plan.Storage{Width: rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(g.t, "array width"), Nullable: g.chance(3),
		Bias: rapid.SampledFrom([]int64{0, -5, 1000}).Draw(g.t, "array bias")}
	a := &operators.Array{Name: "dimension", Storage: s, Len: 400, Data: make([]byte, 400*s.Width)}
	for i := range a.Len {
		a.Data[i*s.Width] = byte(i * 7 % 16)
	}
	g.p.Arrays = append(g.p.Arrays, a)
	nullable := s.Nullable || g.p.Regs[at].Nullable
	look := operators.Lookup{Array: len(g.p.Arrays) - 1, At: at, Dst: g.reg(false, nullable)}
	g.p.Body = append(g.p.Body, look)
	key := operators.Key{Reg: look.Dst, Lo: s.Bias, Size: 17, Nullable: nullable}
	if s.Nullable && g.chance(2) {
		key.Lo++
	} else if g.chance(2) {
		key.Lo, key.Size = key.Lo-2, 20
	}
	return key
}

func (g *generator) starSum(narrow []int) int {
	x := g.loadOf(g.pick(narrow))
	if g.chance(3) {
		return x
	}
	y := g.loadOf(g.pick(narrow))
	op := rapid.SampledFrom([]operators.Opcode{operators.MulInt, operators.SubInt, operators.AddInt}).Draw(g.t, "star op")
	c := operators.Compute{Op: op, Args: []int{x, y}, Dst: g.reg(false, g.p.Regs[x].Nullable || g.p.Regs[y].Nullable)}
	g.p.Body = append(g.p.Body, c)
	return c.Dst
}
