package truth

import (
	"gsdms/operators/sets"
	"gsdms/plan"
)

// mostChoices is how many choices a predicate may have in it that is taken apart by them.
const mostChoices = 4

// byChoice is the truth of a predicate with IF in it: where the condition is true, that of the predicate
// with the first branch in its place, and elsewhere that with the second.
func (p Prober) byChoice(e plan.Expr) (Verdict, bool) {
	choice, n := innermost(e)
	if n == 0 || n > mostChoices {
		return Verdict{}, false
	}
	where, ok := p.Truth(plan.TruthOf(choice.Args[0]))
	if !ok {
		return Verdict{}, false
	}
	is, isNot := where.Yes, sets.Values{In: where.Yes.In.Complement(p.lo, p.hi), Null: !where.Yes.Null}
	var out Verdict
	for i, among := range []sets.Values{is, isNot} {
		chosen, err := plan.FoldAll(plan.Replace(e, func(x plan.Expr) plan.Expr {
			if plan.Equal(x, choice) {
				return choice.Args[1+i]
			}
			return nil
		}))
		if err != nil || loses(chosen) {
			return Verdict{}, false
		}
		within := p
		within.lo, within.hi = among.In.Bounds()
		of, ok := within.Truth(chosen)
		if !ok {
			return Verdict{}, false
		}
		out.Yes, out.No = out.Yes.Union(among.Intersect(of.Yes)), out.No.Union(among.Intersect(of.No))
	}
	return out, true
}

// innermost gives an IF of an expression that has no other in it, and how many there are.
func innermost(e plan.Expr) (choice plan.Call, n int) {
	plan.Visit(e, func(x plan.Expr) bool {
		if c, ok := x.(plan.Call); ok && c.Op == plan.If {
			choice = c
			n++
		}
		return true
	})
	return choice, n
}

// loses reports whether a constant of an expression has lost something, which is to be told of the rows that
// count alone.
func loses(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Const)
		found = found || ok && c.Lost != nil
		return !found
	})
	return found
}
