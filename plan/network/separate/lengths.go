package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
)

// lengths are functions of a text that of CONCAT give the sum of what they give of its arguments.
var lengths = []plan.Op{"LENGTH", "CHAR_LENGTH", "BIT_LENGTH"}

// measured gives the length of a CONCAT of texts of stored tables as the sum of theirs, which programs
// look up: so the text is not made.
func (s *separator) measured(e plan.Expr) plan.Expr {
	return plan.Replace(e, func(e plan.Expr) plan.Expr {
		c, ok := e.(plan.Call)
		if !ok || len(c.Args) != 1 || !slices.Contains(lengths, c.Op) {
			return nil
		}
		parts := plan.Fragments(c.Args[0])
		if len(parts) == 0 || slices.ContainsFunc(parts, func(x plan.Expr) bool { return !plan.IsConstant(x) && !s.isStored(x) }) {
			return nil
		}
		var sum plan.Expr
		for _, x := range parts {
			length, err := typing.Build(c.Op, x)
			if err == nil && sum != nil {
				length, err = typing.Build(plan.Add, sum, length)
			}
			if sum = length; err != nil || sum.Type().Kind != c.Of.Kind {
				return nil
			}
		}
		return sum
	})
}

// isStored reports whether an expression is a column of a stored table.
func (s *separator) isStored(e plan.Expr) bool {
	r, ok := s.rooted(e).(plan.ColumnRef)
	return ok && r.Of != nil && s.net.Tables[r.Table].Table.Data != nil
}

// withLengths is a node whose expressions are measured.
func (s *separator) withLengths(n network.Node) network.Node {
	if !slices.ContainsFunc(exprsOf(n), func(e plan.Expr) bool { return !plan.Equal(e, s.measured(e)) }) {
		return n
	}
	return network.Change{Input: network.Same[network.Node], Expr: s.measured}.Rebuild(n)
}
