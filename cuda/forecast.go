package cuda

import (
	"weak"

	"gsdms/cuda/codegen"
	"gsdms/operators"
	"gsdms/plan"
)

// What work takes on a card, in seconds, beside its rates: guesses of the right size, from
// the benchmarks' queries on an H100.
const (
	startSeconds    = 120e-6     // of a query: its run, the launch, the wait, the result
	passingSeconds  = 700e-6     // besides, where the kernel's source and its parameters are made anew
	pieceSeconds    = 30e-6      // of each thing that is brought
	bringSeconds    = 1.0 / 15e9 // a byte, also to make a region for it
	fetchSeconds    = 1.0 / 8e9  // a byte of a result, also to make a vector of it
	clearSeconds    = 1.0 / 1e12
	probeSeconds    = 1.0 / 40e9 // at a random place of memory
	spreadSeconds   = 1.0 / 3e9  // of a group there
	distinctSeconds = 10e-9      // of a value that looks for its slot among many
	slotSeconds     = 60e-9      // of a group that must be sorted, for one processor of a few
	readShare       = 0.6        // of the rates on paper that kernels reach
	issueShare      = 0.15
)

// Forecast implements operators.Forecaster.
func (b *Backend) Forecast(p *operators.Program) operators.Forecast {
	w, d := operators.WorkOf(p), b.device.Limits()
	f := operators.Forecast{Seconds: startSeconds + probeSeconds*w.Probes + distinctSeconds*w.Distinct + 8*fetchSeconds*w.Out}
	if d.Bandwidth > 0 {
		f.Seconds += w.Read / (readShare * d.Bandwidth)
	}
	if d.IssueRate > 0 {
		f.Seconds += w.Instrs / (issueShare * d.IssueRate)
	}
	if g, ok := p.Sink.(*operators.Groups); ok && w.Spread {
		f.Seconds += spreadSeconds * w.Reaching * float64(1+len(g.Aggs))
		if codegen.Hashes(p, g) {
			f.Seconds += slotSeconds * w.Groups / 4
		}
		f.Seconds += clearSeconds * 8 * w.Groups * float64(2*codegen.GroupWords(p, g))
	}
	if p.Passing {
		f.Seconds += passingSeconds
	}
	once, each := b.missing(p, w.Rows)
	f.Seconds += each.seconds()
	f.Bring = once.seconds()
	return f
}

// luggage is what has to be brought.
type luggage struct{ pieces, bytes int64 }

func (l *luggage) add(bytes int64) {
	if bytes > 0 {
		l.pieces++
		l.bytes += bytes
	}
}

func (l luggage) seconds() float64 {
	return pieceSeconds*float64(l.pieces) + bringSeconds*float64(l.bytes)
}

// missing is what a program reads of so many rows that is not on the device: what will stay there, and what
// is brought for this query alone, or will have to go again.
func (b *Backend) missing(p *operators.Program, rows float64) (once, each luggage) {
	total := 0.0
	for _, c := range p.Columns {
		total += rows * float64(c.Storage.Width)
	}
	columns := &once
	if p.Table.Passing || total > float64(b.columns.limit) {
		columns = &each
	}
	for _, c := range p.Columns {
		columns.add(int64(rows)*int64(c.Storage.Width) - b.columns.resident(p.Table, c.Ordinal))
	}
	own := &once
	if p.Passing {
		own = &each
	}
	u := b.uploads
	for _, a := range p.Arrays {
		own.add(lacks(u, a, 0, len(a.Data)))
	}
	for _, s := range p.Bits {
		own.add(lacks(u, s, 0, 8*len(s.Bits)))
	}
	for _, x := range p.Indexes {
		of := &once
		if x.Table.Passing {
			of = &each
		}
		of.add(lacks(u, x, 0, 4*len(x.Heads)))
		of.add(lacks(u, x, 1, 4*len(x.Next)))
	}
	return once, each
}

// resident is how many bytes of a table's column are on the device.
func (c *columnCache) resident(t *plan.Table, ordinal int) (bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	table := weak.Make(t)
	for key, r := range c.regions {
		if key.ordinal == ordinal && key.table == table {
			bytes += r.arrived.Load()
		}
	}
	return bytes
}

// lacks is the bytes of one of the data of an object that upload would bring.
func lacks[T any](u *uploads, of *T, which, bytes int) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, is := u.at[uploadKey{weak.Make(of), which}]; is {
		return 0
	}
	return int64(bytes)
}
