package pass

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
)

// Of two inner or left joined tables that nothing but bounds link, a1 < b1 and a2 > b2, as spans that overlap
// have it, the rows of one side are in no order in which both bounds rise. But where b2 <= a1, a1 lies
// between b2 and b1, and else b2 lies between a1 and a2: each is a band of one column, and as many pairs
// are looked at as there are, however long some spans are. Where all are short one join is enough, since
// the order of one end bounds the other there.

// leastSpanned is how many pairs there have to be for two joins to pay; shortPart how long the longest
// span likely is at most where they do not, as a part of all.
const (
	leastSpanned = 1 << 24
	shortPart    = 1.0 / 64
)

// bounded is a bound that links two parts: the side of the one is below that of the other.
type bounded struct {
	low, high    plan.Expr
	below, above int // their parts
}

// meeting gives the pairs of parts whose spans meet, by two joins; nil where one is enough, and where
// not all parts are such that are read again.
func (s *splitter) meeting(l *linkage, on []plan.Expr, joined network.Node, columns []plan.Expr, again func(network.Node) bool) []network.Node {
	branches := s.spans(l, on)
	if branches == nil || slices.ContainsFunc(l.parts, func(p network.Node) bool { return !again(p) }) {
		return nil
	}
	within := s.pairs(joined, l.parts, on, branches[:1], columns)
	return append(within, s.pairs(joined, l.parts, on, branches[1:], columns)...)
}

// recursion gives the recursion whose rows a node gives, or columns of them, which are stored anyway; nil for another.
func recursion(n network.Node) *network.Recurse {
	switch n := n.(type) {
	case *network.Recurse:
		return n
	case *network.Project:
		return recursion(n.In)
	}
	return nil
}

// again reports whether several joins may read a side of a LEFT JOIN: one that is plain, or a recursion. An inner
// join looks up the few rows of that, where both bounds are of the same order.
func (s *splitter) again(n network.Node) bool { return s.plain(n) || recursion(n) != nil }

// spans gives the two branches of a join of spans, which exclude each other; nil of another join, and
// where one is enough. Of several bounds those are taken that are about the same; what bounds one column on
// both sides, as those of an area do a place's, is a band already, and says nothing about spans.
func (s *splitter) spans(l *linkage, on []plan.Expr) (branches []plan.Expr) {
	var all []bounded
	for _, e := range on {
		if b, ok := l.bounded(e); ok {
			all = append(all, b)
		}
	}
	least := math.Inf(1)
	all = slices.DeleteFunc(slices.Clone(all), func(b bounded) bool { return slices.ContainsFunc(all, b.closes) })
	for i, first := range all {
		for _, second := range all[i+1:] {
			if !s.meet(l, first, second) {
				continue
			}
			within, err := typing.Build(plan.Le, second.low, first.low)
			beyond, err2 := typing.Build(plan.Gt, second.low, first.low)
			if apart := max(s.apart(first.low, second.high), s.apart(first.high, second.low)); err == nil && err2 == nil && apart <= least {
				least, branches = apart, []plan.Expr{within, beyond}
			}
		}
	}
	if least <= shortPart {
		return nil
	}
	return branches
}

// closes reports whether two bounds are those of one column, or expression, on both sides.
func (b bounded) closes(other bounded) bool {
	return b.below == other.above && b.above == other.below && (plan.Equal(b.high, other.low) || plan.Equal(b.low, other.high))
}

// meet reports whether two bounds are those of spans of many rows.
func (s *splitter) meet(l *linkage, first, second bounded) bool {
	rows, others := s.most(l.parts[first.below]), s.most(l.parts[first.above])
	return first.below == second.above && first.above == second.below && rows >= leastSpanned/max(others, 1) &&
		!plan.Equal(first.low, second.high) && !plan.Equal(first.high, second.low)
}

// most is how many rows a node may give at most; of a recursion, as many as it has levels, as a calendar does.
func (s *splitter) most(n network.Node) int {
	if r := recursion(n); r != nil {
		return r.Depth
	}
	return s.net.MostRows(n)
}

// apart is how far the bounds of two ends lie apart, as a part of what one of them spans.
func (s *splitter) apart(x, y plan.Expr) float64 {
	lo, hi, ok := s.bounds(x)
	otherLo, otherHi, known := s.bounds(y)
	if !ok || !known {
		return math.Inf(1)
	}
	return max(math.Abs(float64(hi)-float64(otherHi)), math.Abs(float64(lo)-float64(otherLo))) / max(1, float64(hi)-float64(lo))
}

// bounded takes a condition apart that compares numbers, days or moments of two parts that no equality
// links.
func (l *linkage) bounded(e plan.Expr) (b bounded, ok bool) {
	c, isCall := e.(plan.Call)
	if !isCall || !slices.Contains([]plan.Op{plan.Lt, plan.Le, plan.Gt, plan.Ge}, c.Op) {
		return b, false
	}
	low, high := c.Args[0], c.Args[1]
	if c.Op == plan.Gt || c.Op == plan.Ge {
		low, high = high, low
	}
	of, with := l.read(low), l.read(high)
	if len(of) != 1 || len(with) != 1 || l.set[of[0]] == l.set[with[0]] || low.Type().Kind == plan.String || low.Type().Kind != high.Type().Kind {
		return b, false
	}
	return bounded{low, high, of[0], with[0]}, true
}
