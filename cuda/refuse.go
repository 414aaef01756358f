package cuda

import (
	"errors"
	"fmt"

	"gsdms/operators"
	"gsdms/plan"
)

// Refuse says why there is no run of a program: an instruction that no kernel is generated
// for, or accumulators that need more memory than a query has.
func (b *Backend) Refuse(p *operators.Program, memory int64) *operators.Refused {
	if why := unknown(p); why != "" {
		return &operators.Refused{Why: why}
	}
	var refused *operators.Refused
	if _, err := b.layouts.of(p, memory); errors.As(err, &refused) {
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

// unknown names what of a program no kernel is generated for, "" if there is nothing.
func unknown(p *operators.Program) string {
	for _, in := range p.Body {
		switch in := in.(type) {
		case operators.Load, operators.Const, operators.Compute, operators.Lookup, operators.Test, operators.Keep:
		case operators.Probe:
			if in.Kind > plan.SingleJoin {
				return fmt.Sprintf("no joins of kind %d on cuda", in.Kind)
			}
		default:
			return fmt.Sprintf("no %T on cuda", in)
		}
	}
	s, err := newState(p)
	if err != nil {
		return err.Error()
	}
	if s.groups == nil {
		return ""
	}
	for _, f := range s.groups.Aggs {
		if f.Func > operators.CountDistinct || len(f.More) > 0 {
			return fmt.Sprintf("no aggregate %s of %d arguments on cuda", f.Func, 1+len(f.More))
		}
	}
	return ""
}
