// Package join decides how the tables of a pipeline are joined: which one is streamed, in
// which order the others are found from it, and by what. A plan.Band that conditions put
// around the rows of a table is found here, too. It reads tables only by what their columns
// say, never their rows.
package join

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
)

// Partner is a table that is joined to the inner joined ones in another way than these
// are to each other.
type Partner struct {
	Kind  plan.JoinKind // not InnerJoin
	Table int
	On    []plan.Expr // a conjunction
	Mark  int         // MarkJoin: as in HashProbe

	Optional bool // SemiJoin: as in HashProbe
}

// Word names the kind of the join.
func (p Partner) Word() string { return p.Kind.Word(p.Optional) }

// Order decides which table is streamed and how the others are joined to it, for
// the inner joined tables of a set under a conjunction of conditions, and for partners.
// It gives the probes in order and the conditions that are left to filter with.
//
// The streamed table is the one from which most others are found by declared keys, the
// larger of equals: a fact table; but where another table, that no equality leads to, has
// both bounds of an expression over it, that one. From what is joined already, tables found by a
// declared key come first, then those found by equality, then the outer joined ones
// whose condition needs no table that is not joined yet, then cross products. Single
// joins come last: a second partner is no error of a row that a condition drops.
func Order(tables []*plan.TableRef, where []plan.Expr, partners []Partner, repeats Repeats) (root int, probes []plan.Operator, rest []plan.Expr, err error) {
	isPartner, marks := plan.TableSet{}, plan.TableSet{}
	for _, o := range partners {
		isPartner = isPartner.With(o.Table)
		if o.Kind == plan.MarkJoin {
			marks = marks.With(o.Mark)
		}
	}
	o := ordering{tables: tables, where: where, partners: partners, edges: findEdges(tables, where), repeats: repeats, not: isPartner.Union(marks)}
	j, err := o.from(o.fact(), nil)
	if err != nil {
		return 0, nil, nil, err
	}
	if j, err = o.better(j); err != nil {
		return 0, nil, nil, err
	}
	for i, e := range where {
		if !j.used[i] {
			rest = append(rest, e)
		}
	}
	return j.root, j.probes, rest, nil
}

// ordering is what is to be ordered.
type ordering struct {
	tables   []*plan.TableRef
	where    []plan.Expr
	partners []Partner
	edges    []edge
	repeats  Repeats
	not      plan.TableSet // the partners and their marks
}

// from joins the other tables to one.
func (o *ordering) from(root int, by *estimates) (*joiner, error) {
	j := &joiner{ordering: o, root: root, by: by, joined: plan.Tables(root), used: make([]bool, len(o.where))}
	return j, j.run()
}

// fact gives the table that looks like the one with the facts.
func (o *ordering) fact() int {
	root, best := 0, -1
	for i, t := range o.tables {
		if o.not.Has(i) {
			continue
		}
		keys := o.reachable(i)
		if best < 0 || keys > best || keys == best && t.Table.Rows > o.tables[root].Table.Rows {
			root, best = i, keys
		}
	}
	if flipped := o.banded(root); flipped >= 0 {
		root = flipped
	}
	return root
}

// better gives the order that is expected to cost least: from the usual table, whose stream
// others share, or from another one if that is far less, as the estimates are rough. Where
// declared keys find all tables, there is nothing to find.
func (o *ordering) better(usual *joiner) (*joiner, error) {
	hashed := slices.ContainsFunc(usual.probes, func(p plan.Operator) bool {
		h, ok := p.(plan.HashProbe)
		return ok && h.Kind == plan.InnerJoin && len(h.Keys) > 0
	})
	if !hashed || len(o.tables) > mostOrdered {
		return usual, nil
	}
	by := estimate(o.tables, o.where, o.repeats)
	cost := by.cost(usual.root, usual.probes)
	best, least := usual, farLess*cost
	for i := range o.tables {
		if o.not.Has(i) {
			continue
		}
		j, err := o.from(i, by)
		if err != nil {
			return nil, err
		}
		now := by.cost(j.root, j.probes)
		if now < least || best == usual && i == usual.root && now < less*cost {
			best, least = j, min(now, least)
		}
	}
	return best, nil
}

// The parts of a cost that are so much less that another order is taken: from the same table,
// and from another one.
const (
	less    = 0.9
	farLess = 0.5
)

