package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Rename gives tables other names, all or none: to has the new name of each old one. Foreign
// keys follow. It fails with ErrExists where a table or a query that stays has a new name.
func (c *Catalog) Rename(ctx context.Context, to map[string]string) error {
	names := slices.Sorted(maps.Keys(to))
	return c.run(ctx, "rename table", strings.Join(names, ", "), func(e *edit) error {
		for _, name := range names {
			if err := e.checkRename(name, to); err != nil {
				return err
			}
		}
		for _, name := range names {
			e.rename(name, to[name])
		}
		for _, name := range slices.Sorted(maps.Keys(e.from.versions)) {
			if err := e.follow(ctx, name, to); err != nil {
				return err
			}
		}
		return nil
	})
}

func (e *edit) checkRename(name string, to map[string]string) error {
	if _, err := e.from.find(name); err != nil {
		return err
	}
	if err := e.from.roster.CheckName("table", to[name]); err != nil {
		return err
	}
	if _, goes := to[to[name]]; !goes && e.from.roster.Find(to[name]) >= 0 || e.from.roster.Query(to[name]) != nil {
		return fmt.Errorf("%s: %w", to[name], ErrExists)
	}
	_, err := e.from.references(name, nil) // fails where that cannot be told
	return err
}

// follow puts a table that has another name, or a foreign key to one that has.
func (e *edit) follow(ctx context.Context, name string, to map[string]string) error {
	v := e.from.versions[name].version
	if v == nil {
		return nil
	}
	next := v.Manifest.Clone()
	changed := next.Refollow(to)
	if now, ok := to[name]; ok {
		next.Table, next.Bound, changed = now, v.Manifest.BoundTo(), true
	}
	if !changed {
		return nil
	}
	return e.table(ctx, next)
}
