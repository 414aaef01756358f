package engine

import (
	"context"

	"gsdms/operators/compile/scalar"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
	"gsdms/plan/network/pass"
	"gsdms/plan/network/unnest"
)

// bounds are scalar.Bounds of a network's expressions; those of columns, which many rules ask
// for again, are found once. A function of a text that is computed for few rows is not made for
// all texts to know them: it has no more values than there are texts.
func (e *Engine) bounds(ctx context.Context, n *network.Network) pass.Bounds {
	type span struct {
		lo, hi int64
		ok     bool
	}
	known := map[plan.ColumnRef]span{}
	few := few.Of(n, n.Root, nil)
	return func(x plan.Expr) (lo, hi int64, ok bool) {
		c, column := x.(plan.ColumnRef)
		if texts := few.Texts(x); texts > 0 {
			return 0, int64(texts) - 1, x.Type().Kind == plan.String
		}
		if !column {
			return scalar.Bounds(ctx, n.Tables, x, e.cache)
		}
		s, there := known[c]
		if !there {
			s.lo, s.hi, s.ok = scalar.Bounds(ctx, n.Tables, x, e.cache)
			known[c] = s
		}
		return s.lo, s.hi, s.ok
	}
}

// repeats tells how likely rows are alike.
func repeats(ctx context.Context, cache *index.Cache) join.Repeats {
	return func(t *plan.Table, column int) float64 {
		share, _ := cache.Repeats(ctx, t, column) // compiling says what cannot be read
		return share
	}
}

// partners tells how many rows of a table have what a row of another one has.
func partners(ctx context.Context, cache *index.Cache) unnest.Partners {
	return func(t *plan.Table, column int, of *plan.Table, ofColumn int) (float64, bool) {
		n, err := cache.Partners(ctx, t, column, of, ofColumn) // compiling says what cannot be read
		return n, err == nil
	}
}
