package compile

import (
	"context"

	"gsdms/plan"
)

// effort looks at the deadline as often as the work that is done asks for: a text may
// have a few bytes or a million.
type effort struct {
	ctx  context.Context
	done int
}

// add counts what it took to evaluate a function of values; an error ends the work.
func (e *effort) add(values ...plan.Value) error {
	const often, each = 1 << 18, 64 // in bytes of text
	for _, v := range values {
		e.done += each + len(v.Text)
	}
	if e.done < often {
		return nil
	}
	e.done = 0
	return e.ctx.Err()
}
