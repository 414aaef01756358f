package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/network"
	"gsdms/plan/rewrite"
)

// settle gives left joins that conditions on their rows make others of another kind, before
// joins are ordered. Where a condition drops all rows without a partner, the table is joined
// as those of inner joins are, in any order. Where one keeps those alone, as in LEFT JOIN t
// … WHERE t.a IS NULL, an anti join ends at the first partner. It reports whether there was any.
func (w *work) settle() bool {
	settled := false
	for i := 0; i < len(w.partners); i++ {
		if w.partners[i].Kind == plan.LeftJoin && (w.inner(i) || w.anti(i)) {
			settled, i = true, -1
		}
	}
	return settled
}

// inner takes a left join from the partners if a condition needs its partners. One that is
// found by what others may have no row of stays where it is.
func (w *work) inner(at int) bool {
	p := w.partners[at]
	missing := func(c plan.ColumnRef) bool { return c.Table == p.Table }
	needed := slices.ContainsFunc(w.where, func(e plan.Expr) bool { return rewrite.Needs(e, missing) })
	if !needed || slices.ContainsFunc(p.On, w.readsPartners(p.Table)) {
		return false
	}
	w.where = slices.Concat(w.where, p.On)
	w.partners = slices.Delete(slices.Clone(w.partners), at, at+1)
	return true
}

// readsPartners reports of conditions whether they read tables that are no inner joined
// ones, other than one.
func (w *work) readsPartners(but int) func(plan.Expr) bool {
	return func(e plan.Expr) bool {
		return slices.ContainsFunc(network.ColumnsIn(e), func(c plan.ColumnRef) bool {
			return c.Table != but && (w.isMark[c.Table] || slices.ContainsFunc(w.partners, func(p join.Partner) bool { return p.Table == c.Table }))
		})
	}
}

// anti makes an anti join of a left one whose rows without a partner alone a condition
// keeps. What else is read of the partners is NULL.
func (w *work) anti(at int) bool {
	p := w.partners[at]
	asked := slices.IndexFunc(w.where, func(e plan.Expr) bool { return w.asksForNone(p, e) })
	if asked < 0 {
		return false
	}
	w.where = slices.Delete(slices.Clone(w.where), asked, asked+1)
	w.rewrite(func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr {
			if c.Table == p.Table {
				return plan.NullOf(c.Type())
			}
			return nil
		})
	})
	w.partners[at].Kind, w.partners[at].On = plan.AntiJoin, p.On
	return true
}

// asksForNone reports whether a condition is true of exactly the rows that have no partner
// in a left join: it asks for NULL in a column that partners never have NULL in, since it
// may hold none, holds none as it is, or they would not be partners.
func (w *work) asksForNone(p join.Partner, e plan.Expr) bool {
	call, ok := e.(plan.Call)
	if !ok || call.Op != plan.IsNull {
		return false
	}
	of, ok := call.Args[0].(plan.ColumnRef)
	if !ok || of.Table != p.Table {
		return false
	}
	isOf := func(c plan.ColumnRef) bool { return network.ColumnOf(c) == network.ColumnOf(of) }
	needs := func(on plan.Expr) bool { return rewrite.Needs(on, isOf) }
	return slices.ContainsFunc(p.On, needs) || !holdsNull(w.tables[of.Table].Table, of.Column)
}

// holdsNull reports whether a column of a table may hold NULL: as it is, where the table has rows.
func holdsNull(t *plan.Table, at int) bool {
	c := &t.Columns[at]
	return c.Nullable && (t.Data == nil || c.Storage.Nullable)
}
