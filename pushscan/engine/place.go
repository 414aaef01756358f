package engine

import (
	"fmt"
	"hash/fnv"
	"math"
	"sync"
	"time"

	"gsdms/operators"
)

// Choice says where a pipeline goes on an engine that has two backends, and why.
type Choice struct {
	Spare        bool          // to the second backend
	First, Other time.Duration // what each is expected to take
	Why          string        // of the second

	expected float64 // seconds, uncorrected, of the one that was chosen; 0: nothing can be learned
}

// chooser has each pipeline run where it is expected to end sooner. What a backend expects
// is corrected by what it took: by the shape of the program, and for shapes that have not
// run yet by what others took. A pipeline that would be faster on the first backend if only its columns
// were there, goes there when those who did without have lost what it costs to bring them:
// nobody can know who will come, and this is at most twice the cost of knowing (as with skis,
// which one should buy when the rents have cost as much). Safe for concurrent use.
type chooser struct {
	first, other operators.Forecaster
	maker        operators.Maker // nil: kernels are always there

	mu      sync.Mutex
	firsts  corrections
	others  corrections
	missed  map[string]float64 // by table: seconds lost by those whose columns were not there
	slower  map[uint64]float64 // by shape: seconds lost by those whose kernel was not there
	started int                // queries
	active  int
}

// newChooser gives nil where one of the backends does not tell what it expects.
func newChooser(first, other operators.Backend) *chooser {
	f, ok := first.(operators.Forecaster)
	o, also := other.(operators.Forecaster)
	if !ok || !also {
		return nil
	}
	c := &chooser{first: f, other: o, missed: map[string]float64{}, slower: map[uint64]float64{}}
	c.maker, _ = first.(operators.Maker)
	return c
}

// Of two times that differ by less than margin the second backend's is taken: it is the one whose
// expectations nothing can spoil. mostMissed is the most, in seconds, that those without
// columns may have lost when they come. compileSeconds is what compiling a kernel, which keeps one
// of the processors busy for some 0.1 s, takes from other queries.
const (
	margin     = 0.8
	mostMissed = 1.0

	compileSeconds = 3e-3
)

// choose decides for a program. Where it only asks what would be decided nothing comes of it.
func (c *chooser) choose(p *operators.Program, asks bool) Choice {
	here, there, shape := c.first.Forecast(p), c.other.Forecast(p), shapeOf(p)
	raw := [2]float64{here.Seconds, there.Seconds}
	c.mu.Lock()
	here.Seconds *= c.firsts.of(shape)
	there.Seconds *= c.others.of(shape)
	c.mu.Unlock()
	out := Choice{First: seconds(here.Seconds + here.Bring), Other: seconds(there.Seconds)}
	gain := margin*there.Seconds - here.Seconds
	switch {
	case gain <= 0:
		if !asks {
			c.ease(shape)
		}
		out.Spare, out.Why = true, fmt.Sprintf("%s expected, %s on the GPU", round(out.Other), round(out.First))
	case c.maker != nil && !c.due(shape, gain, asks):
		out.Spare, out.Why = true, "its kernel is not compiled, for which it has run too seldom"
	case c.maker != nil && !c.maker.Ready(p):
		out.Spare, out.Why = true, "its kernel is being compiled"
	case here.Bring > gain && !c.pays(p.Table.Name, gain, here.Bring, asks):
		out.Spare, out.Why = true, fmt.Sprintf("%s expected, %s on the GPU with what has to be brought there", round(out.Other), round(out.First))
	}
	switch {
	case out.Spare:
		out.expected = raw[1]
	case here.Bring == 0:
		out.expected = raw[0]
	}
	return out
}

// due reports whether the kernel of a shape is worth compiling: those who did without have lost
// what that takes from others.
func (c *chooser) due(shape uint64, gain float64, asks bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.slower[shape] >= compileSeconds || asks {
		return c.slower[shape] >= compileSeconds
	}
	if len(c.slower) >= mostShapes {
		clear(c.slower)
	}
	c.slower[shape] += gain
	return c.slower[shape] >= compileSeconds
}

