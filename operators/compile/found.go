package compile

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
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
	if op.Kind != plan.InnerJoin || op.On != nil || t.Ref.Table.Passing || t.Ref.Table.Rows > c.Prog.Table.Rows {
		return nil
	}
	for at := i + 1; at < len(c.net.Ops); at++ {
		q, ok := c.net.Ops[at].(plan.HashProbe)
		if !ok || !isFoundBy(op.Table, q) {
			continue
		}
		f, err := c.finding(op.Table, q, at)
		if err != nil {
			return err
		}
		if f.rows == nil || !c.worthAnIndex(op, f.rows) {
			continue
		}
		t.where += f.name
		if t.passing = index.Common(t.passing, f.rows); index.Members(t.passing) == 0 {
			return nil
		}
	}
	return nil
}

// reachKeyed turns a semi or anti join that asks for the rows of a keyed table by their own keys alone into
// a set of these rows, which is narrowed to what finds them before any row is streamed. False where it is
// about other rows, or would look at more than are streamed.
func (c *compiler) reachKeyed(op plan.HashProbe) (bool, error) {
	if op.Kind != plan.SemiJoin && op.Kind != plan.AntiJoin || op.On != nil || op.Band != nil || len(op.Keys) == 0 {
		return false, nil
	}
	places := exprs.Places(op.Keys[0], nil)
	if len(places) == 0 || c.tables[places[0].Table].Reach != restrict.Keyed || !keysAreOf(places[0].Table, op) {
		return false, nil
	}
	from, to := &c.tables[places[0].Table], &c.tables[op.Table]
	if to.Ref.Table.Passing || max(from.Ref.Table.Rows, to.Ref.Table.Rows) > c.Prog.Table.Rows {
		return false, nil
	}
	l, err := c.link(places[0].Table, op)
	if l == nil || err != nil {
		return false, err
	}
	rows, err := c.partnered(places[0].Table, op, l, to.where, to.passing)
	if rows == nil || err != nil {
		return false, err
	}
	from.Rows = from.Rows.Intersect(sets.OfBits(rows.Bits, 0))
	to.Reach = restrict.Bodied
	return true, nil
}

// isFoundBy reports whether a probe joins a table's rows with others, or asks for them, by their own keys
// alone.
func isFoundBy(table int, op plan.HashProbe) bool {
	inner := op.Kind == plan.InnerJoin && op.On == nil
	asked := op.Kind == plan.SemiJoin && !op.Optional && (op.On == nil || exprs.IsAbout(op.Table, op.On))
	return (inner || asked) && op.Band == nil && len(op.Keys) > 0 && keysAreOf(table, op)
}

// found is rows of a table that find one of another. They depend on both, so that no text tells them from
// others: what is made of them is kept under the name that they have.
type found struct {
	rows *operators.BitSet // nil: it cannot be said
	name string
}

// finding gives the rows of a table that find one by a probe which conditions leave; none where these
// leave many, but for a semi join.
func (c *compiler) finding(from int, op plan.HashProbe, at int) (found, error) {
	to := &c.tables[op.Table]
	own, asks := c.ownOf(op, at), op.Kind == plan.SemiJoin
	if len(own) == 0 && !asks || asks && to.Ref.Table.Rows > c.Prog.Table.Rows || to.Ref.Table.Passing {
		return found{}, nil
	}
	where, left := "", (*operators.BitSet)(nil)
	if len(own) > 0 {
		var err error
		pred := plan.Combine(plan.And, own)
		left, err = c.passing(op.Table, pred)
		if left == nil || !asks && index.Members(left) > to.Ref.Table.Rows/leftOfFound || err != nil {
			return found{}, err
		}
		where = exprs.PredicateKey(pred)
	}
	key := c.linkKey(from, op)
	key.Kind, key.Text = index.KeptPartnered, fmt.Sprint("found ", op.Kind, " ", key.Text, where)
	return c.keepFound(key, func() (*operators.BitSet, error) {
		return c.findAmong(from, op, where, left)
	})
}

