package compile

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// leftOfFound is one in how many rows conditions leave of a table, at most, for those who find its rows to
// be told before they are joined themselves.
const leftOfFound = 4

// takeFound leaves of an inner joined table the rows that find one in each of the tables that are joined
// behind it by keys of its own, of those where conditions leave few: a fact that is no stream is joined
// with the days, places or persons that are asked for, and not with all of them. It is worth a look at
// each of its rows where these are not more than are streamed. op is number i of the pipeline's operators.
func (c *compiler) takeFound(op plan.HashProbe, i int) error {
	t := &c.tables[op.Table]
	if op.Kind != plan.InnerJoin || op.On != nil || t.Ref.Table.Passing || t.Ref.Table.Rows > c.prog.Table.Rows {
		return nil
	}
	for at := i + 1; at < len(c.net.Ops); at++ {
		q, ok := c.net.Ops[at].(plan.HashProbe)
		if !ok || !isFoundBy(op.Table, q) {
			continue
		}
		rows, where, err := c.finding(op.Table, q, at)
		if err != nil {
			return err
		}
		if rows == nil || !c.worthAnIndex(op, rows) {
			continue
		}
		t.where += " " + where
		if t.passing = index.Common(t.passing, rows); index.Members(t.passing) == 0 {
			return nil
		}
	}
	return nil
}

// isFoundBy reports whether a probe joins a table's rows with others by their own keys alone.
func isFoundBy(table int, op plan.HashProbe) bool {
	return op.Kind == plan.InnerJoin && op.On == nil && op.Band == nil && len(op.Keys) > 0 && keysAreOf(table, op)
}

// finding gives the rows of a table that find one by a probe which conditions leave, and the text that
// names them; nil where they leave many, or it cannot be said.
func (c *compiler) finding(from int, op plan.HashProbe, at int) (*operators.BitSet, string, error) {
	to := &c.tables[op.Table]
	var own []plan.Expr
	for _, k := range c.laterAbout(op.Table, at) {
		own = append(own, plan.Conjuncts(c.net.Ops[k[0]].(plan.Filter).Pred)[k[1]])
	}
	if len(own) == 0 || to.Ref.Table.Passing {
		return nil, "", nil
	}
	where := plan.Combine(plan.And, own)
	left, err := c.passing(op.Table, where)
	if left == nil || index.Members(left) > to.Ref.Table.Rows/leftOfFound || err != nil {
		return nil, "", err
	}
	by := exprs.PredicateKey(where)
	rows, err := c.findingNumbers(from, op, by, left)
	if rows == nil && err == nil {
		var l *link
		if l, err = c.link(from, op); l != nil && l.Unique {
			rows, err = c.partnered(from, op, l, by, left)
		}
	}
	return rows, c.linkKey(from, op).Text + by, err
}

// findingNumbers is finding by one column whose numbers are those of the other table's; nil by others.
func (c *compiler) findingNumbers(from int, op plan.HashProbe, by string, left *operators.BitSet) (*operators.BitSet, error) {
	key, ok := op.Keys[0].(plan.ColumnRef)
	match, isColumn := op.Match[0].(plan.ColumnRef)
	if !ok || !isColumn || len(op.Keys) > 1 || !c.where.SameNumbers(key, match) {
		return nil, nil
	}
	t, to := c.net.Tables[from].Table, c.net.Tables[op.Table].Table
	column := &t.Columns[key.Column]
	if column.Ref != nil || to.Columns[match.Column].Ref != nil {
		return nil, nil
	}
	kept := c.linkKey(from, op)
	kept.Kind, kept.Text = index.KeptPartnered, kept.Text+by
	v, err := c.cache.Get(c.ctx, kept, func() (any, int64, error) {
		numbers, err := c.numbersIn(to, match.Column, left)
		if err != nil {
			return nil, 0, err
		}
		a, err := c.cache.Column(c.ctx, t, key.Column)
		if err != nil {
			return nil, 0, err
		}
		rows, err := index.Among(c.ctx, a, sets.Values{In: numbers}.Stored(column))
		return rows, int64(len(rows.Bits)*8+len(kept.Text)) + 96, err
	})
	if err != nil {
		return nil, fmt.Errorf("find the rows of %s that find %s: %w", t.Name, to.Name, err)
	}
	return v.(*operators.BitSet), nil
}
