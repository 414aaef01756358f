package optimizer

import (
	"math"
	"slices"
	"sync"
)

// Calibrator corrects the roofline of one device by what launches took. It learns two
// things: the rates of the device, and how many bytes and instructions the kernels of a
// shape need, as a factor on what their demands say.
//
//   - The achieved rates of a shape, bytes and instructions per second as if it had all
//     the warps that saturate the device, are the medians of its last observations: what
//     is out of line changes nothing, and what has changed is forgotten.
//   - A rate of the device is the highest that any kernel achieves which it bounds: no
//     kernel can be faster than the roof, and the one nearest to it shows where it is.
//     Which of the two rates bounds a kernel is the one that it uses more of.
//   - A kernel that still takes longer than both roofs allow is slow by something that
//     the demand does not know; it is said to need more instructions, since it leaves the
//     memory to others. One that is faster than its bytes allow reads fewer of them.
//
// So the prediction for a kernel that was observed is what it took, whatever the first
// numbers were, and the rates serve those that were not. Equal observations in equal
// order give equal corrections. Safe for concurrent use: the streams of a device share
// one.
type Calibrator struct {
	mu     sync.Mutex
	device limits // as described
	scales scales // of its rates
	shapes map[shapeKey]*shape
	clock  int // observations so far
}

// scales is logarithms of factors on bytes, or bytes per second, and on instructions.
type scales struct{ bytes, instrs float64 }

// shapeKey is what kernels have in common that are corrected together: their code, and for
// those that have been seen themselves their work, which says more.
type shapeKey struct {
	shape         uint64
	name          string // where the shape is not told
	bytes, instrs int64  // 0: of whatever work
}

// shape is what was seen of kernels: their achieved rates as logarithms, relative to the
// rates of the device as described.
type shape struct {
	recent  [window]scales // in a ring
	seen    int
	typical scales // medians
	used    int    // clock of the last observation
}

const (
	window     = 9     // observations whose median counts
	mostShapes = 512   // kept; those not seen for longest go
	shortest   = 20e-6 // seconds; less says more about the launch than the kernel
	bound      = 16    // the most that a rate is corrected by, up or down
	binds      = 0.9   // a kernel at this share of a roof is bound by it
	patience   = 1.25  // a wave stays while predictions are not off by more
)

// NewCalibrator is a Calibrator for kernels on d that has seen nothing.
func NewCalibrator(d Device) (*Calibrator, error) {
	l, err := newLimits(d)
	if err != nil {
		return nil, err
	}
	return &Calibrator{device: l, shapes: map[shapeKey]*shape{}}, nil
}

// Took is what a launch of a kernel took.
type Took struct {
	Kernel  int     // index of the demand
	Rows    int64   // that it ran over; 0: those of the demand
	Seconds float64 // by the device's clock; 0: unknown
}

// Observe learns from launches of the wave w over one chunk. Where kernels shared a
// batch, a kernel's time counts as shorter by as much as its neighbours were predicted to
// slow it down; where the time of one of them is unknown, the batch teaches nothing.
func (c *Calibrator) Observe(w Wave, took []Took) {
	if c.device.Bandwidth <= 0 && c.device.IssueRate <= 0 {
		return // no time is predicted of the device
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	byKernel := make([]Took, len(w.Demands))
	for _, t := range took {
		byKernel[t.Kernel] = t
	}
	device, corrected := c.corrected(w.Demands)
	learned := false
	for _, b := range w.Batches {
		if clocked(b, byKernel) {
			alone, together := predicted(device, corrected, b, Roofline{})
			learned = c.observe(w.Demands, b, byKernel, alone, together) || learned
		}
	}
	if learned {
		c.fit()
	}
}

// clocked reports whether the time of every kernel of a batch is known.
func clocked(b Batch, took []Took) bool {
	for _, l := range b.Launches {
		if t := took[l.Kernel].Seconds; !(t >= shortest && t < math.MaxFloat64) {
			return false
		}
	}
	return true
}

// observe learns from one batch, of which alone and together are the predictions, and
// reports whether there was anything to learn.
func (c *Calibrator) observe(demands []Demand, b Batch, took []Took, alone, together []float64) bool {
	learned := false
	for i, l := range b.Launches {
		t := took[l.Kernel]
		d := &demands[l.Kernel]
		share := 1.0
		if t.Rows > 0 && d.Rows > 0 {
			share = float64(t.Rows) / float64(d.Rows)
		}
		if alone != nil {
			t.Seconds *= alone[i] / together[i]
		}
		learned = c.note(d, l.Blocks*l.Warps, t.Seconds/share) || learned
	}
	return learned
}

// note adds that a chunk took a kernel so many seconds on so many resident warps.
func (c *Calibrator) note(d *Demand, warps int, seconds float64) bool {
	at := scales{
		bytes:  math.Log(float64(d.Bytes) / seconds / reached(c.device.Bandwidth, warps, saturation(&c.device.Device, c.device.MemoryWarps))),
		instrs: math.Log(float64(d.Instrs) / seconds / reached(c.device.IssueRate, warps, saturation(&c.device.Device, c.device.IssueWarps))),
	}
	at.bytes, at.instrs = orUnknown(at.bytes), orUnknown(at.instrs)
	if math.IsInf(at.bytes, -1) && math.IsInf(at.instrs, -1) {
		return false
	}
	c.clock++
	for _, k := range keysOf(d) {
		s := c.shapes[k]
		if s == nil {
			c.forget()
			s = &shape{}
			c.shapes[k] = s
		}
		s.add(at, c.clock)
	}
	return true
}

func (s *shape) add(at scales, clock int) {
	s.used = clock
	s.recent[s.seen%window] = at
	s.seen++
	s.typical.bytes = median(s, func(x scales) float64 { return x.bytes })
	s.typical.instrs = median(s, func(x scales) float64 { return x.instrs })
}

// orUnknown makes a rate that cannot be told, since the demand or the device does not
// say, the lowest of all.
func orUnknown(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return math.Inf(-1)
	}
	return v
}

