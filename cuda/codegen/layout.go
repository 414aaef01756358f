package codegen

import (
	"fmt"
	"math"
	"math/bits"
	"sync"
	"unsafe"
	"weak"

	"gsdms/operators"
	"gsdms/plan"
)

// Layout says where the sections of a run's state lie, in words of 64 bits from its begin, and
// the numbers that go with them. Immutable; runs share it.
type Layout struct {
	Words  int64 // of all sections
	Groups int64 // that there is room for: groups by position, or slots

	Hashed   bool           // groups are slots, found by the hash of their keys
	Tight    bool           // there is room for what is expected, which may be less than can come
	Seen     Section        // a word of each group that is zero where no row came
	PerGroup []GroupSection // what a run has of each group: accumulators, then the keys of a slot

	places  []place
	numbers []numbered
}

// place is where a section begins; numbered is a number that stands for one. There are few
// of each.
type (
	place struct {
		section Section
		at      int64
	}
	numbered struct {
		section Section
		n       uint64
	}
)

// At gives the word with which a section begins, 0 for one that the state has not.
func (l *Layout) At(r Section) int64 {
	for _, p := range l.places {
		if p.section == r {
			return p.at
		}
	}
	return 0
}

// Number gives the number that a section of kind SlotMask or SetMask stands for.
func (l *Layout) Number(r Section) uint64 {
	for _, n := range l.numbers {
		if n.section == r {
			return n.n
		}
	}
	return 0
}

// layouts keeps those of programs that are opened again and again: to count the values of
// a hash table's keys takes some microseconds each. Safe for concurrent use.
type layouts struct {
	stretches *stretches
	mu        sync.Mutex
	by        map[layoutOf]laidOut
}

// layoutOf is the address of a program, which another may have when it is gone, and a limit of memory.
type layoutOf struct {
	program uintptr
	memory  int64
}

// laidOut is what is known of a program.
type laidOut struct {
	program  weak.Pointer[operators.Program]
	layout   *Layout // nil: it is to be made anew
	outgrown bool    // what was expected was too little
}

// keptLayouts is how many are kept.
const keptLayouts = 1024

func newLayouts(s *stretches) *layouts {
	return &layouts{stretches: s, by: map[layoutOf]laidOut{}}
}

// of gives the layout of a program within a limit of memory; operators.Refused where there is none.
func (l *layouts) of(p *operators.Program, memory int64) (*Layout, error) {
	key := layoutKey(p, memory)
	l.mu.Lock()
	defer l.mu.Unlock()
	known := l.known(key, p)
	if known.layout != nil {
		return known.layout, nil
	}
	if why := unsupported(p); why != "" {
		return nil, &operators.Refused{Why: why}
	}
	rows, tight := rowsFor(p, known.outgrown)
	fresh, err := layoutState(p, l.stretches, rows, memory)
	if err != nil {
		return nil, err
	}
	fresh.Tight = tight
	if len(l.by) >= keptLayouts {
		clear(l.by)
	}
	l.by[key] = laidOut{weak.Make(p), fresh, known.outgrown}
	return fresh, nil
}

func layoutKey(p *operators.Program, memory int64) layoutOf {
	return layoutOf{uintptr(unsafe.Pointer(p)), memory}
}

// known gives what is known of a program, and not of one that had its address before. The lock is held.
func (l *layouts) known(key layoutOf, p *operators.Program) laidOut {
	if known, ok := l.by[key]; ok && known.program.Value() == p {
		return known
	}
	return laidOut{}
}

// outgrow has the next layout of a program have room for all that can come.
func (l *layouts) outgrow(p *operators.Program, memory int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.by[layoutKey(p, memory)] = laidOut{program: weak.Make(p), outgrown: true}
}

// layoutState lays a program's accumulators out for so many rows that come to its sink.
func layoutState(p *operators.Program, known *stretches, rows, memory int64) (*Layout, error) {
	l := &Layout{places: make([]place, 0, 4)}
	l.add(Section{Kind: ErrorWord}, 1)
	g, ok := p.Sink.(*operators.Groups)
	if !ok {
		l.add(Section{Kind: EmitCount}, 1)
		if n := TopPlaces(p); n > 0 {
			l.add(Section{Kind: TopBound}, 2)
			l.add(Section{Kind: TopRanks}, n)
		}
		return l, nil
	}
	l.Hashed, l.Seen, l.PerGroup = Hashes(p, g), seenBy(p, g), groupSections(p, g)
	if !l.Hashed {
		l.Groups = positions(g)
	} else {
		l.Groups = slots(rows, mostGroups(known, p, g), int64(1+keyWords(g)+GroupWords(p, g)), memory/2)
		l.add(Section{Kind: SlotState}, l.Groups)
		l.add(Section{Kind: SlotKeys}, l.Groups*int64(keyWords(g)))
		l.numbers = append(l.numbers, numbered{Section{Kind: SlotMask}, uint64(l.Groups - 1)})
	}
	for _, r := range l.PerGroup {
		l.add(r.Section, l.Groups*int64(r.Words))
	}
	if l.Hashed {
		l.PerGroup = append(l.PerGroup, GroupSection{Section{Kind: SlotKeys}, keyWords(g)})
	}
	for k, f := range g.Aggs {
		if values := DistinctBits(p, g, k); values > 0 {
			l.add(Section{SetBits, k}, int64(values*uint64(positions(g))+63)/64)
		} else if f.Func == operators.CountDistinct {
			l.addSet(rows, k, memory/int64(4*len(g.Aggs)))
		}
	}
	if l.Words*8 > memory {
		return nil, &operators.Refused{Why: fmt.Sprintf("the groups of %s take %d bytes on the device, more than the %d that --query-memory and a quarter of the device allow", p.Name, l.Words*8, memory)}
	}
	return l, nil
}

