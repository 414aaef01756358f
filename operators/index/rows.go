package index

import (
	"context"
	"math/bits"

	"golang.org/x/sync/errgroup"

	"gsdms/operators"
)

// ends reports, now and then, whether a build is given up, and pauses when its turn is over.
func ends(ctx context.Context, row int) bool {
	const often = 1 << 14
	if row%often != 0 {
		return false
	}
	operators.TurnsOf(ctx).Pause()
	return ctx.Err() != nil
}

// InParallel runs work over parts of [0, n), one per worker, each in a turn of ctx. A panic in a part, also that
// of a file that was cut short under its mapping, is an error.
func InParallel(ctx context.Context, workers, n int, work func(lo, hi int)) error {
	g, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		g.Go(func() error {
			ctx, leave := operators.InTurn(operators.ForAnother(ctx))
			defer leave()
			return operators.Guarded(func() error {
				work(n*w/workers, n*(w+1)/workers)
				return ctx.Err()
			})
		})
	}
	return g.Wait()
}

// Members is how many numbers a set has.
func Members(s *operators.BitSet) (n int) {
	for _, w := range s.Bits {
		n += bits.OnesCount64(w)
	}
	return n
}

// Has reports whether a row is in a set; nil is the set of all.
func Has(s *operators.BitSet, row int) bool {
	return s == nil || s.Bits[row/64]>>(row%64)&1 == 1
}
