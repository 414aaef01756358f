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
	bytes := 0
	for _, v := range values {
		bytes += len(v.Text)
	}
	return e.add(len(values), bytes)
}

// AddTexts counts what it took to evaluate a function of a text, of so many bytes with its result.
func (e *Effort) AddTexts(bytes int) error { return e.add(1, bytes) }

func (e *Effort) add(values, bytes int) error {
	const often, each = 1 << 16, 64 // in bytes of text
	if e.done += each*values + bytes; e.done < often {
		return nil
	}
	e.done = 0
	operators.TurnsOf(e.Ctx).Pause()
	return e.Ctx.Err()
}
