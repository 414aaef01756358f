package roster

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/pushscan/store/manifest"
)

// Mount is the name of the database that a folder's own tables are of, "" for the one without a
// name. With a name they have it wherever they are known, as those of the folder's other databases
// have theirs: it comes to them where the files are read, and goes where these are written. So a
// folder has the same files under any name, and no other code knows of it.
type Mount string

// Empty is the roster of a folder without tables.
func (m Mount) Empty() *Roster {
	r := &Roster{Format: manifest.Format}
	if m != "" {
		r.Databases = []string{string(m)}
	}
	return r
}

// Named is how a table, a query or a function is known that files call so; r has its name already.
func (m Mount) Named(r *Roster, name string) string {
	if m == "" {
		return name
	}
	others := slices.DeleteFunc(slices.Clone(r.Databases), func(d string) bool { return d == string(m) })
	if of, _ := Split(name, others); of != "" {
		return name
	}
	return Join(string(m), name)
}

// Written is the opposite of Named.
func (m Mount) Written(name string) string {
	if m == "" {
		return name
	}
	return strings.TrimPrefix(name, string(m)+".")
}

// Name names what is in a roster that has been read. It fails where the folder has a database of
// the name.
func (m Mount) Name(r *Roster) error {
	if m == "" {
		return nil
	}
	if slices.Contains(r.Databases, string(m)) {
		return fmt.Errorf("it has a database %s of its own: open it by another name", m)
	}
	for i, t := range r.Tables {
		r.Tables[i].Name = m.Named(r, t.Name)
	}
	for _, q := range r.Queries {
		q.Name = m.Named(r, q.Name)
	}
	for _, f := range r.Functions {
		f.Name = m.Named(r, f.Name)
	}
	r.Databases = append(r.Databases, string(m))
	slices.Sort(r.Databases)
	return nil
}

// WrittenRoster is a roster as catalog.json has it, in its oldest format.
func (m Mount) WrittenRoster(r *Roster) *Roster {
	out := *r
	if m != "" {
		out.Tables, out.Queries, out.Functions = slices.Clone(r.Tables), slices.Clone(r.Queries), slices.Clone(r.Functions)
		for i, t := range out.Tables {
			out.Tables[i].Name = m.Written(t.Name)
		}
		for i, q := range out.Queries {
			q := *q
			q.Name = m.Written(q.Name)
			out.Queries[i] = &q
		}
		for i, f := range out.Functions {
			f := *f
			f.Name = m.Written(f.Name)
			out.Functions[i] = &f
		}
		out.Databases = slices.DeleteFunc(slices.Clone(r.Databases), func(d string) bool { return d == string(m) })
	}
	out.Format = out.format()
	return &out
}

// NameManifest names what is in a manifest that has been read. Its checksums stay bound to what
// they were.
func (m Mount) NameManifest(r *Roster, of *manifest.Manifest) {
	if m == "" {
		return
	}
	of.Bound, of.Table = of.BoundTo(), m.Named(r, of.Table)
	for i, f := range of.Foreign {
		of.Foreign[i].Table = m.Named(r, f.Table)
	}
	for i, f := range of.References {
		of.References[i].Table = m.Named(r, f.Table)
	}
}

// WrittenManifest is a manifest as its file has it.
func (m Mount) WrittenManifest(of *manifest.Manifest) *manifest.Manifest {
	if m == "" {
		return of
	}
	out := of.Clone()
	out.Table, out.Foreign = m.Written(of.Table), slices.Clone(of.Foreign)
	out.References = slices.Clone(of.References)
	for i, f := range out.References {
		out.References[i].Table = m.Written(f.Table)
	}
	for i, f := range out.Foreign {
		out.Foreign[i].Table = m.Written(f.Table)
	}
	if out.Bound == out.Table {
		out.Bound = ""
	}
	out.Format = out.OldestFormat()
	return out
}
