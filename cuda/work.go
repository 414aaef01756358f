package cuda

import (
	"fmt"

	"gsdms/cuda/conduct"
	"gsdms/cuda/device"
	"gsdms/optimizer"
)

// beginWork has a kernel that is launched in slices take part in what the conductor decides. It asks
// for the division of a multiprocessor's memory beside which kernels with shared memory find room.
func (b *Backend) beginWork(name string, f device.Function, threads, shared int) (*conduct.Work, error) {
	if c, ok := f.(device.Carver); ok {
		if err := c.CarveShared(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return b.conductor.Begin(optimizer.Demand{Name: name, Registers: f.Registers(), Shared: f.Shared() + shared, Block: threads})
}
