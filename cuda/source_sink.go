package cuda

import (
	"fmt"

	"gsdms/operators"
)

// state declares a region of the program's state and returns its address.
func (b *body) state(r Region) string { return b.region(b.index, r) }

func (g *generator) region(program int, r Region) string {
	kind := "u64*"
	switch r.Kind {
	case ErrorWord:
		kind = "u32*"
	case SlotKeys, SetKeys, EmitData:
		kind = "i64*"
	}
	return g.param(kind, regionName(program, r), "", StateData{program, r})
}

func regionName(program int, r Region) string {
	name := map[RegionKind]string{
		ErrorWord: "error", RowCounts: "rows", FoldValue: "fold%d", FoldCount: "fold%d_values",
		SlotState: "slots", SlotKeys: "slot_keys", SetState: "set%d_slots", SetKeys: "set%d_keys",
		EmitCount: "emitted", EmitData: "out",
	}[r.Kind]
	if r.Kind == FoldValue || r.Kind == FoldCount || r.Kind == SetState || r.Kind == SetKeys {
		name = fmt.Sprintf(name, r.Fold)
	}
	return fmt.Sprintf("q%d_%s", program, name)
}

// beginStates decides where groups live while the kernel runs and writes what starts
// them: registers for a single group, shared memory while the groups fit.
func (g *generator) beginStates() {
	left, any := SharedWords, false
	for i, s := range g.states {
		if s.groups == nil || s.single || !s.groups.Dense {
			continue
		}
		words := s.groups.Size * groupWords(g.programs[i], s.groups)
		if s.shared = words <= left; s.shared {
			left, any = left-words, true
		}
	}
	if any {
		g.beginShared()
	}
	for i, s := range g.states {
		if s.single {
			g.beginSingle(i, s)
		}
	}
}

// beginShared clears the block's copy of the groups.
func (g *generator) beginShared() {
	g.line("#ifdef GSDMS_HOST")
	g.line("static u64 shared_words[%d];", SharedWords)
	g.line("#else")
	g.line("extern __shared__ u64 shared_words[];")
	g.line("#endif")
	for i, s := range g.states {
		if s.shared {
			g.eachRegion(i, s, func(r Region, words int) {
				g.open("for (u64 i = threadIdx.x; i < %s; i += blockDim.x)", g.regionLength(i, s, words))
				g.line("shared_words[%s + i] = 0;", g.sharedOffset(i, r))
				g.shut()
			})
		}
	}
	g.line("sync_block();")
}

// eachRegion visits the regions that groups accumulate in, with the words per group.
func (g *generator) eachRegion(program int, s *state, visit func(r Region, words int)) {
	eachGroupRegion(g.programs[program], s.groups, visit)
}

func (g *generator) regionLength(program int, s *state, words int) string {
	size := g.param("u64", fmt.Sprintf("q%d_groups", program), "", Constant(uint64(s.groups.Size)))
	return fmt.Sprintf("%s * %d", size, words)
}

func (g *generator) sharedOffset(program int, r Region) string {
	return g.param("u64", regionName(program, r)+"_at", "in shared_words", SharedOffset{program, r})
}

// beginSingle declares a thread's own accumulators where a sum of words will do.
func (g *generator) beginSingle(program int, s *state) {
	g.line("i64 q%d_n = 0;", program)
	for k, f := range s.groups.Aggs {
		if inRegister(f.Func) {
			g.line("i64 q%d_a%d = 0;", program, k)
		}
		if counted(g.programs[program], f) {
			g.line("i64 q%d_c%d = 0;", program, k)
		}
	}
}

// inRegister reports whether a single group's aggregate is a plain sum of words.
func inRegister(f operators.FoldFunc) bool {
	return f == operators.Sum64 || f == operators.CountValues
}

// endStates writes what brings the block's accumulators to the run's state.
func (g *generator) endStates() {
	for i, s := range g.states {
		if s.single {
			g.endSingle(i, s)
		}
	}
	synced := false
	for i, s := range g.states {
		if s.shared {
			if !synced {
				g.line("sync_block();")
				synced = true
			}
			g.endShared(i, s)
		}
	}
}

