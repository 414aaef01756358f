package engine

import (
	"context"
	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/cut"
	"gsdms/plan/network/pass"
	"gsdms/plan/network/restrict"
	"gsdms/plan/network/separate"
	"gsdms/plan/network/unnest"
	"slices"
)

// Prepare takes a network to pieces and compiles those that need no other. It changes
// the network.
func (e *Engine) Prepare(ctx context.Context, n *network.Network) (*Query, error) {
	ctx = e.inTurns(ctx)
	if err := unnest.Applies(n, e.sides); err != nil {
		return nil, err
	}
	e.rewrite(ctx, n)
	again := *n
	again.Tables = slices.Clone(n.Tables)
	wider := func(ctx context.Context) (*Query, error) {
		ctx = e.inTurns(ctx)
		own := again
		own.Tables = slices.Clone(again.Tables)
		return e.shaped(ctx, &own, compile.ComputableWide)
	}
	q, err := e.shaped(ctx, n, compile.Computable)
	if outgrows(err) { // in a stage that needs no other
		return wider(ctx)
	}
	if err == nil {
		q.wider = wider
	}
	return q, err
}

// rewrite makes a network one that gives the same rows for less.
func (e *Engine) rewrite(ctx context.Context, n *network.Network) {
	pass.Nothing(n)
	separate.Members(n)
	pass.Apart(n)
	bounds := e.bounds(ctx, n)
	pass.Once(n, bounds)
	pass.Split(n, bounds)
	pass.PartWindows(n)
	pass.Push(n, bounds, pass.Joins{Repeats: repeats(ctx, e.cache), Always: e.sides})
	pass.Late(n)
	restrict.Inner(n)
	pass.OfGroups(n)
}

// computable is compile.Computable, or another form of it.
type computable func(context.Context, []*plan.TableRef, plan.Expr, *index.Cache) (bool, error)

// shaped cuts a network into stages, and compiles those that need no other.
func (e *Engine) shaped(ctx context.Context, n *network.Network, is computable) (*Query, error) {
	computes := func(x plan.Expr) (bool, error) { return is(ctx, n.Tables, x, e.cache) }
	loses := func(x plan.Expr) bool { return compile.Loses(ctx, n.Tables, x, e.cache) }
	if err := separate.Separate(n, computes, loses, e.pairs); err != nil {
		return nil, err
	}
	restrict.Groups(n)
	shape, err := cut.Stages(n)
	if err != nil {
		return nil, err
	}
	q := NewQuery(shape)
	q.large, q.lost = e.always, n.Lost
	if shape.Single() {
		q.Leaves[0], err = e.compileLeaf(ctx, shape.Stages[0])
		return q, q.overflow(e, err)
	}
	for i, s := range shape.Stages {
		if s.Loop != nil {
			if err := e.prepareStep(ctx, q, s.Loop); err != nil {
				return nil, err
			}
		}
		if !s.Leaf() {
			continue
		}
		if q.Leaves[i], q.Known[i], err = e.leaf(ctx, s); err != nil {
			if err = q.overflow(e, err); err != nil {
				return nil, err
			}
		}
	}
	return q, nil
}
