package engine

import (
	"context"
	"slices"

	"gsdms/operators/compile/scalar"
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/cut"
	"gsdms/plan/network/inside"
	"gsdms/plan/network/pass"
	"gsdms/plan/network/restrict"
	"gsdms/plan/network/separate"
	"gsdms/plan/network/unnest"
)

// Prepare takes a network to pieces and compiles those that need no other. It changes
// the network.
func (e *Engine) Prepare(ctx context.Context, n *network.Network) (*Query, error) {
	ctx = e.inTurns(ctx)
	if err := unnest.Applies(n, e.sides, partners(ctx, e.cache)); err != nil {
		return nil, err
	}
	e.rewrite(ctx, n)
	return e.planned(ctx, n, presuming)
}

// planned cuts a rewritten network into stages under what a form takes for granted, or under less where
// that is known to be wrong.
func (e *Engine) planned(ctx context.Context, n *network.Network, f form) (*Query, error) {
	again := *n
	again.Tables = slices.Clone(n.Tables)
	q, presumed, err := e.shaped(ctx, n, f)
	under := func(ctx context.Context, err error) (*Query, error) {
		next, ok := f.after(err, presumed)
		if !ok {
			return nil, nil
		}
		own := again
		own.Tables = slices.Clone(again.Tables)
		return e.planned(e.inTurns(ctx), &own, next)
	}
	if err != nil { // in a stage that needs no other
		if other, unplanned := under(ctx, err); other != nil || unplanned != nil {
			return other, unplanned
		}
		return nil, err
	}
	q.under = under
	return q, nil
}

// rewrite makes a network one that gives the same rows for less.
func (e *Engine) rewrite(ctx context.Context, n *network.Network) {
	pass.Nothing(n, e.bounds(ctx, n))
	pass.Unseen(n)
	inside.Parts(n)
	separate.Members(n)
	pass.Listed(n)
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

// shaped cuts a network into stages, and compiles those that need no other. presumed says that it took
// functions for computable that no text was tried of.
func (e *Engine) shaped(ctx context.Context, n *network.Network, f form) (q *Query, presumed bool, err error) {
	computes := func(x plan.Expr) (bool, error) {
		if f == presuming && scalar.Presumes(n.Tables, x) {
			presumed = true
			return true, nil
		}
		return f.computes(ctx, n.Tables, x, e.cache)
	}
	loses := func(x plan.Expr) bool { return scalar.Loses(ctx, n.Tables, x, e.cache) }
	if err := separate.Separate(n, computes, loses, e.pairs); err != nil {
		return nil, presumed, err
	}
	q, err = e.staged(ctx, n)
	return q, presumed, err
}

// staged is shaped of a network whose expressions programs compute, but for those of steps of their own.
func (e *Engine) staged(ctx context.Context, n *network.Network) (*Query, error) {
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
