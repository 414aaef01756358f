package layout

import (
	"fmt"
	"slices"
	"strconv"

	"gsdms/plan"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/store/ingest"
)

// constant fills a column that no field goes to.
type constant struct {
	column int
	text   []byte
	null   bool
	absent bool // a formula computes it
}

// fill repeats a constant that was checked when the layout was made.
func (m constant) fill(c *columns.Column, rows int) {
	switch {
	case rows == 0:
	case m.null:
		c.SetNull(0)
	default:
		c.SetText(0, m.text)
	}
	c.Repeat(rows)
	if m.absent {
		c.Absent = slices.Repeat([]bool{true}, rows)
	}
}

// fillMissing finds what goes into the columns that no field goes to.
func (l *Layout) fillMissing(used []bool) error {
	for ordinal, c := range l.Table.Columns {
		if used[ordinal] {
			continue
		}
		if c.Default == nil && !c.Nullable {
			return fmt.Errorf("no field goes to column %s of table %s, which is NOT NULL and has no default",
				c.Name, l.Table.Name)
		}
		m := constant{column: ordinal, null: c.Default == nil || c.Default.IsNull(), absent: c.Computed()}
		if !m.null {
			m.text = defaultText(*c.Default)
		}
		col := columns.New(c)
		col.Begin(1)
		if m.null && !col.SetNull(0) || !m.null && !col.SetText(0, m.text) {
			return fmt.Errorf("default %q of column %s: expected %s", m.text, c.Name, col.Wanted())
		}
		l.missing = append(l.missing, m)
	}
	return nil
}

// defaultText spells a declared default as a field of a file.
func defaultText(v plan.Value) []byte {
	switch v.Kind {
	case plan.Double:
		return strconv.AppendFloat(nil, v.Float, 'g', -1, 64)
	case plan.String:
		return []byte(v.Text)
	case plan.Decimal:
		return []byte(v.Dec.Text('f'))
	case plan.Unsigned, plan.Date, plan.DateTime, plan.Time:
		return []byte(v.String())
	}
	return strconv.AppendInt(nil, v.Int, 10)
}

// Fill fills the first rows of those columns of the table that no field goes to.
func (l *Layout) Fill(table []*columns.Column, rows int) {
	for _, m := range l.missing {
		m.fill(table[m.column], rows)
	}
}

// Complete gives a batch the columns that no field goes to.
func (l *Layout) Complete(b *ingest.Batch) {
	for _, m := range l.missing {
		b.Columns[m.column], _ = l.Constant(m.column, b.Rows)
	}
}

// Constant gives so many rows of a column that no field goes to; false: one does.
func (l *Layout) Constant(ordinal, rows int) (ingest.Column, bool) {
	for _, m := range l.missing {
		if m.column == ordinal {
			c := columns.New(l.Table.Columns[ordinal])
			c.Begin(rows)
			m.fill(c, rows)
			return c.End(rows), true
		}
	}
	return ingest.Column{}, false
}
