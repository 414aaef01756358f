package restrict

import (
	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/sets"
)

// StreamReg describes the register of a streamed column: its numbers are bounded by the predicates.
func (c *Conditions) StreamReg(ordinal int) operators.Reg {
	column := &c.tables[c.root].Ref.Table.Columns[ordinal]
	r := operators.Reg{Float: column.Storage.Float, Nullable: column.Storage.Nullable, Lo: column.Min, Hi: column.Max}
	for _, v := range c.Stream {
		if v.Column == ordinal {
			r.Nullable = r.Nullable && v.Set.Null
			r.Lo, r.Hi = tighten(r.Lo, r.Hi, v.Set.In)
		}
	}
	return r
}

// tighten intersects bounds with those of a set.
func tighten(lo, hi int64, s sets.Ranges) (int64, int64) {
	s = s.Intersect(sets.Span(lo, hi))
	return s.Bounds()
}

// Bounds describes the register of a column of a joined table: its numbers are bounded
// by the predicates on the column and by the rows that predicates leave of the table.
func (c *Conditions) Bounds(p exprs.Place) (operators.Reg, error) {
	s, column := &c.tables[p.Table], c.Column(p)
	r := operators.Reg{Float: column.Storage.Float, Nullable: column.Storage.Nullable, Lo: column.Min, Hi: column.Max}
	r.Nullable = r.Nullable && !c.joins(p)
	if s.Reach != Keyed || r.Float || s.isWhole() {
		return r, nil
	}
	if len(s.Rows) == 0 {
		return operators.Reg{Nullable: r.Nullable, Lo: 0, Hi: -1}, nil
	}
	for _, v := range s.values {
		if v.Column == p.Column && column.Ref == nil {
			r.Lo, r.Hi = tighten(r.Lo, r.Hi, v.Set.In)
			r.Nullable = r.Nullable && v.Set.Null
		}
	}
	v, err := c.cache.View(c.ctx, s.Ref.Table, p.Column)
	if err != nil {
		return r, err
	}
	if lo, hi, ok := v.Bounds(s.Rows); ok {
		r.Lo, r.Hi = max(r.Lo, lo), min(r.Hi, hi)
	}
	return r, nil
}

// joins reports whether an inner join by the column has dropped its NULLs.
func (c *Conditions) joins(p exprs.Place) bool {
	for i := range c.tables {
		from := c.tables[i].From
		if c.tables[i].Reach == Keyed && from.Table == p.Table && from.Column == p.Column {
			return true
		}
	}
	return false
}
