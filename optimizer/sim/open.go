package sim

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gsdms/optimizer"
)

// System is a device in an open system, as coarse as admission sees it. A query alone
// uses a share of the device, since it waits for transfers; queries together run at
// full speed until the shares fill the device, and then share it evenly. While their
// steps hold more than the memory, everything slows down by the factor it is exceeded
// by: what does not fit is swapped.
type System struct {
	Memory int64
	Share  float64 // 0 to 1
}

// Arrival is a query that comes at a time.
type Arrival struct {
	At    float64
	Steps []optimizer.Step
}

// Served is what became of a query, in seconds.
type Served struct{ Arrived, Started, Ended float64 }

// Result is a run of an open system.
type Result struct {
	Served      []Served // in the order of arrival
	MostRunning int
	MostMemory  int64
}

// Mean is the mean time from arrival to end.
func (r Result) Mean() float64 {
	sum := 0.0
	for _, s := range r.Served {
		sum += s.Ended - s.Arrived
	}
	return sum / float64(max(1, len(r.Served)))
}

// Poisson draws n arrivals with exponential times between them, rate per second.
func Poisson(r *rand.Rand, rate float64, n int, steps func() []optimizer.Step) []Arrival {
	out := make([]Arrival, n)
	at := 0.0
	for i := range out {
		at += r.ExpFloat64() / rate
		out[i] = Arrival{at, steps()}
	}
	return out
}

// open is the state of an open system.
type open struct {
	system  System
	gate    *optimizer.Gate
	now     float64
	running []*job
	byUsage map[*optimizer.Usage]*job
	result  Result
}

// job is a query in the system.
type job struct {
	index int
	usage *optimizer.Usage
	steps []optimizer.Step // from the one that runs
	left  float64          // seconds of the step that runs, at full speed
}

// Open runs the arrivals, which ascend in time, through the policy.
func Open(s System, p optimizer.Policy, arrivals []Arrival) (Result, error) {
	o := &open{system: s, gate: optimizer.NewGate(p, s.Memory), byUsage: map[*optimizer.Usage]*job{}}
	for len(arrivals) > 0 || len(o.running) > 0 {
		next := math.Inf(1)
		if len(arrivals) > 0 {
			next = arrivals[0].At
		}
		if end := o.now + o.untilStep(); end < next {
			o.advance(end)
		} else {
			o.advance(next)
			if err := o.arrive(arrivals[0]); err != nil {
				return Result{}, err
			}
			arrivals = arrivals[1:]
		}
		o.admit()
	}
	return o.result, nil
}

func (o *open) arrive(a Arrival) error {
	u, err := optimizer.NewUsage(a.Steps)
	if err != nil {
		return err
	}
	if len(a.Steps) == 0 {
		return fmt.Errorf("sim: the arrival at %g s has no steps", a.At)
	}
	o.byUsage[u] = &job{index: len(o.result.Served), usage: u, steps: a.Steps, left: a.Steps[0].Seconds}
	o.result.Served = append(o.result.Served, Served{Arrived: o.now})
	o.gate.Arrive(u)
	return nil
}

// admit starts who may start.
func (o *open) admit() {
	for _, u := range o.gate.Admit() {
		j := o.byUsage[u]
		o.result.Served[j.index].Started = o.now
		o.running = append(o.running, j)
	}
	o.result.MostRunning = max(o.result.MostRunning, len(o.running))
	o.result.MostMemory = max(o.result.MostMemory, o.memory())
}

func (o *open) memory() int64 {
	var m int64
	for _, j := range o.running {
		m += j.steps[0].Memory
	}
	return m
}

// speed is how fast every running query is.
func (o *open) speed() float64 {
	v := 1.0
	if used := o.system.Share * float64(len(o.running)); used > 1 {
		v /= used
	}
	if m := o.memory(); m > o.system.Memory {
		v *= float64(o.system.Memory) / float64(m)
	}
	return v
}

// untilStep is the seconds until the first running step ends.
func (o *open) untilStep() float64 {
	least := math.Inf(1)
	for _, j := range o.running {
		least = min(least, j.left)
	}
	return least / o.speed()
}

// advance runs all queries until a time and ends the steps that are over then.
func (o *open) advance(to float64) {
	did := (to - o.now) * o.speed()
	o.now = to
	keep := o.running[:0]
	for _, j := range o.running {
		if j.left -= did; j.left > 1e-9 || o.nextStep(j) {
			keep = append(keep, j)
		}
	}
	o.running = keep
}

// nextStep goes on to the next step, or ends the query.
func (o *open) nextStep(j *job) bool {
	if j.usage.Next() {
		j.steps = j.steps[1:]
		j.left = j.steps[0].Seconds
		return true
	}
	o.result.Served[j.index].Ended = o.now
	o.gate.Leave(j.usage)
	delete(o.byUsage, j.usage)
	return false
}
