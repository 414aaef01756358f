package operators

import (
	"context"
	"math"
	"math/bits"

	"gsdms/plan"
)

// Forecast is what a backend expects a program to take, in seconds. It is made of estimates
// only: who times programs finds out how wrong they are.
type Forecast struct {
	Seconds float64 // of a run, also for what is brought to the device for it alone
	Bring   float64 // besides, the first time: for what is not on the device and will stay there
}

// Forecaster is what a Backend may also offer: telling what a program would take.
type Forecaster interface{ Forecast(p *Program) Forecast }

// Maker is what a Backend may also offer: making kernels before anybody waits for them.
type Maker interface {
	// Ready reports whether Prepare would find the kernel of these programs made. If it would not, making
	// it has begun, beside all that runs, unless there is very much to make.
	Ready(programs ...*Program) bool
	// Make returns when each of the programs has a kernel of its own.
	Make(ctx context.Context, programs ...*Program) error
	// Settle returns when no kernel is being made beside what runs, or ctx ends, and reports whether one was.
	Settle(ctx context.Context) (waited bool)
}

// Work is what a run of a program does, as estimated from the program alone.
type Work struct {
	Rows     float64 // of the segments that the zone maps leave
	Read     float64 // bytes of columns, in whole sectors
	Instrs   float64
	Reaching float64 // rows that come to the sink
	Probes   float64 // look-ups at random places of what no cache holds
	Groups   float64 // that the rows form, 0 without keys
	Spread   bool    // the groups are too many for each worker, or block, to have them all
	Distinct float64 // values that come to sets of distinct ones
	Out      float64 // numbers of the result
}

// What WorkOf takes for memory that a cache holds, in bytes, and for few groups.
const (
	cachedBytes = 1 << 20
	fewGroups   = 1 << 12
)

// WorkOf estimates the work of a program.
func WorkOf(p *Program) Work {
	live := 0
	for _, w := range p.Live().Bits {
		live += bits.OnesCount64(w)
	}
	w := Work{Rows: float64(min(p.Table.Rows, live*plan.SegmentRows))}
	cost := CostOf([]*Program{p})
	w.Read, w.Instrs = w.Rows*cost.Read, w.Rows*cost.Instrs
	w.Reaching = w.Rows
	for _, c := range p.Filters {
		w.Reaching *= min(1, max(0, c.Selectivity))
	}
	for _, in := range p.Body {
		w.step(p, in)
	}
	switch s := p.Sink.(type) {
	case *Groups:
		w.groups(s)
	case *Emit:
		w.emits(p, s)
	}
	return w
}

// step adds what an instruction looks up.
func (w *Work) step(p *Program, in Instr) {
	switch in := in.(type) {
	case Lookup:
		if len(p.Arrays[in.Array].Data) > cachedBytes {
			w.Probes += w.Reaching
		}
	case Test:
		if len(p.Bits[in.Set].Bits)*8 > cachedBytes {
			w.Probes += w.Reaching
		}
	case Probe:
		x := p.Indexes[in.Index]
		if 4*(len(x.Heads)+len(x.Next)) > cachedBytes {
			w.Probes += 2 * w.Reaching
		}
		w.Instrs += probeInstrs * w.Reaching
		w.pair(p, in)
		w.Reaching *= p.found(in)
	}
}

// pair adds what is done with the pairs that a probe of several partners makes.
func (w *Work) pair(p *Program, probe Probe) {
	x, each := p.Indexes[probe.Index], 1.0
	switch {
	case x.Unique || !probe.Kind.Shows() && probe.Cond < 0:
		return
	case x.Spans:
		each = x.partners()
	case len(x.Heads) > 0:
		each = max(1, float64(x.Table.Rows)/float64(len(x.Heads)))
	}
	if each > 1 {
		w.Instrs += w.Reaching * each * float64(instrInstrs*(len(p.Body)+len(probe.On)))
	}
	if probe.Kind.Shows() {
		w.Reaching *= each
	}
}

// probeInstrs is a guess of what walking a chain takes.
const probeInstrs = 12

func (w *Work) groups(g *Groups) {
	for _, f := range g.Aggs {
		if f.Func == CountDistinct {
			w.Distinct += w.Reaching
		}
	}
	if len(g.Keys) == 0 {
		w.Out = float64(len(g.Aggs))
		return
	}
	places := 1.0
	for _, k := range g.Keys {
		if k.Size <= 0 {
			places = math.Inf(1)
			break
		}
		places *= float64(k.Size)
	}
	w.Groups = min(places, w.Reaching)
	w.Spread = places > fewGroups
	w.Out = w.Groups * float64(len(g.Keys)+len(g.Aggs))
}

// keptOfTop is how many rows are emitted for each that is wanted of the first ones.
const keptOfTop = 64

func (w *Work) emits(p *Program, e *Emit) {
	rows := w.Reaching
	if p.Limit >= 0 {
		rows = min(rows, float64(p.Limit))
	}
	if e.Top != nil && e.Top.Within == nil {
		rows = min(rows, keptOfTop*float64(e.Top.Rows))
	}
	w.Out = rows * float64(len(e.Out))
}
