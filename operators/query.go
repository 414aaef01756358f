package operators

import "gsdms/plan"

// Query is a compiled network: the program that the stream runs, and the operators
// that are left for the finish (HAVING, the final projection, DISTINCT, ORDER BY,
// LIMIT) on the few rows the program gives. It is immutable and cacheable for as long
// as the snapshots it was compiled on live.
type Query struct {
	Network *plan.Network
	Program *Program
	Finish  []plan.Operator // the tail of Network.Ops; refers to Slots of the program's rows
}

// Skips reports whether no row of a segment can pass the program's filters, by the
// zone maps alone.
func (p *Program) Skips(segment int) bool {
	for _, c := range p.Filters {
		if !c.mayHold(p, segment) {
			return true
		}
	}
	return false
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
