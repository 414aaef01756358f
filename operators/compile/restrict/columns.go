package restrict

import (
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/plan"
)

// IsWide reports whether an expression is a column of codes of numbers.
func (c *Conditions) IsWide(e plan.Expr) bool {
	ref, ok := e.(plan.ColumnRef)
	return ok && c.ValueColumn(exprs.Place{Table: ref.Table, Column: ref.Column}).Wide()
}

// FindsByNumber reports whether key number i of a probe is a column that is streamed, or
// found from such a one, of the same numbers as the match column, which are dense. Of several keys only a
// primary one is tried, since the others can be looked at by building an index only.
func (c *Conditions) FindsByNumber(op plan.HashProbe, i int) bool {
	from := op.Keys[i].(plan.ColumnRef)
	match, ok := op.Match[i].(plan.ColumnRef)
	if !ok {
		return false
	}
	t := c.tables[op.Table].Ref.Table
	primary := len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == match.Column
	if len(op.Keys) > 1 && !primary || !c.OnStream([]exprs.Place{{Table: from.Table, Column: from.Column}}) {
		return false
	}
	column := c.Column(exprs.Place{Table: from.Table, Column: from.Column})
	if column.Storage.Float || column.Min <= column.Max && !fitsBits(column.Storage.Store(column.Max), t.Rows) {
		return false
	}
	if c.IsWide(from) || c.IsWide(match) {
		return false
	}
	a := c.ValueColumn(exprs.Place{Table: from.Table, Column: from.Column}).Type
	b := c.ValueColumn(exprs.Place{Table: op.Table, Column: match.Column}).Type
	if !c.IsDense(exprs.Place{Table: op.Table, Column: match.Column}) {
		return false
	}
	times := a.Kind == b.Kind && a.Kind.Temporal()
	numbers := !a.Kind.Temporal() && !b.Kind.Temporal()
	numbers = numbers && (a.Kind == plan.Unsigned) == (b.Kind == plan.Unsigned)
	return (times || numbers) && a.Scale == b.Scale && !a.Float() && !b.Float() && a.Kind != plan.String && b.Kind != plan.String
}

// IsDense reports whether the bounds of a column's values are near enough for a direct
// index of the whole table.
func (c *Conditions) IsDense(p exprs.Place) bool {
	column, rows := c.ValueColumn(p), c.tables[p.Table].Ref.Table.Rows
	span := uint64(column.Max) - uint64(column.Min)
	return !column.Storage.Float && column.Min <= column.Max && span < uint64(max(index.DensePlaces, index.PlacesPerRow*rows))
}

// ValuePlace gives the table and the column that hold the values of a place: of a foreign
// key, those of the referenced key.
func (c *Conditions) ValuePlace(p exprs.Place) (*plan.Table, int) {
	table, ordinal := c.tables[p.Table].Ref.Table, p.Column
	for table.Columns[ordinal].Ref != nil {
		ref := table.Columns[ordinal].Ref
		table, ordinal = ref.Table, ref.Column
	}
	return table, ordinal
}

// Column describes the column of a place.
func (c *Conditions) Column(p exprs.Place) *plan.Column {
	return &c.tables[p.Table].Ref.Table.Columns[p.Column]
}

// ValueColumn describes the column that holds the values of a place: the referenced
// key of a foreign key, else the column itself.
func (c *Conditions) ValueColumn(p exprs.Place) *plan.Column {
	column := c.Column(p)
	for column.Ref != nil {
		column = &column.Ref.Table.Columns[column.Ref.Column]
	}
	return column
}

// ByNumber reports whether values of a column are in the order of its numbers: those of a
// foreign key are, where the rows that it refers to ascend.
func (c *Conditions) ByNumber(column *plan.Column) (bool, error) {
	if column.Storage.Float || column.Type.Kind == plan.String {
		return false, nil
	}
	if column.Ref == nil {
		return true, nil
	}
	to := &column.Ref.Table.Columns[column.Ref.Column]
	if to.Ref != nil || to.Type.Kind == plan.String {
		return false, nil
	}
	v, err := c.cache.View(c.ctx, column.Ref.Table, column.Ref.Column)
	if err != nil {
		return false, err
	}
	return v.Rises, nil
}

// SameNumbers reports whether equal values of two columns have equal numbers.
func (c *Conditions) SameNumbers(from, match plan.ColumnRef) bool {
	if c.IsWide(from) || c.IsWide(match) {
		return false
	}
	a, b := c.ValueColumn(exprs.Place{Table: from.Table, Column: from.Column}).Type, c.ValueColumn(exprs.Place{Table: match.Table, Column: match.Column}).Type
	whole := func(k plan.Kind) bool { return k == plan.Int || k == plan.Decimal || k == plan.Bool }
	times := a.Kind == b.Kind && a.Kind.Temporal()
	times = times || a.Kind == plan.Unsigned && b.Kind == plan.Unsigned
	return (times || whole(a.Kind) && whole(b.Kind)) && a.Scale == b.Scale
}
