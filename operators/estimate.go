package operators

import "math"

// Estimate is how many rows a program is expected to have where, from what is known when it
// is compiled: the shares that its filters leave as if they were independent, and the lengths
// of the chains that it probes.
type Estimate struct {
	Sink  float64 // rows that come to the sink
	Leave float64 // groups or rows that it leaves
}

// Estimate estimates the program's rows.
func (p *Program) Estimate() Estimate {
	rows := float64(p.Table.Rows)
	for _, c := range p.Filters {
		rows *= c.share()
	}
	for _, in := range p.Body {
		switch in := in.(type) {
		case Test:
			set := p.Bits[in.Set]
			rows *= float64(set.count()) / float64(max(1, set.Len))
		case Probe:
			if in.Kind.Shows() {
				rows *= p.Indexes[in.Index].partners()
			}
			rows *= p.found(in)
		}
	}
	return Estimate{Sink: rows, Leave: p.leaves(rows)}
}

// share is what a clause is estimated to leave of the rows.
func (c Clause) share() float64 {
	if len(c.Any) == 0 {
		return 0
	}
	return min(1, max(0, c.Selectivity))
}

// leaves estimates what the sink leaves of so many rows.
func (p *Program) leaves(rows float64) float64 {
	g, ok := p.Sink.(*Groups)
	switch {
	case !ok && p.Limit >= 0:
		return max(0, min(rows, float64(p.Limit))-float64(p.Offset))
	case !ok:
		return rows
	case len(g.Keys) == 0:
		return 1
	}
	return min(rows, g.Most())
}

// Most is how many groups there can be, by the values that each key can have; infinite where
// that is not known.
func (g *Groups) Most() float64 {
	most := 1.0
	for _, k := range g.Keys {
		if k.Size <= 0 {
			return math.Inf(1)
		}
		most *= float64(k.Size)
	}
	return most
}
