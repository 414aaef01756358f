package compile

import (
	"context"
	"fmt"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/compile/rows"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// passing gives the rows of a table of the network for which a predicate over its columns
// alone is true; nil where that cannot be said before rows meet: the predicate is not
// supported, or fails for a row that may have no partner. It is kept in the cache.
func (c *compiler) passing(table int, e plan.Expr) (*operators.BitSet, error) {
	return c.passingAmong(table, e, nil, "")
}

// passingOf is passing of those rows of a table that are left of it: where they are few, and the rows for
// which the predicate is true are not known, these alone are looked at.
func (c *compiler) passingOf(table int, e plan.Expr) (*operators.BitSet, error) {
	t := &c.tables[table]
	key := index.Key{Table: t.Ref.Table, Kind: index.KeptPassing, Column: -1, Text: exprs.PredicateKey(e)}
	if t.passing == nil || c.cache.Has(key) {
		rows, err := c.passing(table, e)
		if rows == nil || err != nil {
			return nil, err
		}
		return index.Common(rows, t.passing), nil
	}
	return c.passingAmong(table, e, t.passing, t.where)
}

// passingAmong is passing of the rows of a set, nil for all, that a text tells from others.
func (c *compiler) passingAmong(table int, e plan.Expr, in *operators.BitSet, of string) (*operators.BitSet, error) {
	t := c.net.Tables[table].Table
	key := index.Key{Table: t, Kind: index.KeptPassing, Column: -1, Text: exprs.PredicateKey(e) + of}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		var lost fault.Told
		set, err := c.rowsWhere(fault.Telling(c.ctx, &lost), table, e, in)
		if err != nil {
			return nil, 0, err
		}
		return passed{set, lost.All()}, int64(len(set.Bits))*8 + int64(len(key.Text)) + 96, nil
	})
	if isHopeless(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("rows of %s where %s: %w", t.Name, e, err)
	}
	p := v.(passed)
	fault.TellsTo(c.ctx).Add(p.lost...)
	return p.rows, nil
}

// rowsWhere gives the rows of a set, nil for all, for which a predicate over their table is true. Conjuncts that
// say which values a column has are asked first, and the others of the rows that these leave.
func (c *compiler) rowsWhere(ctx context.Context, table int, e plan.Expr, in *operators.BitSet) (*operators.BitSet, error) {
	rest := plan.Conjuncts(e)
	if in == nil {
		var err error
		if in, rest, err = c.valued(table, rest); err != nil || in != nil && len(rest) == 0 {
			return in, err
		}
	}
	p, cond, err := c.predicate(ctx, table, plan.Combine(plan.And, rest))
	if err != nil {
		return nil, err
	}
	if in == nil || index.Members(in) > p.Table.Rows/leftOfFound {
		all, err := rows.Where(c.ctx, c.cache, p, cond)
		if err != nil {
			return nil, err
		}
		return index.Common(all, in), nil
	}
	of, err := index.Choose(c.ctx, p.Table, in)
	if err != nil {
		return nil, err
	}
	return rows.WhereOf(c.ctx, p, cond, of)
}

// valued gives the rows of a stored table that have the values which conjuncts say of single columns, nil for all,
// and the other conjuncts. Segments whose bounds have none of the values are not read.
func (c *compiler) valued(table int, conjuncts []plan.Expr) (in *operators.BitSet, rest []plan.Expr, err error) {
	t := c.net.Tables[table].Table
	if t.Passing {
		return nil, conjuncts, nil
	}
	var columns []int
	left := make([]sets.Values, len(t.Columns))
	for _, e := range conjuncts {
		s, column, ok := c.valuesWhere(table, e)
		switch {
		case !ok:
			rest = append(rest, e)
		case slices.Contains(columns, column):
			left[column] = left[column].Intersect(s)
		default:
			columns, left[column] = append(columns, column), s
		}
	}
	for _, column := range columns {
		some, err := index.Among(c.ctx, t, column, left[column].Stored(&t.Columns[column]))
		if err != nil {
			return nil, nil, err
		}
		in = index.Common(in, some)
	}
	return in, rest, nil
}

// valuesWhere gives the numbers of a column of a table that make a predicate true; false where that cannot be
// said, would take long, or has something to tell.
func (c *compiler) valuesWhere(table int, e plan.Expr) (s sets.Values, column int, ok bool) {
	places := exprs.Places(e, nil)
	if len(places) != 1 || places[0].Table != table {
		return s, 0, false
	}
	of := c.Where.Column(places[0])
	if of.Ref != nil || of.Storage.Float || of.Unsorted != nil || of.Dict != nil && of.Dict.Len() > truth.SmallDomain {
		return s, 0, false
	}
	var lost fault.Told
	t, ok := truth.NewProber(fault.Telling(c.ctx, &lost), of).Truth(e)
	return t.Yes, places[0].Column, ok && len(lost.All()) == 0
}

// passed is the rows for which a predicate is true, and what values lost in it.
type passed struct {
	rows *operators.BitSet
	lost []fault.Warning
}

// restrictRows evaluates a conjunct over one keyed table, of which no set of a column's
// values can be made, for the rows of the table; false where it is about others, too.
func (c *compiler) restrictRows(e plan.Expr) (bool, error) {
	places := exprs.Places(e, nil)
	if len(places) == 0 || !exprs.IsAbout(places[0].Table, e) || c.tables[places[0].Table].Reach != restrict.Keyed {
		return false, nil
	}
	passing, err := c.passing(places[0].Table, e)
	if passing == nil {
		return false, err
	}
	t := &c.tables[places[0].Table]
	t.Rows = t.Rows.Intersect(sets.OfBits(passing.Bits, 0))
	return true, nil
}

// predicate compiles a predicate over one table to a body without a sink, and gives the
// register of its truth.
func (c *compiler) predicate(ctx context.Context, table int, e plan.Expr) (*operators.Program, int, error) {
	s := newCompiler(ctx, &plan.Pipeline{Text: c.net.Text, Tables: c.net.Tables, Root: table}, c.cache)
	o, err := s.Expr(e)
	if err != nil {
		return nil, 0, err
	}
	s.Tell()
	cond := s.Boolean(o.Reg, e.Type())
	s.Done()
	return s.Prog, cond, nil
}