// ownOf gives the conditions on the table of a probe alone: those of its own, and of an inner join those of
// the filters behind it. It is number at of the pipeline's operators.
func (c *compiler) ownOf(op plan.HashProbe, at int) (own []plan.Expr) {
	if op.On != nil {
		own = plan.Conjuncts(op.On)
	}
	if op.Kind != plan.InnerJoin {
		return own
	}
	for _, k := range c.laterAbout(op.Table, at) {
		own = append(own, plan.Conjuncts(c.net.Ops[k[0]].(plan.Filter).Pred)[k[1]])
	}
	return own
}

// keepFound gives rows of a table that depend on those of another, from the cache.
func (c *compiler) keepFound(key index.Key, find func() (*operators.BitSet, error)) (found, error) {
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		rows, err := find()
		if rows == nil || err != nil {
			return found{}, 96, err
		}
		return found{rows, fmt.Sprint(" found ", c.cache.NewName())}, int64(len(rows.Bits)*8+len(key.Text)) + 96, nil
	})
	if err != nil {
		return found{}, fmt.Errorf("find the rows of %s that %s leaves: %w", key.Table.Name, key.With.Name, err)
	}
	return v.(found), nil
}

// findAmong gives the rows of a table that find one of a set by a probe: by one column whose numbers are
// those of the other table's, else by a link; nil where that cannot be.
func (c *compiler) findAmong(from int, op plan.HashProbe, by string, left *operators.BitSet) (*operators.BitSet, error) {
	if key, ok := op.Keys[0].(plan.ColumnRef); ok && len(op.Keys) == 1 && c.isPlainMatch(key, op.Match[0]) {
		return c.among(from, key.Column, op.Match[0].(plan.ColumnRef), left, 1)
	}
	l, err := c.link(from, op)
	if l == nil || !l.Unique && op.Kind != plan.SemiJoin || err != nil {
		return nil, err
	}
	return c.partnered(from, op, l, by, left)
}

// isPlainMatch reports whether a key and what it is compared with are columns that have the same numbers, as
// they are stored.
func (c *compiler) isPlainMatch(key plan.ColumnRef, match plan.Expr) bool {
	m, ok := match.(plan.ColumnRef)
	return ok && c.Where.SameNumbers(key, m) && columnOf(c.net, key).Ref == nil && columnOf(c.net, m).Ref == nil
}

// isReference reports whether a column is a foreign key that refers to another column.
func (c *compiler) isReference(match plan.Expr, to plan.ColumnRef) bool {
	m, ok := match.(plan.ColumnRef)
	if !ok {
		return false
	}
	ref := columnOf(c.net, m).Ref
	return ref != nil && ref.Table == c.net.Tables[to.Table].Table && ref.Column == to.Column
}

func columnOf(n *plan.Pipeline, r plan.ColumnRef) *plan.Column {
	return &n.Tables[r.Table].Table.Columns[r.Column]
}

// among gives the rows of a table whose column has one of the numbers that another table's has in some rows, or
// refers to these rows; nil where these are more than a share of those between its bounds.
func (c *compiler) among(table, column int, of plan.ColumnRef, rows *operators.BitSet, most float64) (*operators.BitSet, error) {
	t := c.net.Tables[table].Table
	numbers, err := c.askedFor(&t.Columns[column], of, rows)
	if err != nil {
		return nil, err
	}
	s := sets.Values{In: numbers}
	if restrict.Share(&t.Columns[column], s) > most {
		return nil, nil
	}
	return index.Among(c.ctx, t, column, s.Stored(&t.Columns[column]))
}

// askedFor gives the stored numbers of a column that stand for what another table's has in some rows, nil for
// all: of a foreign key these rows.
func (c *compiler) askedFor(column *plan.Column, of plan.ColumnRef, rows *operators.BitSet) (sets.Ranges, error) {
	if column.Ref != nil && rows != nil {
		return sets.OfBits(rows.Bits, 0), nil
	}
	return c.numbersIn(c.net.Tables[of.Table].Table, of.Column, rows)
}
