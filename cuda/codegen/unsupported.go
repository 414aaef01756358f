package codegen

import (
	"fmt"

	"gsdms/operators"
	"gsdms/plan"
)

// unsupported says, for people, what of a program no kernel is generated for, "" if there is
// nothing: the generator may then be asked for it.
func unsupported(p *operators.Program) string {
	for _, in := range p.Body {
		switch in := in.(type) {
		case operators.Compute:
			if in.Operation().C == "" {
				return fmt.Sprintf("no function %s on cuda, which has no expression in C", in.Operation().Name)
			}
		case operators.Load, operators.Row, operators.Const, operators.Lookup, operators.Test, operators.Keep:
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
