package plan

import "gsdms/plan/value"

// edge is an equality that can find the rows of a table: keys = expressions of table To.
type edge struct {
	condition int // index of the conjunct
	to        int
	match     []Expr
	keys      []Expr   // one for each match
	from      TableSet // what the keys read
	declared  bool     // the key is a declared foreign key and match what it refers to
	computed  bool     // match is no column
}

// findEdges finds the equalities between tables: first by columns, then by what has to be
// computed of the rows that are looked up.
func findEdges(tables []*TableRef, conditions []Expr) []edge {
	var out, computed []edge
	for i, e := range conditions {
		c, ok := e.(Call)
		if !ok || c.Op != Eq && c.Op != NullEq {
			continue
		}
		for side := range 2 {
			found, ok := edgeTo(tables, c.Op, c.Args[side], c.Args[1-side])
			found.condition = i
			switch {
			case !ok:
			case found.computed:
				computed = append(computed, found)
			default:
				out = append(out, found)
			}
		}
	}
	return append(out, computed...)
}

// edgeTo gives the edge by which a condition on equality finds the rows of the table that
// one of its sides reads.
func edgeTo(tables []*TableRef, op Op, match, key Expr) (edge, bool) {
	to, from := TablesOf(match).Only(), TablesOf(key)
	if to < 0 || from.Empty() || from.Has(to) {
		return edge{}, false
	}
	e := edge{to: to, from: from, match: []Expr{match}, keys: []Expr{key}}
	if op == NullEq && match.Nullable() && key.Nullable() {
		e.computed = true
		e.match, e.keys = withoutNull(match), withoutNull(key)
		return e, sameKind(match.Type(), key.Type())
	}
	m, ok := match.(ColumnRef)
	if !ok {
		e.computed = true
		return e, sameKind(match.Type(), key.Type())
	}
	if k, ok := key.(ColumnRef); ok {
		ref := k.column().Ref
		e.declared = ref != nil && ref.Table == tables[to].Table && ref.Column == m.Column
	}
	return e, true
}

// sameKind reports whether values of two types are equal by their numbers or their texts,
// once these are brought to each other.
func sameKind(a, b Type) bool {
	return a.Kind != Null && b.Kind != Null && (a.Kind == String) == (b.Kind == String)
}

// withoutNull gives expressions that are never NULL, and equal for two values where <=> is
// true of them: what a value is, if it is not NULL, and whether it is.
func withoutNull(x Expr) []Expr {
	isNull := Call{Op: IsNull, Args: []Expr{x}, Of: Type{Kind: Bool}}
	instead := Const{Value: Value{Kind: x.Type().Kind}, Of: x.Type()}
	if x.Type().Kind == Decimal {
		instead.Value = value.OfDecimal(0, x.Type().Scale)
	}
	return []Expr{Call{Op: If, Args: []Expr{isNull, instead, x}, Of: x.Type()}, isNull}
}
