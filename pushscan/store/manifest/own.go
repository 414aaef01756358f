package manifest

import (
	"fmt"
	"math"
	"slices"

	"gsdms/plan"
)

// Numbered is the ordinal of the column that numbers its rows, or -1.
func (m *Manifest) Numbered() int {
	return slices.IndexFunc(m.Columns, func(c Column) bool { return c.Own.Has(plan.Numbered) })
}

// NextOf is what column i gives the next row: more than it has given, or got.
func (m *Manifest) NextOf(i int) uint64 {
	next := max(m.NextNumber, 1)
	c := &m.Columns[i]
	if most := NumberValue(c.Type.Plan(), c.Max); c.Min <= c.Max && most >= next && most < math.MaxUint64 {
		next = most + 1
	}
	return next
}

// NumberValue is what a number of a column that numbers its rows stands for, 0 for one below.
func NumberValue(t plan.Type, n int64) uint64 {
	if t.Kind == plan.Unsigned {
		return uint64(n) ^ 1<<63
	}
	return uint64(max(n, 0))
}

// CheckOwn checks which values columns make themselves.
func (m *Manifest) CheckOwn() error {
	for i := range m.Columns {
		c := &m.Columns[i]
		if err := c.checkFormula(); err != nil {
			return err
		}
		kind, _ := c.Type.ParseKind()
		switch numbers := c.Own.Has(plan.Numbered); {
		case numbers && m.Numbered() != i:
			return fmt.Errorf("column %q: a table has one column that numbers its rows", c.Name)
		case numbers && (kind != plan.Int && kind != plan.Unsigned || m.ForeignOf(i) != nil || c.Default != nil):
			return fmt.Errorf("column %q: integers number rows, without a DEFAULT and no foreign key", c.Name)
		case c.Own.Has(plan.UpdatesToNow) && kind != plan.DateTime:
			return fmt.Errorf("column %q: CURRENT_TIMESTAMP is of DATETIME and TIMESTAMP", c.Name)
		case c.Own.Has(plan.DefaultsToNow) && kind != plan.DateTime && kind != plan.Date:
			return fmt.Errorf("column %q: CURRENT_TIMESTAMP is of DATETIME and TIMESTAMP, and CURRENT_DATE of DATE", c.Name)
		}
	}
	return nil
}

// checkFormula checks that a column has one of the kinds that are known, beside no other value of its own.
func (c *Column) checkFormula() error {
	f := c.Formula
	if f == nil {
		return nil
	}
	known := f.Kind == plan.ByDefault || (f.Kind == plan.Virtual || f.Kind == plan.Kept) && c.Default == nil
	if !known || f.Text == "" || c.Own.Has(plan.Numbered) || c.Own.Has(plan.DefaultsToNow) {
		return fmt.Errorf("column %q: its formula %q is not one that is known (%q), or not alone", c.Name, f.Text, f.Kind)
	}
	return nil
}
