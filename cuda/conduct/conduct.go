// Package conduct decides what kernels that are on one device at the same time get of its
// multiprocessors. The kernels of a query's wave never wait here: alone they are launched as their
// stream has decided, beside others with the blocks and warps that those leave. What computes for
// long, an analysis, comes slice by slice and asks before each: it is given as many blocks as it
// gains by, and no more than waves leave. Only arithmetic is here, no device.
package conduct

import (
	"context"
	"slices"
	"sync"
	"time"

	"gsdms/optimizer"
)

// Slice is what a slice of an analysis should take: a wave that finds no room beside it waits
// for it.
const Slice = time.Millisecond

// Conductor knows what is on a device. Its state belongs to whoever holds the lock, which is
// held while a decision is made, some microseconds, and never while anything runs: a query that
// is alone passes through without another goroutine. Safe for concurrent use.
type Conductor struct {
	device optimizer.Device
	whole  *optimizer.Multiprocessor

	mu      sync.Mutex
	waves   []*Stay
	works   []*Work
	line    []*Work       // those that wait for their turn, the first in front
	changed chan struct{} // closed when somebody leaves; nil: nobody waits
	arrived int           // waves so far
	quiet   int           // slices since the last wave
	rests   map[rest]*optimizer.Solver
	curves  map[kernelKey]*curve
}

// rest is what is left of a multiprocessor, and how waves on it are decided.
type rest struct {
	optimizer.Load
	objective optimizer.Objective
}

// memoryShare is the part of a multiprocessor's warps that kernels of queries need to saturate
// the memory: with a quarter they reach a third to two thirds of it.
const memoryShare = 0.75

// New makes the conductor of a device.
func New(d optimizer.Device) (*Conductor, error) {
	whole, err := optimizer.NewMultiprocessor(d)
	if d.MemoryWarps == 0 {
		d.MemoryWarps = int(memoryShare * float64(d.Warps))
	}
	if d.IssueWarps == 0 {
		d.IssueWarps = d.Warps / 4 // of the whole, whatever is left
	}
	return &Conductor{device: d, whole: whole, rests: map[rest]*optimizer.Solver{}, curves: map[kernelKey]*curve{}}, err
}

// Stay is a wave that is on the device.
type Stay struct {
	Wave   *optimizer.Wave // as it is to be launched
	Beside bool            // with what analyses leave
	number int
	alone  bool           // it is to be beside nothing: slices wait until it leaves
	room   optimizer.Load // of a multiprocessor, for which it was decided
}

// Enter has a wave be on the device until it leaves, and says how it is to be launched. The
// stream that launches it calls.
func (c *Conductor) Enter(w *optimizer.Wave) *Stay {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.arrived++
	c.quiet = 0
	s := &Stay{Wave: w, number: c.arrived, room: c.whole.Room()}
	if taken := c.taken(nil); taken.Warps > 0 {
		if left := c.beside(w, taken); left != nil {
			s.Wave, s.Beside, s.room = left, true, s.room.Minus(taken)
		} else {
			s.alone = true
		}
	}
	c.waves = append(c.waves, s)
	return s
}

// Leave ends the stay of a wave, after the device has ended it. nil was never there.
func (c *Conductor) Leave(s *Stay) {
	if s == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waves = slices.DeleteFunc(c.waves, func(o *Stay) bool { return o == s })
	c.tell()
}

// tell wakes those who wait. The lock is held, as for all that follows.
func (c *Conductor) tell() {
	if c.changed != nil {
		close(c.changed)
		c.changed = nil
	}
}

// taken is what slices take of a multiprocessor, and the next one in line will, but for one
// work's.
func (c *Conductor) taken(but *Work) (sum optimizer.Load) {
	for _, w := range c.works {
		if w != but {
			sum = sum.Plus(w.holds())
		}
	}
	if len(c.line) > 0 && c.line[0] != but {
		sum = sum.Plus(c.line[0].block)
	}
	return sum
}

// await returns when somebody has left since the lock was let go, or ctx ends.
func (c *Conductor) await(ctx context.Context) error {
	if c.changed == nil {
		c.changed = make(chan struct{})
	}
	changed := c.changed
	c.mu.Unlock()
	defer c.mu.Lock()
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
