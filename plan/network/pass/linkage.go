package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/rewrite"
)

// linkage says which of the parts of a join equalities link with each other: those of one
// set.
type linkage struct {
	net   *network.Network
	parts []network.Node
	set   []int
}

// split takes an OR out of a conjunction, each of whose branches links parts by an equality
// that nothing else links, or by patterns where none has them so already; nil if there is none.
func (l *linkage) split(on []plan.Expr) (branches, rest []plan.Expr) {
	on, err := rewrite.Conditions(on)
	if err != nil {
		return nil, nil
	}
	for i := range l.set {
		l.set[i] = i
	}
	for _, e := range on {
		l.unite(e)
	}
	fits := slices.ContainsFunc(on, l.fits)
	apart := func(b plan.Expr) bool {
		return !l.links(b) && (fits || !slices.ContainsFunc(plan.Conjuncts(b), l.fits))
	}
	for i, e := range on {
		or := plan.Disjuncts(e)
		if len(or) > 1 && len(or) <= maxBranches && !slices.ContainsFunc(or, apart) {
			return or, slices.Concat(on[:i], on[i+1:])
		}
	}
	return nil, nil
}

// unite makes one set of those that an equality links.
func (l *linkage) unite(e plan.Expr) {
	a, b, ok := l.sides(e)
	if !ok {
		return
	}
	to := l.set[a[0]]
	for _, p := range append(a, b...) {
		from := l.set[p]
		for i := range l.set {
			if l.set[i] == from {
				l.set[i] = to
			}
		}
	}
}

// links reports whether one of the conditions of a branch is an equality of different sets.
func (l *linkage) links(branch plan.Expr) bool {
	return slices.ContainsFunc(plan.Conjuncts(branch), func(e plan.Expr) bool {
		a, b, ok := l.sides(e)
		if !ok {
			return false
		}
		return !slices.ContainsFunc(a, func(p int) bool {
			return slices.ContainsFunc(b, func(q int) bool { return l.set[p] == l.set[q] })
		})
	})
}

// sides gives the parts that the sides of an equality read, where these are different ones
// and one side reads a single part.
func (l *linkage) sides(e plan.Expr) (a, b []int, ok bool) {
	c, isCall := e.(plan.Call)
	if !isCall || c.Op != plan.Eq && c.Op != plan.NullEq {
		return nil, nil, false
	}
	a, b = l.read(c.Args[0]), l.read(c.Args[1])
	apart := !slices.ContainsFunc(a, func(p int) bool { return slices.Contains(b, p) })
	return a, b, apart && min(len(a), len(b)) == 1
}

// read lists the parts whose columns an expression reads.
func (l *linkage) read(e plan.Expr) (out []int) {
	for i, p := range l.parts {
		tables := network.Visible(p)
		if slices.ContainsFunc(network.ColumnsIn(e), func(r plan.ColumnRef) bool { return slices.Contains(tables, r.Table) }) {
			out = append(out, i)
		}
	}
	return out
}

// mostFitted is how many pairs of different texts and patterns are few enough that each text's rows are looked up.
const mostFitted = 1 << 25

// fits reports whether a condition is a LIKE of a text of one part and patterns of another that nothing links, few enough
// that all texts are looked through for each.
func (l *linkage) fits(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.LikeOf {
		return false
	}
	text, patterns := l.texts(c.Args[0]), l.texts(c.Args[1])
	if text == 0 || patterns == 0 || patterns > mostFitted/text {
		return false
	}
	a, b := l.read(c.Args[0]), l.read(c.Args[1])
	return len(a) == 1 && len(b) == 1 && l.set[a[0]] != l.set[b[0]]
}

// texts is how many different ones a stored column has; 0 for another expression.
func (l *linkage) texts(e plan.Expr) int {
	r, ok := e.(plan.ColumnRef)
	if !ok {
		return 0
	}
	t := l.net.Tables[r.Table].Table
	if column := &t.Columns[r.Column]; t.Data != nil && column.Dict != nil && column.Ref == nil {
		return column.Dict.Len()
	}
	return 0
}
