package store

import (
	"context"
	"path/filepath"
	"slices"

	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/columnfile"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/ordering"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// Optimize puts the rows of a table in hierarchy order, as a first load does, without those
// that are dead, and rewrites the foreign keys that point at them, and packs its dictionaries and
// columns, all in one change. Running readers keep what they have. A table that hierarchy order is of no use
// to, without dead rows and with nothing to pack, stays as it is.
func (c *Catalog) Optimize(ctx context.Context, name string) error {
	return c.run(ctx, "optimize table", name, func(e *edit) error {
		if _, err := e.from.find(name); err != nil {
			return err
		}
		by, err := e.from.references(name, nil)
		if err != nil {
			return err
		}
		old := e.from.versions[name].version
		live, err := old.Live(ctx)
		if err != nil {
			return err
		}
		next, permutation, err := ordered(ctx, old)
		if err != nil {
			return err
		}
		packs, err := e.pack(ctx, old, next)
		if err != nil {
			return err
		}
		worse, err := unsettled(ctx, old)
		if err != nil || !packs && !slices.Contains(worse, true) && live == nil && permutation == nil && slices.Equal(next.Order, old.Manifest.Order) {
			return err
		}
		if live != nil {
			permutation = live.Of(permutation)
		}
		if permutation == nil { // in order by chance; the numbers of the rows stay
			if err := e.settleColumns(ctx, old, next, worse); err != nil {
				return err
			}
			return e.table(ctx, next)
		}
		return e.rewriteRows(ctx, old, next, by, permutation)
	})
}

// unsettled says of each column whether rows that came one after another have left it in another form
// than it would have if they came now: with a tail behind its dictionary, or segments that are to be
// packed.
func unsettled(ctx context.Context, v *snapshot.Version) (worse []bool, err error) {
	worse, read := make([]bool, len(v.Manifest.Columns)), v.Readers()
	return worse, work.Each(len(worse), func(i int) (err error) {
		c := &v.Manifest.Columns[i]
		if worse[i] = c.Tail != nil; !worse[i] {
			worse[i], err = columnfile.PackingPays(ctx, c.Storage(), c.PackedRows(), v.Manifest.Rows, coding.Encoded(read[i], c.Storage(), v.Manifest.Rows))
		}
		return err
	})
}

// settleColumns writes some of the columns anew. Of a dictionary with a tail it makes one.
func (e *edit) settleColumns(ctx context.Context, old *snapshot.Version, next *manifest.Manifest, which []bool) error {
	read := old.Readers()
	for i, worse := range which {
		if !worse {
			continue
		}
		if err := e.rewriteColumn(ctx, old, next, i, e.files.Path(old.Folder, i, next.Columns[i].Name, "col"), e.mergedPath(next, i), read[i]); err != nil {
			return err
		}
	}
	return nil
}

// mergedPath is where a dictionary is written that has a tail, and is to have none; "" for others.
func (e *edit) mergedPath(next *manifest.Manifest, i int) string {
	if next.Columns[i].Tail == nil {
		return ""
	}
	return e.files.Path(filepath.Join(e.catalog.dir, e.folderName(next.Table)), i, next.Columns[i].Name, "dict")
}

// pack packs the dictionaries that an INSERT has left as they are, where that pays, and says
// whether there are any.
func (e *edit) pack(ctx context.Context, old *snapshot.Version, next *manifest.Manifest) (packs bool, err error) {
	for i := range next.Columns {
		c := &next.Columns[i]
		if c.Dict == nil || c.Dict.Plain != 0 || c.Tail != nil {
			continue
		}
		var file []byte
		err := old.Reading(i, c.Dict, func() (err error) {
			file, err = dictionary.Pack(ctx, old.Columns[i].Text.Data, c.Texts)
			return err
		})
		if err != nil {
			return false, err
		}
		if file == nil {
			continue
		}
		packs = true
		if err := e.files.Packed(ctx, next, i, e.files.Path(old.Folder, i, c.Name, "dict"), file, c.Texts, c.Dict.Size); err != nil {
			return false, err
		}
	}
	return packs, nil
}

// ordered finds the order for a table's rows; the manifest says which one it is.
func ordered(ctx context.Context, v *snapshot.Version) (next *manifest.Manifest, permutation []uint32, err error) {
	next = v.Manifest.Clone()
	if next.Rows == 0 || !next.Sortable() {
		return next, nil, nil
	}
	next.Order, permutation, err = ordering.Hierarchy(ctx, v.Manifest, v.Readers())
	return next, permutation, err
}

// rewriteRows writes the columns with some of the rows, those that permutation names, in its
// order; the dictionaries stay. The tables of by have foreign keys that follow the rows.
func (e *edit) rewriteRows(ctx context.Context, old *snapshot.Version, next *manifest.Manifest, by []string, permutation []uint32) error {
	if err := e.rewriteReferences(ctx, next.Table, by, ordering.Inverse(permutation, old.Manifest.Rows)); err != nil {
		return err
	}
	if next.Rows, next.Dead, next.DeadRows = len(permutation), nil, 0; next.Rows == 0 {
		return e.table(ctx, next.WithoutRows())
	}
	paths, dicts := make([]string, len(next.Columns)), make([]string, len(next.Columns))
	for i := range paths {
		paths[i], dicts[i] = e.files.Path(old.Folder, i, next.Columns[i].Name, "col"), e.mergedPath(next, i)
	}
	read := old.Readers()
	err := work.Each(len(paths), func(i int) error {
		return e.rewriteColumn(ctx, old, next, i, paths[i], dicts[i], ordering.Permuted(ctx, read[i], old.Manifest.Rows, permutation))
	})
	if err != nil {
		return err
	}
	return e.table(ctx, next)
}

// rewriteColumn writes a column as it is read, in the narrowest form that holds it. A
// dictionary stays, and with it the form; one with a tail is written as one, where dict says.
func (e *edit) rewriteColumn(ctx context.Context, old *snapshot.Version, next *manifest.Manifest, i int, path, dict string, read coding.Reader) error {
	if dict != "" {
		all := dictionary.New()
		all.Before = old.Columns[i].Dict
		file, rank, err := all.Sorted(ctx)
		if err == nil {
			err = e.files.PackedDict(ctx, next, i, dict, file, len(rank))
		}
		if err != nil {
			return err
		}
	}
	if c := &next.Columns[i]; c.Dict == nil && !c.Float {
		sum, err := coding.SummarizeAll(ctx, read, next.Rows)
		if err != nil {
			return err
		}
		if err := c.Describe(sum); err != nil {
			return err
		}
	}
	return e.files.Column(ctx, next, i, path, read)
}

// rewriteReferences follows the rows of a table to their new numbers in the foreign
// keys of other tables. Their other columns keep their files.
func (e *edit) rewriteReferences(ctx context.Context, name string, by []string, number []uint32) error {
	for _, table := range by {
		old := e.from.versions[table].version
		if old.Manifest.Rows == 0 {
			continue
		}
		next := old.Manifest.Clone()
		for _, f := range next.Foreign {
			if f.Table != name || next.Columns[f.Column].Min > next.Columns[f.Column].Max {
				continue
			}
			if err := e.rewriteReference(ctx, old, next, f.Column, number); err != nil {
				return err
			}
			if slices.Contains(next.Order, f.Column) {
				next.Order = nil
			}
		}
		if err := e.table(ctx, next); err != nil {
			return err
		}
	}
	return nil
}

func (e *edit) rewriteReference(ctx context.Context, old *snapshot.Version, next *manifest.Manifest, column int, number []uint32) error {
	read := ordering.Renumbered(old.Readers()[column], number)
	return e.rewriteColumn(ctx, old, next, column, e.files.Path(old.Folder, column, next.Columns[column].Name, "col"), "", read)
}
