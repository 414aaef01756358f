package operators

import (
	"sync"

	"gsdms/plan"
)

// Query is a compiled pipeline: the program that the stream runs, and the operators
// that are left for operators/tail (HAVING, the final projection, DISTINCT, ORDER BY,
// LIMIT) on the few rows the program gives. It is immutable and cacheable for as long
// as the snapshots it was compiled on live.
type Query struct {
	Pipeline *plan.Pipeline
	Program  *Program
	Finish   []plan.Operator // the tail of Pipeline.Ops; refers to Slots of the program's rows
}

// Skips reports whether no row of a segment can pass the program's filters, by the
// zone maps alone.
func (p *Program) Skips(segment int) bool {
	return p.Live().Bits[segment/64]>>(segment%64)&1 == 0
}

// Live is the set of the segments that Skips admits. It is computed once for a program,
// because every run of it asks.
func (p *Program) Live() *BitSet {
	p.zones.once.Do(func() {
		n := p.Table.Segments()
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
	once sync.Once
	live BitSet
}

func (p *Program) admits(segment int) bool {
	for _, c := range p.Filters {
		if !c.mayHold(p, segment) {
			return false
		}
	}
	return true
}

func (c Clause) mayHold(p *Program, segment int) bool {
	for _, l := range c.Any {
		lo, hi := p.Table.Data.Zone(p.Columns[l.column()].Ordinal, segment)
		if l.mayHold(p, lo, hi) {
			return true
		}
	}
	return false
}
