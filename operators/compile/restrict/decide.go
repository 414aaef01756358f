package restrict

import (
	"slices"

	"gsdms/operators/compile/exprs"
	"gsdms/plan"
)

// Decided says of every key whether those before it that are not decided decide it.
func (c *Conditions) Decided(keys []plan.Expr) []bool {
	out := make([]bool, len(keys))
	known := map[exprs.Place]bool{}
	for i, e := range keys {
		if ref, ok := e.(plan.ColumnRef); ok {
			p := exprs.Place{Table: ref.Table, Column: ref.Column}
			if out[i] = c.decides(known, p); !out[i] {
				known[p] = true
			}
		}
	}
	return out
}

// decides reports whether columns with one value leave another one value.
func (c *Conditions) decides(known map[exprs.Place]bool, p exprs.Place) bool {
	t := &c.tables[p.Table]
	if known[p] || c.decidesRow(known, p.Table) {
		return true
	}
	return t.Reach == Keyed && p.Column == t.Found && c.decides(known, exprs.Place{Table: t.From.Table, Column: t.From.Column})
}

// decidesRow reports whether columns with one value leave one row of a table: they are its
// primary key, or find it.
func (c *Conditions) decidesRow(known map[exprs.Place]bool, table int) bool {
	t := &c.tables[table]
	if t.Reach != Streamed && t.Reach != Keyed {
		return false
	}
	primary := t.Ref.Table.PrimaryKey
	if len(primary) > 0 && !slices.ContainsFunc(primary, func(column int) bool { return !known[exprs.Place{Table: table, Column: column}] }) {
		return true
	}
	return t.Reach == Keyed && (known[exprs.Place{Table: table, Column: t.Found}] || c.decides(known, exprs.Place{Table: t.From.Table, Column: t.From.Column}))
}
