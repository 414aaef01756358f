package pool

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"gsdms/cuda/device"
	"gsdms/optimizer"
)

// Bench is a device with the kernels on it, one goroutine's at a time. What it allocates
// stays with the device, which serves nobody else and is to be closed.
type Bench struct {
	device device.Device
	limits optimizer.Device
	size   Size
	kinds  []Kind
	most   int // kernels of a draw, at most

	functions []device.Function // by kind
	answers   []uint64
	mark      device.Function
	roles     map[int]device.Function // by blocks of a multiprocessor
	lead      device.Queue
	queues    []device.Queue

	in, out  device.Ptr
	params   device.Ptr // of the draw's kernels, then of them in the order of a launch of roles
	starts   device.Ptr // of the blocks of a launch of roles, by block and multiprocessor
	counters device.Ptr // slots of multiprocessors, numbers given out, sums
	draw     []int      // kinds of the kernels on the device now
	empty    float64    // seconds of a plan of nothing
}

// Bytes of what a kernel reads in the device's memory.
const (
	paramBytes = 64
	roleBytes  = 48
)

// NewBench puts kernels on a device: so many of a draw at most.
func NewBench(ctx context.Context, d device.Device, s Size, kinds []Kind, most int) (*Bench, error) {
	b := &Bench{device: d, limits: d.Limits(), size: s, kinds: kinds, most: most, functions: make([]device.Function, len(kinds)), answers: make([]uint64, len(kinds)), roles: map[int]device.Function{}}
	if err := b.compile(ctx); err != nil {
		return nil, err
	}
	if err := b.allocate(); err != nil {
		return nil, fmt.Errorf("pool: memory for %d kernels: %w", most, err)
	}
	return b, b.fill(ctx)
}

// compile makes all functions side by side, and the answers.
func (b *Bench) compile(ctx context.Context) error {
	errs := make([]error, len(b.kinds)+len(roleBlocks)+1)
	var wg sync.WaitGroup
	for i := range b.kinds {
		wg.Go(func() { b.functions[i], errs[i] = b.device.Compile(ctx, b.kinds[i].source()) })
	}
	synthetic := b.kinds[0].number >= len(Thirteen())
	var roles [len(roleBlocks)]device.Function
	for i, blocks := range roleBlocks {
		wg.Go(func() { roles[i], errs[len(b.kinds)+i] = b.device.Compile(ctx, rolesSource(blocks, synthetic)) })
	}
	wg.Go(func() { b.mark, errs[len(errs)-1] = b.device.Compile(ctx, markText) })
	wg.Wait()
	for i := range b.kinds {
		b.answers[i] = b.kinds[i].Answer(b.size)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("pool: %w", err)
	}
	for i, blocks := range roleBlocks {
		b.roles[blocks] = roles[i]
	}
	return carve(slices.Concat(b.functions, roles[:], []device.Function{b.mark}))
}

// carve has all functions ask for the same division of a multiprocessor's memory.
func carve(functions []device.Function) error {
	for _, f := range functions {
		if c, ok := f.(device.Carver); ok {
			if err := c.CarveShared(); err != nil {
				return fmt.Errorf("pool: %w", err)
			}
		}
	}
	return nil
}

func (b *Bench) allocate() (err error) {
	for _, a := range []struct {
		to    *device.Ptr
		bytes int64
	}{
		{&b.in, int64(b.most) * b.region()}, {&b.out, int64(b.most) * b.region()},
		{&b.params, int64(2*b.most*paramBytes + roleBytes)}, {&b.counters, int64(b.counterBytes())},
		{&b.starts, int64(4 * b.limits.MPs * roleBlocks[len(roleBlocks)-1])},
	} {
		if *a.to, err = b.device.Memory().Alloc(a.bytes); err != nil {
			return err
		}
	}
	for range b.most {
		q, err := b.device.NewQueue()
		if err != nil {
			return err
		}
		b.queues = append(b.queues, q)
	}
	b.lead, err = b.device.NewQueue()
	return err
}

