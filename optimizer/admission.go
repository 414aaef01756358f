package optimizer

import (
	"fmt"
	"slices"
)

// Step is an operator of a query as admission sees it.
type Step struct {
	Seconds float64
	Memory  int64 // bytes on the device while it runs
}

// Usage is what a query does to the device's memory, step by step. Its owner calls Next
// as the query runs.
type Usage struct {
	steps []Step
	at    int // step that runs
}

// NewUsage is a query at its first step. It keeps steps.
func NewUsage(steps []Step) (*Usage, error) {
	for i, s := range steps {
		if !(s.Seconds >= 0) || s.Memory < 0 {
			return nil, fmt.Errorf("optimizer: step %d takes %g s and %d bytes: neither may be negative", i, s.Seconds, s.Memory)
		}
	}
	return &Usage{steps: steps}, nil
}

// Next goes to the next step. It says whether there is one.
func (u *Usage) Next() bool {
	u.at = min(u.at+1, len(u.steps))
	return u.at < len(u.steps)
}

// Weighted is the query's weighted demand, [W14] (2), over the steps that have not
// ended: m = sum(t_i m_i) / sum(t_i), the bytes it holds on average.
func (u *Usage) Weighted() int64 {
	seconds, bytes := 0.0, 0.0
	for _, s := range u.steps[u.at:] {
		seconds += s.Seconds
		bytes += s.Seconds * float64(s.Memory)
	}
	return int64(over(bytes, seconds))
}

// Peak is the most bytes that a step which has not ended holds.
func (u *Usage) Peak() int64 {
	var most int64
	for _, s := range u.steps[u.at:] {
		most = max(most, s.Memory)
	}
	return most
}

// Policy decides who may start. Its implementations are Fix, Peak and Weight of [W14].
type Policy interface {
	// Admit says whether u may run beside the running queries on a device with memory
	// bytes. It is not asked while nothing runs: then anybody may.
	Admit(u *Usage, running []*Usage, memory int64) bool
}

// Fix lets a fixed number of queries run, FIX-n.
type Fix int

// Admit counts.
func (f Fix) Admit(_ *Usage, running []*Usage, _ int64) bool { return len(running) < int(f) }

// Peak lets queries run whose peaks fit the memory together: nobody ever waits for
// memory, and much of it is idle.
type Peak struct{}

// Admit adds the peaks.
func (Peak) Admit(u *Usage, running []*Usage, memory int64) bool {
	return fits(u, running, memory, (*Usage).Peak)
}

// Weight lets queries run whose weighted demands fit the memory together.
type Weight struct{}

// Admit adds the weighted demands as they are now.
func (Weight) Admit(u *Usage, running []*Usage, memory int64) bool {
	return fits(u, running, memory, (*Usage).Weighted)
}

func fits(u *Usage, running []*Usage, memory int64, demand func(*Usage) int64) bool {
	left := memory - demand(u)
	for _, r := range running {
		left -= demand(r)
	}
	return left >= 0
}

// Gate admits queries first come, first served: one that has to wait keeps all behind
// it waiting, so that none waits for ever. One goroutine owns it.
type Gate struct {
	policy  Policy
	memory  int64
	running []*Usage
	waiting []*Usage
}

// NewGate is the gate of a device with memory bytes.
func NewGate(p Policy, memory int64) *Gate { return &Gate{policy: p, memory: memory} }

// Arrive queues a query.
func (g *Gate) Arrive(u *Usage) { g.waiting = append(g.waiting, u) }

// Leave takes a query out, whether it runs or waits.
func (g *Gate) Leave(u *Usage) {
	is := func(o *Usage) bool { return o == u }
	g.running, g.waiting = slices.DeleteFunc(g.running, is), slices.DeleteFunc(g.waiting, is)
}

// Admit returns the queries that may start now. Call it after arrivals, departures and
// steps, until it returns none.
func (g *Gate) Admit() []*Usage {
	n := 0
	for n < len(g.waiting) && (len(g.running) == 0 || g.policy.Admit(g.waiting[n], g.running, g.memory)) {
		g.running = append(g.running, g.waiting[n])
		n++
	}
	admitted := slices.Clone(g.waiting[:n])
	g.waiting = slices.Delete(g.waiting, 0, n)
	return admitted
}
