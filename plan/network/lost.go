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
			if c, ok := x.(plan.Const); ok {
				told.Add(c.Lost.All()...)
			}
			return true
		})
	})
	return told.All()
}
