package network

import (
	"gsdms/plan"
	"gsdms/plan/fault"
)

// LostIn is what the constants of a node, and of all below it, lost while they were computed.
func LostIn(root Node) []fault.Warning {
	var told fault.Told
	VisitExprs(root, true, func(e plan.Expr) {
		plan.Visit(e, func(x plan.Expr) bool {
			switch x := x.(type) {
			case plan.Const:
				told.Add(x.Lost.All()...)
			case plan.In:
				told.Add(x.Lost.All()...)
			}
			return true
		})
	})
	return told.All()
}
