package codegen

import (
	"fmt"
	"strings"

	"gsdms/operators"
)

// section declares a section of the run's state and returns its address.
func (b *body) section(r Section) string {
	kind := "u64*"
	switch r.Kind {
	case ErrorWord, SetBits:
		kind = "u32*"
	case SlotKeys, SetKeys, EmitData:
		kind = "i64*"
	}
	return b.param(kind, sectionName(r), "", StateData{b.index, r})
}

func sectionName(r Section) string {
	name := map[SectionKind]string{
		ErrorWord: "error", RowCounts: "rows", FoldValue: "fold%d", FoldCount: "fold%d_values",
		TopBound: "top_bound", TopRanks: "top_ranks", SlotState: "slots", SlotKeys: "slot_keys", SetState: "set%d_slots", SetKeys: "set%d_keys", SetBits: "set%d",
		EmitCount: "emitted", EmitData: "out",
	}[r.Kind]
	if r.Kind == FoldValue || r.Kind == FoldCount || r.Kind == SetState || r.Kind == SetKeys || r.Kind == SetBits {
		name = fmt.Sprintf(name, r.Fold)
	}
	return name
}

// nearCount is how many groups lie in shared memory.
func (b *body) nearCount() int {
	n := 1
	for i, k := range b.state.groups.Keys {
		if b.ranks != nil && b.ranks[i] != nil {
			n *= b.ranks[i].size
		} else {
			n *= max(1, k.Size)
		}
	}
	return n
}

// nearAt is where a section begins in shared memory.
func (b *body) nearAt(r Section) string {
	name := sectionName(r) + "_at"
	if b.members.has(name) {
		return b.members.via + name
	}
	first, at := 0, 0
	for _, known := range groupSections(b.program, b.state.groups) {
		if known.Section == r {
			at = first
		}
		first += known.Words * b.nearCount() * b.copies
	}
	return b.param("u64", name, "in shared_words", Constant(uint64(b.g.nearAt[b.index]+at)))
}

// registersOf lists the accumulators of a single group in registers.
func (b *body) registersOf() []register {
	if !b.registers {
		return nil
	}
	if b.state.top {
		return []register{{section: Section{Kind: TopBound}, kept: true}}
	}
	var out []register
	for _, r := range groupSections(b.program, b.state.groups) {
		most := r.Kind == FoldValue && isExtreme(b.state.groups.Aggs[r.Fold].Func)
		out = append(out, register{section: r.Section, most: most})
	}
	return out
}

// register is an accumulator in a register of every thread, or what it knows of one.
type register struct {
	section Section
	most    bool // a maximum, else a sum
	kept    bool // what the thread knows of the run's, which takes nothing from it
}

// name is that of the register in the routine.
func (r register) name() string {
	if r.kept {
		return "bound"
	}
	return sectionName(r.section)
}

func (r register) ctype() string {
	if r.most || r.kept {
		return "u64"
	}
	return "i64"
}

// registerParams and registerArgs pass the accumulators to the routine.
func (b *body) registerParams() string {
	var out strings.Builder
	for _, r := range b.registersOf() {
		fmt.Fprintf(&out, ", %s& %s", r.ctype(), r.name())
	}
	return out.String()
}

func (b *body) registerArgs(squad int) string {
	var out strings.Builder
	for _, r := range b.registersOf() {
		fmt.Fprintf(&out, ", s%d_%s", squad, r.name())
	}
	return out.String()
}

func (b *body) declareRegisters(w *writer, squad int) {
	for _, r := range b.registersOf() {
		w.line("%s s%d_%s = 0;", r.ctype(), squad, r.name())
	}
}

// flushRegisters adds a warp's accumulators to the run's.
func (b *body) flushRegisters(w *writer, squad int) {
	for _, r := range b.registersOf() {
		if r.kept {
			continue
		}
		name := fmt.Sprintf("s%d_%s", squad, sectionName(r.section))
		to := fmt.Sprintf("p->s%d->%s", squad, sectionName(r.section))
		if r.most {
			w.line("%s = warp_max(%s);", name, name)
			w.line("if (lane() == 0 && %s) max_to(%s, %s);", name, to, name)
			continue
		}
		w.line("%s = warp_sum(%s);", name, name)
		w.line("if (lane() == 0 && %s) add_far(%s, (u64)%s);", name, to, name)
	}
}

// sink writes what happens to a row that has come through the body.
func (b *body) sink() {
	switch {
	case b.state.lists:
		b.list(b.g.stage)
	case b.state.emit != nil:
		b.emitRow(b.state.emit)
	case b.registers:
		b.foldRegisters()
	default:
		b.groupNumber()
		b.ownCopy()
		b.foldGroup()
	}
}

// foldRegisters folds the row into the thread's accumulators.
func (b *body) foldRegisters() {
	for _, r := range b.registersOf() {
		name := sectionName(r.section)
		b.section(r.section)
		if r.section.Kind == RowCounts {
			b.line("rows++;")
			continue
		}
		f := b.state.groups.Aggs[r.section.Fold]
		switch {
		case r.section.Kind == FoldCount || f.Func == operators.CountValues:
			b.line("%s%s++;", b.ifValue(f.Arg), name)
		case f.Func == operators.CountDistinct:
			b.line("%sif (%s) %s++;", b.ifValue(f.Arg), b.fresh(r.section.Fold, "0"), name)
		case r.most:
			b.line("%s{ const u64 m = %s; if (m > %s) %s = m; }", b.ifValue(f.Arg), ordered(f), name, name)
		default:
			b.line("%s%s += v%d;", b.ifValue(f.Arg), name, f.Arg)
		}
	}
}

