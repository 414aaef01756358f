package codegen

import (
	"fmt"

	"gsdms/operators"
)

// Groups in shared memory. Of few groups, into which many rows are folded, each lane of the warps
// has a copy of its own: 32 lanes that add to the same word do so one after another. Q1 of
// TPC-H at scale factor 10, four groups, took 1.28 ms of an H200 with one copy and 0.45 with these.

// Copies of the groups of a program: as many as a warp has lanes, where they take at most so many
// words and at least one row in so many is folded.
const (
	laneCopies = 32
	copyRoom   = 4 << 10
	copyShare  = 1.0 / 16
)

// copiesOf is how many copies of its groups a squad's program has.
func (g *generation) copiesOf(s *squad) int {
	if s.log > 0 || g.sieve != nil || g.share(s) < copyShare || laneCopies*g.nearWords(s) > copyRoom {
		return 1
	}
	return laneCopies
}

// ownCopy writes the number of the group in the lane's copy.
func (b *body) ownCopy() {
	if b.near && b.copies > 1 {
		b.line("const u32 own = g * %d + lane();", b.copies)
	}
}

// own is the number of the row's group where its accumulators lie.
func (b *body) own() string {
	if b.near && b.copies > 1 {
		return "own"
	}
	return "g"
}

// nearGroups writes what clears the block's groups, and what adds them to the run's, where a row
// came.
func (b *body) nearGroups() {
	groups := b.param("u64", "groups", "in shared memory", Constant(uint64(b.nearCount())))
	b.begin.open("for (u32 i = threadIdx.x; i < (u32)%s%s; i += blockDim.x)", groups, b.times())
	for _, r := range groupSections(b.program, b.state.groups) {
		for w := range r.Words {
			b.begin.line("shared_words[%s + i * %d + %d] = 0;", b.nearAt(r.Section), r.Words, w)
		}
	}
	b.begin.shut()
	if b.copies > 1 {
		b.mergeCopies(groups)
		return
	}
	b.end.open("for (u32 i = threadIdx.x; i < (u32)%s; i += blockDim.x)", groups)
	b.end.line("if (!shared_words[%s + i]) continue;", b.nearAt(seenBy(b.program, b.state.groups)))
	b.fullNumber()
	for _, r := range groupSections(b.program, b.state.groups) {
		from := fmt.Sprintf("shared_words + %s + i * %d", b.nearAt(r.Section), r.Words)
		b.end.line("%s;", merge(b.state, r, from, b.far(r)))
	}
	b.end.shut()
}

// times is the factor of copies, as C++.
func (b *body) times() string {
	if b.copies > 1 {
		return fmt.Sprintf(" * %d", b.copies)
	}
	return ""
}

// far is where the accumulators of group g lie in the run's state.
func (b *body) far(r GroupSection) string {
	return fmt.Sprintf("%s + g * %d", b.section(r.Section), r.Words)
}

// mergeCopies writes what adds up the copies of each group, a warp for each.
func (b *body) mergeCopies(groups string) {
	b.end.open("for (u32 i = warp(); i < (u32)%s; i += blockDim.x / LANES)", groups)
	b.fullNumber()
	for _, r := range groupSections(b.program, b.state.groups) {
		b.end.open("")
		b.mergeSection(r)
		b.end.shut()
	}
	b.end.shut()
}

// mergeSection writes what folds a warp's copies of a section of group i, and adds that to the
// run's.
func (b *body) mergeSection(r GroupSection) {
	extreme := r.Kind == FoldValue && isExtreme(b.state.groups.Aggs[r.Fold].Func)
	wide := r.Kind == FoldValue && b.state.groups.Aggs[r.Fold].Func == operators.Sum128
	switch {
	case extreme:
		b.folded(r, "w", "0", "w = x > w ? x : w", "warp_max(w)")
		b.end.line("if (lane() == 0 && w) max_to(%s, w);", b.far(r))
	case wide:
		b.summed(r, "low", "0")
		b.summed(r, "high", "1")
		b.end.line("if (lane() == 0 && (low || high)) add_pair_of(%s, low, high);", b.far(r))
	default:
		b.end.open("for (u32 k = 0; k < %d; k++)", r.Words)
		b.summed(r, "w", "k")
		b.end.line("if (lane() == 0 && w) add_far(%s + k, w);", b.far(r))
		b.end.shut()
	}
}

// summed declares the sum of a word of the copies.
func (b *body) summed(r GroupSection, name, word string) {
	b.folded(r, name, word, name+" += x", fmt.Sprintf("(u64)warp_sum((i64)%s)", name))
}

// folded declares what a word x of each of the copies is folded into, by a lane and by the warp.
func (b *body) folded(r GroupSection, name, word, lane, warp string) {
	b.end.line("u64 %s = 0;", name)
	b.end.open("for (u32 c = lane(); c < %d; c += LANES)", b.copies)
	b.end.line("const u64 x = shared_words[%s + (i * %d + c) * %d + %s];", b.nearAt(r.Section), b.copies, r.Words, word)
	b.end.line("%s;", lane)
	b.end.shut()
	b.end.line("%s = %s;", name, warp)
}

// merge is the statement that adds the words at from, in shared memory, to those at to.
func merge(s *state, r GroupSection, from, to string) string {
	if r.Kind == FoldValue {
		switch s.groups.Aggs[r.Fold].Func {
		case operators.MinInt, operators.MinFloat, operators.MaxInt, operators.MaxFloat:
			return fmt.Sprintf("max_to(%s, *(%s))", to, from)
		case operators.Sum128:
			return fmt.Sprintf("add_pair_of(%s, (%s)[0], (%s)[1])", to, from, from)
		}
	}
	if r.Words == 1 {
		return fmt.Sprintf("add_far(%s, *(%s))", to, from)
	}
	return fmt.Sprintf("for (int w = 0; w < %d; w++) if ((%s)[w]) add_far((%s) + w, (%s)[w])", r.Words, from, to, from)
}
