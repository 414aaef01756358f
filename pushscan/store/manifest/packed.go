package manifest

import (
	"fmt"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
)

// A column's file begins with the segments that are packed, one behind another; the other rows are
// behind them as their form has them, so that more can be appended.

// PackedRows is how many of the column's rows are packed, from the first one on.
func (c *Column) PackedRows() int { return len(c.Packed) * plan.SegmentRows }

// Begin is where packed segment s begins in the column's file; of the one behind the last one it
// is where the other rows begin.
func (c *Column) Begin(s int) (at int) {
	for _, size := range c.Packed[:s] {
		at += size
	}
	return at
}

// Place is where a row that is not packed lies in the column's file.
func (c *Column) Place(row int) int {
	return c.Begin(len(c.Packed)) + (row-c.PackedRows())*c.Width
}

// CheckPacked checks what a column of the table says of packed segments.
func (m *Manifest) CheckPacked(c *Column) error {
	if len(c.Packed) == 0 {
		return nil
	}
	if c.Float || c.PackedRows() > m.Rows || c.File == nil || !c.File.Grows {
		return fmt.Errorf("%d packed segments for %d rows", len(c.Packed), m.Rows)
	}
	for s, size := range c.Packed {
		if size < coding.LeastPacked(c.Width) || size > coding.MostPacked(c.Width) || size%64 != 0 {
			return fmt.Errorf("packed segment %d of %d bytes", s, size)
		}
	}
	return nil
}
