package cuda

import (
	"cmp"
	"context"
	"slices"
	"time"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
	"gsdms/optimizer"
)

// kernel is several runs in one generated kernel. The stream's goroutine owns it.
type kernel struct {
	backend *Backend
	runs    []*run
	mold    *mold
	queue   device.Queue

	spans  []memory.Span // of the runs whose accumulators are copied after each launch
	params []byte        // page-locked
	at     device.Ptr    // of the params on the device
	seated bool          // the params are a wave's
	stats  operators.KernelStats
	chunk  *memory.Chunk // of the launch that Barrier waits for
	launch optimizer.Launch
	link   *link // of a chain; nil: the kernel does all that its programs do
}

// Prepare generates and compiles the kernel of the runs, or takes it as it was made for
// the same programs before.
func (b *Backend) Prepare(ctx context.Context, runs ...operators.Run) (operators.Kernel, error) {
	k := &kernel{backend: b, runs: make([]*run, len(runs))}
	known := make([]*run, len(runs)) // in the order in which the mold is found
	for i, r := range runs {
		known[i] = r.(*run)
	}
	slices.SortFunc(known, func(a, b *run) int { return compareAddresses(a.program, b.program) })
	programs := make([]*operators.Program, len(runs))
	for i, r := range known {
		programs[i] = r.program
	}
	var err error
	if k.mold, err = b.molds.of(ctx, programs); err != nil {
		return nil, err
	}
	for i, at := range k.mold.order {
		k.runs[i] = known[at]
	}
	k.spans = spansOf(k.runs, (*run).shadowed)
	if err := k.provide(); err != nil {
		b.molds.release(k.mold)
		return nil, err
	}
	b.users.Add(1)
	return k, nil
}

// provide takes memory for the parameters, and a queue.
func (k *kernel) provide() (err error) {
	b := k.backend
	if k.params, err = b.memory.Pin(len(k.mold.params)); err != nil {
		return err
	}
	copy(k.params, k.mold.params)
	k.bindRuns()
	if k.at, err = b.memory.Alloc(int64(len(k.params))); err != nil {
		b.memory.Unpin(k.params)
		return err
	}
	if k.queue, err = b.queues.get(); err != nil {
		b.memory.Unpin(k.params)
		b.memory.Free(k.at)
	}
	return err
}

// Split says which runs share a kernel.
func (b *Backend) Split(runs []operators.Run) [][]operators.Run { return split(runs) }

// split gives each kernel as many programs as one should have, queries that are like each
// other together.
func split(runs []operators.Run) [][]operators.Run {
	kernels := (len(runs) + codegen.MostPrograms - 1) / codegen.MostPrograms
	if kernels <= 1 {
		return [][]operators.Run{runs}
	}
	runs = slices.Clone(runs)
	slices.SortFunc(runs, func(a, b operators.Run) int { return comparePrograms(a.Program(), b.Program()) })
	out := make([][]operators.Run, kernels)
	for i := range out {
		out[i] = runs[len(runs)*i/kernels : len(runs)*(i+1)/kernels]
	}
	return out
}

// comparePrograms orders programs by their texts, so that the same queries have the same
// kernel in whatever order they came, also when the program is started again.
func comparePrograms(a, b *operators.Program) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text), compareAddresses(a, b))
}

// compareAddresses is an order that lasts as long as the programs, and reads nothing of them.
func compareAddresses(a, b *operators.Program) int {
	return cmp.Compare(uintptr(unsafe.Pointer(a)), uintptr(unsafe.Pointer(b)))
}