// reachable counts the inner tables found from root by declared keys alone.
func (o *ordering) reachable(root int) int {
	joined, count := plan.Tables(root), 0
	for range o.tables {
		before := joined
		for _, e := range o.edges {
			if e.declared && !joined.Has(e.to) && !o.not.Has(e.to) && e.from.Within(joined) {
				joined = joined.With(e.to)
				count++
			}
		}
		if joined == before {
			break
		}
	}
	return count
}

// joiner is the state of joining tables to one.
type joiner struct {
	*ordering
	root   int
	by     *estimates // chooses what is joined next by equality; nil: the conditions' order does
	joined plan.TableSet
	used   []bool // conditions that a probe has taken over
	probes []plan.Operator
}

// run joins one table after another.
func (j *joiner) run() error {
	all := plan.TableSet{}
	for i := range j.tables {
		all = all.With(i)
	}
	for j.joined != all {
		if !j.byEquality() && !j.byPartner(false) && !j.byCross() && !j.byPartner(true) {
			return fault.Errorf(fault.CodeNotSupported, "the condition of an outer join refers to a table that is joined after it")
		}
	}
	return nil
}

// byEquality joins a table by a declared key, or else by all its equalities with what is
// joined; with estimates the one that has the fewest partners of either kind.
func (j *joiner) byEquality() bool {
	if j.by != nil {
		return j.byFewest()
	}
	for _, e := range j.edges {
		if e.declared && j.ready(e) {
			j.take(j.keyProbe(e))
			return true
		}
	}
	for _, e := range j.edges {
		if j.ready(e) {
			j.take(j.hashProbe(e.to))
			return true
		}
	}
	return false
}

// byFewest joins the table that is expected to leave the fewest rows for one: of its partners
// those that filters on what is found from them alone will leave.
func (j *joiner) byFewest() bool {
	var best plan.Operator
	var by []int
	least, seen := 0.0, plan.TableSet{}
	for _, e := range j.edges {
		if !j.ready(e) || seen.Has(e.to) {
			continue
		}
		p, used := j.hashProbe(e.to)
		if e.declared {
			p, used = j.keyProbe(e)
		} else {
			seen = seen.With(e.to)
		}
		if n := j.by.partners(p, j.joined) * j.kept(e.to); best == nil || n < least {
			best, by, least = p, used, n
		}
	}
	if best == nil {
		return false
	}
	j.take(best, by)
	return true
}

// kept is the share of the rows of a table that is expected to have partners in those that are
// found from it, and not from what is joined.
func (j *joiner) kept(table int) float64 {
	share, seen, joined := 1.0, j.joined.With(table), j.joined.With(table)
	for _, e := range j.edges {
		if seen.Has(e.to) || j.not.Has(e.to) || !e.from.Has(table) || !e.from.Within(joined) {
			continue
		}
		seen = seen.With(e.to)
		share *= min(1, j.by.partners(plan.HashProbe{Table: e.to, Keys: e.keys, Match: e.match}, joined))
	}
	return share
}

// take joins a table, for which a probe takes over conditions.
func (j *joiner) take(p plan.Operator, conditions []int) {
	for _, i := range conditions {
		j.used[i] = true
	}
	j.probes = append(j.probes, p)
	switch p := p.(type) {
	case plan.KeyProbe:
		j.joined = j.joined.With(p.Table)
	case plan.HashProbe:
		j.joined = j.joined.With(p.Table)
	}
}

// keyProbe joins a table by a declared key.
func (j *joiner) keyProbe(e edge) (plan.Operator, []int) {
	return plan.KeyProbe{Table: e.to, From: e.keys[0].(plan.ColumnRef)}, []int{e.condition}
}

// ready reports whether an edge leads from joined tables to an inner one that is not.
func (j *joiner) ready(e edge) bool {
	return !j.used[e.condition] && !j.joined.Has(e.to) && !j.not.Has(e.to) && e.from.Within(j.joined)
}

