package files

import (
	"context"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/load"
)

// Told gives the columns that the files of a name have, without any row: with the types that a query
// begins to read them with, or ended with if all rows are kept. Files that are in the sample whole
// are read, since that costs nothing more and tells how their columns are stored.
func (f *Cache) Told(ctx context.Context, name string) (*plan.Table, error) {
	stamps, err := load.Match(name, f.roots)
	if err != nil {
		return nil, err
	}
	if load.InSample(stamps) {
		return f.Table(ctx, name, func(string) (Use, bool) { return Ordered, true })
	}
	of := f.known(name, stamps)
	if of == nil {
		if of, err = f.describe(ctx, stamps); err != nil {
			return nil, explained(err)
		}
	}
	return &plan.Table{Name: name, Columns: of.columns, Omitted: of.omitted}, nil
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
