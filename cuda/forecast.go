package cuda

import (
	"gsdms/cuda/codegen"
	"gsdms/cuda/memory"
	"gsdms/operators"
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
	distinctSeconds = 1e-9       // of a value that looks for its slot among many; 0.4e-9 on an H200
	bitSeconds      = 1.0 / 30e9 // of one that looks for its bit
	slotSeconds     = 60e-9      // of a group that must be sorted, for one processor of a few
	readShare       = 0.6        // of the rates on paper that kernels reach
	issueShare      = 0.15
)

// Forecast implements operators.Forecaster.
func (b *Backend) Forecast(p *operators.Program) operators.Forecast {
	w, d, come := operators.WorkOf(p), b.device.Limits(), 0.0 // groups that come from the device
	if g, ok := p.Sink.(*operators.Groups); ok && w.Spread {
		left := wantedShare(g, w.Groups)
		w.Out *= left
		come = w.Groups * left
	}
	if e, ok := p.Sink.(*operators.Emit); ok && e.Top != nil && codegen.TopPlaces(p) == 0 {
		w.Out = w.Reaching * float64(len(e.Out))
	}
	f := operators.Forecast{Seconds: startSeconds + probeSeconds*w.Probes + setSeconds(p, w) + 8*fetchSeconds*w.Out}
	if d.Bandwidth > 0 {
		f.Seconds += w.Read / (readShare * d.Bandwidth)
	}
	if d.IssueRate > 0 {
		f.Seconds += w.Instrs / (issueShare * d.IssueRate)
	}
	if g, ok := p.Sink.(*operators.Groups); ok && w.Spread {
		f.Seconds += spreadSeconds * w.Reaching * float64(1+len(g.Aggs))
		if codegen.Hashes(p, g) && !g.AnyOrder {
			f.Seconds += slotSeconds * come / 4
		}
		f.Seconds += clearSeconds * 8 * w.Groups * float64(2*codegen.GroupWords(p, g))
	}
	if p.Passing {
		f.Seconds += passingSeconds
	}
	once, each := b.memory.Missing(p, w.Rows)
	f.Seconds += bringing(each)
	f.Bring = bringing(once)
	return f
}

// setSeconds is what distinct values take.
func setSeconds(p *operators.Program, w operators.Work) (seconds float64) {
	g, ok := p.Sink.(*operators.Groups)
	if !ok {
		return 0
	}
	for k, f := range g.Aggs {
		switch {
		case f.Func != operators.CountDistinct:
		case codegen.DistinctBits(p, g, k) > 0:
			seconds += bitSeconds * w.Reaching
		default:
			seconds += distinctSeconds * w.Reaching
		}
	}
	return seconds
}

// keptShare is a guess of the groups that a HAVING leaves.
const keptShare = 0.1

// wantedShare is the part of groups that crosses the bus.
func wantedShare(g *operators.Groups, groups float64) float64 {
	share := 1.0
	if g.Top != nil && len(g.Top.Keys) > 0 && g.Top.Keys[0].Slot >= len(g.Keys) {
		share = min(1, float64(g.Top.Rows)/max(1, groups))
	}
	if len(g.Having) > 0 {
		share *= keptShare
	}
	return share
}

// bringing is the seconds that it takes to bring what is missing.
func bringing(m memory.Missing) float64 {
	return pieceSeconds*float64(m.Pieces) + bringSeconds*float64(m.Bytes)
}