func (c *chooser) ease(shape uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.firsts.ease(shape)
}

// pays reports whether those who did without the columns of a table have lost, with the one
// that asks now, what it takes to bring them.
func (c *chooser) pays(table string, gain, bring float64, asks bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	lost := min(mostMissed, c.missed[table]+gain)
	pays := lost >= min(mostMissed, bring)
	if asks {
		return pays
	}
	if pays {
		lost = 0
	}
	if len(c.missed) >= mostShapes {
		clear(c.missed)
	}
	c.missed[table] = lost
	return pays
}

// begin notes that a query runs, and gives its number; end that it does no more.
func (c *chooser) begin() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.active++
	c.started++
	return c.started
}

func (c *chooser) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.active--
}

// learn notes what a pipeline took of a query that ran alone. Where others ran, the time says
// more about them.
func (c *chooser) learn(p *operators.Program, query int, choice Choice, took time.Duration) {
	known := &c.firsts
	if choice.Spare {
		known = &c.others
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.active == 1 && c.started == query && choice.expected > 0 {
		known.note(shapeOf(p), took.Seconds()/choice.expected)
	}
}

// corrections are factors on what a backend expects, as logarithms.
type corrections struct {
	shapes map[uint64]float64
	once   map[uint64]bool // shapes that have run
	others float64         // of shapes that have not run
}

// Limits of corrections: of how many shapes there are some, and how far they go. Half of a
// new one counts, of shapes that have not run a tenth.
const (
	mostShapes  = 1 << 12
	farthest    = 4.6 // a hundred times
	newShare    = 0.5
	othersShare = 0.1
	easing      = 0.98
)

func (c *corrections) of(shape uint64) float64 {
	if at, ok := c.shapes[shape]; ok {
		return math.Exp(at)
	}
	return math.Exp(c.others)
}

// note takes what a run took, over what was expected. The first run of a shape is no
// measure: it makes what the next ones find. A shorter time is believed at once, a longer one half, since
// much can make a run slow and nothing makes it too fast.
func (c *corrections) note(shape uint64, ratio float64) {
	at := max(-farthest, min(farthest, math.Log(ratio)))
	if c.shapes == nil || len(c.shapes) >= mostShapes {
		c.shapes, c.once = map[uint64]float64{}, map[uint64]bool{}
	}
	if !c.once[shape] {
		c.once[shape] = true
		return
	}
	c.others += othersShare * (at - c.others)
	if known, ok := c.shapes[shape]; ok && at > known {
		at = known + newShare*(at-known)
	}
	c.shapes[shape] = at
}

// ease forgets a little of what speaks against a shape, so that it is tried again some day.
func (c *corrections) ease(shape uint64) {
	if at, ok := c.shapes[shape]; ok && at > 0 {
		c.shapes[shape] = at * easing
	}
}

// shapeOf tells programs apart by all but the constants in them.
func shapeOf(p *operators.Program) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, p.Table.Name, len(p.Columns), len(p.Filters), len(p.Indexes), p.Limit >= 0)
	for _, c := range p.Columns {
		fmt.Fprint(h, c.Ordinal, " ")
	}
	for _, in := range p.Body {
		switch in := in.(type) {
		case operators.Compute:
			fmt.Fprint(h, in.Op, in.Operation().Name, " ")
		case operators.Lookup:
			fmt.Fprint(h, p.Arrays[in.Array].Name, " ")
		case operators.Probe:
			fmt.Fprint(h, in.Kind, p.Indexes[in.Index].Name, " ")
		default:
			fmt.Fprintf(h, "%T ", in)
		}
	}
	switch s := p.Sink.(type) {
	case *operators.Groups:
		for _, k := range s.Keys {
			fmt.Fprint(h, k.Reg, " ")
		}
		for _, f := range s.Aggs {
			fmt.Fprint(h, f.Func, f.Arg, " ")
		}
	case *operators.Emit:
		fmt.Fprint(h, "emit ", len(s.Out), s.Top != nil)
	}
	return h.Sum64()
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// round leaves three digits of a time.
func round(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}