// keysOf gives the key of kernels that are the same and of those of the same code.
func keysOf(d *Demand) [2]shapeKey {
	k := shapeKey{shape: d.Shape}
	if d.Shape == 0 {
		k.name = d.Name
	}
	same := k
	same.bytes, same.instrs = d.Bytes, d.Instrs
	return [2]shapeKey{same, k}
}

// median of the last observations; the lower of the two in the middle.
func median(s *shape, of func(scales) float64) float64 {
	var values [window]float64
	n := min(s.seen, window)
	for i := range n {
		values[i] = of(s.recent[i])
	}
	slices.Sort(values[:n])
	return values[(n-1)/2]
}

// forget makes room for a shape.
func (c *Calibrator) forget() {
	if len(c.shapes) < mostShapes {
		return
	}
	var oldest shapeKey
	least := math.MaxInt
	for k, s := range c.shapes {
		if s.used < least {
			oldest, least = k, s.used
		}
	}
	delete(c.shapes, oldest)
}

// fit finds the device's rates: the highest of the kernels that each bounds, which
// depends on the rates again. A few rounds settle it; the rest is left to the next call.
func (c *Calibrator) fit() {
	for range 4 {
		top := scales{math.Inf(-1), math.Inf(-1)}
		for _, s := range c.shapes {
			if s.typical.bytes-c.scales.bytes >= s.typical.instrs-c.scales.instrs {
				top.bytes = max(top.bytes, s.typical.bytes)
			} else {
				top.instrs = max(top.instrs, s.typical.instrs)
			}
		}
		next := scales{bounded(top.bytes, c.scales.bytes), bounded(top.instrs, c.scales.instrs)}
		if next == c.scales {
			return
		}
		c.scales = next
	}
}

// bounded keeps a scale within what a description can be wrong by; no kernel: the old one.
func bounded(v, old float64) float64 {
	if math.IsInf(v, -1) {
		return old
	}
	return min(max(v, -math.Log(bound)), math.Log(bound))
}

// corrected gives the device and the demands as they are now believed to be. The demands
// given stay as they are.
func (c *Calibrator) corrected(demands []Demand) (limits, []Demand) {
	device := c.device
	device.Bandwidth *= math.Exp(c.scales.bytes)
	device.IssueRate *= math.Exp(c.scales.instrs)
	out := slices.Clone(demands)
	for i := range out {
		for _, k := range keysOf(&out[i]) {
			if s := c.shapes[k]; s != nil {
				c.correct(&out[i], s.typical)
				break
			}
		}
	}
	return device, out
}

// correct scales what bounds the kernel, so that its time is the observed one.
func (c *Calibrator) correct(d *Demand, typical scales) {
	memory, issue := math.Exp(typical.bytes-c.scales.bytes), math.Exp(typical.instrs-c.scales.instrs) // shares of the roofs
	if issue == 0 || memory >= issue && memory >= binds {
		d.Bytes = scaled(d.Bytes, 1/memory)
		return
	}
	d.Instrs = scaled(d.Instrs, 1/issue)
}

func scaled(n int64, by float64) int64 {
	return max(1, int64(min(float64(n)*by, 1<<60)))
}