// ifValue is the condition in front of a statement that a NULL must not reach.
func (b *body) ifValue(reg int) string {
	if b.reg(reg).Nullable {
		return fmt.Sprintf("if (!n%d) ", reg)
	}
	return ""
}

// foldGroup folds the row into group g, in shared memory or in the state.
func (b *body) foldGroup() {
	b.foldRow()
	for k, f := range b.state.groups.Aggs {
		b.fold(k, f)
		if counted(b.program, f) {
			b.line("%s%s(%s + %s, 1ull);", b.ifValue(f.Arg), b.add(), b.accumulator(Section{FoldCount, k}), b.own())
		}
	}
}

// foldRow counts the row where COUNT(*) asks for it, else notes that the group saw one.
func (b *body) foldRow() {
	switch {
	case seenBy(b.program, b.state.groups).Kind != RowCounts:
	case countsRows(b.state.groups):
		b.line("%s(%s + %s, 1ull);", b.add(), b.accumulator(Section{Kind: RowCounts}), b.own())
	default:
		b.line("(%s)[%s] = 1;", b.accumulator(Section{Kind: RowCounts}), b.own())
	}
}

// add is the function that adds to a word.
func (b *body) add() string {
	if b.near {
		return "add_near"
	}
	return "add_far"
}

// addWide is the function that adds to a sum of 128 bits.
func (b *body) addWide() string {
	if b.near {
		return "add_halves"
	}
	return "add_wide"
}

// accumulator is the address of a section of the groups.
func (b *body) accumulator(r Section) string {
	if b.near {
		return "shared_words + " + b.nearAt(r)
	}
	return b.section(r)
}

// fold writes aggregate k of group g.
func (b *body) fold(k int, f operators.Fold) {
	if f.Func == operators.CountRows {
		return
	}
	if f.Func == operators.CountDistinct {
		b.foldDistinct(k, f)
		return
	}
	to := fmt.Sprintf("%s + %s * %d", b.accumulator(Section{FoldValue, k}), b.own(), foldWords(f.Func))
	b.line("%s%s;", b.ifValue(f.Arg), b.foldStatement(f, to))
}

func (b *body) foldStatement(f operators.Fold, to string) string {
	switch f.Func {
	case operators.CountValues:
		return fmt.Sprintf("%s(%s, 1ull)", b.add(), to)
	case operators.Sum64:
		return fmt.Sprintf("%s(%s, (u64)v%d)", b.add(), to, f.Arg)
	case operators.Sum128:
		return fmt.Sprintf("%s(%s, v%d)", b.addWide(), to, f.Arg)
	case operators.SumFloat:
		return fmt.Sprintf("add_exact(%s, v%d)", to, f.Arg)
	default:
		return fmt.Sprintf("max_to(%s, %s)", to, ordered(f))
	}
}

// isExtreme reports whether an aggregate is a minimum or a maximum.
func isExtreme(f operators.FoldFunc) bool {
	return f == operators.MinInt || f == operators.MaxInt || f == operators.MinFloat || f == operators.MaxFloat
}

// ordered is the word whose maximum a minimum or maximum is.
func ordered(f operators.Fold) string {
	switch f.Func {
	case operators.MinInt:
		return fmt.Sprintf("downward(v%d)", f.Arg)
	case operators.MaxInt:
		return fmt.Sprintf("upward(v%d)", f.Arg)
	case operators.MinFloat:
		return fmt.Sprintf("downward(float_order(v%d))", f.Arg)
	default: // MaxFloat
		return fmt.Sprintf("upward(float_order(v%d))", f.Arg)
	}
}

// emitRow appends the row to the chunk's output; rows that find no room are counted,
// so that the launch can be repeated with enough.
func (b *body) emitRow(e *operators.Emit) {
	if b.state.top && !b.ranked {
		b.cut()
	}
	next := "add_to(%s, 1ull)"
	if b.registers { // of one program
		next = "place(%s)"
	}
	b.line("const u64 at = "+next+";", b.section(Section{Kind: EmitCount}))
	room := b.param("u64", "room", "rows that out holds", StateData{b.index, Section{Kind: EmitRoom}})
	if b.state.top && b.registers {
		b.line("if (at >= %s + %d) bound = ~0ull; // the launch is repeated in any case", room, Enough)
	}
	b.open("if (at < %s)", room)
	b.line("i64* out = %s + at * %d;", b.section(Section{Kind: EmitData}), EmitWords(e))
	b.line("out[0] = (i64)(p->first_row + r);")
	stamp := b.param("i64", "stamp", "in every word of a NULL", StateData{b.index, Section{Kind: EmitStamp}})
	for i, c := range e.Out {
		value := fmt.Sprintf("v%d", c.Reg)
		if b.reg(c.Reg).Float {
			value = fmt.Sprintf("float_bits(v%d)", c.Reg)
		}
		b.line("out[%d] = %s ? 0 : %s; out[%d] = %s | %s;", 1+2*i, b.null(c.Reg), value, 2+2*i, stamp, b.null(c.Reg))
	}
	b.shut()
	if b.state.top {
		b.offer()
	}
}
