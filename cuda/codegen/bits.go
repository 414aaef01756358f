package codegen

import (
	"fmt"

	"gsdms/operators"
)

// Distinct values of a known range are counted by a bit for each value that a group may have:
// who sets it first adds to the group's count, an accumulator like others. A set of pairs in
// slots takes 24 bytes and more for each row, which are cleared, searched and counted again.

// Limits of these bits: for each row of the table, which is less than slots take, in any case, and
// in all.
const (
	bitsPerRow = 64
	leastBits  = 1 << 23
	mostBits   = 1 << 31
)

// DistinctBits is how many values a group may have in fold k, a COUNT(DISTINCT) by bits; 0 where
// it is none, or has slots.
func DistinctBits(p *operators.Program, g *operators.Groups, k int) uint64 {
	f := g.Aggs[k]
	if f.Func != operators.CountDistinct || len(f.More) > 0 || Hashes(p, g) {
		return 0
	}
	r := p.Regs[f.Arg]
	if r.Float || r.Lo >= r.Hi {
		return 0
	}
	most := min(mostBits, max(leastBits, bitsPerRow*uint64(p.Table.Rows)))
	last := uint64(r.Hi) - uint64(r.Lo)
	if last >= most/uint64(positions(g)) {
		return 0
	}
	return last + 1
}

// wordsOf is the words that a group has of fold k, 0 for one without an accumulator.
func wordsOf(p *operators.Program, g *operators.Groups, k int) int {
	if DistinctBits(p, g, k) > 0 {
		return 1
	}
	return foldWords(g.Aggs[k].Func)
}

// fresh is the expression that the row's value of fold k is the first of its group.
func (b *body) fresh(k int, group string) string {
	arg := b.state.groups.Aggs[k].Arg
	values := b.param("u64", fmt.Sprintf("set%d_values", k), "", Constant(DistinctBits(b.program, b.state.groups, k)))
	first := b.param("i64", fmt.Sprintf("set%d_first", k), "", Constant(uint64(b.reg(arg).Lo)))
	return fmt.Sprintf("first_of(%s, (u64)%s * %s + (u64)(v%d - %s))", b.section(Section{SetBits, k}), group, values, arg, first)
}
