package cuda

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// kernel is several runs in one generated kernel. The stream's goroutine owns it.
type kernel struct {
	backend  *Backend
	runs     []*run
	source   *Source
	function Function
	queue    Queue
	shared   int // bytes of dynamic shared memory

	params []byte // host copy, page-locked
	at     Ptr
	stats  operators.KernelStats
	failed error
	chunk  *chunk // of the launch that Barrier waits for
	launch optimizer.Launch
}

// Prepare generates and compiles the kernel of the runs.
func (b *Backend) Prepare(ctx context.Context, runs ...operators.Run) (operators.Kernel, error) {
	k := &kernel{backend: b}
	programs := make([]*operators.Program, len(runs))
	for i, r := range runs {
		k.runs = append(k.runs, r.(*run))
		programs[i] = r.Program()
	}
	var err error
	if k.source, err = Generate(programs...); err != nil {
		return nil, err
	}
	if k.function, err = b.device.Compile(ctx, k.source.Text); err != nil {
		return nil, err
	}
	if k.queue, err = b.device.NewQueue(); err != nil {
		return nil, err
	}
	k.params = make([]byte, 8*len(k.source.Params))
	if k.at, err = b.alloc(int64(len(k.params))); err != nil {
		return nil, err
	}
	if err := k.bindOnce(); err != nil {
		return nil, errors.Join(err, k.Close())
	}
	return k, nil
}

// Demand is what the compiled kernel asks of a multiprocessor: its share of the work is
// every resident thread that its registers allow, up to four blocks of 256.
func (k *kernel) Demand() optimizer.Demand {
	d := k.backend.device.Limits()
	warps := max(1, d.Registers/max(1, k.function.Registers())/d.WarpSize)
	return optimizer.Demand{
		Name:      k.runs[0].program.Name,
		Threads:   min(warps*d.WarpSize/2, 1024),
		Registers: k.function.Registers(),
		Shared:    k.function.Shared() + k.shared,
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
	for _, s := range k.chunk.ref.Segments {
		k.stats.Rows += int64(segmentRows(k.chunk.ref, s))
	}
	for _, r := range k.chunk.columns {
		k.stats.Bytes += r.bytes - slack
	}
	return nil
}

func (k *kernel) start(c *chunk, l optimizer.Launch) error {
	if err := k.bindChunk(c); err != nil {
		return err
	}
	if err := k.queue.CopyIn(k.at, k.params); err != nil {
		return err
	}
	d := k.backend.device.Limits()
	return k.queue.Launch(k.function, max(1, l.Blocks)*d.MPs, max(1, l.Warps)*d.WarpSize, k.shared, k.at)
}

// Barrier waits for the launch and takes what runs have emitted.
func (k *kernel) Barrier(ctx context.Context) error {
	took, err := k.queue.Wait()
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
	k.backend.blocks.free(k.at)
	return nil
}

func segmentRows(ref operators.ChunkRef, segment int) int {
	return min((segment+1)*segmentSize, ref.Row+ref.Rows) - max(segment*segmentSize, ref.Row)
}

// Took is the device's time for all launches so far.
func (k *kernel) Took() time.Duration { return time.Duration(k.stats.Busy) }

func (k *kernel) String() string {
	return fmt.Sprintf("%d programs, %d registers, %d bytes of shared memory", len(k.runs), k.function.Registers(), k.shared)
}
