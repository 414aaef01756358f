package plan

import (
	"slices"

	"gsdms/plan/value"
)

// sharing is the state of one shareSums.
type sharing struct {
	tables []*TableRef
	atoms  []atom
	forms  []form // by aggregate
	out    []Agg
}

// atom is a value of which several linear expressions are summed up.
type atom struct {
	expr  Expr
	forms []linear // that differ
}

// form is what an aggregate's argument is of an atom, number -1 of none.
type form struct {
	linear
	atom int
}

// shareSums computes the sums of several linear expressions of one value from the sum and
// the count of that value. The projection gives the columns that the aggregation had; ok
// is false where there is nothing to share.
func shareSums(tables []*TableRef, a Aggregate) (shared Aggregate, columns Project, ok bool) {
	s := sharing{tables: tables}
	for _, g := range a.Aggs {
		s.forms = append(s.forms, s.form(g))
	}
	if !slices.ContainsFunc(s.atoms, atom.shared) {
		return a, Project{}, false
	}
	for i, k := range a.Keys {
		columns.Exprs = append(columns.Exprs, Slot{Index: i, Of: k.Type(), CanBeNil: k.Nullable(), Name: k.String()})
	}
	for i, g := range a.Aggs {
		e, err := s.column(g, s.forms[i], len(a.Keys))
		if err != nil {
			return a, Project{}, false
		}
		columns.Exprs = append(columns.Exprs, e)
	}
	a.Aggs = s.out
	return a, columns, true
}

// shared reports whether a sum and a count replace two sums or more.
func (a atom) shared() bool { return len(a.forms) > 1 }

// form takes the argument of a sum or a count apart.
func (s *sharing) form(g Agg) form {
	none := form{atom: -1}
	if g.Func != Sum && g.Func != Count || g.Arg == nil || g.Gathered != nil || g.Of.Guard != 0 {
		return none
	}
	l, ok := linearOf(s.tables, g.Arg)
	if !ok || l.atom == nil {
		return none
	}
	at := slices.IndexFunc(s.atoms, func(a atom) bool { return Equal(a.expr, l.atom) })
	if at < 0 {
		at = len(s.atoms)
		s.atoms = append(s.atoms, atom{expr: l.atom})
	}
	a := &s.atoms[at]
	l.atom = a.expr
	if g.Func == Sum && !slices.ContainsFunc(a.forms, func(o linear) bool { return o.times == l.times && o.plus == l.plus }) {
		a.forms = append(a.forms, l)
	}
	return form{l, at}
}

// column gives the value of an aggregate, behind as many keys, from those of the new
// aggregation.
func (s *sharing) column(g Agg, f form, keys int) (Expr, error) {
	if f.atom < 0 || !s.atoms[f.atom].shared() {
		return s.add(g, keys), nil
	}
	var counted Expr
	if f.linear.atom.Nullable() {
		counted = f.linear.atom
	}
	count := s.add(Agg{Func: Count, Arg: counted, Of: Type{Kind: Int}}, keys)
	if g.Func == Count {
		return count, nil
	}
	base, err := NewAgg(Sum, f.linear.atom)
	if err != nil {
		return nil, err
	}
	return f.sum(s.add(base, keys), count, g.Of), nil
}

// sum is times * sum + plus * count, of a type.
func (f form) sum(sum, count Slot, of Type) Expr {
	wide := value.DecimalType(value.MaxPrecision, of.Scale)
	out := Expr(sum)
	if more := of.Scale - sum.Of.Scale; f.times != 1 || more > 0 {
		out = Call{Op: Mul, Args: []Expr{sum, decimalConst(f.times, more)}, Of: wide}
	}
	if f.plus != 0 {
		number := Cast{X: count, To: value.DecimalType(20, 0)}
		more := Call{Op: Mul, Args: []Expr{number, decimalConst(f.plus, of.Scale)}, Of: wide}
		out = Call{Op: Add, Args: []Expr{out, more}, Of: wide}
	}
	return out
}

func decimalConst(n int64, scale int) Const {
	return Const{Value: value.OfDecimal(n, scale), Of: value.DecimalType(20, scale)}
}

// add gives the slot of an aggregate; equal ones share it.
func (s *sharing) add(g Agg, keys int) Slot {
	at := slices.IndexFunc(s.out, g.Same)
	if at < 0 {
		at = len(s.out)
		s.out = append(s.out, g)
	}
	return Slot{Index: keys + at, Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()}
}