// region is the bytes of a kernel's input, and of its output.
func (b *Bench) region() int64 { return 4 * int64(b.size.Words) }

// Counters: 4 bytes for each multiprocessor, rounded up, 8 for each kernel's number of what is
// given out, 8 for its sum.
func (b *Bench) slotBytes() int    { return (4*b.limits.MPs + 255) &^ 255 }
func (b *Bench) counterBytes() int { return b.slotBytes() + 16*b.most }
func (b *Bench) next(i int) device.Ptr {
	return b.counters + device.Ptr(b.slotBytes()+8*i)
}
func (b *Bench) sum(i int) device.Ptr { return b.next(b.most + i) }

// fill makes the input of all kernels.
func (b *Bench) fill(ctx context.Context) error {
	f, err := b.device.Compile(ctx, fmt.Sprintf("#define SHARED_BYTES %d\n", aside)+kernelsText+fillText)
	if err != nil {
		return fmt.Errorf("pool: %w", err)
	}
	p := put(nil, 0, uint64(b.in), uint64(b.most)*b.size.Words, 0, b.size.Words, 0, 0, 0)
	if err := b.lead.CopyIn(b.params, p); err != nil {
		return err
	}
	if err := b.lead.Launch(f, 4*b.limits.MPs, 256, 0, b.params); err != nil {
		return err
	}
	_, err = b.lead.Wait()
	return err
}

func put(to []byte, values ...uint64) []byte {
	for _, v := range values {
		to = binary.LittleEndian.AppendUint64(to, v)
	}
	return to
}

// lay puts a draw on the device: its kernels' parameters.
func (b *Bench) lay(draw []int) error {
	b.draw = draw
	var p []byte
	for i := range draw {
		p = b.describe(p, i, b.kinds[draw[i]].grain)
	}
	return b.copyIn(b.params, p)
}

// order puts what a launch of roles reads on the device.
func (b *Bench) order(p plan) error {
	list := b.params + device.Ptr(b.most*paramBytes)
	text := put(nil, uint64(list), uint64(len(p.order)), uint64(b.starts), uint64(b.limits.MPs), uint64(p.back), uint64(b.counters))
	if err := b.copyIn(b.roleParams(), text); err != nil {
		return err
	}
	text = nil
	for _, i := range p.order {
		text = b.describe(text, i, b.kinds[b.draw[i]].roleGrain(roleThreads/uint64(b.limits.WarpSize)))
	}
	if err := b.copyIn(list, text); err != nil {
		return err
	}
	text = nil
	for _, at := range p.starts {
		text = binary.LittleEndian.AppendUint32(text, at)
	}
	return b.copyIn(b.starts, text)
}

func (b *Bench) roleParams() device.Ptr { return b.params + device.Ptr(2*b.most*paramBytes) }

func (b *Bench) copyIn(to device.Ptr, text []byte) error {
	if err := b.lead.CopyIn(to, text); err != nil {
		return fmt.Errorf("pool: lay out a draw: %w", err)
	}
	_, err := b.lead.Wait()
	return err
}

// describe appends the Params of kernel i of the draw.
func (b *Bench) describe(to []byte, i int, grain uint64) []byte {
	k := &b.kinds[b.draw[i]]
	at := device.Ptr(int64(i) * b.region())
	return put(to, uint64(b.in+at), uint64(b.out+at), k.items(b.size), grain, k.length(b.size), uint64(k.number), uint64(b.next(i)), uint64(b.sum(i)))
}

// plan is stages one after another; in a stage are rows side by side, in a row launches of
// kernels of the draw one after another; or each kernel waits for those alone that it follows. Or
// all kernels are one launch of roles.
type plan struct {
	stages  [][][]optimizer.Launch
	follows [][]int  // by kernel; nil: stages wait for each other
	order   []int    // of roles
	blocks  int      // of roles on a multiprocessor
	starts  []uint32 // by block of a multiprocessor, then by that: where in the order it begins
	back    int      // the first block of a multiprocessor that goes back through the order
}

