package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/join"
)

// Serves reports whether the rows of a stage are those of another, which is equal, and in
// order where that wants them so.
func (s *Stage) Serves(t *Stage) bool { return s.equal(t) && (!s.anyOrder() || t.anyOrder()) }

// equal reports whether two stages leave the same rows: over the same snapshots, by the
// same conditions and operators. It may be false for some that do.
func (s *Stage) equal(t *Stage) bool {
	return slices.EqualFunc(s.Tables, t.Tables, sameTable) && slices.Equal(s.From, t.From) && slices.Equal(s.Parts, t.Parts) &&
		equalExprs(s.Where, t.Where) && slices.EqualFunc(s.Partners, t.Partners, samePartner) && slices.EqualFunc(s.Ops, t.Ops, sameOperator)
}

func sameTable(a, b *plan.TableRef) bool { return a.Table == b.Table && a.Outer == b.Outer }

func equalExprs(a, b []plan.Expr) bool { return slices.EqualFunc(a, b, plan.Equal) }

func samePartner(a, b join.Partner) bool {
	return a.Kind == b.Kind && a.Table == b.Table && a.Mark == b.Mark && a.Optional == b.Optional && equalExprs(a.On, b.On)
}

func sameOperator(a, b plan.Operator) bool {
	switch a := a.(type) {
	case plan.Filter:
		b, ok := b.(plan.Filter)
		return ok && plan.Equal(a.Pred, b.Pred)
	case plan.Project:
		b, ok := b.(plan.Project)
		return ok && equalExprs(a.Exprs, b.Exprs)
	case plan.Aggregate:
		b, ok := b.(plan.Aggregate)
		return ok && equalExprs(a.Keys, b.Keys) && slices.EqualFunc(a.Aggs, b.Aggs, sameAgg)
	case plan.Distinct:
		_, ok := b.(plan.Distinct)
		return ok
	case plan.Sort:
		b, ok := b.(plan.Sort)
		return ok && slices.Equal(a.Keys, b.Keys)
	case plan.Limit:
		b, ok := b.(plan.Limit)
		return ok && a == b
	}
	return false
}

func sameAgg(a, b plan.Agg) bool { return a.Of == b.Of && a.Same(b) }
