package codegen

import (
	"fmt"
	"math"
	"slices"

	"gsdms/operators"
)

// SectionKind says what a section of a run's state counts.
type SectionKind uint8

// The sections of a run's state. All are 64-bit words; one word or several per group.
const (
	ErrorWord SectionKind = iota // FAILED_ bits
	RowCounts                    // rows of each group; without COUNT(*) not zero where there was one
	FoldValue                    // an aggregate's accumulator
	FoldCount                    // values of an aggregate that are not NULL
	SlotState                    // hash groups: state of each slot
	SlotKeys                     // hash groups: keys of each slot
	SetState                     // distinct values: state of each slot
	SetKeys                      // distinct values: group and value of each slot
	EmitCount                    // rows emitted for the chunk
	EmitData                     // emitted rows: row number, then a value and a NULL word per column, which has the stamp, too
	SetBits                      // distinct values: a bit for each that each group may have
	SlotMask                     // a number, not an address: slots - 1
	SetMask                      // likewise
	EmitRoom                     // a number: rows that EmitData holds
	EmitStamp                    // a number: of the launch, even, in all NULL words that it writes
	TopBound                     // first rows: the rank that one must have, at least, and whether a thread looks for it
	TopRanks                     // first rows: the best rank offered to each place
)

// What can end a run, as bits of its error word; the kernels' prelude has them, too.
const (
	FailedRange = 1 // a value is out of range
	FailedFull  = 2 // a table of slots is full
	FailedMany  = 4 // a row has a second partner where it may have one
)

// Section is a part of a run's state. All words start as zero.
type Section struct {
	Kind SectionKind
	Fold int // of FoldValue, FoldCount and Set…
}

// limbs is the words of an exact sum of doubles.
const limbs = 68

// state says how a program accumulates on the device.
type state struct {
	groups *operators.Groups // nil for Emit
	emit   *operators.Emit
	lists  bool // a stage that writes a list
	top    bool // rows of emit are dropped for their rank
}

func newState(p *operators.Program) (*state, error) {
	switch sink := p.Sink.(type) {
	case *operators.Emit:
		return &state{emit: sink, top: TopPlaces(p) > 0}, nil
	case *operators.Groups:
		return &state{groups: sink}, nil
	}
	return nil, fmt.Errorf("generate CUDA for %s: sink of unknown type %T", p.Name, p.Sink)
}

// inRegisters reports whether a thread keeps something of its own for the rows that it sees: of
// one group of one word per aggregate these words, of first rows the bound that it knows.
func (s *state) inRegisters(p *operators.Program) bool {
	if s.top {
		return true
	}
	if s.groups == nil || len(s.groups.Keys) > 0 {
		return false
	}
	for k, f := range s.groups.Aggs {
		if f.Func != operators.CountRows && wordsOf(p, s.groups, k) != 1 {
			return false
		}
	}
	return true
}

// countsRows reports whether an aggregate is COUNT(*).
func countsRows(g *operators.Groups) bool {
	return slices.ContainsFunc(g.Aggs, func(f operators.Fold) bool { return f.Func == operators.CountRows })
}

// seenBy is the section of one word for each group that is zero where no row came: a sum of
// positive numbers where there is one, else the count of rows.
func seenBy(p *operators.Program, g *operators.Groups) Section {
	if !countsRows(g) {
		for k, f := range g.Aggs {
			if f.Func == operators.Sum64 && !p.Regs[f.Arg].Nullable && p.Regs[f.Arg].Lo > 0 {
				return Section{FoldValue, k}
			}
		}
	}
	return Section{Kind: RowCounts}
}

// foldWords is the words of one group's accumulator, 0 for an aggregate without one.
func foldWords(f operators.FoldFunc) int {
	switch f {
	case operators.Sum128:
		return 2
	case operators.SumFloat:
		return limbs
	case operators.CountRows, operators.CountDistinct:
		return 0
	default:
		return 1
	}
}

