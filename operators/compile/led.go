package compile

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/network"
)

// takeLed leaves of an inner joined table the rows whose keys are among those of the rows that are left of
// the tables, none of them the streamed one, which it is found by. A table of more rows than are streamed
// has an index of all of them when a second query asks for others.
func (c *compiler) takeLed(op plan.HashProbe) error {
	if op.Kind != plan.InnerJoin || op.On != nil {
		return nil
	}
	for i := range op.Keys {
		if key, ok := op.Keys[i].(plan.ColumnRef); !ok || key.Table == c.net.Root {
			continue
		}
		if _, err := c.leadBy(op, i); err != nil {
			return err
		}
	}
	return nil
}

// takeAskedFor leaves of a joined table those rows that have the key of a streamed row, where conditions leave
// few of these: nobody meets the others, whatever the kind of the join. Which they
// are takes a look at one column, where an index, or a link, takes all that are joined. When a second query
// asks for others it has one of all rows.
func (c *compiler) takeAskedFor(op plan.HashProbe) error {
	t := &c.tables[op.Table]
	if c.Prog.Table.Passing || !c.seemsAskedByFew(t.Ref.Table) {
		return nil
	}
	for i := range op.Keys {
		if key, ok := op.Keys[i].(plan.ColumnRef); !ok || key.Table != c.net.Root {
			continue
		}
		var err error
		if t.asked, err = c.leadBy(op, i); t.asked || err != nil {
			return err // another key has to be looked at in all rows, too
		}
	}
	return nil
}

// The most rows that are streamed for each of a joined table where those that it leaves are looked for before
// they are streamed, and one in how many of the joined table's rows they are expected to be then.
const (
	mostLooking = 8
	fewLooking  = 16
)

// seemsAskedByFew reports whether it is worth looking for the streamed rows that conditions leave, so that of a
// joined table only what these ask for is joined: they are not more than it has, or expected to be few.
func (c *compiler) seemsAskedByFew(t *plan.Table) bool {
	root := c.Prog.Table
	if t.Rows >= root.Rows {
		return true
	}
	if root.Rows > mostLooking*t.Rows {
		return false
	}
	var own []plan.Expr
	for _, k := range c.laterAbout(c.net.Root, -1) {
		own = append(own, plan.Conjuncts(c.net.Ops[k[0]].(plan.Filter).Pred)[k[1]])
	}
	expected := join.Expected(c.net.Tables[c.net.Root], c.net.Root, own)
	for _, at := range c.findersOfStreamed() {
		q := c.net.Ops[at].(plan.HashProbe)
		to := c.net.Tables[q.Table]
		expected *= join.Expected(to, q.Table, c.ownOf(q, at)) / max(1, float64(to.Table.Rows))
	}
	return expected <= float64(t.Rows)/fewLooking
}

// findersOfStreamed gives the numbers of the probes among the pipeline's operators that find rows of tables by one
// streamed column, and ask for some of these: of tables so small that none is led to its rows by streamed ones.
func (c *compiler) findersOfStreamed() (at []int) {
	for i, op := range c.net.Ops {
		q, ok := op.(plan.HashProbe)
		if !ok || q.Kind != plan.InnerJoin || !isFoundBy(c.net.Root, q) || len(q.Keys) > 1 {
			continue
		}
		if c.net.Tables[q.Table].Table.Rows*mostLooking >= c.Prog.Table.Rows {
			continue
		}
		if key, plain := q.Keys[0].(plan.ColumnRef); plain && c.isPlainMatch(key, q.Match[0]) && len(c.ownOf(q, i)) > 0 {
			at = append(at, i)
		}
	}
	return at
}

// leadBy leaves of a joined table the rows that key number i of its probe leads to; false where all stay.
func (c *compiler) leadBy(op plan.HashProbe, i int) (bool, error) {
	t := &c.tables[op.Table]
	if t.Ref.Table.Passing {
		return false, nil
	}
	f, err := c.led(op, i)
	if f.rows == nil || err != nil || index.Members(f.rows) > t.Ref.Table.Rows/leftOfFound {
		return false, err
	}
	if shared, err := c.sharesIndex(op, i, f); shared || err != nil {
		return false, err
	}
	t.where += f.name
	t.passing = index.Common(t.passing, f.rows)
	return true, nil
}

