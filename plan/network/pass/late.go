package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
)

// Late makes the texts of a result behind a limit, for the rows that pass it, where these are few:
// a function of a text column in a program is made for all texts of the dictionary. The network's
// nodes are not changed.
func Late(n *network.Network) {
	l := &later{net: n, readers: network.Readers(n.Root), done: map[network.Node]network.Node{}}
	n.Root = l.node(n.Root)
}

// later is the state of one Late.
type later struct {
	net     *network.Network
	readers map[network.Node]int
	done    map[network.Node]network.Node
}

func (l *later) node(n network.Node) network.Node {
	if out, ok := l.done[n]; ok {
		return out
	}
	out := network.Change{Input: l.node, Expr: network.Same[plan.Expr]}.Rebuild(n)
	l.readers[out] = l.readers[n]
	if limit, ok := out.(*network.Limit); ok {
		out = l.limit(limit)
	}
	l.done[n] = out
	return out
}

// limit gives a limit with the projection of texts below it moved above: from right below it, or
// from below the sort in between, whose keys are made of no texts.
func (l *later) limit(n *network.Limit) network.Node {
	in, keys := n.In, []network.Key(nil)
	sort, sorted := in.(*network.Sort)
	if sorted {
		in, keys = sort.In, sort.Keys
	}
	p, ok := in.(*network.Project)
	if !ok || l.readers[in] > 1 || l.readers[n.In] > 1 || !l.isFew(n) || !l.pays(p) {
		return n
	}
	below := p.In
	if sorted {
		keys = network.Change{Expr: func(e plan.Expr) plan.Expr { return network.Substituted(e, p.Table, p.Exprs) }}.Keys(keys)
		if slices.ContainsFunc(keys, func(k network.Key) bool { return !network.IsPlain(k.Expr) && hasText(k.Expr) }) {
			return n
		}
		p, keys = l.beside(p, keys)
		below = &network.Sort{In: p.In, Keys: keys}
	}
	in = l.limit(&network.Limit{In: below, Offset: n.Offset, Count: n.Count})
	return &network.Project{In: in, Table: p.Table, Exprs: p.Exprs}
}

// beside gives a projection of one that makes what the keys of a sort are computed of columns, beside these.
func (l *later) beside(p *network.Project, keys []network.Key) (*network.Project, []network.Key) {
	if !slices.ContainsFunc(keys, func(k network.Key) bool { return !network.IsPlain(k.Expr) }) {
		return p, keys
	}
	below := &network.Project{In: p.In, Table: l.net.AddTable("")}
	column := func(e plan.Expr) plan.Expr {
		i := slices.IndexFunc(below.Exprs, func(x plan.Expr) bool { return plan.Equal(x, e) })
		if i >= 0 {
			return l.net.Ref(below.Table, i)
		}
		below.Exprs = append(below.Exprs, e)
		return l.net.AddColumn(below.Table, e)
	}
	columns := network.Change{Expr: func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(r plan.ColumnRef) plan.Expr { return column(r) })
	}}
	l.readers[below] = 1
	return &network.Project{In: below, Table: p.Table, Exprs: columns.Exprs(p.Exprs)}, network.Change{Expr: column}.Keys(keys)
}

// isFew reports whether a limit passes few of the rows that there can be.
func (l *later) isFew(n *network.Limit) bool {
	most := int64(l.net.MostRows(n.In)) / few.TextsOfRow
	return n.Count >= 0 && n.Offset <= most && n.Count <= most-n.Offset
}

// pays reports whether a projection, or one right below it, makes texts or something of texts, and
// gives the same values for a row whenever it is computed.
func (l *later) pays(p *network.Project) bool {
	some := false
	for _, e := range p.Exprs {
		if !network.Repeats(e) {
			return false
		}
		some = some || !network.IsPlain(e) && (e.Type().Kind == plan.String || few.MadeOfText(e))
	}
	below, ok := p.In.(*network.Project)
	return some || ok && l.readers[below] <= 1 && l.pays(below)
}
