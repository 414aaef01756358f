package engine

import (
	"context"

	"gsdms/operators"
)

// turner is the backend on the processor, if one of them is.
func turner(backends ...operators.Backend) operators.Turner {
	for _, b := range backends {
		if t, ok := b.(operators.Turner); ok {
			return t
		}
	}
	return nil
}

// inTurns is a context of a query: what is computed with it shares the processors with what
// others compute, and with the kernels.
func (e *Engine) inTurns(ctx context.Context) context.Context {
	if e.turns == nil {
		return ctx
	}
	return operators.WithTurns(ctx, e.turns.Turns())
}
