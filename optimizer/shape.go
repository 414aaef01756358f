package optimizer

import "fmt"

// option is one way to keep a kernel's threads resident on a multiprocessor.
type option struct {
	blocks, warps int // warps per block
	load          Load
}

// kernel is a demand, reduced to the ways in which a multiprocessor can hold it.
type kernel struct {
	options []option // none dominates another; blocks ascend, resident warps descend
	least   Load     // the smallest of every resource over the options
	after   []int
}

// LimitError says that a demand fits no multiprocessor of the device.
type LimitError struct {
	Device, Kernel string
	Resource       string // "warps", "registers per thread", "bytes of shared memory per block" ...
	Need, Have     int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("optimizer: kernel %q fits no multiprocessor of %q: it needs %d %s and there are %d", e.Kernel, e.Device, e.Need, e.Resource, e.Have)
}

// newKernel finds the options of demand i.
func newKernel(l *limits, d *Demand) (kernel, error) {
	if err := checkDemand(l, d); err != nil {
		return kernel{}, err
	}
	want := max(1, ceilDiv(d.Threads, l.WarpSize))
	k := kernel{after: d.After}
	if k.options, k.least = l.hold(nil, d, want); len(k.options) == 0 {
		return kernel{}, l.tooLarge(d, want)
	}
	return k, nil
}

// hold appends the options of a demand for so many resident warps, and gives the smallest of
// every resource over them. By Theorem 1 of [L19] the best w for b blocks is ceil(c/(32 b));
// a larger b takes more blocks and more shared memory, so it is worth keeping only where the
// rounding of w costs fewer warps. Registers grow with the warps (limits.take), so this stays
// exact with registers inside.
func (l *limits) hold(options []option, d *Demand, want int) ([]option, Load) {
	theta, shared := l.warpRegisters(d.Registers), l.blockShared(d.Shared)
	first := len(options)
	var least Load
	for b := ceilDiv(want, l.warpsOf(d)); b <= l.room.Blocks; b++ {
		w := ceilDiv(want, b)
		t := l.take(b, w, theta, shared)
		if t.Within(l.room) && (len(options) == first || t.Warps < least.Warps) {
			options = append(options, option{b, w, t})
			o := &options[first].load
			least = Load{o.Blocks, t.Warps, t.Registers, o.Shared}
		}
		if b*w == want || t.Shared > l.room.Shared {
			break
		}
	}
	return options, least
}

// checkDemand refuses what no number of blocks can mend.
func checkDemand(l *limits, d *Demand) error {
	if d.Threads < 0 || d.Registers < 0 || d.Shared < 0 || d.Bytes < 0 || d.Instrs < 0 {
		return fmt.Errorf("optimizer: kernel %q asks for a negative amount: %d threads, %d registers, %d bytes of shared memory, reads %d bytes, %d instructions",
			d.Name, d.Threads, d.Registers, d.Shared, d.Bytes, d.Instrs)
	}
	threads := l.Warps * l.WarpSize
	for _, n := range []struct {
		resource   string
		need, have int
	}{
		{"threads", d.Threads, threads},
		{"registers per thread", d.Registers, min(l.ThreadRegs, l.Registers)},
		{"bytes of shared memory per block", d.Shared, min(l.BlockShared, l.Shared)},
	} {
		if n.need > n.have {
			return &LimitError{l.Name, d.Name, n.resource, n.need, n.have}
		}
	}
	return nil
}

// tooLarge names the limit that keeps the demand out: the first that binds with the
// fewest blocks.
func (l *limits) tooLarge(d *Demand, want int) error {
	b := ceilDiv(want, l.warpsOf(d))
	t := l.take(b, ceilDiv(want, b), l.warpRegisters(d.Registers), l.blockShared(d.Shared))
	e := &LimitError{Device: l.Name, Kernel: d.Name}
	switch {
	case t.Blocks > l.room.Blocks:
		e.Resource, e.Need, e.Have = "blocks", t.Blocks, l.room.Blocks
	case t.Warps > l.room.Warps:
		e.Resource, e.Need, e.Have = "warps", t.Warps, l.room.Warps
	case t.Registers > l.room.Registers:
		e.Resource, e.Need, e.Have = "registers", t.Registers, l.room.Registers
	default:
		e.Resource, e.Need, e.Have = "bytes of shared memory", t.Shared, l.room.Shared
	}
	return e
}
