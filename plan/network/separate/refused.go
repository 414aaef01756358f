package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// keptBy keeps rows under conditions that a lifter has taken columns out of. Those that refuse some text
// are computed for the rows that the others leave, which may be there to leave such texts out.
func (s *separator) keptBy(in network.Node, l *lifter, conjuncts []plan.Expr) network.Node {
	var sure, refusing []plan.Expr
	for _, e := range conjuncts {
		if slices.ContainsFunc(l.used([]plan.Expr{e}), func(h network.Hidden) bool { return refuses(h.Expr) }) {
			refusing = append(refusing, e)
		} else {
			sure = append(sure, e)
		}
	}
	made := l.used(sure)
	in = network.Filtered(s.under(in, made), sure)
	more := slices.DeleteFunc(l.used(refusing), func(h network.Hidden) bool {
		return slices.ContainsFunc(made, func(m network.Hidden) bool { return network.ColumnOf(m.Column) == network.ColumnOf(h.Column) })
	})
	return network.Filtered(s.under(in, more), refusing)
}
