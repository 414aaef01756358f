package files

import (
	"context"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/load"
)

// Told gives the columns that the files of a name have, without any row: with the types that a query
// begins to read them with, or ended with if all rows are kept. Files that are in the sample whole
// are read, since that costs nothing more and tells how their columns are stored. The remarks are what
// the first was found to be, and what else is to be said of it.
func (f *Cache) Told(ctx context.Context, name string) (*plan.Table, error) {
	stamps, err := load.Match(name, f.roots)
	if err != nil {
		return nil, err
	}
	t := &plan.Table{Name: name}
	if load.InSample(stamps) {
		read, err := f.Table(ctx, name, Wanted{Use: func(string) (Use, bool) { return Ordered, true }})
		if err != nil {
			return nil, err
		}
		*t = *read
	}
	of := f.known(name, stamps)
	if of == nil {
		if of, err = f.describe(ctx, stamps); err != nil {
			return nil, explained(err)
		}
	}
	if t.Columns == nil {
		t.Columns = of.columns
	}
	t.Omitted, t.Remarks = of.omitted, of.said()
	return t, nil
}

// said is what the first file was found to be, and what is to be said of it.
func (d *described) said() []string {
	out := append([]string{d.found.Path + ": " + d.found.String()}, Remarks(d.found)...)
	for _, u := range d.found.Unclear {
		out = append(out, u.String())
	}
	return out
}

// known is what is known of files whose rows are kept; nil: nothing.
func (f *Cache) known(name string, stamps []load.Stamp) *described {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t := f.kept[kept{name: name}]; t != nil && t.isDone() && slices.Equal(t.stamps, stamps) {
		return t.of
	}
	return nil
}
