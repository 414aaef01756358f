package roster

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gsdms/pushscan/store/manifest"
)

// Change is what leads from a roster to the next one. NewChange makes one of nothing.
type Change struct {
	Put       map[string]Entry     // tables that come, or have another manifest
	Drop      map[string]bool      // tables that go
	Queries   map[string]*Query    // nil: goes
	Functions map[string]*Function // by the name as it is written; nil: goes
	Databases map[string]bool      // those that come, and those that go
}

// NewChange makes a change of nothing.
func NewChange() Change {
	return Change{map[string]Entry{}, map[string]bool{}, map[string]*Query{}, map[string]*Function{}, map[string]bool{}}
}

// Empty says that it leads to what there was.
func (c *Change) Empty() bool {
	return len(c.Put)+len(c.Drop)+len(c.Queries)+len(c.Functions)+len(c.Databases) == 0
}

// TakeAway has the table, the query and the function of a name go.
func (c *Change) TakeAway(from *Roster, name string) {
	if from.Find(name) >= 0 {
		c.Drop[name] = true
	}
	if from.Query(name) != nil {
		c.Queries[name] = nil
	}
	if f := from.Function(name); f != nil {
		c.Functions[f.Name] = nil
	}
}

// Apply gives the roster that a change leads to, which has no log yet. What the change has nothing
// of is shared with the one before.
func (c *Change) Apply(from *Roster, version uint64) *Roster {
	next := &Roster{Format: manifest.Format, Version: version}
	for _, t := range from.Tables {
		if _, replaced := c.Put[t.Name]; !replaced && !c.Drop[t.Name] {
			next.Tables = append(next.Tables, t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Put)) {
		next.Tables = append(next.Tables, c.Put[name])
	}
	next.Queries = changed(from.Queries, c.Queries, func(q *Query) string { return q.Name })
	slices.SortFunc(next.Queries, func(a, b *Query) int { return cmp.Compare(a.Name, b.Name) })
	next.Functions = changed(from.Functions, c.Functions, func(f *Function) string { return f.Name })
	slices.SortFunc(next.Functions, ByName)
	next.Databases = c.databases(from)
	return next
}

// changed lists those of before that a change has nothing of, and what comes.
func changed[T any](before []*T, change map[string]*T, name func(*T) string) (out []*T) {
	for _, x := range before {
		if _, is := change[name(x)]; !is {
			out = append(out, x)
		}
	}
	for _, x := range change {
		if x != nil {
			out = append(out, x)
		}
	}
	return out
}

// ByName orders functions by their names, which are the same in any case.
func ByName(a, b *Function) int {
	return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
}

func (c *Change) databases(from *Roster) (out []string) {
	for _, name := range from.Databases {
		if stays, is := c.Databases[name]; stays || !is {
			out = append(out, name)
		}
	}
	for name, stays := range c.Databases {
		if stays && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