// Demand is what the compiled kernel asks of a multiprocessor: as many resident threads
// as its registers and shared memory allow, because a scan lives from the loads that are
// in flight. Bytes and instructions are estimates for a whole chunk.
func (k *kernel) Demand() optimizer.Demand {
	d, f := k.backend.device.Limits(), k.mold.function
	threads := min(d.Registers/max(32, (f.Registers()+7)&^7), d.Warps*d.WarpSize)
	shared := f.Shared() + k.mold.source.Shared
	if blocks := d.Shared / (shared + d.ReservedShared); blocks > 0 {
		threads = min(threads, blocks*f.Threads())
	}
	rows := min(k.backend.rows, k.runs[0].program.Table.Rows)
	out := optimizer.Demand{
		Name:      k.runs[0].program.Name,
		Threads:   max(d.WarpSize, threads/128*128),
		Registers: f.Registers(),
		Shared:    shared,
		Block:     f.Threads(),
		Bytes:     int64(float64(rows) * k.mold.cost.Read),
		Instrs:    int64(float64(rows) * k.mold.cost.Instrs),
		Rows:      int64(rows),
		Shape:     k.mold.shape,
	}
	if k.link != nil {
		k.link.ask(&out)
	}
	return out
}

// Launch copies the launch's parameters and starts the kernel.
func (k *kernel) Launch(ctx context.Context, c operators.Chunk, l optimizer.Launch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	k.meet(c.(*memory.Chunk), l)
	return k.start(k.chunk, l)
}

// meet notes the chunk that is launched over.
func (k *kernel) meet(c *memory.Chunk, l optimizer.Launch) {
	k.chunk, k.launch = c, l
	k.stats.Launches++
	k.stats.Rows += c.Rows()
	if k.link != nil {
		k.stats.Bytes += k.link.meet(c.Rows())
		return
	}
	k.stats.Bytes += c.Rows() * int64(k.mold.cost.Width)
}

func (k *kernel) start(c *memory.Chunk, l optimizer.Launch) error {
	if err := k.bind(c); err != nil {
		return err
	}
	if err := begin(k.queue, k.runs); err != nil {
		return err
	}
	if err := k.queue.CopyIn(k.at, k.params); err != nil {
		return err
	}
	if err := c.Precede(k.queue); err != nil {
		return err
	}
	if err := k.put(itself, l); err != nil {
		return err
	}
	return memory.Fetch(k.queue, k.spans)
}

// itself is what is put on a queue where nothing is written down first.
func itself(q device.Queue) device.Queue { return q }

// put puts the kernel on what stands for its queue.
func (k *kernel) put(on func(device.Queue) device.Queue, l optimizer.Launch) error {
	d, q := k.backend.device.Limits(), on(k.queue)
	if k.link != nil {
		if err := k.link.precede(on, q); err != nil {
			return err
		}
	}
	err := q.Launch(k.mold.function, l.Blocks*d.MPs, l.Warps*d.WarpSize, k.mold.source.Shared, k.at)
	if err == nil && k.link != nil {
		err = k.link.follow(q)
	}
	return err
}

// Barrier waits for the launch and takes what runs have emitted.
func (k *kernel) Barrier(ctx context.Context) error {
	took, err := k.queue.Wait()
	if err == nil && k.chunk != nil {
		err = k.chunk.Arrived()
	}
	if err != nil {
		return err
	}
	k.settle(ctx, took)
	return nil
}

// settle counts a launch that is over and takes what runs have emitted.
func (k *kernel) settle(ctx context.Context, took time.Duration) {
	k.stats.Busy += int64(took)
	if k.link != nil && !k.link.settle() {
		return
	}
	for _, r := range k.runs {
		if err := r.drain(ctx, k); err != nil {
			r.fail(err)
		}
	}
}

// Stats counts launches, and the time that the device took.
func (k *kernel) Stats() operators.KernelStats { return k.stats }

// Close frees the parameters; the compiled function stays with the device.
func (k *kernel) Close() error {
	_, err := k.queue.Wait()
	k.backend.queues.put(k.queue)
	k.backend.molds.release(k.mold)
	if !k.seated {
		k.backend.memory.Unpin(k.params)
		k.backend.memory.Free(k.at)
	}
	if k.link != nil {
		k.link.chain.release()
	}
	k.backend.users.Add(-1)
	return err
}
