package cuda

import (
	"context"
	"fmt"
	"slices"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
)

// OpenAll opens runs of programs that come together: their accumulators share arenas.
func (b *Backend) OpenAll(ctx context.Context, memory int64, programs ...*operators.Program) ([]operators.Run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	memory = min(memory, b.most)
	layouts, words := make([]*codegen.Layout, len(programs)), make([]int64, len(programs))
	for i, p := range programs {
		var err error
		if layouts[i], err = b.generator.Layout(p, memory); err != nil {
			return nil, fmt.Errorf("open %s: %w", p.Name, err)
		}
		words[i] = layouts[i].Words
	}
	runs := make([]operators.Run, 0, len(programs))
	for len(runs) < len(programs) {
		first := len(runs)
		states, err := b.memory.States(words[first:])
		if err != nil {
			for _, r := range runs {
				r.Close()
			}
			return nil, fmt.Errorf("accumulators of %s: %w", programs[first].Name, err)
		}
		for i, s := range states {
			r := &run{backend: b, program: programs[first+i], memory: memory, layout: layouts[first+i], state: s}
			r.reserve()
			runs = append(runs, r)
			b.users.Add(1)
		}
	}
	return runs, nil
}

// spansOf joins the accumulators of the runs that are wanted to spans.
func spansOf(runs []*run, wanted func(*run) bool) []memory.Span {
	states := make([]*memory.State, 0, len(runs))
	for _, r := range runs {
		if wanted(r) {
			states = append(states, r.state)
		}
	}
	return memory.Spans(states)
}

// shadowed reports whether a run's accumulators are copied after each launch.
func (r *run) shadowed() bool { return r.state.Shadow != nil }

// begin clears the accumulators of the runs that nothing has been launched for.
func begin(q device.Queue, runs []*run) error {
	fresh := func(r *run) bool { return !r.cleared }
	if !slices.ContainsFunc(runs, fresh) {
		return nil
	}
	if err := memory.Zero(q, spansOf(runs, fresh)); err != nil {
		return err
	}
	for _, r := range runs {
		r.cleared = true
	}
	return nil
}
