package cuda

import (
	"context"
	"fmt"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/operators"
	"gsdms/optimizer"
)

// link is the place of a kernel in a chain: it does one stage.
type link struct {
	chain *chain
	stage *codegen.Stage
}

// Stages prepares a kernel for each operator of a run's program, in order.
func (b *Backend) Stages(ctx context.Context, r operators.Run) ([]operators.Kernel, error) {
	c := &chain{run: r.(*run), open: 1}
	c.stages = codegen.Stages(c.run.program)
	defer c.release() // the hold of this function
	words := int64(len(c.stages))
	var err error
	if c.seen, err = b.memory.Pin(int(8 * words)); err != nil {
		return nil, err
	}
	if c.lengths, err = b.memory.Alloc(8 * words); err != nil {
		return nil, err
	}
	out := make([]operators.Kernel, len(c.stages))
	for i, s := range c.stages {
		if out[i], err = c.add(ctx, s); err != nil {
			for _, made := range out[:i] {
				made.Close()
			}
			return nil, err
		}
	}
	return out, nil
}

// add makes the kernel of a stage.
func (c *chain) add(ctx context.Context, s *codegen.Stage) (k *kernel, err error) {
	b := c.run.backend
	k = &kernel{backend: b, runs: []*run{c.run}, link: &link{c, s}}
	if k.mold, err = b.molds.ofStage(ctx, s); err != nil {
		return nil, err
	}
	if s.Last && c.run.state.Shadow != nil {
		k.spans = spansOf(k.runs, func(*run) bool { return true })
	}
	if err := k.provide(); err != nil {
		b.molds.release(k.mold)
		return nil, err
	}
	c.open++
	b.users.Add(1)
	c.kernels = append(c.kernels, k)
	return k, nil
}

// stageThreads is the threads of a multiprocessor that a stage asks for. A quarter of what
// fits keeps so many loads in flight that more bring little, and leaves room for stages of
// other queries.
const stageThreads = 512

// stageInstrs is a guess of the instructions that a stage takes for a row that comes to it.
const stageInstrs = 12

// ask makes the demand of a kernel that of its stage.
func (l *link) ask(d *optimizer.Demand) {
	d.Name = fmt.Sprintf("%s: %s", shortened(d.Name), l.stage.Title)
	d.Threads = min(d.Threads, stageThreads)
	d.Bytes = l.stage.Bytes(d.Rows)
	d.Instrs = int64(stageInstrs * l.stage.Before * float64(d.Rows))
	if l.stage.Listed() {
		d.After = []int{l.stage.Number - 1}
	}
}

// shortened leaves so much of a query's name that a wave of many stages can be read.
func shortened(name string) string {
	const most = 24
	runes := []rune(name)
	if len(runes) <= most {
		return name
	}
	return string(runes[:most-1]) + "…"
}

// meet notes that the stage is launched over a chunk of so many rows, and gives the bytes
// that it is estimated to move. A run for whose lists there is no memory fails; its stages
// are launched with empty ones.
func (l *link) meet(rows int64) (bytes int64) {
	if !l.stage.Listed() && l.chain.run.Err() == nil {
		if err := l.chain.begin(rows); err != nil {
			l.chain.run.fail(err)
		}
	}
	return l.stage.Bytes(rows)
}

// precede puts before the stage what it waits for: clear lengths, or the stage before.
func (l *link) precede(on func(device.Queue) device.Queue, q device.Queue) error {
	if !l.stage.Listed() {
		return q.Clear(l.chain.lengths, 8*int64(len(l.chain.stages)))
	}
	return q.After(on(l.chain.kernels[l.stage.Number-1].queue))
}

// follow puts behind the last stage the copy of all lists' lengths: a stage after one whose
// list had no room has seen an empty list, so it is soon enough to look at the end.
func (l *link) follow(q device.Queue) error {
	if !l.stage.Last {
		return nil
	}
	return q.CopyOut(l.chain.seen, l.chain.lengths)
}

// settle sees to it that the lists are whole when the last stage is over, and reports
// whether the run may have emitted rows.
func (l *link) settle() bool {
	r := l.chain.run
	if !l.stage.Last || r.Err() != nil {
		return false
	}
	if err := l.chain.settle(); err != nil {
		r.fail(err)
		return false
	}
	return true
}
