package cut

import (
	"slices"

	"gsdms/plan"
)

// order has equal stages, which may share a run, both leave their rows in order where one
// does.
func (s *Shape) order() {
	for i, a := range s.Stages {
		for _, b := range s.Stages[:i] {
			if a.anyOrder() != b.anyOrder() && a.equal(b) {
				a.ordered()
				b.ordered()
			}
		}
	}
}

// anyOrder reports whether groups of the stage may come in any order.
func (s *Stage) anyOrder() bool {
	return slices.ContainsFunc(s.Ops, func(op plan.Operator) bool {
		switch op := op.(type) {
		case plan.Aggregate:
			return op.AnyOrder
		case plan.Distinct:
			return op.AnyOrder
		}
		return false
	})
}

// ordered has the groups come in order.
func (s *Stage) ordered() {
	for i, op := range s.Ops {
		switch op := op.(type) {
		case plan.Aggregate:
			op.AnyOrder = false
			s.Ops[i] = op
		case plan.Distinct:
			s.Ops[i] = plan.Distinct{}
		}
	}
}
