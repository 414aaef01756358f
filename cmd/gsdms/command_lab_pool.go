package main

import (
	"context"
	"fmt"
	"time"

	"gsdms/cuda/pool"
)

// labPool runs the papers' experiments with pools of kernels on the first GPU.
type labPool struct {
	Size  string        `enum:"full,small,both" default:"both" help:"Work of each kernel: full fills the card, small is what a card of the papers was filled by, or both (${default})."`
	Pool  string        `enum:"13,synthetic,both" default:"both" help:"Kernels: the papers' 13, their 5 synthetic ones, or both (${default})."`
	Limit time.Duration `default:"30m" placeholder:"TIME" help:"Time for all draws, evenly among the experiments; what is left out is said (${default})."`
	Seed  uint64        `default:"1" placeholder:"N" help:"Seed of the draws (${default})."`
}

// mostKernels are in one draw.
const mostKernels = 65

// Run runs the command.
func (c *labPool) Run(e *environment) error {
	ctx, stop := e.interrupted()
	defer stop()
	until := time.Now().Add(c.Limit)
	runs := c.runs()
	for i, r := range runs {
		left := time.Until(until) / time.Duration(len(runs)-i)
		if err := c.run(ctx, e, r, time.Now().Add(left)); err != nil {
			return err
		}
	}
	return nil
}

// poolRun is a pool at a size.
type poolRun struct {
	size  pool.Size
	kinds []pool.Kind
	name  string
}

func (c *labPool) runs() (out []poolRun) {
	for _, size := range []pool.Size{pool.Small(), pool.Full()} {
		if c.Size != "both" && c.Size != size.Name {
			continue
		}
		if c.Pool != "synthetic" {
			out = append(out, poolRun{size, pool.Thirteen(), "13 kernels of the papers"})
		}
		if c.Pool != "13" {
			out = append(out, poolRun{size, pool.Synthetic(), "5 synthetic kernels"})
		}
	}
	return out
}

// run compares the deciders for one pool, on a card of its own.
func (c *labPool) run(ctx context.Context, e *environment, r poolRun, until time.Time) error {
	d, err := openCard(e)
	if err != nil {
		return err
	}
	defer d.Close()
	b, err := pool.NewBench(ctx, d, r.size, r.kinds, mostKernels)
	if err != nil {
		return err
	}
	tuned, err := b.Tune()
	if err != nil {
		return err
	}
	p, err := b.Learn(tuned)
	if err != nil {
		return err
	}
	if err := b.TuneRoles(p); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "\n%s, size %s, on %s\n", r.name, r.size.Name, d.Limits().Name)
	b.PrintKinds(e.out, p)
	if err := b.Pairs(ctx, p, e.out); err != nil {
		return err
	}
	all := pool.Papers()
	for i, draws := range all {
		left := time.Until(until) / time.Duration(len(all)-i)
		result, err := b.Run(ctx, p, draws, c.Seed, time.Now().Add(left))
		if err != nil {
			return err
		}
		result.Print(e.out)
	}
	return nil
}
