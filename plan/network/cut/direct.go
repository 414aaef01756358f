package cut

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// Direct gives the operators that make the rows of a recursion's step of those that it goes on from;
// nil where the step reads anything else.
func (s *Shape) Direct() (ops []plan.Operator) {
	only := s.Stages[0]
	if len(s.Stages) > 1 || len(only.From) != 1 || only.From[0] != Working || len(only.Partners) > 0 {
		return nil
	}
	read, ok := only.Ops[0].(plan.Project)
	if !ok {
		return nil
	}
	slots := network.Change{Expr: func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr { return plan.Slot{Index: c.Column, Of: c.Type()} })
	}}
	if where := plan.Combine(plan.And, slots.Exprs(only.Where)); where != nil {
		ops = append(ops, plan.Filter{Pred: where})
	}
	return append(append(ops, plan.Project{Exprs: slots.Exprs(read.Exprs)}), only.Ops[1:]...)
}
