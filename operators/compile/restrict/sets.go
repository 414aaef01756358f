package restrict

import (
	"errors"
	"strings"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// TruthOf is the truth of a predicate over the values of a column; of a foreign key
// column, over the key's values.
func (c *Conditions) TruthOf(p exprs.Place, e plan.Expr) (truth.Verdict, bool) {
	column := c.ValueColumn(p)
	if column.Type.Float() {
		return truth.Verdict{}, false
	}
	if column.Unsorted == nil && (column.Dict == nil || column.Dict.Len() <= truth.SmallDomain) {
		var lost fault.Told
		t, ok := truth.NewProber(fault.Telling(c.ctx, &lost), column).Truth(e)
		if ok || c.steps(p) == 0 {
			c.Tell(p, e, lost.All())
			return t, ok
		}
	}
	return c.keptTruth(p, column, e)
}

// rowsPerStep is how many rows a table has for each value of a part of a column that a predicate is asked
// of before they are read: to compute it of a row takes less than of a value.
const rowsPerStep = 32

// steps is of how many values of a part of a column predicates may be asked.
func (c *Conditions) steps(p exprs.Place) int {
	table, _ := c.ValuePlace(p)
	return table.Rows / rowsPerStep
}

// keptTruth is the truth of a predicate of a column of many texts or numbers, which is kept: it may
// take an evaluation for each of them, or for each step. What values lose is told whether or not it was kept.
func (c *Conditions) keptTruth(p exprs.Place, column *plan.Column, e plan.Expr) (truth.Verdict, bool) {
	table, ordinal := c.ValuePlace(p)
	var text strings.Builder
	exprs.WriteKey(&text, e)
	key := index.Key{Table: table, Kind: index.KeptTruth, Column: ordinal, Text: text.String()}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		var lost fault.Told
		t, ok := truth.NewProber(fault.Telling(c.ctx, &lost), column).InSteps(c.steps(p)).Truth(e)
		if !ok {
			return nil, 0, errNoSet
		}
		t.Lost = lost.All()
		return t, int64(len(t.Yes.In)+len(t.No.In))*16 + int64(len(key.Text)) + 128, nil
	})
	if err != nil {
		return truth.Verdict{}, false
	}
	t := v.(truth.Verdict)
	c.Tell(p, e, t.Lost)
	return t, true
}

// errNoSet says that a predicate has no form as a set.
var errNoSet = errors.New("the predicate has no form as a set of values")

// NumbersOf translates values of a column to its numbers: of a foreign key, to row
// numbers of the referenced table.
func (c *Conditions) NumbersOf(column *plan.Column, s sets.Values) (sets.Values, error) {
	if column.Ref == nil {
		return s, nil
	}
	of := &column.Ref.Table.Columns[column.Ref.Column]
	inner, err := c.NumbersOf(of, sets.Values{In: s.In})
	if err != nil {
		return sets.Values{}, err
	}
	rows, err := c.cache.Rows(c.ctx, column.Ref.Table, column.Ref.Column, inner)
	return sets.Values{In: rows, Null: s.Null}, err
}

// rowsWhere gives the rows of a keyed table where a predicate over it, and over keyed
// tables reached through it, is true (or false). The rows of a NULL foreign key do
// not matter: the inner join drops them.
func (c *Conditions) rowsWhere(table int, e plan.Expr, want bool) (sets.Ranges, bool, error) {
	places := exprs.Places(e, nil)
	t := c.tables[table].Ref.Table
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

// numbersWhere gives the numbers of a column for which a predicate, whose places are
// all reached through the column, is true (or false).
func (c *Conditions) numbersWhere(p exprs.Place, e plan.Expr, want bool) (sets.Values, bool, error) {
	places := exprs.Places(e, nil)
	if len(places) == 0 {
		places = append(places, p)
	}
	if len(places) == 1 && places[0] == p {
		t, ok := c.TruthOf(p, e)
		if !ok {
			return sets.Values{}, false, nil
		}
		s, err := c.NumbersOf(c.Column(p), t.Want(want))
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