// led gives the rows of a joined table that have, as key number i of a probe, one of the numbers of the rows
// that are left of the table of that key; none where these are many, or more than it has itself.
func (c *compiler) led(op plan.HashProbe, i int) (found, error) {
	key := op.Keys[i].(plan.ColumnRef)
	if !c.isPlainMatch(key, op.Match[i]) && !c.isReference(op.Match[i], key) {
		return found{}, nil
	}
	from, match := &c.tables[key.Table], op.Match[i].(plan.ColumnRef)
	left, where, err := c.leftOf(key.Table)
	if left == nil || err != nil || index.Members(left) > min(from.Ref.Table.Rows/leftOfFound, c.net.Tables[op.Table].Table.Rows) {
		return found{}, err
	}
	k := index.Key{
		Table: c.net.Tables[op.Table].Table, With: from.Ref.Table, Kind: index.KeptPartnered, Column: -1,
		Text: fmt.Sprint("led ", match.Column, key.Column, " ", where),
	}
	return c.keepFound(k, func() (*operators.BitSet, error) {
		return c.among(op.Table, match.Column, key, left, 1.0/leftOfFound)
	})
}

// leftOf gives the rows that conditions leave of an inner joined table, of the streamed one also those on the tables
// whose rows it finds, and a text that tells them from others; none where there is no condition, or it cannot be
// said. Conditions of a table that is found by a number are of the number that finds it, so nobody has asked for its
// rows before.
func (c *compiler) leftOf(table int) (left *operators.BitSet, where string, err error) {
	t := &c.tables[table]
	if t.isNull || t.Ref.Table.Passing {
		return nil, "", nil
	}
	if t.passing != nil {
		return t.passing, t.where, nil
	}
	var own []plan.Expr
	for _, k := range c.laterAbout(table, -1) {
		if e := plan.Conjuncts(c.net.Ops[k[0]].(plan.Filter).Pred)[k[1]]; network.Repeats(e) {
			own = append(own, e)
		}
	}
	if len(own) > 0 {
		e := plan.Combine(plan.And, own)
		if left, err = c.passing(table, e); left == nil || err != nil {
			return nil, "", err
		}
		where = exprs.PredicateKey(e)
	}
	if table != c.net.Root {
		return left, where, nil
	}
	for _, at := range c.findersOfStreamed() {
		f, err := c.finding(table, c.net.Ops[at].(plan.HashProbe), at)
		if err != nil {
			return nil, "", err
		}
		if f.rows != nil {
			left, where = index.Common(left, f.rows), where+f.name
		}
	}
	return left, where, nil
}

// sharesIndex reports whether the index of a table that is led to by streamed rows, or a large one, is one of all
// its rows rather than of some: it is there, or somebody asked for others before.
func (c *compiler) sharesIndex(op plan.HashProbe, i int, f found) (bool, error) {
	t := &c.tables[op.Table]
	if op.Keys[i].(plan.ColumnRef).Table != c.net.Root && t.Ref.Table.Rows < c.Prog.Table.Rows {
		return false, nil
	}
	var columns []keyColumn
	for _, m := range op.Match {
		match, ok := m.(plan.ColumnRef)
		if !ok {
			return false, nil
		}
		columns = append(columns, stored(match.Column))
	}
	key := index.Key{Table: t.Ref.Table, Kind: index.KeptJoin, Column: -1, Text: keyText(columns) + t.where}
	own := key
	if own.Text += f.name; c.cache.Has(own) {
		return false, nil
	}
	if c.cache.Has(key) || c.cache.Has(c.linkKey(c.net.Root, op)) {
		return true, nil
	}
	key.Kind = index.KeptLed
	first, err := c.cache.Get(c.ctx, key, func() (any, int64, error) { return f.name, int64(len(key.Text)+len(f.name)) + 96, nil })
	return err == nil && first != f.name, err
}
