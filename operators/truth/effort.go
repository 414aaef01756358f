package truth

import (
	"context"
	"gsdms/operators"

	"gsdms/plan"
)

// Effort looks at the deadline as often as the work that is done asks for: a text may
// have a few bytes or a million.
type Effort struct {
	Ctx  context.Context
	done int
}

// Add counts what it took to evaluate a function of values; an error ends the work.
func (e *Effort) Add(values ...plan.Value) error {
	const often, each = 1 << 16, 64 // in bytes of text
	for _, v := range values {
		e.done += each + len(v.Text)
	}
	if e.done < often {
		return nil
	}
	e.done = 0
	operators.TurnsOf(e.Ctx).Pause()
	return e.Ctx.Err()
}