// counted reports whether an aggregate needs its own count of values: whether NULLs
// can leave it without one.
func counted(p *operators.Program, f operators.Fold) bool {
	if f.Func == operators.CountRows || f.Func == operators.CountValues || f.Func == operators.CountDistinct {
		return false
	}
	return p.Regs[f.Arg].Nullable
}

// GroupSection is a section in which each group has so many words, which lie together: first those
// of group 0.
type GroupSection struct {
	Section
	Words int
}

// groupSections gives the sections that groups accumulate in, in the order in which they lie.
func groupSections(p *operators.Program, g *operators.Groups) []GroupSection {
	return sectionsOf(p, g, func(k int) int { return wordsOf(p, g, k) })
}

// sectionsOf is groupSections with so many words for fold k.
func sectionsOf(p *operators.Program, g *operators.Groups, words func(k int) int) []GroupSection {
	out := make([]GroupSection, 0, 1+len(g.Aggs))
	if seenBy(p, g).Kind == RowCounts {
		out = append(out, GroupSection{Section{Kind: RowCounts}, 1})
	}
	for k, f := range g.Aggs {
		if w := words(k); w > 0 {
			out = append(out, GroupSection{Section{FoldValue, k}, w})
		}
		if counted(p, f) {
			out = append(out, GroupSection{Section{FoldCount, k}, 1})
		}
	}
	return out
}

// GroupWords is the words of one group in all sections that groups accumulate in.
func GroupWords(p *operators.Program, g *operators.Groups) int { return wordsIn(groupSections(p, g)) }

// wordsIn is the words of one group in sections.
func wordsIn(sections []GroupSection) int {
	total := 0
	for _, r := range sections {
		total += r.Words
	}
	return total
}

// maskOf is the number that goes with a table of slots.
func maskOf(slots SectionKind) SectionKind {
	if slots == SlotState {
		return SlotMask
	}
	return SetMask
}

// Hashes reports whether the groups of a program are found by the hash of their keys. Others
// are where their position says, also where these are more than compile takes for dense:
// a place for each group that there may be takes less than slots with keys do, up to
// flatShare places for each row, and needs no search and no sorting.
func Hashes(p *operators.Program, g *operators.Groups) bool {
	if g.Dense || len(g.Keys) == 0 {
		return false
	}
	places := int64(1)
	words := wordsIn(sectionsOf(p, g, func(k int) int { return max(1, foldWords(g.Aggs[k].Func)) })) // distinct values have one at most
	most := min(mostPlaces, flatShare*int64(p.Table.Rows), flatBytes/int64(8*max(1, words)))
	for _, k := range g.Keys {
		if k.Float || k.Size <= 0 || int64(k.Size) > most/places {
			return true
		}
		places *= int64(k.Size)
	}
	return false
}

// Limits of groups by position: for each row of the table, in all, since their numbers have
// 32 bits, and in bytes, three quarters of what a query may take by default.
const (
	flatShare  = 4
	mostPlaces = 1 << 31
	flatBytes  = 3 << 29
)

// positions is how many groups by position there may be.
func positions(g *operators.Groups) int64 {
	n := int64(1)
	for _, k := range g.Keys {
		n *= int64(max(1, k.Size))
	}
	return n
}

// keyWords is the words of the keys of a slot: one for each key, behind one that is not zero
// for NULL where the key may be that.
func keyWords(g *operators.Groups) int {
	words := 0
	for _, k := range g.Keys {
		words++
		if k.Nullable {
			words++
		}
	}
	return words
}

// EmitWords is the words of an emitted row: its number, then a value and a NULL word for each
// column.
func EmitWords(e *operators.Emit) int { return 1 + 2*len(e.Out) }

// floatConstant is the bits of a double as Params holds it.
func floatConstant(f float64) Constant { return Constant(math.Float64bits(f)) }