func (g *generator) endSingle(program int, s *state) {
	g.addWarp(fmt.Sprintf("q%d_n", program), g.region(program, Region{Kind: RowCounts}))
	for k, f := range s.groups.Aggs {
		if inRegister(f.Func) {
			g.addWarp(fmt.Sprintf("q%d_a%d", program, k), g.region(program, Region{FoldValue, k}))
		}
		if counted(g.programs[program], f) {
			g.addWarp(fmt.Sprintf("q%d_c%d", program, k), g.region(program, Region{FoldCount, k}))
		}
	}
}

func (g *generator) addWarp(name, to string) {
	g.line("%s = warp_sum(%s);", name, name)
	g.line("if (warp_leader() && %s) add_to(%s, (u64)%s);", name, to, name)
}

// endShared adds the block's groups to the run's, group by group where a row came.
func (g *generator) endShared(program int, s *state) {
	rows := g.sharedOffset(program, Region{Kind: RowCounts})
	g.open("for (u64 i = threadIdx.x; i < %s; i += blockDim.x)", g.regionLength(program, s, 1))
	g.line("if (!shared_words[%s + i]) continue;", rows)
	g.eachRegion(program, s, func(r Region, words int) {
		from := fmt.Sprintf("shared_words + %s + i * %d", g.sharedOffset(program, r), words)
		to := fmt.Sprintf("%s + i * %d", g.region(program, r), words)
		g.line("%s;", merge(s, r, words, from, to))
	})
	g.shut()
}

// merge is the statement that adds the words at from to those at to.
func merge(s *state, r Region, words int, from, to string) string {
	if r.Kind == FoldValue {
		switch s.groups.Aggs[r.Fold].Func {
		case operators.MinInt, operators.MinFloat, operators.MaxInt, operators.MaxFloat:
			return fmt.Sprintf("max_to(%s, *(%s))", to, from)
		case operators.Sum128:
			return fmt.Sprintf("add_pair(%s, %s)", to, from)
		}
	}
	if words == 1 {
		return fmt.Sprintf("add_to(%s, *(%s))", to, from)
	}
	return fmt.Sprintf("for (int w = 0; w < %d; w++) if ((%s)[w]) add_to((%s) + w, (%s)[w])", words, from, to, from)
}

// sink writes what happens to a row that has come through the body.
func (b *body) sink() {
	s := b.states[b.index]
	switch {
	case s.emit != nil:
		b.emitRow(s.emit)
	case s.single:
		b.line("q%d_n++;", b.index)
		b.foldSingle(s)
	default:
		b.groupNumber(s)
		b.foldGroup(s)
	}
}

// foldSingle folds into registers what is a sum of words, the rest into the state.
func (b *body) foldSingle(s *state) {
	for k, f := range s.groups.Aggs {
		switch {
		case f.Func == operators.CountRows:
		case inRegister(f.Func):
			b.line("%sq%d_a%d += %s;", b.ifValue(f.Arg), b.index, k, b.addend(f))
		default:
			b.fold(s, k, f, "0")
		}
		if counted(b.program, f) {
			b.line("%sq%d_c%d++;", b.ifValue(f.Arg), b.index, k)
		}
	}
}

func (b *body) addend(f operators.Fold) string {
	if f.Func == operators.CountValues {
		return "1"
	}
	return fmt.Sprintf("v%d", f.Arg)
}

// ifValue is the condition in front of a statement that a NULL must not reach.
func (b *body) ifValue(reg int) string {
	if b.reg(reg).Nullable {
		return fmt.Sprintf("if (!n%d) ", reg)
	}
	return ""
}

// groupNumber writes the number of the row's group: by position, or the slot of its
// keys in the hash table.
func (b *body) groupNumber(s *state) {
	if !s.groups.Dense {
		b.groupSlot(s)
		return
	}
	b.line("u64 g = 0;")
	for i, k := range s.groups.Keys {
		size := b.param("u64", b.name("size%d", i), "", Constant(uint64(k.Size)))
		lo := b.param("i64", b.name("lo%d", i), "", Constant(uint64(k.Lo)))
		if k.Nullable {
			b.line("g = g * %s + (%s ? 0 : (u64)(v%d - %s) + 1);", size, b.null(k.Reg), k.Reg, lo)
		} else {
			b.line("g = g * %s + (u64)(v%d - %s);", size, k.Reg, lo)
		}
	}
}

// groupSlot claims the slot of the keys; a key that can be NULL takes a second word.
func (b *body) groupSlot(s *state) {
	b.line("i64 key[%d];", KeyWords(s.groups))
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
	b.claim("g", n, Region{Kind: SlotState}, Region{Kind: SlotKeys}, b.name("slots_mask"))
}

