package engine

import (
	"context"

	"gsdms/operators/compile"
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/pass"
)

// bounds are compile.Bounds of a network's expressions; those of columns, which many rules ask
// for again, are found once.
func (e *Engine) bounds(ctx context.Context, n *network.Network) pass.Bounds {
	type span struct {
		lo, hi int64
		ok     bool
	}
	known := map[plan.ColumnRef]span{}
	return func(x plan.Expr) (lo, hi int64, ok bool) {
		c, column := x.(plan.ColumnRef)
		if !column {
			return compile.Bounds(ctx, n.Tables, x, e.cache)
		}
		s, there := known[c]
		if !there {
			s.lo, s.hi, s.ok = compile.Bounds(ctx, n.Tables, x, e.cache)
			known[c] = s
		}
		return s.lo, s.hi, s.ok
	}
}
