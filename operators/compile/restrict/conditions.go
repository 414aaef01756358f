package restrict

import (
	"context"
	"slices"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Conditions is what the predicates of a query leave of the tables that it reads.
type Conditions struct {
	ctx    context.Context
	cache  *index.Cache
	root   int // the streamed table
	tables []Table
	places []exprs.Place // scratch

	Stream []ColumnValues // per streamed column: the STORED-form numbers (row numbers of a foreign key) that filters leave
	AnyOf  [][]Alternative
	Zones  [][]Alternative // that hold of rows which the body leaves, doubles as their ranks
	Never  bool            // a constant predicate is false
}

// New begins without a condition on the tables of a pipeline, of which one is streamed.
func New(ctx context.Context, tables []*plan.TableRef, root int, cache *index.Cache) *Conditions {
	c := &Conditions{ctx: ctx, cache: cache, root: root, tables: make([]Table, len(tables))}
	for i, t := range tables {
		c.tables[i].Ref = t
	}
	c.tables[root].Reach = Streamed
	return c
}

// Table gives what is known of a table, for those who join it.
func (c *Conditions) Table(i int) *Table { return &c.tables[i] }

// Reach says how a table of the network is reached from the streamed table.
type Reach uint8

const (
	Unreached Reach = iota
	Streamed        // the root
	Keyed           // over inner key probes only, or inner hash probes of direct, unique indexes: each streamed row has at most one row of it
	Bodied          // by an outer or hash probe, or from a table that is
)

// Table is a table of the network: how it is reached, and what predicates leave of it.
type Table struct {
	Ref   *plan.TableRef
	Reach Reach
	From  plan.ColumnRef // keyed, or bodied by a key probe: the foreign key
	Found int            // keyed: the table's column that has the same value
	By    *index.Join    // keyed by values: finds the row of from's value; nil where from holds row numbers

	// For keyed tables: the rows of the table, and by column the values that were asked for.
	Rows   sets.Ranges
	values []ColumnValues
}

// ColumnValues is the set of values that predicates leave of a column.
type ColumnValues struct {
	Column int
	Set    sets.Values
	Share  float64 // of the rows that are estimated to have them; 0: as the numbers are spread
}

// Alternative is one disjunct of a clause over several streamed columns.
type Alternative struct {
	Column int
	Set    sets.Values
}

// Conjunct turns a conjunct over streamed and keyed tables into a set; false when the
// body has to compute it.
func (c *Conditions) Conjunct(e plan.Expr) (bool, error) {
	ok, err := c.conjunct(e)
	if !ok && err == nil {
		err = c.ruleOut(e)
	}
	return ok, err
}

func (c *Conditions) conjunct(e plan.Expr) (bool, error) {
	places := exprs.Places(e, c.places[:0])
	c.places = places
	if !c.OnStream(places) {
		return false, c.imply(e)
	}
	if len(places) == 0 {
		v, err := plan.Eval(e, nil)
		c.Never = c.Never || err == nil && !v.True()
		return err == nil, nil
	}
	if len(places) == 1 {
		return c.restrictColumn(places[0], e)
	}
	return c.restrictSeveral(slices.Clone(places), e)
}

// restrictColumn notes a conjunct over one column.
func (c *Conditions) restrictColumn(p exprs.Place, e plan.Expr) (bool, error) {
	if c.leaves(p, e) {
		return false, nil
	}
	t, ok := c.TruthOf(p, e)
	if !ok || p.Table == c.root && c.isTorn(p.Column, t.Yes) {
		return false, nil
	}
	if left := c.left(p); left != nil {
		left.Set = left.Set.Intersect(t.Yes)
		return true, nil
	}
	s := &c.tables[p.Table]
	s.values = append(s.values, ColumnValues{Column: p.Column, Set: t.Yes})
	return true, nil
}

// restrictSeveral notes a conjunct over several columns: as rows of the table where
// their ways meet, or as a clause of streamed columns.
func (c *Conditions) restrictSeveral(places []exprs.Place, e plan.Expr) (bool, error) {
	at, column := c.meet(places)
	if at != c.root {
		rows, ok, err := c.rowsWhere(at, e, true)
		if ok {
			c.tables[at].Rows = c.tables[at].Rows.Intersect(rows)
		}
		return ok, err
	}
	if column >= 0 {
		s, ok, err := c.numbersWhere(exprs.Place{Table: at, Column: column}, e, true)
		if ok {
			c.RestrictStream(column, s, 0)
		}
		return ok, err
	}
	alternatives, ok, err := c.alternatives(e, true, nil)
	if ok = ok && !slices.ContainsFunc(alternatives, c.isScattered); ok {
		c.AnyOf = append(c.AnyOf, alternatives)
	} else if err == nil {
		err = c.imply(e)
	}
	return ok, err
}

// isScattered reports whether numbers of a streamed column lie so far apart that the body looks
// them up.
func (c *Conditions) isScattered(a Alternative) bool {
	return Scattered(a.Set, &c.tables[c.root].Ref.Table.Columns[a.Column])
}

// RestrictStream intersects the numbers that filters leave of a streamed column.
// share, if not 0, estimates the rows that have them.
func (c *Conditions) RestrictStream(column int, s sets.Values, share float64) {
	for i := range c.Stream {
		if v := &c.Stream[i]; v.Column == column {
			v.Set = v.Set.Intersect(s)
			if share > 0 && (v.Share == 0 || share < v.Share) {
				v.Share = share
			}
			return
		}
	}
	c.Stream = append(c.Stream, ColumnValues{Column: column, Set: s, Share: share})
}

// alternatives takes a disjunction apart whose disjuncts are each about one streamed
// column.
func (c *Conditions) alternatives(e plan.Expr, want bool, into []Alternative) ([]Alternative, bool, error) {
	places := exprs.Places(e, nil)
	column := -1
	if len(places) > 0 {
		column = c.via(c.root, places[0])
	}
	if column >= 0 && c.sameWay(c.root, column, places) {
		s, ok, err := c.numbersWhere(exprs.Place{Table: c.root, Column: column}, e, want)
		return append(into, Alternative{Column: column, Set: s}), ok, err
	}
	call, ok := e.(plan.Call)
	if ok && call.Op == plan.Not {
		return c.alternatives(call.Args[0], !want, into)
	}
	if !ok || want && call.Op != plan.Or || !want && call.Op != plan.And {
		return nil, false, nil
	}
	for _, a := range call.Args {
		var err error
		if into, ok, err = c.alternatives(a, want, into); !ok {
			return nil, false, err
		}
	}
	return into, true, nil
}

// share estimates how many of the rows that find the table by values find a row that is
// not ruled out; 0 where it is found by row number.
func (s *Table) share() float64 {
	if s.By == nil {
		return 0
	}
	return max(s.Rows.Count()/float64(max(s.Ref.Table.Rows, 1)), 1e-6)
}

// isWhole reports whether no row of the table is ruled out.
func (s *Table) isWhole() bool { return s.Rows.Covers(sets.Span(0, int64(s.Ref.Table.Rows)-1)) }
