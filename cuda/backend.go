package cuda

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"gsdms/cuda/codegen"
	"gsdms/cuda/conduct"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/cuda/replay"
	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// Options sets how a backend uses its device.
type Options struct {
	Memory int64 // bytes of device memory for columns; 0: nine tenths of the device
	Locked int64 // bytes of page-locked host memory for columns that do not fit; 0: a quarter of the machine's

	NoGraphs bool // put each chunk's launches on queues, one by one

	// Early makes kernels beside what runs: who has none yet is told so (operators.Maker) and
	// can do without, where otherwise all of a stream wait for the compiler.
	Early bool
}

// Backend runs programs on a device. Safe for concurrent use.
type Backend struct {
	device    device.Watched
	generator *codegen.Generator
	memory    *memory.Manager
	users     atomic.Int64 // runs and kernels that have not been closed
	stamps    atomic.Int64 // launches that write rows
	queues    *queues
	yielding  *queues // that give way to the others
	conductor *conduct.Conductor
	molds     *molds
	makers    *makers      // nil: kernels are made when they are asked for
	kept      *replay.Kept // work that may come again
	rows      int          // of a chunk
	most      int64        // bytes that a query may have on the device, whatever it is allowed
}

// queryShare is the part of a device's memory that one query may have: 1 / queryShare.
const queryShare = 4

// New makes a backend on a device, which it closes; also when New fails.
func New(d device.Device, o Options) (*Backend, error) {
	b := &Backend{device: device.Watch(d), generator: codegen.NewGenerator()}
	if o.Memory <= 0 {
		o.Memory = d.Memory().Total() / 10 * 9
	}
	if o.NoGraphs {
		b.kept = replay.New(nil)
	} else {
		b.kept = replay.New(b.device.Recorder())
	}
	b.rows, b.most = chunkRows(o.Memory), d.Memory().Total()/queryShare
	b.queues, b.yielding, b.molds = &queues{make: b.device.NewQueue}, &queues{make: b.device.NewYielding}, newMolds(b)
	if o.Early {
		b.makers = newMakers(b)
	}
	var err error
	if b.conductor, err = conduct.New(d.Limits()); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if b.memory, err = memory.New(b.device, memory.Options{Columns: o.Memory, Locked: o.Locked, Forget: b.molds.evict}); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if b.makers != nil {
		b.makers.begin(codegen.PackSource())
	}
	return b, nil
}

// Rows of a chunk. The most: a launch and its wait, some 20 us, do not show beside the
// 0.7 ms in which 128 Mi rows of 26 bytes are read; and a crowd's kernel has 29 bits for a
// row beside the number of a program. Otherwise as many as fit the memory
// for columns twice, one chunk being read while the next is brought there, at rowBytes.
const (
	mostRows = 128 << 20
	rowBytes = 64
)

func chunkRows(memory int64) int {
	return int(max(plan.SegmentRows, min(mostRows, memory/(2*rowBytes)/plan.SegmentRows*plan.SegmentRows)))
}

// ChunkRows is the rows that a stream should push at once.
func (b *Backend) ChunkRows() int { return b.rows }

// LeavesGroups implements operators.Leaver.
func (b *Backend) LeavesGroups() {}

// Device describes the device's limits.
func (b *Backend) Device() optimizer.Device { return b.device.Limits() }

// KernelBytes and StageBytes implement operators.Costed.
func (b *Backend) KernelBytes(rows int64, programs ...*operators.Program) int64 {
	return codegen.KernelBytes(rows, programs)
}

func (b *Backend) StageBytes(rows int64, p *operators.Program) []int64 {
	return codegen.StageBytes(rows, p)
}

// Open allocates the accumulators of a run; the first launch clears them.
func (b *Backend) Open(ctx context.Context, p *operators.Program, memory int64) (operators.Run, error) {
	runs, err := b.OpenAll(ctx, memory, p)
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

// Load brings columns to the device: the segments that are not there already.
func (b *Backend) Load(ctx context.Context, ref operators.ChunkRef, columns operators.Columns) (operators.Chunk, error) {
	if ref.Rows > mostRows {
		return nil, fmt.Errorf("chunk %d of table %s has %d rows, kernels count no more than %d", ref.Seq, ref.Table.Name, ref.Rows, mostRows)
	}
	c, err := b.memory.Load(ctx, ref, columns)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Holds implements operators.Holder.
func (b *Backend) Holds(ref operators.ChunkRef, ordinal int) bool {
	return b.memory.Holds(ref, ordinal)
}

// inUse reports whether a run, a kernel or a chunk has not been closed.
func (b *Backend) inUse() bool { return b.users.Load() > 0 || b.memory.Chunks() > 0 }

// Close frees everything on the device and closes it.
func (b *Backend) Close() error {
	if b.makers != nil {
		b.makers.close()
	}
	return errors.Join(b.kept.Close(), b.memory.Close(), b.device.Close())
}
