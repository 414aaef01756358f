package rewrite

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/linear"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// Sums of linear expressions of one value are all known from its sum and its count:
//
//	SUM(a*x + b) = a*SUM(x) + b*COUNT(x)
//
// NULLs are the same rows on both sides, and over no values both are NULL. It holds for
// integers and decimals, whose sums are exact, where no row can leave 64 bits: the bounds
// of the columns say so, for else error 1690 would be lost. Doubles are left alone, because
// x+b is rounded in each row: the sum of what was rounded is another number than what the
// right side gives.

// sharing is the state of one shareSums.
type sharing struct {
	tables []*plan.TableRef
	atoms  []atom
	forms  []form // by aggregate
	out    []plan.Agg
}

// atom is a value of which several linear expressions are summed up.
type atom struct {
	expr  plan.Expr
	forms []linear.Form // that differ
}

// form is what an aggregate's argument is of an atom, number -1 of none.
type form struct {
	of   linear.Form
	atom int
}

// shareSums computes the sums of several linear expressions of one value from the sum and
// the count of that value. The projection gives the columns that the aggregation had; ok
// is false where there is nothing to share.
func shareSums(tables []*plan.TableRef, a plan.Aggregate) (shared plan.Aggregate, columns plan.Project, ok bool) {
	s := sharing{tables: tables}
	for _, g := range a.Aggs {
		s.forms = append(s.forms, s.form(g))
	}
	if !slices.ContainsFunc(s.atoms, atom.shared) {
		return a, plan.Project{}, false
	}
	for i, k := range a.Keys {
		columns.Exprs = append(columns.Exprs, plan.Slot{Index: i, Of: k.Type(), CanBeNil: k.Nullable(), Name: k.String()})
	}
	for i, g := range a.Aggs {
		e, err := s.column(g, s.forms[i], len(a.Keys))
		if err != nil {
			return a, plan.Project{}, false
		}
		columns.Exprs = append(columns.Exprs, e)
	}
	a.Aggs = s.out
	return a, columns, true
}

// shared reports whether a sum and a count replace two sums or more.
func (a atom) shared() bool { return len(a.forms) > 1 }

// form takes the argument of a sum or a count apart.
func (s *sharing) form(g plan.Agg) form {
	none := form{atom: -1}
	if g.Func != plan.Sum && g.Func != plan.Count || g.Arg == nil || g.Gathered != nil || g.Of.Guard != 0 {
		return none
	}
	l, ok := linear.Of(s.tables, g.Arg)
	if !ok || l.Atom == nil {
		return none
	}
	at := slices.IndexFunc(s.atoms, func(a atom) bool { return plan.Equal(a.expr, l.Atom) })
	if at < 0 {
		at = len(s.atoms)
		s.atoms = append(s.atoms, atom{expr: l.Atom})
	}
	a := &s.atoms[at]
	l.Atom = a.expr
	if g.Func == plan.Sum && !slices.ContainsFunc(a.forms, func(o linear.Form) bool { return o.Times == l.Times && o.Plus == l.Plus }) {
		a.forms = append(a.forms, l)
	}
	return form{of: l, atom: at}
}

// column gives the value of an aggregate, behind as many keys, from those of the new
// aggregation.
func (s *sharing) column(g plan.Agg, f form, keys int) (plan.Expr, error) {
	if f.atom < 0 || !s.atoms[f.atom].shared() {
		return s.add(g, keys), nil
	}
	var counted plan.Expr
	if f.of.Atom.Nullable() {
		counted = f.of.Atom
	}
	count := s.add(plan.Agg{Func: plan.Count, Arg: counted, Of: plan.Type{Kind: plan.Int}}, keys)
	if g.Func == plan.Count {
		return count, nil
	}
	base, err := typing.NewAgg(plan.Sum, f.of.Atom)
	if err != nil {
		return nil, err
	}
	return f.sum(s.add(base, keys), count, g.Of), nil
}

// sum is times * sum + plus * count, of a type.
func (f form) sum(sum, count plan.Slot, t plan.Type) plan.Expr {
	wide := value.DecimalType(value.MaxPrecision, t.Scale)
	out := plan.Expr(sum)
	if more := t.Scale - sum.Of.Scale; f.of.Times != 1 || more > 0 {
		out = plan.Call{Op: plan.Mul, Args: []plan.Expr{sum, decimalConst(f.of.Times, more)}, Of: wide}
	}
	if f.of.Plus != 0 {
		number := plan.Cast{X: count, To: value.DecimalType(20, 0)}
		more := plan.Call{Op: plan.Mul, Args: []plan.Expr{number, decimalConst(f.of.Plus, t.Scale)}, Of: wide}
		out = plan.Call{Op: plan.Add, Args: []plan.Expr{out, more}, Of: wide}
	}
	return out
}

func decimalConst(n int64, scale int) plan.Const {
	return plan.Const{Value: value.OfDecimal(n, scale), Of: value.DecimalType(20, scale)}
}

// add gives the slot of an aggregate; equal ones share it.
func (s *sharing) add(g plan.Agg, keys int) plan.Slot {
	at := slices.IndexFunc(s.out, g.Same)
	if at < 0 {
		at = len(s.out)
		s.out = append(s.out, g)
	}
	return plan.Slot{Index: keys + at, Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()}
}
