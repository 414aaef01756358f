package conduct

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gsdms/optimizer"
)

// Work is a kernel that computes for long and is launched slice by slice, each with as many
// blocks as it is given. One goroutine owns it.
type Work struct {
	conductor *Conductor
	demand    optimizer.Demand
	warps     int            // of a block
	block     optimizer.Load // of one block
	most      int            // blocks that a multiprocessor holds
	curve     *curve
	slices    []given // on the device, the oldest first
}

// given is a slice.
type given struct {
	blocks int
	lone   bool // nobody else was there when it began
}

// Begin has a work take part until End. Of its demand the resources count, and Block, which is
// the threads of each of its blocks. An error says that no multiprocessor holds one.
func (c *Conductor) Begin(d optimizer.Demand) (*Work, error) {
	w := &Work{conductor: c, demand: d, warps: max(1, d.Block/max(1, c.device.WarpSize))}
	w.block = c.whole.Take(1, w.warps, d.Registers, d.Shared)
	for c.whole.Take(w.most+1, w.warps, d.Registers, d.Shared).Within(c.whole.Room()) {
		w.most++
	}
	if w.most == 0 {
		return nil, fmt.Errorf("no multiprocessor of %s holds a block of %s: %d threads of %d registers, %d bytes of shared memory", c.device.Name, d.Name, d.Block, d.Registers, d.Shared)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w.curve = c.curveOf(d)
	c.works = append(c.works, w)
	return w, nil
}

// kernelKey is what kernels have in common that have the same curve.
type kernelKey struct {
	name                     string
	registers, shared, block int
}

// curveOf gives what has been measured of a kernel.
func (c *Conductor) curveOf(d optimizer.Demand) *curve {
	key := kernelKey{d.Name, d.Registers, d.Shared, d.Block}
	k, ok := c.curves[key]
	if !ok {
		if len(c.curves) >= keptRests {
			clear(c.curves)
		}
		k = &curve{}
		c.curves[key] = k
	}
	return k
}

// holds is what the work's slices take of a multiprocessor: they follow each other, so what the
// largest does.
func (w *Work) holds() optimizer.Load {
	blocks := 0
	for _, s := range w.slices {
		blocks = max(blocks, s.blocks)
	}
	return w.of(blocks)
}

func (w *Work) of(blocks int) optimizer.Load {
	if blocks == 0 {
		return optimizer.Load{}
	}
	return w.conductor.whole.Take(blocks, w.warps, w.demand.Registers, w.demand.Shared)
}

// Next says with how many blocks for each multiprocessor the next slice is to be launched, or
// that it must wait for others: who has slices on the device waits for those first, and then
// calls Turn.
func (w *Work) Next() (blocks int, ok bool) {
	c := w.conductor
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.line) > 0 {
		return 0, false
	}
	return w.begin(c.arrived)
}

// Turn is Next for who has no slice on the device: it waits until there is room, which waves
// leave that come after it, or until ctx ends.
func (w *Work) Turn(ctx context.Context) (blocks int, err error) {
	c := w.conductor
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.arrived // waves that have come later are not waited for
	c.line = append(c.line, w)
	defer func() {
		c.line = slices.DeleteFunc(c.line, func(o *Work) bool { return o == w })
		c.tell()
	}()
	for {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if c.line[0] == w {
			if n, ok := w.begin(before); ok {
				return n, nil
			}
		}
		if err := c.await(ctx); err != nil {
			return 0, err
		}
	}
}

// begin begins a slice if there is room beside the waves and the other works. Where only waves that
// came after a number are in its way it begins all the same.
func (w *Work) begin(before int) (blocks int, ok bool) {
	c := w.conductor
	others := c.taken(w)
	wait := others.Warps > 0
	for _, s := range c.waves {
		first := s.number <= before
		if s.alone && first {
			return 0, false
		}
		if !s.alone {
			others, wait = others.Plus(c.load(s)), wait || first
		}
	}
	if blocks = w.fits(others, c.room()); blocks == 0 {
		if wait {
			return 0, false
		}
		blocks = 1
	}
	c.quiet++
	w.slices = append(w.slices, given{blocks, others.Warps == 0 && len(c.waves) == 0})
	return blocks, true
}

// fits is the blocks that the work gains by, as far as there is room.
func (w *Work) fits(others, room optimizer.Load) int {
	blocks := w.curve.want(w.most)
	for blocks > 0 && !w.of(blocks).Plus(others).Within(room) {
		blocks--
	}
	return blocks
}

// quietSlices is after how many slices without a wave works may take all of a multiprocessor.
const quietSlices = 64

// room is what works may take together with waves that are there: half of a multiprocessor is
// left to waves where some have been of late and none is there now.
func (c *Conductor) room() optimizer.Load {
	r := c.whole.Room()
	if len(c.waves) > 0 || c.arrived == 0 || c.quiet >= quietSlices {
		return r
	}
	return optimizer.Load{Blocks: r.Blocks, Warps: r.Warps / 2, Registers: r.Registers / 2, Shared: r.Shared / 2}
}

// load is what a wave takes of a multiprocessor: of several batches what they were decided for, as
// kernels of one begin while others of the batch before run.
func (c *Conductor) load(s *Stay) (sum optimizer.Load) {
	if len(s.Wave.Batches) > 1 {
		return s.room
	}
	for _, b := range s.Wave.Batches {
		for _, l := range b.Launches {
			d := &s.Wave.Demands[l.Kernel]
			sum = sum.Plus(c.whole.Take(l.Blocks, l.Warps, d.Registers, d.Shared))
		}
	}
	return sum
}

// Done says that the oldest slice is over: how much it has done, in any unit, and how long that
// took the device; 0 where it cannot tell.
func (w *Work) Done(amount float64, took time.Duration) {
	c := w.conductor
	c.mu.Lock()
	defer c.mu.Unlock()
	s := w.slices[0]
	w.slices = w.slices[1:]
	if s.lone && len(c.waves) == 0 && len(c.works) == 1 && took > 0 {
		w.curve.add(s.blocks, amount/took.Seconds())
	}
	c.tell()
}

// End ends the work. Nothing of it is on the device.
func (w *Work) End() {
	c := w.conductor
	c.mu.Lock()
	defer c.mu.Unlock()
	c.works = slices.DeleteFunc(c.works, func(o *Work) bool { return o == w })
	c.tell()
}

// curve is the throughput of a kernel by the blocks that a multiprocessor holds of it, as
// measured by slices that had the device for themselves. What is measured last counts.
type curve struct{ rates []float64 } // from one block on, in units of work a second

// gain is how much faster a kernel must be with one more block to be given it: what is not
// taken, others have.
const gain = 1.03

// want is the fewest blocks with which no more of them are much faster, or one more than have
// been tried while each has been.
func (c *curve) want(most int) int {
	for n := 1; n < len(c.rates); n++ {
		if c.rates[n] < gain*c.rates[n-1] {
			return n
		}
	}
	return min(most, len(c.rates)+1)
}

func (c *curve) add(blocks int, rate float64) {
	if blocks <= len(c.rates) {
		c.rates[blocks-1] = rate
	} else if blocks == len(c.rates)+1 {
		c.rates = append(c.rates, rate)
	}
}
