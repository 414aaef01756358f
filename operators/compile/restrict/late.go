package restrict

import (
	"slices"
	"strings"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// A predicate that makes something of a text is a set of codes when it was asked of all texts of the
// column. Where other conditions leave few rows, the body asks it of the texts that these have.

const partOfTexts = 2 // what part of the texts is worth asking one by one

// Late puts the conjuncts behind others that are asked of many texts: what the others leave of the rows is
// known then.
func (c *Conditions) Late(conjuncts []plan.Expr) []plan.Expr {
	rank := func(e plan.Expr) int {
		if places := exprs.Places(e, nil); len(places) == 1 && c.asksMany(places[0], e) {
			return 1
		}
		return 0
	}
	out := slices.Clone(conjuncts)
	slices.SortStableFunc(out, func(a, b plan.Expr) int { return rank(a) - rank(b) })
	return out
}

// asksMany reports whether a predicate makes something of each of many texts of a streamed column.
func (c *Conditions) asksMany(p exprs.Place, e plan.Expr) bool {
	column := c.Column(p)
	return p.Table == c.root && column.Type.Kind == plan.String && column.Dict != nil && exprs.Makes(e) && plan.TakesLong(e, column.Dict.Len())
}

// leaves reports whether a predicate of a column is left to the body, which asks it of the texts of few rows.
func (c *Conditions) leaves(p exprs.Place, e plan.Expr) bool {
	if !c.asksMany(p, e) {
		return false
	}
	var text strings.Builder
	exprs.WriteKey(&text, e)
	table, ordinal := c.ValuePlace(p)
	return c.expected()*partOfTexts < float64(c.Column(p).Dict.Len()) &&
		!c.cache.Has(index.Key{Table: table, Kind: index.KeptTruth, Column: ordinal, Text: text.String()})
}

// expected is how many rows of the stream are expected to pass the conditions so far.
func (c *Conditions) expected() float64 {
	root := &c.tables[c.root]
	rows := float64(root.Ref.Table.Rows)
	of := func(column int, s sets.Values) { rows *= Share(&root.Ref.Table.Columns[column], s) }
	for _, v := range root.values {
		if root.Ref.Table.Columns[v.Column].Ref == nil {
			of(v.Column, v.Set)
		}
	}
	for _, v := range c.Stream {
		of(v.Column, v.Set)
	}
	return rows
}
