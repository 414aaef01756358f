package cuda

import (
	"errors"

	"gsdms/operators"
)

// Refuse says why there is no run of a program: an instruction that no kernel is generated
// for, or accumulators that need more memory than a query has.
func (b *Backend) Refuse(p *operators.Program, memory int64) *operators.Refused {
	var refused *operators.Refused
	if _, err := b.generator.Layout(p, min(memory, b.most)); errors.As(err, &refused) {
		return refused
	}
	return nil
}

// Refuse asks the backend as it is. Where there is none, Open has more to say.
func (l *Lasting) Refuse(p *operators.Program, memory int64) *operators.Refused {
	b, err := l.current()
	if err != nil {
		return nil
	}
	return b.Refuse(p, memory)
}
