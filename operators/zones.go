package operators

import (
	"slices"
	"sync"

	"gsdms/plan"
)

// Skips reports whether no row of a segment can pass the program's conditions, by the
// zone maps alone.
func (p *Program) Skips(segment int) bool {
	return p.Live().Bits[segment/64]>>(segment%64)&1 == 0
}

// Live is the set of the segments that Skips admits. It is computed once for a program,
// because every run of it asks.
func (p *Program) Live() *BitSet {
	p.zones.once.Do(func() {
		n := p.Table.Segments()
		p.zones.words = make([][]uint64, len(p.Bits))
		p.zones.live = BitSet{Name: "segments", Len: n, Bits: make([]uint64, (n+63)/64)}
		for i := range n {
			if p.admits(i) {
				p.zones.live.Bits[i/64] |= 1 << (i % 64)
			}
		}
	})
	return &p.zones.live
}

// zones is what the zone maps say about a program, computed when first asked for.
type zones struct {
	once  sync.Once
	live  BitSet
	words [][]uint64 // by the number of a set: a bit for each of its words, 1 where the word has one
}

func (p *Program) admits(segment int) bool {
	out := func(c Clause) bool { return !c.mayHold(p, segment) }
	return !slices.ContainsFunc(p.Filters, out) && !slices.ContainsFunc(p.Zones, out)
}

func (c Clause) mayHold(p *Program, segment int) bool {
	return slices.ContainsFunc(c.Any, func(l Leaf) bool {
		ordinal := p.Columns[l.column()].Ordinal
		lo, hi := p.Table.Data.Zone(ordinal, segment)
		d, ok := p.Table.Data.(plan.Deferred)
		if !ok || lo > 0 || l.mayHold(p, 0, 0) {
			return l.mayHold(p, lo, hi)
		}
		least := d.Least(ordinal, segment)
		return least <= hi && l.mayHold(p, least, hi)
	})
}

func (l Ranges) mayHold(_ *Program, lo, hi uint64) bool {
	for _, r := range l.In {
		if r.Lo <= hi && lo <= r.Hi {
			return true
		}
	}
	return false
}

func (l Member) mayHold(p *Program, lo, hi uint64) bool {
	set := p.Bits[l.Set].Bits
	if p.zones.words[l.Set] == nil {
		p.zones.words[l.Set] = wordsOf(set)
	}
	return anyIn(set, p.zones.words[l.Set], lo, hi)
}

// anyIn reports whether a set has a member within [lo, hi]. What lies between the words of lo
// and hi is looked for among the words of the set: of few members that lie together each of a
// thousand segments would read a hundred thousand zeros else.
func anyIn(set, words []uint64, lo, hi uint64) bool {
	first, last := lo/64, hi/64
	if last-first < 64 {
		return anyBit(set, lo, hi)
	}
	return anyBit(set, lo, first*64+63) || anyBit(words, first+1, last-1) || anyBit(set, last*64, hi)
}

// anyBit reports whether one of the bits from lo to hi is one.
func anyBit(set []uint64, lo, hi uint64) bool {
	for w := lo / 64; w <= hi/64 && w < uint64(len(set)); w++ {
		word := set[w]
		if w == lo/64 {
			word &= ^uint64(0) << (lo % 64)
		}
		if w == hi/64 {
			word &= ^uint64(0) >> (63 - hi%64)
		}
		if word != 0 {
			return true
		}
	}
	return false
}

// wordsOf has a bit for each word of a set, 1 where the word is not 0.
func wordsOf(set []uint64) []uint64 {
	out := make([]uint64, len(set)/64+1)
	for i, w := range set {
		if w != 0 {
			out[i/64] |= 1 << (i % 64)
		}
	}
	return out
}
