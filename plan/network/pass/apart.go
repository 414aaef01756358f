package pass

import (
	"bytes"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/network"
)

// Apart takes equalities of texts that are made by CONCAT apart into those of what they are made of,
// so that no text is made for a row: CONCAT(a.x, '-', a.y) = CONCAT(b.x, '-', b.y) in the condition of
// a filter or a join, where the texts show where each part ends, and CONCAT(x, ' ', y) = 'John Smith'
// by the ways in which the constant can be parted. The network's nodes are not changed.
func Apart(n *network.Network) {
	a := &apart{net: n, readers: network.Readers(n.Root), done: map[network.Node]network.Node{}}
	n.Root = a.node(n.Root)
}

// apart is the state of one Apart.
type apart struct {
	net     *network.Network
	readers map[network.Node]int
	done    map[network.Node]network.Node
	below   []*network.Project // right below the node, whose columns are looked into
	looks   int                // pieces of a constant that were looked for
}

func (a *apart) node(n network.Node) network.Node {
	if out, ok := a.done[n]; ok {
		return out
	}
	out := network.Change{Input: a.node, Expr: network.Same[plan.Expr]}.Rebuild(n)
	a.readers[out] = a.readers[n]
	switch x := out.(type) {
	case *network.Filter:
		in := a.look(x.In, nil)
		if pred, ok := a.conditions(x.Pred); ok {
			out = &network.Filter{In: in(), Pred: a.passed(pred)}
		}
	case *network.Join:
		left, right := a.look(x.Left, network.Visible(x.Right)), a.look(x.Right, network.Visible(x.Left))
		if on, ok := a.conditions(x.On); ok {
			join := *x
			join.On = a.passed(on)
			join.Left, join.Right = left(), right()
			out = &join
		}
	}
	a.below = nil
	a.done[n] = out
	return out
}

// look lets conditions see what a node's columns are, if it is a Project that nobody else reads, or
// several ones, of tables that are not beside it; now gives the node with the columns that they read of
// what lies below it.
func (a *apart) look(n network.Node, beside []int) (now func() network.Node) {
	p, ok := n.(*network.Project)
	if !ok || a.readers[n] > 1 {
		return func() network.Node { return n }
	}
	p = &network.Project{In: p.In, Table: p.Table, Exprs: slices.Clone(p.Exprs)}
	for in, ok := p.In.(*network.Project); ok && a.readers[in] <= 1 && areColumns(p.Exprs); in, ok = p.In.(*network.Project) {
		for i, e := range p.Exprs {
			p.Exprs[i] = network.Substituted(e, in.Table, in.Exprs)
		}
		p.In = in.In
	}
	for _, other := range a.below {
		beside = append(slices.Clip(beside), network.Visible(other.In)...)
	}
	if slices.ContainsFunc(network.Visible(p.In), func(t int) bool { return slices.Contains(beside, t) }) {
		return func() network.Node { return n }
	}
	a.below = append(a.below, p)
	return func() network.Node { return p }
}

// areColumns reports whether expressions are columns, each of which is there once.
func areColumns(all []plan.Expr) bool {
	for i, e := range all {
		_, column := e.(plan.ColumnRef)
		if !column || slices.ContainsFunc(all[:i], func(x plan.Expr) bool { return plan.Equal(x, e) }) {
			return false
		}
	}
	return true
}

// seen gives what a column of a Project below is.
func (a *apart) seen(e plan.Expr) plan.Expr {
	if r, ok := e.(plan.ColumnRef); ok {
		for _, p := range a.below {
			if r.Table == p.Table {
				return p.Exprs[r.Column]
			}
		}
	}
	return e
}

// passed gives a condition that reads columns from below a Project with those that the Project passes
// on.
func (a *apart) passed(e plan.Expr) plan.Expr {
	return network.ReplaceColumns(e, func(r plan.ColumnRef) plan.Expr {
		for _, p := range a.below {
			if !slices.Contains(network.Visible(p.In), r.Table) {
				continue
			}
			at := slices.IndexFunc(p.Exprs, func(x plan.Expr) bool { return plan.Equal(x, r) })
			if at >= 0 {
				return a.net.Ref(p.Table, at)
			}
			p.Exprs = append(p.Exprs, r)
			return a.net.AddColumn(p.Table, r)
		}
		return nil
	})
}

// conditions takes apart what it can of conditions that all have to be true; false where that is
// nothing.
func (a *apart) conditions(e plan.Expr) (out plan.Expr, changed bool) {
	if e == nil {
		return nil, false
	}
	all := slices.Clone(plan.Conjuncts(e))
	for i, c := range all {
		if parts, ok := a.condition(c); ok {
			all[i], changed = parts, true
		}
	}
	return plan.Combine(plan.And, all), changed
}

