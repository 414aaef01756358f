package compile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/rows"
	"gsdms/operators/index"
	"gsdms/plan"
)

// link says which row of another stored table each row of a stored one has as its first partner by
// some keys. To look for it takes as long as all else that a query does with the row, and what is
// found depends on none of the query's conditions.
type link struct {
	*index.Link
	of *plan.Table // the partners'
}

// manyLinked is how many rows for each that may be a partner are linked before a second query asks
// for it: an index of the partners takes as long as the link of about as many rows.
const manyLinked = 4

// fewLinked is how many rows for each that can still be a partner are linked before a second query
// asks for it: to look them all up among few takes a quarter of the time.
const fewLinked = 16

// linkedProbe joins a table by a link, if it can: where keys are of the streamed row alone, and there
// is one partner or it only counts whether there is one. Conditions on the partner alone are a set
// of its rows. Few streamed rows look their partners up among those that they can have.
func (c *compiler) linkedProbe(op plan.HashProbe) (bool, error) {
	if op.On != nil || c.tables[op.Table].asked || !c.isLinkable(op) || op.Kind == plan.InnerJoin && c.comesAgain(op) {
		return false, nil
	}
	if !c.cache.Again(c.linkKey(c.net.Root, op)) && !c.linksAtOnce(op) {
		return false, nil
	}
	l, err := c.link(c.net.Root, op)
	if err != nil || l == nil || op.Kind == plan.InnerJoin && !l.Unique {
		return false, err
	}
	if op.Kind == plan.InnerJoin {
		c.linkedRow(&c.tables[op.Table], l)
		return true, nil
	}
	rows, err := c.partnered(c.net.Root, op, l, c.tables[op.Table].where, c.tables[op.Table].passing)
	if err != nil || rows == nil {
		return false, err
	}
	c.TestIn(rows, c.RowNumber())
	return true, nil
}

// comesAgain reports whether a sample of the rows of a joined table has a key twice: an inner join finds
// several rows by it then.
func (c *compiler) comesAgain(op plan.HashProbe) bool {
	match, ok := op.Match[0].(plan.ColumnRef)
	if !ok || len(op.Match) > 1 {
		return false
	}
	return c.repeats(c.net.Tables[op.Table].Table, match.Column)
}

// fewAsking is one in how many streamed rows asks for its partner where all are linked before a second query
// asks: to link one takes as long as to look a few up in an index.
const fewAsking = 4

// linksAtOnce reports whether the first query that asks for a link makes it. Where conditions leave few
// partners, or few rows that ask for theirs, it is for others, and for this one when it is planned anew.
func (c *compiler) linksAtOnce(op plan.HashProbe) bool {
	t, rows := &c.tables[op.Table], c.Prog.Table.Rows
	if rows > manyLinked*t.Ref.Table.Rows {
		return false
	}
	few := t.passing != nil && index.Members(t.passing) < rows/fewLinked || c.Prog.Estimate().Sink < float64(rows)/fewAsking
	c.provisional = c.provisional || few
	return !few
}

// isLinkable reports whether the partners of a probe's rows can be kept, and are worth it.
func (c *compiler) isLinkable(op plan.HashProbe) bool {
	root, of := c.net.Tables[c.net.Root].Table, c.net.Tables[op.Table].Table
	if root.Passing || of.Passing || !c.cache.Links(of) || op.Band != nil {
		return false
	}
	if op.Kind != plan.InnerJoin && op.Kind != plan.SemiJoin && op.Kind != plan.AntiJoin {
		return false
	}
	return keysAreOf(c.net.Root, op)
}

// keysAreOf reports whether the keys of a probe are of one table's rows alone.
func keysAreOf(table int, op plan.HashProbe) bool {
	return !slices.ContainsFunc(op.Keys, func(e plan.Expr) bool { return !exprs.IsAbout(table, e) })
}

// linkedRow goes on with the rows that have a partner, and gives the table its row.
func (c *compiler) linkedRow(t *source, l *link) {
	t.Row = c.Lookup(l.Array, c.RowNumber(), operators.Reg{Nullable: true, Lo: 0, Hi: int64(l.of.Rows) - 1})
	if t.passing != nil {
		c.TestIn(t.passing, t.Row)
		return
	}
	c.Emit(operators.Keep{Cond: c.Compute(operators.NotBool, 0, emit.Condition, c.IsNull(t.Row))})
}

// linkKey names the link of a table's rows by the keys of a probe.
func (c *compiler) linkKey(from int, op plan.HashProbe) index.Key {
	var b strings.Builder
	for i, k := range op.Keys {
		exprs.WritePredicate(&b, k)
		b.WriteByte('=')
		exprs.WritePredicate(&b, op.Match[i])
		b.WriteByte(' ')
	}
	return index.Key{
		Table: c.net.Tables[from].Table, With: c.net.Tables[op.Table].Table, Kind: index.KeptLink, Column: -1, Text: b.String(),
	}
}

