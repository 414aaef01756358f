package compile

import (
	"errors"
	"slices"
	"strings"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// conjunct turns a conjunct over streamed and keyed tables into a set; false when the
// body has to compute it.
func (c *compiler) conjunct(e plan.Expr) (bool, error) {
	places := exprs.Places(e, c.places[:0])
	c.places = places
	if !c.onStream(places) {
		return false, c.imply(e)
	}
	if len(places) == 0 {
		v, err := plan.Eval(e, nil)
		c.never = c.never || err == nil && !v.True()
		return err == nil, nil
	}
	if len(places) == 1 {
		return c.restrictColumn(places[0], e)
	}
	return c.restrictSeveral(slices.Clone(places), e)
}

// restrictColumn notes a conjunct over one column.
func (c *compiler) restrictColumn(p exprs.Place, e plan.Expr) (bool, error) {
	t, ok := c.truthOf(p, e)
	if !ok {
		return false, nil
	}
	s := &c.tables[p.Table]
	for i := range s.values {
		if s.values[i].column == p.Column {
			s.values[i].set = s.values[i].set.Intersect(t.Yes)
			return true, nil
		}
	}
	s.values = append(s.values, columnValues{column: p.Column, set: t.Yes})
	return true, nil
}

// truthOf is the truth of a predicate over the values of a column; of a foreign key
// column, over the key's values.
func (c *compiler) truthOf(p exprs.Place, e plan.Expr) (truth.Verdict, bool) {
	column := c.valueColumn(p)
	if column.Type.Float() {
		return truth.Verdict{}, false
	}
	prober := truth.NewProber(c.ctx, column)
	if column.Unsorted == nil && (column.Dict == nil || column.Dict.Len() <= truth.SmallDomain) {
		return prober.Truth(e)
	}
	return c.keptTruth(p, prober, e)
}

// keptTruth is the truth of a predicate of a column of many texts, which is kept: it may
// take an evaluation for each of them.
func (c *compiler) keptTruth(p exprs.Place, prober truth.Prober, e plan.Expr) (truth.Verdict, bool) {
	table, ordinal := c.valuePlace(p)
	var text strings.Builder
	exprs.WriteKey(&text, e)
	key := index.Key{Table: table, Kind: index.KeptTruth, Column: ordinal, Text: text.String()}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		t, ok := prober.Truth(e)
		if !ok {
			return nil, 0, errNoSet
		}
		return t, int64(len(t.Yes.In)+len(t.No.In))*16 + int64(len(key.Text)) + 128, nil
	})
	if err != nil {
		return truth.Verdict{}, false
	}
	return v.(truth.Verdict), true
}

// errNoSet says that a predicate has no form as a set.
var errNoSet = errors.New("the predicate has no form as a set of values")

// valuePlace gives the table and the column that hold the values of a place: of a foreign
// key, those of the referenced key.
func (c *compiler) valuePlace(p exprs.Place) (*plan.Table, int) {
	table, ordinal := c.tables[p.Table].ref.Table, p.Column
	for table.Columns[ordinal].Ref != nil {
		ref := table.Columns[ordinal].Ref
		table, ordinal = ref.Table, ref.Column
	}
	return table, ordinal
}

// column describes the column of a place.
func (c *compiler) column(p exprs.Place) *plan.Column {
	return &c.tables[p.Table].ref.Table.Columns[p.Column]
}

// valueColumn describes the column that holds the values of a place: the referenced
// key of a foreign key, else the column itself.
func (c *compiler) valueColumn(p exprs.Place) *plan.Column {
	column := c.column(p)
	for column.Ref != nil {
		column = &column.Ref.Table.Columns[column.Ref.Column]
	}
	return column
}

// numbersOf translates values of a column to its numbers: of a foreign key, to row
// numbers of the referenced table.
func (c *compiler) numbersOf(column *plan.Column, s sets.Values) (sets.Values, error) {
	if column.Ref == nil {
		return s, nil
	}
	of := &column.Ref.Table.Columns[column.Ref.Column]
	inner, err := c.numbersOf(of, sets.Values{In: s.In})
	if err != nil {
		return sets.Values{}, err
	}
	rows, err := c.cache.Rows(c.ctx, column.Ref.Table, column.Ref.Column, inner)
	return sets.Values{In: rows, Null: s.Null}, err
}

// via gives the column of a table through which a place is reached.
func (c *compiler) via(table int, p exprs.Place) int {
	for p.Table != table {
		from := c.tables[p.Table].from
		p = exprs.Place{Table: from.Table, Column: from.Column}
	}
	return p.Column
}

// restrictSeveral notes a conjunct over several columns: as rows of the table where
// their ways meet, or as a clause of streamed columns.
func (c *compiler) restrictSeveral(places []exprs.Place, e plan.Expr) (bool, error) {
	at, column := c.meet(places)
	if at != c.net.Root {
		rows, ok, err := c.rowsWhere(at, e, true)
		if ok {
			c.tables[at].rows = c.tables[at].rows.Intersect(rows)
		}
		return ok, err
	}
	if column >= 0 {
		s, ok, err := c.numbersWhere(exprs.Place{Table: at, Column: column}, e, true)
		if ok {
			c.restrictStream(column, s, 0)
		}
		return ok, err
	}
	alternatives, ok, err := c.alternatives(e, true, nil)
	if ok {
		c.anyOf = append(c.anyOf, alternatives)
	} else if err == nil {
		err = c.imply(e)
	}
	return ok, err
}

