package join

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// edge is an equality that can find the rows of a table: keys = expressions of table To.
type edge struct {
	condition int // index of the conjunct
	to        int
	match     []plan.Expr
	keys      []plan.Expr   // one for each match
	from      plan.TableSet // what the keys read
	declared  bool          // the key is a declared foreign key and match what it refers to
	computed  bool          // match is no column
}

// findEdges finds the equalities between tables: first by columns, then by what has to be
// computed of the rows that are looked up, then those of sums.
func findEdges(tables []*plan.TableRef, conditions []plan.Expr) []edge {
	var out, computed, sums []edge
	for i, e := range conditions {
		c, ok := e.(plan.Call)
		if !ok || c.Op != plan.Eq && c.Op != plan.NullEq {
			continue
		}
		for side := range 2 {
			match, key := byWhole(tables, c.Args[side], c.Args[1-side])
			found, ok := edgeTo(tables, c.Op, match, key)
			found.condition = i
			switch {
			case !ok:
			case found.computed:
				computed = append(computed, found)
			default:
				out = append(out, found)
			}
		}
		for _, s := range solved(tables, c) {
			if found, ok := edgeTo(tables, c.Op, s[0], s[1]); ok {
				found.condition = i
				sums = append(sums, found)
			}
		}
	}
	return append(append(out, computed...), sums...)
}

// edgeTo gives the edge by which a condition on equality finds the rows of the table that
// one of its sides reads.
func edgeTo(tables []*plan.TableRef, op plan.Op, match, key plan.Expr) (edge, bool) {
	to, from := plan.TablesOf(match).Only(), plan.TablesOf(key)
	if to < 0 || from.Empty() || from.Has(to) {
		return edge{}, false
	}
	e := edge{to: to, from: from, match: []plan.Expr{match}, keys: []plan.Expr{key}}
	if op == plan.NullEq && plan.MayBeNull(match) && plan.MayBeNull(key) {
		e.computed = true
		e.match, e.keys = withoutNull(match), withoutNull(key)
		return e, sameKind(match.Type(), key.Type())
	}
	m, ok := match.(plan.ColumnRef)
	if !ok {
		e.computed = true
		return e, sameKind(match.Type(), key.Type())
	}
	if k, ok := key.(plan.ColumnRef); ok {
		ref := k.Of.Table.Columns[k.Column].Ref
		e.declared = ref != nil && ref.Table == tables[to].Table && ref.Column == m.Column
	}
	return e, true
}

// sameKind reports whether values of two types are equal by their numbers or their texts,
// once these are brought to each other.
func sameKind(a, b plan.Type) bool {
	return a.Kind != plan.Null && b.Kind != plan.Null && (a.Kind == plan.String) == (b.Kind == plan.String)
}

// withoutNull gives expressions that are never NULL, and equal for two values where <=> is
// true of them: what a value is, if it is not NULL, and whether it is.
func withoutNull(x plan.Expr) []plan.Expr {
	isNull := plan.Call{Op: plan.IsNull, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Bool}}
	instead := plan.Const{Value: plan.Value{Kind: x.Type().Kind}, Of: x.Type()}
	if x.Type().Kind == plan.Decimal {
		instead.Value = value.OfDecimal(0, x.Type().Scale)
	}
	return []plan.Expr{plan.Call{Op: plan.If, Args: []plan.Expr{isNull, instead, x}, Of: x.Type()}, isNull}
}
