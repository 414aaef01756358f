package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/limb"
	"gsdms/plan/network"
)

// A number that programs have no room for is two columns that they have room for, a pair, and rows are
// sorted, grouped and made different by these. A Project puts the numbers together; it goes up above
// the nodes that do with the pairs, so that the numbers are those of the rows that are left, and waits
// there until something needs them.

// pair takes a number apart that programs have no room for, or a pair that has been put together.
func (s *separator) pair(e plan.Expr) (limb.Pair, bool) {
	if e.Type().Kind != plan.Decimal || !network.HasColumns(e) || s.err != nil {
		return limb.Pair{}, false
	}
	return limb.PairOf(e, s.holds)
}

// parts are one or two columns that tell what a number that does not fit is.
type parts struct {
	exprs []plan.Expr
	whole func(exprs []plan.Expr) plan.Expr // puts the number together of them
}

// partsOf gives the parts of a number that programs have no room for: its pair, or what it rises with.
func (s *separator) partsOf(e plan.Expr) (parts, bool) {
	if p, ok := s.pair(e); ok {
		return parts{[]plan.Expr{p.High, p.Low}, func(x []plan.Expr) plan.Expr {
			return limb.Pair{High: x[0], Low: x[1], Unit: p.Unit}.Number(e.Type())
		}}, true
	}
	r, ok := limb.OfRising(e)
	if !ok || !r.Strict || !network.HasColumns(e) || s.fits(e) {
		return parts{}, false
	}
	p, ok := s.partsOf(r.X)
	if !ok && s.fits(r.X) {
		p, ok = parts{[]plan.Expr{r.X}, func(x []plan.Expr) plan.Expr { return x[0] }}, true
	}
	return parts{p.exprs, func(x []plan.Expr) plan.Expr { return r.Of(p.whole(x)) }}, ok
}

// halves are expressions with parts in place of numbers.
type halves struct {
	exprs []plan.Expr
	of    []parts // of each of the expressions
	some  bool
}

func (s *separator) halved(exprs []plan.Expr) (h halves) {
	for _, e := range exprs {
		p, ok := s.partsOf(e)
		if h.some = h.some || ok; !ok {
			p = parts{[]plan.Expr{e}, func(x []plan.Expr) plan.Expr { return x[0] }}
		}
		h.exprs, h.of = append(h.exprs, p.exprs...), append(h.of, p)
	}
	return h
}

// over puts the numbers together again, of slots from a place on.
func (h halves) over(at int) (out []plan.Expr) {
	for _, p := range h.of {
		var slots []plan.Expr
		for _, e := range p.exprs {
			slots = append(slots, plan.Slot{Index: at, Of: e.Type(), CanBeNil: e.Nullable()})
			at++
		}
		out = append(out, p.whole(slots))
	}
	return out
}

// paired gives a Project whose columns are pairs, and what puts the numbers together above it; the
// Project itself where there are none, or where its rows are the result and nothing asks for an order.
func (s *separator) paired(n *network.Project, last bool) (pairs, above *network.Project) {
	if last {
		return n, nil
	}
	h := s.halved(n.Exprs)
	if !h.some || s.err != nil {
		return n, nil
	}
	pairs = &network.Project{In: n.In, Table: s.net.AddTable("pairs"), Exprs: h.exprs}
	for _, e := range h.exprs {
		s.net.AddColumn(pairs.Table, e)
	}
	return pairs, &network.Project{In: pairs, Table: n.Table, Exprs: inSlots(h.over(0), s.net.Refs(pairs.Table))}
}

// isLast reports whether the rows of a node are the result, in no order.
func (s *separator) isLast(n network.Node) bool {
	root := s.net.Root
	if l, ok := root.(*network.Limit); ok {
		root = l.In
	}
	return n == root
}

// passed gives a node over what a waiting Project below it reads, and the Project for above it, nil if
// the node needs none; where the node does not do with pairs, what waits below it is made.
func (s *separator) passed(n network.Node) (now network.Node, above *network.Project) {
	if p, ok := s.below(n); ok && s.doesWith(n, p) {
		of := network.Change{
			Input: func(network.Node) network.Node { return p.In },
			Expr:  func(e plan.Expr) plan.Expr { return network.Substituted(e, p.Table, p.Exprs) },
		}
		now = of.Rebuild(n)
		switch now := now.(type) {
		case *network.Project, *network.Aggregate:
			return now, nil
		case *network.Sort:
			now.Keys = halvedKeys(now.Keys)
		}
		return now, p
	}
	return network.Change{Input: s.settled, Expr: network.Same[plan.Expr]}.Rebuild(n), nil
}

// below is the waiting Project that is the only input of a node.
func (s *separator) below(n network.Node) (*network.Project, bool) {
	in := n.Inputs()
	if len(in) != 1 || !s.waiting[in[0]] {
		return nil, false
	}
	return in[0].(*network.Project), true
}

// settled makes a Project that has been waiting, once.
func (s *separator) settled(n network.Node) network.Node {
	if !s.waiting[n] {
		return n
	}
	out, ok := s.together[n]
	if !ok {
		out = s.made(n, false)
		s.together[n], s.shared[out] = out, s.shared[n]
	}
	return out
}

// doesWith reports whether a node does with pairs in place of the numbers of a Project.
func (s *separator) doesWith(n network.Node, p *network.Project) bool {
	switch n := n.(type) {
	case *network.Limit:
		return true
	case *network.Distinct:
		_, ok := p.In.(*network.Project)
		return ok && !slices.ContainsFunc(p.Exprs, func(e plan.Expr) bool { return !isPaired(e) })
	case *network.Sort:
		return readsOnly(n, p, inOrder)
	case *network.Filter, *network.Project, *network.Aggregate:
		return readsOnly(n, p, isPaired) || readOnce(n, p)
	}
	return false
}

// readsOnly reports whether a node reads nothing else of a Project than such columns.
func readsOnly(n network.Node, p *network.Project, such func(plan.Expr) bool) bool {
	only := true
	network.VisitExprs(n, false, func(e plan.Expr) {
		for _, r := range network.ColumnsIn(e) {
			only = only && (r.Table != p.Table || such(p.Exprs[r.Column]))
		}
	})
	return only
}

// inOrder reports whether rows are sorted by a number as by the columns that it is of, NULLs, too: of
// what falls these would come last.
func inOrder(e plan.Expr) bool {
	if r, ok := limb.OfRising(e); ok {
		return !(r.Falls && e.Nullable()) && r.Strict && inOrder(r.X)
	}
	return isPaired(e)
}

// isPaired reports whether an expression is a column, a number of a pair of columns, or one that differs
// where such differ.
func isPaired(e plan.Expr) bool {
	if p, ok := limb.OfPair(e); ok {
		return network.IsPlain(p.High) && network.IsPlain(p.Low)
	}
	if r, ok := limb.OfRising(e); ok && r.Strict {
		return isPaired(r.X)
	}
	_, column := e.(plan.ColumnRef)
	return column
}

// halvedKeys sorts by the parts of numbers.
func halvedKeys(keys []network.Key) (out []network.Key) {
	for _, k := range keys {
		for r, ok := limb.OfRising(k.Expr); ok; r, ok = limb.OfRising(k.Expr) {
			k = network.Key{Expr: r.X, Desc: k.Desc != r.Falls}
		}
		if p, ok := limb.OfPair(k.Expr); ok {
			out = append(out, network.Key{Expr: p.High, Desc: k.Desc}, network.Key{Expr: p.Low, Desc: k.Desc})
			continue
		}
		out = append(out, k)
	}
	return out
}
