package memory

import (
	"weak"

	"gsdms/cuda/narrow"
	"gsdms/operators"
	"gsdms/plan"
)

// Missing is what has to be brought to the device: how many things, of how many bytes in all.
type Missing struct{ Pieces, Bytes int64 }

func (m *Missing) add(bytes int64) {
	if bytes > 0 {
		m.Pieces++
		m.Bytes += bytes
	}
}

// Missing is what a program reads of so many rows that is not on the device: what will stay
// there when it is brought once, and what each run of the program brings anew, because it is
// gone with the query or does not fit.
func (m *Manager) Missing(p *operators.Program, rows float64) (once, each Missing) {
	total := 0.0
	for _, c := range p.Columns {
		total += rows * float64(narrow.Width(p.Table, c.Ordinal))
	}
	columns := &once
	if p.Table.Passing || total > float64(m.columns.limit) {
		columns = &each
	}
	for _, c := range p.Columns {
		columns.add(int64(rows)*int64(narrow.Width(p.Table, c.Ordinal)) - m.columns.resident(p.Table, c.Ordinal))
	}
	own := &once
	if p.Passing {
		own = &each
	}
	u := m.uploads
	for _, a := range p.Arrays {
		own.add(lacks(u, a, 0, len(a.Data)))
	}
	for _, s := range p.Bits {
		own.add(lacks(u, s, 0, 8*len(s.Bits)))
	}
	for _, x := range p.Indexes {
		of := &once
		if x.Table.Passing {
			of = &each
		}
		of.add(lacks(u, x, 0, 4*len(x.Heads)))
		of.add(lacks(u, x, 1, 4*len(x.Next)))
	}
	return once, each
}

// Holds reports whether as many rows of a column of a chunk as its segments have are on the device.
func (m *Manager) Holds(ref operators.ChunkRef, ordinal int) bool {
	return m.columns.arrived(ref, ordinal) >= int64(ref.Needed(nil))*int64(narrow.Width(ref.Table, ordinal))
}

// arrived is how many bytes of a column of a chunk are on the device.
func (c *columnCache) arrived(ref operators.ChunkRef, ordinal int) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.regions[regionKey{weak.Make(ref.Table), ordinal, ref.Row, ref.Rows}]
	if r == nil {
		return 0
	}
	return r.arrived.Load()
}

// resident is how many bytes of a table's column are on the device.
func (c *columnCache) resident(t *plan.Table, ordinal int) (bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	table := weak.Make(t)
	for key, r := range c.regions {
		if key.ordinal == ordinal && key.table == table {
			bytes += r.arrived.Load()
		}
	}
	return bytes
}

// lacks is the bytes of one of the data of an object that upload would bring.
func lacks[T any](u *uploads, of *T, which, bytes int) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, is := u.at[uploadKey{weak.Make(of), which}]; is {
		return 0
	}
	return int64(bytes)
}
