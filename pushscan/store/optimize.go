package store

import (
	"context"
	"slices"
)

// Optimize puts the rows of a table in hierarchy order, as a first load does, and
// rewrites the foreign keys that point at them, all in one change. Running readers keep
// what they have. A table that hierarchy order is of no use to stays as it is.
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
		if old.manifest.Rows == 0 || !old.manifest.sortable() {
			return nil
		}
		order, permutation, err := hierarchy(ctx, old.manifest, old.readers())
		if err != nil || permutation == nil && slices.Equal(order, old.manifest.Order) {
			return err
		}
		next := old.manifest.clone()
		next.Order = order
		if permutation == nil { // in order by chance; the numbers of the rows stay
			return e.table(ctx, next)
		}
		if err := e.rewriteRows(ctx, old, next, permutation); err != nil {
			return err
		}
		return e.rewriteReferences(ctx, name, by, inverse(permutation))
	})
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

// rewriteRows writes every column in another order; the dictionaries stay.
func (e *edit) rewriteRows(ctx context.Context, old *version, next *manifest, permutation []uint32) error {
	paths := make([]string, len(next.Columns))
	for i := range paths {
		paths[i] = e.path(old.folder, i, next.Columns[i].Name, "col")
	}
	read := old.readers()
	err := each(len(paths), func(i int) error {
		return e.files.column(ctx, next, i, paths[i], permuted(ctx, read[i], next.Rows, permutation))
	})
	if err != nil {
		return err
	}
	return e.table(ctx, next)
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
			if f.Table != name {
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
	sum, err := summarizeAll(ctx, read, next.Rows)
	if err != nil {
		return err
	}
	if err := next.Columns[column].describe(sum); err != nil {
		return err
	}
	return e.files.column(ctx, next, column, e.path(old.folder, column, next.Columns[column].Name, "col"), read)
}

// renumbered reads a foreign key whose rows have got other numbers.
func renumbered(read numberReader, number []uint32) numberReader {
	return func(s int, n []int64, null []bool) (int, error) {
		rows, err := read(s, n, null)
		for i, r := range n[:rows] {
			if !null[i] {
				n[i] = int64(number[r])
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

// inverse gives the new number of each row of a permutation.
func inverse(permutation []uint32) []uint32 {
	number := make([]uint32, len(permutation))
	for i, r := range permutation {
		number[r] = uint32(i)
	}
	return number
}
