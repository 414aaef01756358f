package cuda

import (
	"cmp"
	"context"
	"slices"
	"unsafe"

	"gsdms/operators"
	"gsdms/optimizer"
)

// kernel is several runs in one generated kernel. The stream's goroutine owns it.
type kernel struct {
	backend *Backend
	runs    []*run
	mold    *mold
	queue   Queue

	spans  []span // of the runs whose accumulators are copied after each launch
	params []byte // page-locked
	at     Ptr    // of the params on the device
	stats  operators.KernelStats
	chunk  *chunk // of the launch that Barrier waits for
	launch optimizer.Launch
}

// Prepare generates and compiles the kernel of the runs, or takes it as it was made for
// the same programs before.
func (b *Backend) Prepare(ctx context.Context, runs ...operators.Run) (operators.Kernel, error) {
	runs = slices.Clone(runs)
	slices.SortFunc(runs, compareRuns)
	k := &kernel{backend: b}
	programs := make([]*operators.Program, len(runs))
	for i, r := range runs {
		k.runs = append(k.runs, r.(*run))
		programs[i] = r.Program()
	}
	var err error
	if k.mold, err = b.molds.of(ctx, programs); err != nil {
		return nil, err
	}
	k.spans = spansOf(k.runs, func(r *run) bool { return r.shadow != nil })
	if err := k.provide(); err != nil {
		return nil, err
	}
	b.users.Add(1)
	return k, nil
}

// provide takes memory for the parameters, and a queue.
func (k *kernel) provide() (err error) {
	b := k.backend
	if k.params, err = b.pins.get(len(k.mold.params)); err != nil {
		return err
	}
	copy(k.params, k.mold.params)
	if k.at, err = b.alloc(int64(len(k.params))); err != nil {
		b.pins.put(k.params)
		return err
	}
	if k.queue, err = b.queues.get(); err != nil {
		b.pins.put(k.params)
		b.blocks.free(k.at)
	}
	return err
}

// compareRuns orders runs by their programs, so that the same queries have the same
// kernel in whatever order they came.
func compareRuns(a, b operators.Run) int {
	x, y := a.Program(), b.Program()
	if c := cmp.Compare(x.Name, y.Name); c != 0 {
		return c
	}
	return cmp.Compare(uintptr(unsafe.Pointer(x)), uintptr(unsafe.Pointer(y)))
}

// Demand is what the compiled kernel asks of a multiprocessor: as many resident threads
// as its registers and shared memory allow, because a scan lives from the loads that are
// in flight.
func (k *kernel) Demand() optimizer.Demand {
	d, f := k.backend.device.Limits(), k.mold.function
	threads := min(d.Registers/max(32, (f.Registers()+7)&^7), d.Warps*d.WarpSize)
	shared := f.Shared() + k.mold.source.Shared
	if blocks := d.Shared / (shared + d.ReservedShared); blocks > 0 {
		threads = min(threads, blocks*f.Threads())
	}
	return optimizer.Demand{
		Name:      k.runs[0].program.Name,
		Threads:   max(d.WarpSize, threads/128*128),
		Registers: f.Registers(),
		Shared:    shared,
	}
}

// Launch copies the launch's parameters and starts the kernel.
func (k *kernel) Launch(ctx context.Context, c operators.Chunk, l optimizer.Launch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	k.chunk, k.launch = c.(*chunk), l
	if err := k.start(k.chunk, l); err != nil {
		return err
	}
	k.stats.Launches++
	k.stats.Rows += k.chunk.rows
	for o := range k.chunk.columns {
		k.stats.Bytes += k.chunk.rows * int64(k.chunk.ref.Table.Columns[o].Storage.Width)
	}
	return nil
}

func (k *kernel) start(c *chunk, l optimizer.Launch) error {
	if err := k.bind(c); err != nil {
		return err
	}
	if err := k.clear(); err != nil {
		return err
	}
	if err := k.queue.CopyIn(k.at, k.params); err != nil {
		return err
	}
	after, err := c.issued()
	if err != nil {
		return err
	}
	d := k.backend.device.Limits()
	if err := k.queue.Launch(k.mold.function, l.Blocks*d.MPs, l.Warps*d.WarpSize, k.mold.source.Shared, k.at, after...); err != nil {
		return err
	}
	return fetch(k.queue, k.spans)
}

// clear clears the accumulators of the runs that have not been launched before.
func (k *kernel) clear() error {
	if err := zero(k.queue, spansOf(k.runs, func(r *run) bool { return !r.cleared })); err != nil {
		return err
	}
	for _, r := range k.runs {
		r.cleared = true
	}
	return nil
}

// Barrier waits for the launch and takes what runs have emitted.
func (k *kernel) Barrier(ctx context.Context) error {
	took, err := k.queue.Wait()
	if err == nil && k.chunk != nil {
		err = k.chunk.arrived()
	}
	if err != nil {
		return err
	}
	k.stats.Busy += int64(took)
	for _, r := range k.runs {
		if err := r.drain(ctx, k); err != nil {
			r.fail(err)
		}
	}
	return nil
}

// Stats counts launches, and the time that the device took.
func (k *kernel) Stats() operators.KernelStats { return k.stats }

// Close frees the parameters; the compiled function stays with the device.
func (k *kernel) Close() error {
	_, err := k.queue.Wait()
	k.backend.queues.put(k.queue)
	k.backend.pins.put(k.params)
	k.backend.blocks.free(k.at)
	k.backend.users.Add(-1)
	return err
}

func segmentRows(ref operators.ChunkRef, segment int) int {
	return min((segment+1)*segmentSize, ref.Row+ref.Rows) - max(segment*segmentSize, ref.Row)
}