// restrictRows evaluates a conjunct over one keyed table, of which no set of a column's
// values can be made, for the rows of the table; false where it is about others, too.
func (c *compiler) restrictRows(e plan.Expr) (bool, error) {
	places := exprs.Places(e, nil)
	if len(places) == 0 || !exprs.IsAbout(places[0].Table, e) || c.tables[places[0].Table].reach != keyed {
		return false, nil
	}
	passing, err := c.passing(places[0].Table, e)
	if passing == nil {
		return false, err
	}
	t := &c.tables[places[0].Table]
	t.rows = t.rows.Intersect(sets.OfBits(passing.Bits, 0))
	return true, nil
}

// meet gives the deepest table through which all places are reached; if that is the
// streamed one, and they share its column, the column, else -1.
func (c *compiler) meet(places []exprs.Place) (table, column int) {
	table = c.net.Root
	for {
		column = c.via(table, places[0])
		for _, p := range places[1:] {
			if c.via(table, p) != column {
				return table, -1
			}
		}
		next := c.next(table, column, places)
		if next < 0 {
			return table, column
		}
		table = next
	}
}

// next gives the keyed table that all places are reached through, after the table's
// foreign key column; -1 if there is none.
func (c *compiler) next(table, column int, places []exprs.Place) int {
	next := -1
	for _, p := range places {
		for p.Table != table {
			from := c.tables[p.Table].from
			if from.Table == table {
				break
			}
			p = exprs.Place{Table: from.Table, Column: from.Column}
		}
		if p.Table == table || next >= 0 && p.Table != next {
			return -1
		}
		next = p.Table
	}
	return next
}

// restrictStream intersects the numbers that filters leave of a streamed column.
// share, if not 0, estimates the rows that have them.
func (c *compiler) restrictStream(column int, s sets.Values, share float64) {
	for i := range c.stream {
		if v := &c.stream[i]; v.column == column {
			v.set = v.set.Intersect(s)
			if share > 0 && (v.share == 0 || share < v.share) {
				v.share = share
			}
			return
		}
	}
	c.stream = append(c.stream, columnValues{column: column, set: s, share: share})
}

// rowsWhere gives the rows of a keyed table where a predicate over it, and over keyed
// tables reached through it, is true (or false). The rows of a NULL foreign key do
// not matter: the inner join drops them.
func (c *compiler) rowsWhere(table int, e plan.Expr, want bool) (sets.Ranges, bool, error) {
	places := exprs.Places(e, nil)
	t := c.tables[table].ref.Table
	if len(places) == 0 {
		v, err := plan.Eval(e, nil)
		if err != nil || v.IsNull() || v.True() != want {
			return nil, err == nil, nil
		}
		return sets.Span(0, int64(t.Rows)-1), true, nil
	}
	column := c.via(table, places[0])
	if c.sameWay(table, column, places) {
		s, ok, err := c.numbersWhere(exprs.Place{Table: table, Column: column}, e, want)
		if !ok {
			return nil, false, err
		}
		rows, err := c.cache.Rows(c.ctx, t, column, s)
		return rows, err == nil, err
	}
	s, ok, err := connected(e, want, func(e plan.Expr, want bool) (sets.Values, bool, error) {
		rows, ok, err := c.rowsWhere(table, e, want)
		return sets.Values{In: rows}, ok, err
	})
	return s.In, ok, err
}

func (c *compiler) sameWay(table, column int, places []exprs.Place) bool {
	for _, p := range places {
		if c.via(table, p) != column {
			return false
		}
	}
	return true
}

// numbersWhere gives the numbers of a column for which a predicate, whose places are
// all reached through the column, is true (or false).
func (c *compiler) numbersWhere(p exprs.Place, e plan.Expr, want bool) (sets.Values, bool, error) {
	places := exprs.Places(e, nil)
	if len(places) == 0 {
		places = append(places, p)
	}
	if len(places) == 1 && places[0] == p {
		t, ok := c.truthOf(p, e)
		if !ok {
			return sets.Values{}, false, nil
		}
		s, err := c.numbersOf(c.column(p), t.Want(want))
		return s, err == nil, err
	}
	if next := c.next(p.Table, p.Column, places); next >= 0 {
		rows, ok, err := c.rowsWhere(next, e, want)
		if !ok {
			return sets.Values{}, false, err
		}
		s, err := c.leadTo(next, rows)
		return s, err == nil, err
	}
	return connected(e, want, func(e plan.Expr, want bool) (sets.Values, bool, error) {
		return c.numbersWhere(p, e, want)
	})
}

// connected takes AND, OR and NOT apart: the set where the whole is true (or false)
// is made of the sets of the parts.
func connected(e plan.Expr, want bool, part func(plan.Expr, bool) (sets.Values, bool, error)) (sets.Values, bool, error) {
	call, ok := e.(plan.Call)
	if !ok || call.Op != plan.And && call.Op != plan.Or && call.Op != plan.Not {
		return sets.Values{}, false, nil
	}
	if call.Op == plan.Not {
		return part(call.Args[0], !want)
	}
	var out sets.Values
	for i, a := range call.Args {
		s, ok, err := part(a, want)
		switch {
		case !ok:
			return sets.Values{}, false, err
		case i == 0:
			out = s
		case (call.Op == plan.And) == want:
			out = out.Intersect(s)
		default:
			out = out.Union(s)
		}
	}
	return out, true, nil
}

// alternatives takes a disjunction apart whose disjuncts are each about one streamed
// column.
func (c *compiler) alternatives(e plan.Expr, want bool, into []alternative) ([]alternative, bool, error) {
	places := exprs.Places(e, nil)
	column := -1
	if len(places) > 0 {
		column = c.via(c.net.Root, places[0])
	}
	if column >= 0 && c.sameWay(c.net.Root, column, places) {
		s, ok, err := c.numbersWhere(exprs.Place{Table: c.net.Root, Column: column}, e, want)
		return append(into, alternative{column: column, set: s}), ok, err
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