// hashProbe joins a table by all its equalities with what is joined, and by what bounds its
// rows.
func (j *joiner) hashProbe(to int) (plan.Operator, []int) {
	p := plan.HashProbe{Table: to}
	var by []int
	taken := slices.Clone(j.used)
	for _, e := range j.edges {
		if e.to == to && j.ready(e) && !taken[e.condition] {
			p.Keys = append(p.Keys, e.keys...)
			p.Match = append(p.Match, e.match...)
			by, taken[e.condition] = append(by, e.condition), true
		}
	}
	p.Keys, p.Match = j.independent(p.Keys, p.Match)
	band, bounds := bandOf(j.tables, to, j.joined, j.where, taken)
	p.Band = band
	return p, append(by, bounds...)
}

// band takes the conditions that bound the rows of a table, beside its equalities.
func (j *joiner) band(table int, conditions []plan.Expr, used []bool) *plan.Band {
	band, by := bandOf(j.tables, table, j.joined, conditions, used)
	for _, i := range by {
		used[i] = true
	}
	return band
}

// banded gives a table that no equality is about and that bounds an expression over the
// streamed one on both sides, as that does not with it; -1 if there is none.
func (o *ordering) banded(root int) int {
	for i := range o.tables {
		related := i == root || o.not.Has(i)
		for _, e := range o.edges {
			related = related || e.to == i || e.from.Has(i)
		}
		if related {
			continue
		}
		there, _ := bandOf(o.tables, root, plan.Tables(i), o.where, nil)
		here, _ := bandOf(o.tables, i, plan.Tables(root), o.where, nil)
		if closed(there) && !closed(here) {
			return i
		}
	}
	return -1
}

// closed reports whether a band has both bounds of one expression.
func closed(b *plan.Band) bool { return b != nil && b.Low != nil && b.High != nil && b.Agree() }

// byCross joins an inner table that is left with every row, or with those that conditions
// bound: one with both bounds, if there is one, then the smallest.
func (j *joiner) byCross() bool {
	best := plan.HashProbe{Table: -1}
	var taken []int
	for i, t := range j.tables {
		if j.joined.Has(i) || j.not.Has(i) {
			continue
		}
		band, by := bandOf(j.tables, i, j.joined, j.where, j.used)
		if best.Table >= 0 && (closed(best.Band) && !closed(band) ||
			closed(best.Band) == closed(band) && t.Table.Rows >= j.tables[best.Table].Table.Rows) {
			continue
		}
		best, taken = plan.HashProbe{Table: i, Band: band}, by
	}
	if best.Table < 0 {
		return false
	}
	j.take(best, taken)
	return true
}

// byPartner joins the first partner whose condition needs no table that is not joined yet,
// of the single joins or of the others.
func (j *joiner) byPartner(single bool) bool {
	for _, o := range j.partners {
		if single != (o.Kind == plan.SingleJoin) {
			continue
		}
		on := plan.Combine(plan.And, o.On)
		if j.joined.Has(o.Table) || on != nil && !plan.TablesOf(on).Within(j.joined.With(o.Table)) {
			continue
		}
		j.take(j.partnerProbe(o), nil)
		if o.Kind == plan.MarkJoin {
			j.joined = j.joined.With(o.Mark)
		}
		return true
	}
	return false
}

// partnerProbe takes the declared key if there is one, else the equalities; the rest of
// the condition decides what counts as a partner.
func (j *joiner) partnerProbe(o Partner) plan.Operator {
	used := make([]bool, len(o.On))
	edges := findEdges(j.tables, o.On)
	for _, e := range edges {
		if e.declared && e.to == o.Table && o.Kind.Keeps() {
			used[e.condition] = true
			return plan.KeyProbe{Table: o.Table, From: e.keys[0].(plan.ColumnRef), Outer: true, On: unused(o.On, used)}
		}
	}
	p := plan.HashProbe{Table: o.Table, Kind: o.Kind, Mark: o.Mark, Optional: o.Optional}
	for _, e := range edges {
		if e.to == o.Table && !used[e.condition] {
			used[e.condition] = true
			p.Keys = append(p.Keys, e.keys...)
			p.Match = append(p.Match, e.match...)
		}
	}
	p.Keys, p.Match = j.independent(p.Keys, p.Match)
	p.Band = j.band(o.Table, o.On, used)
	p.On = unused(o.On, used)
	return p
}

// unused is the conjunction of the conditions that are not used.
func unused(conditions []plan.Expr, used []bool) plan.Expr {
	var rest []plan.Expr
	for i, e := range conditions {
		if !used[i] {
			rest = append(rest, e)
		}
	}
	return plan.Combine(plan.And, rest)
}