// claim writes the look-up of key in a table of slots; where the table is full the row
// is dropped and the run marked as failed.
func (b *body) claim(name string, words int, slots, keys Region, mask string) {
	m := b.param("u64", mask, "slots - 1", StateData{b.index, Region{Kind: maskOf(slots.Kind), Fold: slots.Fold}})
	b.line("const u64 %s = slot<%d>(%s, %s, %s, key);", name, words, b.state(slots), b.state(keys), m)
	b.line("if (%s == ~0ull) { or_to(%s, FAILED_FULL); continue; }", name, b.state(Region{Kind: ErrorWord}))
}

// foldGroup folds the row into group g, in shared memory or in the state.
func (b *body) foldGroup(s *state) {
	b.line("add_to(%s + g, 1ull);", b.accumulator(s, Region{Kind: RowCounts}))
	for k, f := range s.groups.Aggs {
		b.fold(s, k, f, "g")
		if counted(b.program, f) {
			b.line("%sadd_to(%s + g, 1ull);", b.ifValue(f.Arg), b.accumulator(s, Region{FoldCount, k}))
		}
	}
}

// accumulator is the address of a region of the groups.
func (b *body) accumulator(s *state, r Region) string {
	if s.shared {
		return "shared_words + " + b.sharedOffset(b.index, r)
	}
	return b.state(r)
}

// fold writes aggregate k of group number at.
func (b *body) fold(s *state, k int, f operators.Fold, at string) {
	if f.Func == operators.CountRows {
		return
	}
	if f.Func == operators.CountDistinct {
		b.foldDistinct(k, f, at)
		return
	}
	to := fmt.Sprintf("%s + %s * %d", b.accumulator(s, Region{FoldValue, k}), at, foldWords(f.Func))
	b.line("%s%s;", b.ifValue(f.Arg), foldStatement(f, to))
}

func foldStatement(f operators.Fold, to string) string {
	switch f.Func {
	case operators.CountValues:
		return fmt.Sprintf("add_to(%s, 1ull)", to)
	case operators.Sum64:
		return fmt.Sprintf("add_to(%s, (u64)v%d)", to, f.Arg)
	case operators.Sum128:
		return fmt.Sprintf("add_wide(%s, v%d)", to, f.Arg)
	case operators.SumFloat:
		return fmt.Sprintf("add_exact(%s, v%d)", to, f.Arg)
	case operators.MinInt:
		return fmt.Sprintf("max_to(%s, downward(v%d))", to, f.Arg)
	case operators.MaxInt:
		return fmt.Sprintf("max_to(%s, upward(v%d))", to, f.Arg)
	case operators.MinFloat:
		return fmt.Sprintf("max_to(%s, downward(float_order(v%d)))", to, f.Arg)
	default: // MaxFloat
		return fmt.Sprintf("max_to(%s, upward(float_order(v%d)))", to, f.Arg)
	}
}

// foldDistinct remembers the pair of group and value.
func (b *body) foldDistinct(k int, f operators.Fold, at string) {
	b.open("if (!%s)", b.null(f.Arg))
	b.line("const i64 key[2] = {(i64)%s, %s};", at, b.key(f.Arg))
	b.claim(fmt.Sprintf("d%d", k), 2, Region{SetState, k}, Region{SetKeys, k}, b.name("set%d_mask", k))
	b.shut()
}

// emitRow appends the row to the chunk's output; rows that find no room are counted,
// so that the launch can be repeated with enough.
func (b *body) emitRow(e *operators.Emit) {
	b.line("const u64 at = add_to(%s, 1ull);", b.state(Region{Kind: EmitCount}))
	room := b.param("u64", b.name("room"), "rows that out holds", StateData{b.index, Region{Kind: EmitRoom}})
	b.open("if (at < %s)", room)
	b.line("i64* out = %s + at * %d;", b.state(Region{Kind: EmitData}), EmitWords(e))
	b.line("out[0] = (i64)(p->first_row + r);")
	for i, c := range e.Out {
		value := fmt.Sprintf("v%d", c.Reg)
		if b.reg(c.Reg).Float {
			value = fmt.Sprintf("float_bits(v%d)", c.Reg)
		}
		b.line("out[%d] = %s ? 0 : %s; out[%d] = %s;", 1+2*i, b.null(c.Reg), value, 2+2*i, b.null(c.Reg))
	}
	b.shut()
}