// link gives the link of a table's rows by the keys of a probe, from the cache; nil where they cannot
// be computed for all rows, or memory has no room for it.
func (c *compiler) link(from int, op plan.HashProbe) (*link, error) {
	key := c.linkKey(from, op)
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		l, err := c.newLink(from, op)
		if isHopeless(err) || l == nil && err == nil {
			return (*link)(nil), int64(len(key.Text)) + 96, nil
		}
		if err != nil {
			return nil, 0, err
		}
		return l, int64(len(l.Array.Data)+len(key.Text)) + 128, nil
	})
	if errors.As(err, new(*operators.ShortError)) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("link %s to %s: %w", key.Table.Name, c.net.Tables[op.Table].Table.Name, err)
	}
	return v.(*link), nil
}

// newLink looks for the partner of each row of a table; nil where the keys make no number of 64 bits.
func (c *compiler) newLink(from int, op plan.HashProbe) (*link, error) {
	s := newCompiler(c.ctx, &plan.Pipeline{Text: c.net.Text, Tables: c.net.Tables, Root: from}, c.cache)
	var probe operators.Probe
	columns, err := s.probeKeys(&probe, op)
	if err != nil {
		return nil, err
	}
	table, of := s.Prog.Table, s.tables[op.Table].Ref.Table
	release, err := c.cache.Hold(c.ctx, index.LinkBytes(table.Rows, of.Rows)+madeBytes(of, columns)+rows.WideBytes*int64(table.Rows+of.Rows))
	if err != nil {
		return nil, err
	}
	defer release()
	packed, partners, err := s.packedKeys(of, columns)
	if packed == nil || !packed.Linkable() || err != nil {
		return nil, err
	}
	keys, err := s.keysOfRows(packed, probe.Keys)
	if err != nil {
		return nil, err
	}
	l, err := index.NewLink(c.ctx, of.Name+" by row", packed, keys, partners)
	if err != nil {
		return nil, err
	}
	return &link{l, of}, c.cache.Keep(c.ctx, table, l.Array)
}

// packedKeys gives the keys of all rows of a table as numbers; nil where they cannot be.
func (c *compiler) packedKeys(t *plan.Table, columns []keyColumn) (index.Packed, *operators.Array, error) {
	var keys []*operators.Array
	for _, k := range columns {
		a, err := c.keyArray(t, k)
		if err != nil {
			return nil, nil, err
		}
		keys = append(keys, a)
	}
	return index.PackAll(c.ctx, keys)
}

// keysOfRows gives the packed keys that registers hold for all rows of the streamed table.
func (c *compiler) keysOfRows(packed index.Packed, registers []int) (*operators.Array, error) {
	key := c.Pack(packed, registers)
	c.Done()
	out := packed.Empty(c.Prog.Table.Rows)
	return out, rows.Into(c.ctx, c.cache, c.Prog, key, out)
}

// partnered gives the rows of a table that have a partner by its keys in a probe, among those of a set
// that a predicate leaves, or of an anti join those that have none, from the cache; nil where that cannot
// be kept.
func (c *compiler) partnered(from int, op plan.HashProbe, l *link, where string, passing *operators.BitSet) (*operators.BitSet, error) {
	t := &c.tables[op.Table]
	same := (*index.Link)(nil)
	if passing != nil && !l.Unique {
		op.Keys = op.Match
		own, err := c.link(op.Table, op)
		if err != nil || own == nil {
			return nil, err
		}
		same = own.Link
	}
	key := c.linkKey(from, op)
	key.Kind, key.Text = index.KeptPartnered, fmt.Sprintf("%s %v %s", key.Text, op.Kind, where)
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		set, err := l.Partners(c.ctx, t.Ref.Table.Name, passing, same)
		if err != nil {
			return nil, 0, err
		}
		if op.Kind == plan.AntiJoin {
			complement(set)
		}
		return set, int64(len(set.Bits)*8+len(key.Text)) + 96, nil
	})
	if err != nil {
		return nil, fmt.Errorf("find the partners in %s: %w", t.Ref.Table.Name, err)
	}
	return v.(*operators.BitSet), nil
}

// complement turns a set into that of the other numbers.
func complement(s *operators.BitSet) {
	for i := range s.Bits {
		s.Bits[i] = ^s.Bits[i]
	}
	if rest := s.Len % 64; rest != 0 {
		s.Bits[len(s.Bits)-1] &= 1<<rest - 1
	}
}
