package operators

import "gsdms/plan"

// Pairs estimates how many pairs of rows the probes of a program make of so many rows,
// whatever its filters drop.
func (p *Program) Pairs(rows int) float64 {
	pairs, now := 0.0, float64(rows)
	for _, in := range p.Body {
		probe, ok := in.(Probe)
		if !ok {
			continue
		}
		made := now * p.Indexes[probe.Index].partners()
		switch {
		case probe.Kind.Shows():
			now = max(now, made)
			pairs += made
		case probe.Cond >= 0:
			pairs += made
		}
	}
	return pairs
}

// Bounded reports whether no row of the streamed table can make more pairs than it is joined
// with tables: what it takes for a chunk is then about what it does for any other.
func (p *Program) Bounded() bool {
	for _, in := range p.Body {
		probe, ok := in.(Probe)
		if ok && !p.Indexes[probe.Index].Unique && (probe.Kind.Shows() || probe.Cond >= 0) {
			return false
		}
	}
	return true
}

// sampledHeads is how many chains are looked at to learn how many are empty.
const sampledHeads = 64

// spanned is the guess that a span has one in so many rows.
const spanned = 8

// partners estimates how many rows a chain has that is not empty.
func (x *Index) partners() float64 {
	switch {
	case x.Spans && x.Parted > 0:
		return max(1, float64(x.Table.Rows)/float64(x.Parted))
	case x.Spans:
		return max(1, float64(x.Table.Rows)/spanned)
	}
	if x.Unique || len(x.Heads) == 0 {
		return 1
	}
	return max(1, float64(x.Table.Rows)/x.chains())
}

// chains estimates how many chains are not empty, of an index that has heads.
func (x *Index) chains() float64 {
	looked, filled := min(sampledHeads, len(x.Heads)), 0
	for i := range looked {
		if x.Heads[Scattered(i, len(x.Heads))] != 0 {
			filled++
		}
	}
	return float64(len(x.Heads)) * float64(max(1, filled)) / float64(looked)
}

// found estimates the share of rows that a semi join's probe leaves: the keys that the index has, of as many as
// its register can have, where these are not more than there are rows, so that rows probably have them all.
func (p *Program) found(in Probe) float64 {
	if in.Kind != plan.SemiJoin || in.Cond >= 0 || len(in.Keys) != 1 {
		return 1
	}
	x, r := p.Indexes[in.Index], p.Regs[in.Keys[0]]
	numbers := float64(r.Hi) - float64(r.Lo) + 1
	if r.Float || x.Spans || len(x.Heads) == 0 || numbers < 1 || numbers > float64(p.Table.Rows) {
		return 1
	}
	return min(1, min(x.chains(), float64(x.Table.Rows))/numbers)
}

// Scattered gives place number i of a sample of n, which follows no pattern that data may
// have, as every seventh day has (the multiples of the golden ratio).
func Scattered(i, n int) int {
	return int(uint64(uint32(i)*0x9E3779B9) * uint64(n) >> 32)
}

// keptShare is what a condition that is not among the filters is taken to keep.
const keptShare = 0.1

// Emits estimates how many rows reach the sink of a program, of so many that are streamed.
func (p *Program) Emits(rows int) float64 {
	now := float64(rows)
	for _, c := range p.Filters {
		if c.Selectivity > 0 {
			now *= c.Selectivity
		}
	}
	for _, in := range p.Body {
		switch in := in.(type) {
		case Keep, Test:
			now *= keptShare
		case Probe:
			if in.Kind.Shows() {
				now *= p.Indexes[in.Index].partners()
			}
		}
	}
	if p.Limit >= 0 {
		now = max(0, min(now, float64(p.Limit))-float64(p.Offset))
	}
	return now
}
