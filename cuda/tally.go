package cuda

import (
	"context"
	"fmt"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
)

// tallied counts the distinct values of each group on the device, where the sets of them are: what
// crosses the bus is a number for each group then, and not all values. It adds a section for each
// such fold to those of groups. What it has taken is given back by free, when the sections have been read.
func (r *run) tallied(ctx context.Context, g *operators.Groups, parts []packedSection) (all []packedSection, free func(), err error) {
	var taken []device.Ptr
	free = func() {
		for _, p := range taken {
			r.backend.memory.Free(p)
		}
	}
	if r.state.Shadow != nil {
		return parts, free, nil
	}
	for k, f := range g.Aggs {
		if f.Func != operators.CountDistinct || codegen.DistinctBits(r.program, g, k) > 0 {
			continue
		}
		at, err := r.backend.memory.Alloc(8 * max(1, r.layout.Groups))
		if err != nil {
			return nil, free, err
		}
		taken = append(taken, at)
		if err := r.tally(ctx, k, at, len(g.Keys) == 0); err != nil {
			return nil, free, fmt.Errorf("count distinct values of %s: %w", r.program.Name, err)
		}
		counted := whole(codegen.GroupSection{Section: codegen.Section{Kind: codegen.FoldValue, Fold: k}, Words: 1})
		counted.at = at
		parts = append(parts, counted)
	}
	return parts, free, nil
}

// tally counts the values of a fold by group, on the run's own queue.
func (r *run) tally(ctx context.Context, fold int, counts device.Ptr, one bool) error {
	b := r.backend
	kernel, err := b.device.Compile(ctx, codegen.TallySource())
	if err != nil {
		return err
	}
	q, err := r.own()
	if err != nil {
		return err
	}
	p := codegen.TallyParams{
		State: r.address(codegen.Section{Kind: codegen.SetState, Fold: fold}), Pairs: r.address(codegen.Section{Kind: codegen.SetKeys, Fold: fold}),
		Slots: r.layout.Number(codegen.Section{Kind: codegen.SetMask, Fold: fold}) + 1, Counts: uint64(counts),
	}
	if one {
		p.One = 1
	}
	size := int64(unsafe.Sizeof(p))
	at, err := b.memory.Alloc(size)
	if err != nil {
		return err
	}
	defer b.memory.Free(at)
	if err := q.Clear(counts, 8*max(1, r.layout.Groups)); err != nil {
		return err
	}
	if err := q.CopyIn(at, unsafe.Slice((*byte)(unsafe.Pointer(&p)), size)); err != nil {
		return err
	}
	if err := q.Launch(kernel, codegen.PackBlocks*b.device.Limits().MPs, codegen.PackThreads, 0, at); err != nil {
		return err
	}
	_, err = q.Wait()
	return err
}

// fetch brings the first words of a section here.
func (r *run) fetch(p packedSection, n int64) ([]uint64, error) {
	if p.at == 0 {
		return r.words(p.Section, n)
	}
	q, err := r.own()
	if err != nil {
		return nil, err
	}
	out := make([]uint64, n)
	if err := q.CopyOut(memory.Bytes(out), p.at); err != nil {
		return nil, err
	}
	_, err = q.Wait()
	return out, err
}
