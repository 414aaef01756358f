package store

import (
	"context"
	"slices"
)

// Optimize puts the rows of a table in hierarchy order, as a first load does, without those
// that are dead, and rewrites the foreign keys that point at them, and packs its dictionaries, all
// in one change. Running readers keep what they have. A table that hierarchy order is of no use
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
		live, err := old.live(ctx)
		if err != nil {
			return err
		}
		next, permutation, err := old.ordered(ctx)
		if err != nil {
			return err
		}
		packs, err := e.pack(ctx, old, next)
		if err != nil || !packs && live == nil && permutation == nil && slices.Equal(next.Order, old.manifest.Order) {
			return err
		}
		if live != nil {
			permutation = live.of(permutation)
		}
		if permutation == nil { // in order by chance; the numbers of the rows stay
			return e.table(ctx, next)
		}
		return e.rewriteRows(ctx, old, next, by, permutation)
	})
}

// pack packs the dictionaries that an INSERT has left as they are, where that pays, and says
// whether there are any.
func (e *edit) pack(ctx context.Context, old *version, next *manifest) (packs bool, err error) {
	for i := range next.Columns {
		c := &next.Columns[i]
		if c.Dict == nil || c.Dict.Plain != 0 {
			continue
		}
		var file []byte
		err := old.reading(i, c.Dict, func() (err error) {
			file, err = packDictionary(ctx, old.columns[i].text.data, c.Texts)
			return err
		})
		if err != nil {
			return false, err
		}
		if file == nil {
			continue
		}
		packs = true
		if err := e.files.packed(ctx, next, i, e.path(old.folder, i, c.Name, "dict"), file, c.Texts, c.Dict.Size); err != nil {
			return false, err
		}
	}
	return packs, nil
}

// ordered finds the order for a table's rows; the manifest says which one it is.
func (v *version) ordered(ctx context.Context) (next *manifest, permutation []uint32, err error) {
	next = v.manifest.clone()
	if next.Rows == 0 || !next.sortable() {
		return next, nil, nil
	}
	next.Order, permutation, err = hierarchy(ctx, v.manifest, v.readers())
	return next, permutation, err
}

// readers reads each column.
func (v *version) readers() []numberReader {
	read := make([]numberReader, len(v.columns))
	for i := range read {
		read[i] = func(s int, n []int64, null []bool) (int, error) { return v.numbers(i, s, n, null) }
	}
	return read
}

// clone copies a manifest so that columns and order can be replaced.
func (m *manifest) clone() *manifest {
	next := *m
	next.Columns = slices.Clone(m.Columns)
	return &next
}

// rewriteRows writes the columns with some of the rows, those that permutation names, in its
// order; the dictionaries stay. The tables of by have foreign keys that follow the rows.
func (e *edit) rewriteRows(ctx context.Context, old *version, next *manifest, by []string, permutation []uint32) error {
	if err := e.rewriteReferences(ctx, next.Table, by, inverse(permutation, old.manifest.Rows)); err != nil {
		return err
	}
	if next.Rows, next.Dead, next.DeadRows = len(permutation), nil, 0; next.Rows == 0 {
		return e.table(ctx, next.empty())
	}
	paths := make([]string, len(next.Columns))
	for i := range paths {
		paths[i] = e.path(old.folder, i, next.Columns[i].Name, "col")
	}
	read := old.readers()
	err := each(len(paths), func(i int) error {
		return e.rewriteColumn(ctx, next, i, paths[i], permuted(ctx, read[i], old.manifest.Rows, permutation))
	})
	if err != nil {
		return err
	}
	return e.table(ctx, next)
}

// rewriteColumn writes a column as it is read, in the narrowest form that holds it. A
// dictionary stays, and with it the form.
func (e *edit) rewriteColumn(ctx context.Context, next *manifest, i int, path string, read numberReader) error {
	if c := &next.Columns[i]; c.Dict == nil && !c.Float {
		sum, err := summarizeAll(ctx, read, next.Rows)
		if err != nil {
			return err
		}
		if err := c.describe(sum); err != nil {
			return err
		}
	}
	return e.files.column(ctx, next, i, path, read)
}

// rewriteReferences follows the rows of a table to their new numbers in the foreign
// keys of other tables. Their other columns keep their files.
func (e *edit) rewriteReferences(ctx context.Context, name string, by []string, number []uint32) error {
	for _, table := range by {
		old := e.from.versions[table].version
		if old.manifest.Rows == 0 {
			continue
		}
		next := old.manifest.clone()
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

func (e *edit) rewriteReference(ctx context.Context, old *version, next *manifest, column int, number []uint32) error {
	read := renumbered(old.readers()[column], number)
	return e.rewriteColumn(ctx, next, column, e.path(old.folder, column, next.Columns[column].Name, "col"), read)
}

// renumbered reads a foreign key whose rows have got other numbers. Those that are gone are
// referred to by dead rows only, which have NULL instead, whether the column takes it or not.
func renumbered(read numberReader, number []uint32) numberReader {
	return func(s int, n []int64, null []bool) (int, error) {
		rows, err := read(s, n, null)
		for i, r := range n[:rows] {
			if null[i] {
				continue
			}
			n[i] = int64(number[r])
			if number[r] == noSuchRow {
				n[i], null[i] = 0, true
			}
		}
		return rows, err
	}
}

// summarizeAll bounds a whole column.
func summarizeAll(ctx context.Context, read numberReader, rows int) (summary, error) {
	total := emptySummary()
	n, null := newSegment(rows)
	for s := range segmentsOf(rows) {
		if err := ctx.Err(); err != nil {
			return total, err
		}
		count, err := read(s, n, null)
		if err != nil {
			return total, err
		}
		total.merge(summarize(n[:count], null[:count]))
	}
	return total, nil
}

// inverse gives the new number of each of so many rows, noSuchRow of those that are not in
// the permutation.
func inverse(permutation []uint32, rows int) []uint32 {
	number := slices.Repeat([]uint32{noSuchRow}, rows)
	for i, r := range permutation {
		number[r] = uint32(i)
	}
	return number
}
