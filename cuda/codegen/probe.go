package codegen

import (
	"fmt"

	"gsdms/operators"
	"gsdms/plan"
)

// probe walks the chain of the keys' bucket, for every partner or up to the first.
func (b *body) probe(in operators.Probe) {
	b.bucket(in)
	if in.Kind.Shows() {
		b.partners(in)
		return
	}
	b.exists(in)
}

// partners goes on with a row for each partner. A probe that keeps rows takes one more
// turn, with NULL, when no partner was found; where there may be one partner only, a second
// ends the run.
func (b *body) partners(in operators.Probe) {
	b.line("bool found%d = %v;", in.Dst, !in.Kind.Keeps())
	b.open("for (; e%d || !found%d; e%d = e%d ? %s : 0)", in.Dst, in.Dst, in.Dst, in.Dst, b.after(in))
	b.line("const bool none%d = e%d == 0;", in.Dst, in.Dst)
	b.define(in.Dst, fmt.Sprintf("(i64)e%d - 1", in.Dst), fmt.Sprintf("none%d", in.Dst))
	b.open("if (!none%d)", in.Dst)
	b.partner(in)
	if in.Kind == plan.SingleJoin {
		b.line("if (found%d) { or_to(%s, FAILED_MANY); return; }", in.Dst, b.section(Section{Kind: ErrorWord}))
	}
	b.shut()
	b.line("found%d = true;", in.Dst)
}

// exists goes on with the row itself, once or not at all, or with whether there is a
// partner. The list of a stage holds that as it holds a partner, one more than it is.
func (b *body) exists(in operators.Probe) {
	found := fmt.Sprintf("found%d", in.Dst)
	b.line("bool %s = false;", found)
	b.open("for (; e%d && !%s; e%d = %s)", in.Dst, found, in.Dst, b.after(in))
	b.define(in.Dst, fmt.Sprintf("(i64)e%d - 1", in.Dst), "false")
	b.partner(in)
	b.line("%s = true;", found)
	b.shut()
	switch in.Kind {
	case plan.SemiJoin:
		b.open("if (%s)", found)
	case plan.AntiJoin:
		b.open("if (!%s)", found)
	case plan.MarkJoin:
		b.define(in.Mark, found, "false")
		b.line("const u32 e%d = 1 + %s;", in.Mark, found)
	default:
		panic(fmt.Sprintf("join of unknown kind %d", in.Kind))
	}
}

// partner goes on with the chain where its row is none.
func (b *body) partner(in operators.Probe) {
	for i, a := range b.program.Indexes[in.Index].Keys {
		b.compareKey(in, a, i, in.Keys[i])
	}
	for _, on := range in.On {
		b.instr(on)
	}
	if in.Cond >= 0 {
		b.line("if (%s || v%d == 0) continue;", b.null(in.Cond), in.Cond)
	}
}

// after is the next of a chain behind e: there is none where all have one row.
func (b *body) after(in operators.Probe) string {
	ix := b.program.Indexes[in.Index]
	if ix.Spans {
		return fmt.Sprintf("((i64)e%d < v%d ? e%d + 1 : 0)", in.Dst, in.Keys[1], in.Dst)
	}
	if ix.Next == nil {
		return "0"
	}
	return fmt.Sprintf("read(%s + e%d - 1)", b.param("const u32*", fmt.Sprintf("next%d", in.Index), "", NextData{ix}), in.Dst)
}

// bucket finds the head of the chain that the keys lead to.
func (b *body) bucket(in operators.Probe) {
	n, ix := in.Index, b.program.Indexes[in.Index]
	if ix.Spans {
		from, to := in.Keys[0], in.Keys[1]
		if from == to { // no row is between a place and itself
			b.line("u32 e%d = 0;", in.Dst)
			return
		}
		b.line("u32 e%d = %s || v%d >= v%d ? 0 : (u32)v%d + 1;", in.Dst, paren(or(or("0", b.null(from)), b.null(to))), from, to, from)
		return
	}
	heads := b.param("const u32*", fmt.Sprintf("heads%d", n), ix.Name, HeadData{ix})
	missing := "0"
	if ix.Direct {
		lo := b.param("i64", fmt.Sprintf("first_key%d", n), "", Constant(uint64(ix.Lo)))
		places := b.param("u64", fmt.Sprintf("places%d", n), "", Constant(uint64(len(ix.Heads))))
		k := in.Keys[0]
		b.line("const u64 h%d = (u64)%s - (u64)%s;", in.Dst, b.key(k), lo)
		b.line("u32 e%d = %s || h%d >= %s ? 0 : read(%s + h%d);", in.Dst, paren(or(missing, b.null(k))), in.Dst, places, heads, in.Dst)
		return
	}
	mask := b.param("u64", fmt.Sprintf("mask%d", n), "", Constant(ix.Mask))
	b.line("u64 h%d = 0;", in.Dst)
	for _, k := range in.Keys {
		b.line("h%d = hash_key(h%d, %s);", in.Dst, in.Dst, b.key(k))
		missing = or(missing, b.null(k))
	}
	b.line("u32 e%d = %s ? 0 : read(%s + (h%d & %s));", in.Dst, paren(missing), heads, in.Dst, mask)
}

func paren(s string) string { return "(" + s + ")" }

// key is the number that a register is hashed and compared as.
func (b *body) key(r int) string {
	if b.reg(r).Float {
		return fmt.Sprintf("float_key(v%d)", r)
	}
	return fmt.Sprintf("v%d", r)
}

// compareKey goes on with the chain where key number i of the partner differs.
func (b *body) compareKey(in operators.Probe, a *operators.Array, i, reg int) {
	if b.program.Indexes[in.Index].Direct {
		return
	}
	data := b.param("const "+ctype(a.Storage)+"*", fmt.Sprintf("key%d_%d", in.Index, i), a.Name, ArrayData{a})
	stored := fmt.Sprintf("read(%s + e%d - 1)", data, in.Dst)
	if a.Storage.Float {
		b.line("if (float_key(%s) != %s) continue;", stored, b.key(reg))
		return
	}
	b.line("if (%s != %s) continue;", biased(stored, a.Storage), b.key(reg))
}