// time runs a plan of the draw that was laid out, and checks the answers each time. It runs as
// a recorded graph, of which the first run brings it to the device, and as single launches; the
// shortest counts. That is the device's own time, from before the first launch to after the
// last.
func (b *Bench) time(p plan) (best time.Duration, err error) {
	if p.order != nil {
		if err := b.order(p); err != nil {
			return 0, err
		}
	}
	put := func() error { return b.put(p) }
	runs := []func() error{put}
	if r, ok := b.device.(device.Recorder); ok {
		g, err := r.Record(b.lead, put)
		if err != nil {
			return 0, fmt.Errorf("pool: record a plan: %w", err)
		}
		defer g.Close()
		runs = append(runs, g.Launch, g.Launch)
	}
	for _, run := range runs {
		took, err := b.once(run)
		if err != nil {
			return 0, err
		}
		if best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

func (b *Bench) once(run func() error) (time.Duration, error) {
	began := time.Now()
	if err := run(); err != nil {
		return 0, fmt.Errorf("pool: launch a plan: %w", err)
	}
	took, err := b.lead.Wait()
	if err != nil {
		return 0, fmt.Errorf("pool: run a plan: %w", err)
	}
	if took == 0 { // a device without a clock of its own
		took = time.Since(began)
	}
	return took, b.check()
}

// put puts a plan on the queues.
func (b *Bench) put(p plan) error {
	if err := b.lead.Clear(b.counters, int64(b.counterBytes())); err != nil {
		return err
	}
	if err := b.lead.Launch(b.mark, 1, 32, 0, b.params); err != nil {
		return err
	}
	if err := b.putStages(p); err != nil {
		return err
	}
	if p.order != nil {
		if err := b.lead.Launch(b.roles[p.blocks], p.blocks*b.limits.MPs, roleThreads, roleShared, b.roleParams()); err != nil {
			return err
		}
	}
	return b.lead.Launch(b.mark, 1, 32, 0, b.params)
}

func (b *Bench) putStages(p plan) error {
	if p.follows != nil {
		return b.putFlow(p)
	}
	for _, stage := range p.stages {
		for i, row := range stage {
			if err := b.putRow(b.queues[i], row); err != nil {
				return err
			}
		}
		if err := b.lead.After(b.queues[:len(stage)]...); err != nil {
			return err
		}
	}
	return nil
}

// putFlow puts each kernel on a queue of its own, behind those that it follows.
func (b *Bench) putFlow(p plan) error {
	for _, stage := range p.stages {
		for _, row := range stage {
			k := row[0].Kernel
			var before []device.Queue
			for _, f := range p.follows[k] {
				before = append(before, b.queues[f])
			}
			if err := b.queues[k].After(before...); err != nil {
				return err
			}
			if err := b.putRow(b.queues[k], row); err != nil {
				return err
			}
		}
	}
	return b.lead.After(b.queues[:len(p.follows)]...)
}

func (b *Bench) putRow(q device.Queue, row []optimizer.Launch) error {
	if err := q.After(b.lead); err != nil {
		return err
	}
	for _, l := range row {
		k := b.draw[l.Kernel]
		at := b.params + device.Ptr(l.Kernel*paramBytes)
		if err := q.Launch(b.functions[k], l.Blocks*b.limits.MPs, l.Warps*b.limits.WarpSize, b.kinds[k].Shared, at); err != nil {
			return err
		}
	}
	return nil
}

// check compares the sums of all kernels with what they must be.
func (b *Bench) check() error {
	got := make([]byte, 8*len(b.draw))
	if err := b.lead.CopyOut(got, b.sum(0)); err != nil {
		return fmt.Errorf("pool: read the sums: %w", err)
	}
	if _, err := b.lead.Wait(); err != nil {
		return fmt.Errorf("pool: read the sums: %w", err)
	}
	for i, k := range b.draw {
		if n := binary.LittleEndian.Uint64(got[8*i:]); n != b.answers[k] {
			return fmt.Errorf("pool: kernel %d, %s, gives %d, not %d", i+1, b.kinds[k].Name, n, b.answers[k])
		}
	}
	return nil
}
