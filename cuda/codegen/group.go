package codegen

import (
	"fmt"
	"slices"

	"gsdms/operators"
)

// groupNumber writes g, the number of the row's group where its accumulators lie: by
// position, or the slot of its keys in the hash table. Where sets of distinct values go by
// another number it writes that, too.
func (b *body) groupNumber() {
	if Hashes(b.program, b.state.groups) {
		b.groupSlot(b.state)
		return
	}
	b.position("g", b.ranks)
	if b.ranks != nil && b.hasSets() {
		b.position(b.setNumber(), nil)
	}
}

// hasSets reports whether an aggregate counts distinct values.
func (b *body) hasSets() bool {
	return slices.ContainsFunc(b.state.groups.Aggs, func(f operators.Fold) bool { return f.Func == operators.CountDistinct })
}

// setNumber is the number by which sets of distinct values know the row's group. They are
// always part of the run's state, so it is the number there, also where the groups in shared
// memory have others because those that no row can have are left out.
func (b *body) setNumber() string {
	if b.ranks != nil {
		return "whole"
	}
	return "g"
}

// position writes the number of a group by the values of its keys, or by their ranks where
// there are any, in 32 bits, which dense groups fit.
func (b *body) position(name string, ranks []*ranks) {
	b.line("u32 %s = 0;", name)
	for i, k := range b.state.groups.Keys {
		size := b.param("u64", fmt.Sprintf("size%d", i), "", Constant(uint64(k.Size)))
		lo := b.param("i64", fmt.Sprintf("lo%d", i), "", Constant(uint64(k.Lo)))
		switch {
		case ranks != nil && ranks[i] != nil:
			rank := b.param("const u16*", fmt.Sprintf("rank%d", i), "of the values that rows can have", TableData{table: ranks[i].rank})
			live := b.param("u64", fmt.Sprintf("live%d_len", i), "", Constant(uint64(ranks[i].size)))
			b.line("%s = %s * (u32)%s + read(%s + (u32)(v%d - %s));", name, name, live, rank, k.Reg, lo)
		case k.Nullable:
			b.line("%s = %s * (u32)%s + (%s ? 0 : (u32)(v%d - %s) + 1);", name, name, size, b.null(k.Reg), k.Reg, lo)
		default:
			b.line("%s = %s * (u32)%s + (u32)(v%d - %s);", name, name, size, k.Reg, lo)
		}
	}
}

// fullNumber writes the number of a group in the run's state, by its number i in shared
// memory.
func (b *body) fullNumber() {
	if b.ranks == nil {
		b.end.line("const u32 g = i;")
		return
	}
	b.end.line("u32 g = 0, rest = i, stride = 1;")
	for i, k := range slices.Backward(b.state.groups.Keys) {
		full := b.param("u64", fmt.Sprintf("size%d", i), "", Constant(uint64(k.Size)))
		if r := b.ranks[i]; r != nil {
			live := b.param("const u16*", fmt.Sprintf("live%d", i), "numbers of the values that rows can have", TableData{table: r.live})
			size := b.param("u64", fmt.Sprintf("live%d_len", i), "", Constant(uint64(r.size)))
			b.end.line("g += stride * read(%s + rest %% (u32)%s); rest /= (u32)%s; stride *= (u32)%s;", live, size, size, full)
		} else {
			b.end.line("g += stride * (rest %% (u32)%s); rest /= (u32)%s; stride *= (u32)%s;", full, full, full)
		}
	}
}

// groupSlot claims the slot of the keys; a key that can be NULL takes a second word.
func (b *body) groupSlot(s *state) {
	b.line("i64 key[%d];", keyWords(s.groups))
	n := 0
	for _, k := range s.groups.Keys {
		if k.Nullable {
			b.line("key[%d] = %s; key[%d] = key[%d] ? 0 : %s;", n, b.null(k.Reg), n+1, n, b.key(k.Reg))
			n += 2
			continue
		}
		b.line("key[%d] = %s;", n, b.key(k.Reg))
		n++
	}
	b.claim("g", n, Section{Kind: SlotState}, Section{Kind: SlotKeys}, "slots_mask")
}

// claim writes the look-up of key in a table of slots; where the table is full the row
// is dropped and the run marked as failed.
func (b *body) claim(name string, words int, slots, keys Section, mask string) {
	m := b.param("u64", mask, "slots - 1", StateData{b.index, Section{Kind: maskOf(slots.Kind), Fold: slots.Fold}})
	failed := b.section(Section{Kind: ErrorWord})
	b.line("const u64 %s = slot<%d>(%s, %s, %s, %s, key);", name, words, b.section(slots), b.section(keys), m, failed)
	b.line("if (%s == ~0ull) { or_to(%s, FAILED_FULL); return; }", name, failed)
}

// foldDistinct remembers the pair of group and value.
func (b *body) foldDistinct(k int, f operators.Fold) {
	if DistinctBits(b.program, b.state.groups, k) > 0 {
		to := fmt.Sprintf("%s + %s", b.accumulator(Section{FoldValue, k}), b.own())
		b.line("%sif (%s) %s(%s, 1ull);", b.ifValue(f.Arg), b.fresh(k, b.setNumber()), b.add(), to)
		return
	}
	b.open("if (!%s)", b.null(f.Arg))
	b.line("const i64 key[2] = {(i64)%s, %s};", b.setNumber(), b.key(f.Arg))
	b.claim(fmt.Sprintf("d%d", k), 2, Section{SetState, k}, Section{SetKeys, k}, fmt.Sprintf("set%d_mask", k))
	b.shut()
}
