package subquery

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
	"gsdms/sql/bind/scalar"
)

// Of several columns a row leaves IN open that has a NULL, or meets one, where no other column
// differs. Which columns are NULL, and on which side, is one of a few ways, and for each of these
// the other columns are equal, which an index finds.

// open are joins that find what leaves IN of several columns open: a copy of the subquery
// for each way to be open, and the condition of a partner. Where no column is equal partners are
// the same for all rows, and which rows they leave open is for own to say; nil is for all.
type open struct {
	sub Query
	on  plan.Expr
	own plan.Expr
}

// mostWays are those of three columns that can be NULL on both sides. Of more, rows with a NULL
// are looked for among all of the other side.
const mostWays = 26

// opens gives the joins of an IN of several columns.
func (j *Joiner) opens(q *In, left []plan.Expr) ([]open, error) {
	of := make([]plan.Expr, len(left))
	for i := range of {
		of[i] = q.sub.Columns[i]
	}
	k := j.by.Building()
	ways := waysOpen(left, of)
	if len(ways) > mostWays {
		return j.opensByPairs(k, q, left, of)
	}
	var out []open
	for _, w := range ways {
		on, own := w.on(k, q, left, of)
		o := j.copied(q.sub, on)
		o.own = own
		out = append(out, o)
	}
	return out, k.Err
}

// way is a way to leave IN open: the side whose value is NULL of each column, or neither.
type way []missing

type missing uint8

const (
	neither missing = iota // both are equal
	ours                   // the row's own value is NULL
	theirs                 // the partner's is
)

// waysOpen lists the ways to leave IN open, as far as columns can be NULL.
func waysOpen(left, of []plan.Expr) []way {
	all := []way{{}}
	for i := range left {
		sides := []missing{neither}
		if left[i].Nullable() {
			sides = append(sides, ours)
		}
		if of[i].Nullable() {
			sides = append(sides, theirs)
		}
		var more []way
		for _, w := range all {
			for _, s := range sides {
				more = append(more, append(w[:len(w):len(w)], s))
			}
		}
		if all = more; len(all) > mostWays+1 {
			break // the caller does without
		}
	}
	return all[1:] // the first is equal in all
}

// on gives the conditions of a partner, and the row's own where they are apart.
func (w way) on(k *scalar.Building, q *In, left, of []plan.Expr) (all []plan.Expr, apart plan.Expr) {
	var own []plan.Expr
	for i, s := range w {
		switch s {
		case ours:
			own = append(own, k.Build(plan.IsNull, left[i]))
		case theirs:
			all = append(all, k.Build(plan.IsNull, of[i]))
		}
	}
	mine := plan.Combine(plan.And, own)
	if !slices.Contains(w, neither) {
		return all, mine
	}
	keys := left
	if mine != nil {
		all, keys = append(all, mine), k.Where(mine, left)
	}
	pairs := q.pairs(keys)
	for i, s := range w {
		if s == neither {
			all = append(all, pairs[i])
		}
	}
	return all, nil
}

// opensByPairs gives the joins of rows with a NULL, on either side, with all that are alike.
func (j *Joiner) opensByPairs(k *scalar.Building, q *In, left, of []plan.Expr) ([]open, error) {
	var out []open
	if null := k.AnyNull(of); null != nil {
		out = append(out, j.copied(q.sub, append(k.Alike(q.pairs(left), left, of), null)))
	}
	if null := k.AnyNull(left); null != nil {
		out = append(out, j.copied(q.sub, append(k.Alike(q.pairs(k.Where(null, left)), left, of), null)))
	}
	return out, k.Err
}

// copied is a join with a copy of a subquery, by several conditions.
func (j *Joiner) copied(s Query, on []plan.Expr) open {
	if len(on) == 0 {
		on = []plan.Expr{plan.Literal(value.OfBool(true))}
	}
	node, exprs := j.net.CopyAll(s.Node, []plan.Expr{plan.Combine(plan.And, on)})
	s.Node = node
	return open{sub: s, on: exprs[0]}
}

// withoutOpen keeps the rows for which NOT IN of several columns that can be NULL holds.
func (j *Joiner) withoutOpen(node network.Node, q *In) (network.Node, error) {
	node, left, err := j.AttachAll(node, q.left)
	if err != nil {
		return nil, err
	}
	joins, err := j.opens(q, left)
	if err != nil {
		return nil, err
	}
	node = q.sub.apply(plan.AntiJoin, node, q.on(left), 0)
	for _, o := range joins {
		if o.own == nil {
			node = o.sub.apply(plan.AntiJoin, node, o.on, 0)
			continue
		}
		var is plan.Expr
		if node, is, err = j.marked(node, o); err != nil {
			return nil, err
		}
		k := j.by.Building()
		node = network.Filtered(node, []plan.Expr{k.Build(plan.Not, is)})
		if k.Err != nil {
			return nil, k.Err
		}
	}
	return node, nil
}

// marked joins the mark of a way to be open, and gives whether a row is open by it.
func (j *Joiner) marked(node network.Node, o open) (network.Node, plan.Expr, error) {
	mark, err := j.mark()
	if err != nil {
		return nil, nil, err
	}
	node = o.sub.apply(plan.MarkJoin, node, o.on, mark)
	is := plan.Expr(j.net.Ref(mark, 0))
	if o.own != nil {
		is = plan.Combine(plan.And, []plan.Expr{o.own, is})
	}
	return node, is, nil
}

// attachOpen joins the marks of what leaves IN of several columns open, and gives its value:
// true where a row is found, else NULL where it is open, else false.
func (j *Joiner) attachOpen(node network.Node, q *In, left []plan.Expr, found plan.Expr) (network.Node, plan.Expr, error) {
	joins, err := j.opens(q, left)
	if err != nil {
		return nil, nil, err
	}
	var marks []plan.Expr
	for _, o := range joins {
		var is plan.Expr
		if node, is, err = j.marked(node, o); err != nil {
			return nil, nil, err
		}
		marks = append(marks, is)
	}
	k := j.by.Building()
	other := k.Build(plan.If, plan.Combine(plan.Or, marks), plan.NullOf(plan.Type{Kind: plan.Bool}), plan.Literal(value.OfBool(false)))
	return node, k.Build(plan.If, found, plan.Literal(value.OfBool(true)), other), k.Err
}
