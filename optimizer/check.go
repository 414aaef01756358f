package optimizer

import (
	"errors"
	"fmt"
)

// Check says what is wrong with the wave: every kernel must be launched exactly once,
// with the threads it demands (for Concurrency), every batch must fit a multiprocessor, and what waits
// must be in a later batch than what it waits for. It does not trust Solve: all is
// counted afresh. Tests call it, and whoever has a wave from elsewhere.
func (w Wave) Check() error {
	l, err := newLimits(w.Device)
	if err != nil {
		return err
	}
	at := make([]int, len(w.Demands)) // batch, from 1
	var errs []error
	for b, batch := range w.Batches {
		errs = append(errs, w.checkBatch(&l, b, batch, at))
	}
	for k := range w.Demands {
		errs = append(errs, w.checkPlace(k, at))
	}
	return errors.Join(errs...)
}

func (w Wave) checkBatch(l *limits, b int, batch Batch, at []int) error {
	var sum Load
	var errs []error
	for _, c := range batch.Launches {
		if c.Kernel < 0 || c.Kernel >= len(w.Demands) {
			errs = append(errs, fmt.Errorf("batch %d launches kernel %d of %d", b+1, c.Kernel, len(w.Demands)))
			continue
		}
		if at[c.Kernel] != 0 {
			errs = append(errs, fmt.Errorf("kernel %q is launched in batch %d and in batch %d", w.Demands[c.Kernel].Name, at[c.Kernel], b+1))
		}
		at[c.Kernel] = b + 1
		errs = append(errs, w.checkLaunch(l, c))
		sum = sum.Plus(w.load(l, c))
	}
	if len(batch.Launches) == 0 {
		errs = append(errs, fmt.Errorf("batch %d is empty", b+1))
	}
	if !sum.Within(l.room) {
		errs = append(errs, fmt.Errorf("batch %d takes %v of a multiprocessor with %v", b+1, sum, l.room))
	}
	return errors.Join(errs...)
}

func (w Wave) checkLaunch(l *limits, c Launch) error {
	d := &w.Demands[c.Kernel]
	switch threads := c.Blocks * c.Warps * l.WarpSize; {
	case c.Blocks < 1 || c.Warps < 1 || c.Warps > l.warpsOf(d):
		return fmt.Errorf("kernel %q is launched with %d blocks of %d warps; a block has 1 to %d", d.Name, c.Blocks, c.Warps, l.warpsOf(d))
	case w.Objective == Concurrency && threads < d.Threads:
		return fmt.Errorf("kernel %q keeps %d threads resident and demands %d", d.Name, threads, d.Threads)
	case d.Registers > l.ThreadRegs:
		return fmt.Errorf("kernel %q has %d registers per thread, at most %d", d.Name, d.Registers, l.ThreadRegs)
	case d.Shared > l.BlockShared:
		return fmt.Errorf("kernel %q has %d bytes of shared memory per block, at most %d", d.Name, d.Shared, l.BlockShared)
	}
	return nil
}

func (w Wave) checkPlace(k int, at []int) error {
	d := &w.Demands[k]
	if at[k] == 0 {
		return fmt.Errorf("kernel %q is in no batch", d.Name)
	}
	for _, a := range d.After {
		if a < 0 || a >= len(at) || at[a] >= at[k] {
			return fmt.Errorf("kernel %q in batch %d waits for kernel %d, which is not in an earlier batch", d.Name, at[k], a)
		}
	}
	return nil
}

// load is what a launch takes of a multiprocessor.
func (w Wave) load(l *limits, c Launch) Load {
	d := &w.Demands[c.Kernel]
	return l.take(c.Blocks, c.Warps, l.warpRegisters(d.Registers), l.blockShared(d.Shared))
}
