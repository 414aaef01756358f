// Package conduct decides how what computes for long shares a device with the waves of queries. A
// wave goes to the device at once, as its stream has decided. An analysis comes slice by slice and
// asks before each: with how many blocks for each multiprocessor, and for how long. Only arithmetic
// is here, no device.
package conduct

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"gsdms/optimizer"
)

// Lengths of slices. A wave finds room when the blocks of a slice end: it waits for half of one, on
// average. A slice costs some 10 us, so that they are long where no wave has come for many.
const (
	Short = 400 * time.Microsecond
	Long  = 3 * time.Millisecond

	quietSlices = 256
)

// Conductor knows what is on a device. Its state belongs to whoever holds the lock, for as long as a
// decision takes: a query that is alone passes without another goroutine. Safe for concurrent use.
type Conductor struct {
	device optimizer.Device
	whole  *optimizer.Multiprocessor

	mu     sync.Mutex
	waves  int // on the device
	came   int // waves so far
	works  int // on the device
	quiet  int // slices since the last wave
	curves map[kernelKey]*curve
}

// kernelKey is what kernels have in common that have the same curve.
type kernelKey struct {
	name                     string
	registers, shared, block int
}

// mostCurves is of how many kernels curves are kept.
const mostCurves = 64

// New makes the conductor of a device.
func New(d optimizer.Device) (*Conductor, error) {
	whole, err := optimizer.NewMultiprocessor(d)
	return &Conductor{device: d, whole: whole, quiet: quietSlices, curves: map[kernelKey]*curve{}}, err
}

// Enter says that a wave is put on the device, Leave that the device has ended it.
func (c *Conductor) Enter() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waves, c.came, c.quiet = c.waves+1, c.came+1, 0
}

// Leave ends what Enter has begun.
func (c *Conductor) Leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waves--
}

// Work is a kernel that computes for long and is launched slice by slice. One goroutine owns it.
type Work struct {
	conductor *Conductor
	curve     *curve
	slices    []given // on the device, the oldest first
}

// given is a slice.
type given struct {
	blocks int
	lone   bool // nothing else was there when it began
	came   int  // waves until then
}

// Begin has a work take part until End. Of its demand the resources count, and Block, which is
// the threads of each of its blocks. An error says that no multiprocessor holds one.
func (c *Conductor) Begin(d optimizer.Demand) (*Work, error) {
	most, warps := 0, max(1, d.Block/max(1, c.device.WarpSize))
	for c.whole.Take(most+1, warps, d.Registers, d.Shared).Within(c.whole.Room()) {
		most++
	}
	if most == 0 {
		return nil, fmt.Errorf("no multiprocessor of %s holds a block of %s: %d threads of %d registers, %d bytes of shared memory", c.device.Name, d.Name, d.Block, d.Registers, d.Shared)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.works++
	return &Work{conductor: c, curve: c.curveOf(kernelKey{d.Name, d.Registers, d.Shared, d.Block}, most)}, nil
}

// curveOf gives what has been measured of a kernel of which a multiprocessor holds so many blocks. The
// lock is held.
func (c *Conductor) curveOf(key kernelKey, most int) *curve {
	k, ok := c.curves[key]
	if !ok {
		if len(c.curves) >= mostCurves {
			clear(c.curves)
		}
		k = &curve{rates: make([]float64, most)}
		c.curves[key] = k
	}
	return k
}

// Next says with how many blocks for each multiprocessor the next slice is to be launched, and how
// long it should take.
func (w *Work) Next() (blocks int, length time.Duration) {
	c := w.conductor
	c.mu.Lock()
	defer c.mu.Unlock()
	blocks, length = w.curve.want(), Short
	if c.quiet >= quietSlices {
		length = Long
	}
	c.quiet++
	w.slices = append(w.slices, given{blocks, c.waves == 0 && c.works == 1, c.came})
	return blocks, length
}

// Done says that the oldest slice is over: how much it has done, in any unit, and how long that
// took the device. 0 of either teaches nothing: it cannot tell, or the slice was the rest of a work.
func (w *Work) Done(amount float64, took time.Duration) {
	c := w.conductor
	c.mu.Lock()
	defer c.mu.Unlock()
	s := w.slices[0]
	w.slices = w.slices[1:]
	if s.lone && c.works == 1 && s.came == c.came && amount > 0 && took > 0 {
		w.curve.rates[s.blocks-1] = amount / took.Seconds()
	}
}

// End ends the work. Nothing of it is on the device.
func (w *Work) End() {
	c := w.conductor
	c.mu.Lock()
	defer c.mu.Unlock()
	c.works--
}

// curve is the throughput of a kernel by the blocks that a multiprocessor holds of it, in units of
// work a second, as measured by slices that had the device for themselves. What is measured last
// counts; 0 is unknown.
type curve struct{ rates []float64 } // of one block and more

// gain is how much faster a kernel must be with more blocks to be given them: what it is not, a wave
// finds at once.
const gain = 1.03

// want is the fewest blocks with which the kernel is about as fast as with any number, looking from
// most down, or the first number on the way that has not been tried.
func (c *curve) want() int {
	fast := slices.Max(c.rates) / gain
	good := 0
	for n := len(c.rates); n > 0; n-- {
		switch rate := c.rates[n-1]; {
		case rate == 0:
			return n
		case rate >= fast:
			good = n
		case good > 0:
			return good
		}
	}
	return good
}