func (l *Layout) addSet(rows int64, fold int, memory int64) {
	n := slots(rows, unbounded, 3, memory)
	l.add(Section{SetState, fold}, n)
	l.add(Section{SetKeys, fold}, 2*n)
	l.numbers = append(l.numbers, numbered{Section{SetMask, fold}, uint64(n - 1)})
}

// unbounded is more groups than there can be rows.
const unbounded = math.MaxInt64 / 4

// rowsFor is rows of groups that a layout has room for, and whether more can come. At first that
// is some times what the filters are expected to leave: a table for all rows, of which one in a
// hundred comes, takes more time to be cleared, and searched for groups, than the scan.
func rowsFor(p *operators.Program, outgrown bool) (rows int64, tight bool) {
	const times, least = 4, 1 << 16
	if _, ok := p.Sink.(*operators.Groups); !ok {
		return 0, false
	}
	rows = rowsThatCome(p)
	share := 1.0
	for _, c := range p.Filters {
		share *= min(1, max(0, c.Selectivity))
	}
	if expected := max(least, int64(times*share*float64(rows))); expected < rows && !outgrown {
		return expected, true
	}
	return rows, false
}

// rowsThatCome is the most rows that are likely to reach the sink: a probe may give a row
// for each partner. A table that fills up all the same ends the run with an error.
func rowsThatCome(p *operators.Program) int64 {
	rows, partners, many := int64(p.Table.Rows), int64(1), false
	for _, in := range p.Body {
		if probe, ok := in.(operators.Probe); ok && (probe.Kind == plan.InnerJoin || probe.Kind == plan.LeftJoin) {
			partners, many = product(partners, longestChain(p.Indexes[probe.Index])), true
		}
	}
	if !many {
		return rows
	}
	return product(rows, max(fewPartners, partners))
}

// fewPartners is how many partners a row may have in all indexes without being expected to.
const fewPartners = 8

// longestChain is the most partners that a row has in an index, as far as chainSteps steps
// from rows all over the table show. Chains ascend, so the first rows show the most. Where
// there are no chains a row has one partner.
func longestChain(x *operators.Index) int64 {
	if x.Spans {
		return int64(x.Table.Rows)
	}
	const samples, chainSteps = 1 << 14, 1 << 18
	longest, left := int64(1), chainSteps
	for row := 0; row < len(x.Next) && left > 0; row += 1 + len(x.Next)/samples {
		n := int64(1)
		for next := x.Next[row]; next != 0 && left > 0; next = x.Next[next-1] {
			n++
			left--
		}
		longest = max(longest, n)
	}
	return longest
}

// product is unbounded where it would pass that.
func product(a, b int64) int64 {
	if b > 0 && a > unbounded/b {
		return unbounded
	}
	return a * b
}

// mostGroups is the most groups that a program's keys can make, by the values of each and by
// those of the columns that decide them.
func mostGroups(known *stretches, p *operators.Program, g *operators.Groups) int64 {
	return min(mostKeys(known, p, g), mostDeciding(p, g))
}

func mostKeys(known *stretches, p *operators.Program, g *operators.Groups) int64 {
	most := int64(1)
	ranks := rankKeys(known, p, g)
	for i, k := range g.Keys {
		n := int64(k.Size)
		if ranks[i] != nil {
			n = int64(ranks[i].size)
		}
		if n <= 0 || most > math.MaxInt32/n {
			return unbounded
		}
		most *= n
	}
	return most
}

// slots is a power of two: twice the rows or groups that can come, within memory.
func slots(rows, groups, words, memory int64) int64 {
	want := int64(1) << bits.Len64(uint64(max(64, 2*min(rows, groups))-1))
	for want > 64 && want*words*8 > memory {
		want /= 2
	}
	return want
}

func (l *Layout) add(r Section, words int64) {
	l.places = append(l.places, place{r, l.Words})
	l.Words += words
}