// condition takes an equality of texts apart, so that what results is true where it is true; elsewhere
// one of both may be NULL and the other false.
func (a *apart) condition(e plan.Expr) (plan.Expr, bool) {
	switch e := e.(type) {
	case plan.Call:
		if e.Op != plan.Eq {
			return nil, false
		}
		x, y := e.Args[0], e.Args[1]
		if _, constant := x.(plan.Const); constant {
			x, y = y, x
		}
		left := plan.Fragments(a.seen(x))
		if k, constant := y.(plan.Const); constant {
			return a.split(left, k.Value)
		}
		if right := plan.Fragments(a.seen(y)); left != nil && right != nil {
			return a.pairs(left, right)
		}
	case plan.In:
		if left := plan.Fragments(a.seen(e.X)); left != nil && len(e.List) <= mostSplit {
			return a.split(left, e.List...)
		}
	}
	return nil, false
}

// pairs takes an equality of two texts apart, from both ends; false where it does not show which part
// of the one is equal to which part of the other.
func (a *apart) pairs(left, right []plan.Expr) (plan.Expr, bool) {
	var all []plan.Expr
	for len(left) > 0 && len(right) > 0 {
		nl, nr := len(left)-1, len(right)-1
		one := nl == 0 && nr == 0
		switch {
		case !alike(left[0], right[0]):
			return nil, false
		case plan.Equal(left[0], right[0]) && plan.IsConstant(left[0]):
			left, right = left[1:], right[1:]
		case one || a.bothEnd(left, right):
			all = append(all, equal(left[0], right[0]))
			left, right = left[1:], right[1:]
		case plan.IsConstant(left[nl]) && plan.Equal(left[nl], right[nr]):
			left, right = left[:nl], right[:nr]
		case alike(left[nl], right[nr]) && a.sameLength(left[nl], right[nr]):
			all = append(all, equal(left[nl], right[nr]))
			left, right = left[:nl], right[:nr]
		default:
			return nil, false
		}
	}
	return plan.Combine(plan.And, all), len(all) > 0 && len(left)+len(right) == 0
}

// alike reports whether two parts are of the same kind, so that they are equal where their texts are.
func alike(x, y plan.Expr) bool {
	switch x.(type) {
	case plan.Const:
		return plan.IsConstant(y)
	case plan.Cast:
		_, ok := y.(plan.Cast)
		return ok
	}
	_, ok := y.(plan.ColumnRef)
	return ok
}

// equal compares parts that are alike, numbers as such.
func equal(x, y plan.Expr) plan.Expr {
	if n, ok := x.(plan.Cast); ok {
		x, y = n.X, y.(plan.Cast).X
	}
	return plan.Call{Op: plan.Eq, Args: []plan.Expr{x, y}, Of: plan.Type{Kind: plan.Bool}}
}

// bothEnd reports whether no text of the first part of either, with what stands behind it, begins
// another one.
func (a *apart) bothEnd(left, right []plan.Expr) bool {
	behind := textBehind(left[1:])
	if behind != textBehind(right[1:]) {
		behind = ""
	}
	if _, number := left[0].(plan.Cast); number {
		return behind != "" && !strings.ContainsAny(behind[:1], "0123456789")
	}
	x, y := a.dictionary(left[0]), a.dictionary(right[0])
	if x == nil || y == nil {
		return false
	}
	if behind != "" && !has(x, behind[0]) && !has(y, behind[0]) {
		return true
	}
	last := []byte(nil)
	for i, k := 0, 0; i < x.Len() || k < y.Len(); { // what begins another begins the next one
		var now []byte
		if k == y.Len() || i < x.Len() && bytes.Compare(x.Bytes(i), y.Bytes(k)) <= 0 {
			now = x.Bytes(i)
			i++
		} else {
			now = y.Bytes(k)
			k++
		}
		if i+k > 1 && len(now) > len(last) && bytes.HasPrefix(now, last) {
			return false
		}
		last = now
	}
	return true
}

func has(d *plan.Dictionary, b byte) bool {
	return strings.IndexByte(d.Strings().View(0, d.Len()), b) >= 0
}

// dictionary is that of a column, if it is one of not too many texts; else nil.
func (a *apart) dictionary(e plan.Expr) *plan.Dictionary {
	r, ok := e.(plan.ColumnRef)
	if !ok {
		return nil
	}
	c := &a.net.Tables[r.Table].Table.Columns[r.Column]
	if c.Ref != nil || c.Dict == nil || c.Dict.Len() > fewEnds {
		return nil
	}
	return c.Dict
}

// sameLength reports whether all texts of two columns have as many bytes.
func (a *apart) sameLength(x, y plan.Expr) bool {
	length := -1
	for _, d := range []*plan.Dictionary{a.dictionary(x), a.dictionary(y)} {
		if d == nil {
			return false
		}
		for i := range d.Len() {
			n := len(d.Bytes(i))
			if length < 0 {
				length = n
			}
			if n != length {
				return false
			}
		}
	}
	return true
}
