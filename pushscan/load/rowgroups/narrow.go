package rowgroups

import (
	"gsdms/plan"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/parquet"
)

// mostNarrow is how large a number is at most that a part may say for its column to be read as numbers of
// 64 bits: between two such lies one, too.
const mostNarrow = 1 << 62

// isNarrow reports whether the numbers of a column of keys are said to have 64 bits in all parts, as those of a
// DECIMAL(38) mostly have. Then they are read as such, and what is larger is no value of the column.
func (p *Parts) isNarrow(column int) bool { return p.narrow[column]() }

func (p *Parts) findNarrow(column int) bool {
	for i := range p.groups {
		g := &p.groups[i]
		c := g.column(column)
		if c == nil || !c.ofDecimalBytes() {
			return false
		}
		low, high, _, ok := g.file.Bounds(g.group, c.target.Field)
		if !ok || low <= high && (low < -mostNarrow || high > mostNarrow) {
			return false
		}
	}
	return true
}

// ofDecimalBytes reports whether a field has decimals in bytes, of as many digits behind the point as the
// column.
func (c *reader) ofDecimalBytes() bool {
	f := c.field
	return c.target.Kind == plan.Decimal && f.Logical == parquet.Decimal && f.Physical == parquet.FixedBytes && f.Scale == c.target.Scale
}

// saysBounds reports whether what a part says of the values of a field holds for those of the column.
func (p *Parts) saysBounds(column int, c *reader) bool {
	if c.target.Keyed {
		return p.isNarrow(column)
	}
	return c.ofDecimalBytes() || c.values == nil && !c.target.Coded()
}

// target is what a field is read into.
func (p *Parts) target(column int, c *reader) layout.Target {
	t := c.target
	t.Keyed = t.Keyed && !p.isNarrow(column)
	return t
}
