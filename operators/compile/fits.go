package compile

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/fits"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/plan"
)

const (
	mostFitted = 1 << 25 // how many pairs of a text and a pattern are looked at
	textsOfRow = 4       // how many texts there are at most for each row that is expected
)

// fitting joins the table of a probe that comes first, by a condition of it or of a filter behind it. It
// gives what is left of the operators; false where there is no such condition, or it is not worth it.
func (c *compiler) fitting(ops []plan.Operator) (rest []plan.Operator, done bool, err error) {
	op, ok := ops[0].(plan.HashProbe)
	if !ok || len(op.Keys) > 0 {
		return nil, false, nil
	}
	rest = ops[1:]
	f, op, ok := c.fitWithin(op)
	for i := 0; i < len(rest) && !ok && op.Kind == plan.InnerJoin; i++ {
		if filter, isFilter := rest[i].(plan.Filter); isFilter {
			if f, ok = c.fitOf(op.Table, filter.Pred); ok {
				rest = slices.Delete(slices.Clone(rest), i, i+1)
			}
		}
	}
	if !ok {
		return nil, false, nil
	}
	if op.Band != nil {
		var left []plan.Operator
		op, left = bandOfPairs(op, op.Band)
		rest = append(left, rest...)
	}
	done, err = c.fitProbe(op, f)
	return rest, done, err
}

// fitWithin takes such a condition out of those that a probe has for pairs.
func (c *compiler) fitWithin(op plan.HashProbe) (fits.Condition, plan.HashProbe, bool) {
	if op.On == nil {
		return fits.Condition{}, op, false
	}
	all := plan.Conjuncts(op.On)
	for i, e := range all {
		if f, ok := c.fitOf(op.Table, e); ok {
			op.On = plan.Combine(plan.And, slices.Delete(slices.Clone(all), i, i+1))
			return f, op, true
		}
	}
	return fits.Condition{}, op, false
}

// fitOf takes a condition for one that says which rows of a table fit a text.
func (c *compiler) fitOf(table int, e plan.Expr) (f fits.Condition, ok bool) {
	if !fits.Is(e) {
		return fits.Condition{}, false
	}
	own, texts := 0, 0
	plan.Visit(e, func(x plan.Expr) bool {
		switch r, isColumn := x.(plan.ColumnRef); {
		case !isColumn:
			if call, ok := x.(plan.Call); ok && (call.Op == plan.Rand || call.Native != nil) {
				texts = -1 << 16
			}
		case r.Table == table:
			if own++; c.tables[table].Ref.Table.Columns[r.Column].Ref != nil {
				texts = -1 << 16
			}
		case texts == 0 || f.Text.Table != r.Table || f.Text.Column != r.Column:
			f.Text = r
			texts++
		}
		return true
	})
	return fits.Condition{Of: e, Text: f.Text}, own > 0 && texts == 1 && c.isThere(f.Text)
}

// isThere reports whether a column of texts with a dictionary is one of rows that are joined.
func (c *compiler) isThere(r plan.ColumnRef) bool {
	t := &c.tables[r.Table]
	column := c.Where.ValueColumn(exprs.Place{Table: r.Table, Column: r.Column})
	return (r.Table == c.net.Root || t.Row >= 0 || t.Reach == restrict.Keyed) && t.Mark < 0 &&
		column.Type.Kind == plan.String && column.Dict != nil && column.Unsorted == nil && column.Dict.Len() > 0
}

// fitProbe joins the rows that fit a text; false where these are looked for pair by pair.
func (c *compiler) fitProbe(op plan.HashProbe, f fits.Condition) (bool, error) {
	t := &c.tables[op.Table]
	text := c.Where.ValueColumn(exprs.Place{Table: f.Text.Table, Column: f.Text.Column})
	key := c.fitKey(t, f)
	if !c.cache.Has(key) && !c.worthFitting(t, f, text.Dict.Len()) {
		return false, nil
	}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		o, err := f.Rows(c.ctx, c.cache, *text, t.Ref.Table, t.passing)
		if err != nil {
			return nil, 0, err
		}
		return o, o.Bytes() + int64(len(key.Text)) + 256, nil
	})
	if err != nil {
		return false, err
	}
	o := v.(*index.Order)
	if o.Starts == nil {
		return false, nil
	}
	code, err := c.Value(f.Text)
	if err != nil {
		return false, err
	}
	place := operators.Reg{Lo: 0, Hi: int64(o.Len)}
	from, to := c.Lookup(o.Starts, code, place), c.Lookup(o.Starts, c.Plus(code, c.Number(1)), place)
	return true, c.spanned(op, t.Ref.Table.Name+" by "+f.Of.String(), o, max(1, t.Ref.Table.Rows), from, to)
}

// fitKey names what fits the texts of a column.
func (c *compiler) fitKey(t *source, f fits.Condition) index.Key {
	own := plan.Replace(f.Of, func(x plan.Expr) plan.Expr {
		if r, ok := x.(plan.ColumnRef); ok && f.IsText(r.Table, r.Column) {
			return plan.Slot{Of: r.Type()}
		}
		return nil
	})
	return index.Key{
		Table: c.tables[f.Text.Table].Ref.Table, With: t.Ref.Table, Kind: index.KeptFits, Column: f.Text.Column, Text: exprs.PredicateKey(own) + "|" + t.where,
	}
}

// worthFitting reports whether to look for all texts, rather than for those of the rows that are
// expected, is worth it.
func (c *compiler) worthFitting(t *source, f fits.Condition, texts int) bool {
	rows := t.Ref.Table.Rows
	if t.passing != nil {
		rows = index.Members(t.passing)
	}
	return min(rows, f.Different(t.Ref.Table)) <= mostFitted/texts && c.Prog.Estimate().Sink*textsOfRow >= float64(texts)
}
