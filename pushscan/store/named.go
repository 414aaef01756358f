package store

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/pushscan/store/manifest"
)

// A folder can be opened so that its own tables are of a database with a name. They then have the
// name wherever they are known, as those of the folder's other databases have theirs: it comes to
// them where the files are read, and goes where these are written. So a folder has the same files
// under any name, and no other code knows of it.

// emptyRoster is the roster of a folder without tables.
func (c *Catalog) emptyRoster() *roster {
	r := &roster{Format: manifest.Format}
	if c.opts.Database != "" {
		r.Databases = []string{c.opts.Database}
	}
	return r
}

// named is how a table, a query or a function is known that files call so; r has its name already.
func (c *Catalog) named(r *roster, name string) string {
	if c.opts.Database == "" {
		return name
	}
	others := slices.DeleteFunc(slices.Clone(r.Databases), func(d string) bool { return d == c.opts.Database })
	if of, _ := Split(name, others); of != "" {
		return name
	}
	return Join(c.opts.Database, name)
}

// written is the opposite of named.
func (c *Catalog) written(name string) string {
	if c.opts.Database == "" {
		return name
	}
	return strings.TrimPrefix(name, c.opts.Database+".")
}

// nameRoster names what is in a roster that has been read.
func (c *Catalog) nameRoster(r *roster) error {
	own := c.opts.Database
	if own == "" {
		return nil
	}
	if slices.Contains(r.Databases, own) {
		return fmt.Errorf("it has a database %s of its own: open it by another name", own)
	}
	for i, t := range r.Tables {
		r.Tables[i].Name = c.named(r, t.Name)
	}
	for _, q := range r.Queries {
		q.Name = c.named(r, q.Name)
	}
	for _, f := range r.Functions {
		f.Name = c.named(r, f.Name)
	}
	r.Databases = append(r.Databases, own)
	slices.Sort(r.Databases)
	return nil
}

// writtenRoster is a roster as catalog.json has it, in its oldest format.
func (c *Catalog) writtenRoster(r *roster) *roster {
	out := *r
	if own := c.opts.Database; own != "" {
		out.Tables, out.Queries, out.Functions = slices.Clone(r.Tables), slices.Clone(r.Queries), slices.Clone(r.Functions)
		for i, t := range out.Tables {
			out.Tables[i].Name = c.written(t.Name)
		}
		for i, q := range out.Queries {
			q := *q
			q.Name = c.written(q.Name)
			out.Queries[i] = &q
		}
		for i, f := range out.Functions {
			f := *f
			f.Name = c.written(f.Name)
			out.Functions[i] = &f
		}
		out.Databases = slices.DeleteFunc(slices.Clone(r.Databases), func(d string) bool { return d == own })
	}
	out.Format = out.format()
	return &out
}

// nameManifest names what is in a manifest that has been read. Its checksums stay bound to what
// they were.
func (c *Catalog) nameManifest(r *roster, m *manifest.Manifest) {
	if c.opts.Database == "" {
		return
	}
	m.Bound, m.Table = m.BoundTo(), c.named(r, m.Table)
	for i, f := range m.Foreign {
		m.Foreign[i].Table = c.named(r, f.Table)
	}
}

// writtenManifest is a manifest as its file has it.
func (c *Catalog) writtenManifest(m *manifest.Manifest) *manifest.Manifest {
	if c.opts.Database == "" {
		return m
	}
	out := m.Clone()
	out.Table, out.Foreign = c.written(m.Table), slices.Clone(m.Foreign)
	for i, f := range out.Foreign {
		out.Foreign[i].Table = c.written(f.Table)
	}
	if out.Bound == out.Table {
		out.Bound = ""
	}
	out.Format = out.OldestFormat()
	return out
}
