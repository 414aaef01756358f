package store

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
)

// finish writes the columns, all rows being in.
func (l *loader) finish(ctx context.Context) error {
	m := l.next
	m.Rows = l.rows()
	if m.Rows == 0 {
		return nil
	}
	columns, err := l.final(ctx)
	if err != nil {
		return err
	}
	permutation, err := l.sort(ctx, columns)
	if err != nil {
		return err
	}
	paths := make([]string, len(columns))
	dicts := make([]string, len(columns))
	for i := range columns {
		paths[i] = l.edit.path(l.folder, i, columns[i].name, "col")
		if len(columns[i].dict) > 0 {
			dicts[i] = l.edit.path(l.folder, i, columns[i].name, "dict")
		}
	}
	return each(len(columns), func(i int) error {
		c := columns[i]
		if err := c.describe(&m.Columns[i]); err != nil {
			return fmt.Errorf("table %s, column %s: %w", m.Table, c.name, err)
		}
		if err := l.keepOrWrite(ctx, i, c, dicts[i]); err != nil {
			return err
		}
		read := c.read
		if permutation != nil {
			read = permuted(ctx, c.read, m.Rows, permutation)
		}
		return l.edit.files.column(ctx, m, i, paths[i], read)
	})
}

// finalColumn gives a builder's numbers as they will be stored: codes of the sorted
// dictionary in place of provisional ones.
type finalColumn struct {
	*builder
	dict []byte   // bytes of the dictionary's file; nil: there is none, or it stays
	rank []uint32 // final code of each provisional one; nil: numbers stay

	codes   map[int64]int64 // of numbers that leave no code for NULL; nil: they stay
	numbers []int64         // in place of dict and rank: the number of each key, of which 64 bits hold all
}

// final sorts the dictionaries that have got new texts.
func (l *loader) final(ctx context.Context) ([]*finalColumn, error) {
	columns := make([]*finalColumn, len(l.columns))
	for i, b := range l.columns {
		columns[i] = &finalColumn{builder: b}
		if b.spansAll() {
			if err := columns[i].codeNumbers(ctx); err != nil {
				return nil, fmt.Errorf("table %s, column %s: %w", l.next.Table, b.name, err)
			}
			continue
		}
		if b.texts == nil || len(b.texts.added) == 0 {
			continue
		}
		if columns[i].numbers = b.narrowed(); columns[i].numbers != nil {
			continue
		}
		var err error
		if columns[i].dict, columns[i].rank, err = b.texts.sorted(ctx); err != nil {
			return nil, fmt.Errorf("table %s, column %s: %w", l.next.Table, b.name, err)
		}
	}
	return columns, nil
}

// spansAll reports whether the numbers leave no code of 64 bits for the NULLs among them.
func (b *builder) spansAll() bool {
	if b.texts != nil || b.key != nil || b.typ.Float() {
		return false
	}
	_, err := b.spill.summary().storage()
	return err != nil
}

// codeNumbers makes a dictionary of the column's numbers.
func (c *finalColumn) codeNumbers(ctx context.Context) error {
	keys, codes := newInterner(), map[int64]int64{}
	n, null := make([]int64, plan.SegmentRows), make([]bool, plan.SegmentRows)
	for s := range len(c.spill.blocks) + 1 {
		rows, err := c.spill.numbers(s, n, null)
		if err != nil {
			return err
		}
		for i, v := range n[:rows] {
			if _, known := codes[v]; known || null[i] {
				continue
			}
			key, _ := value.KeyOf(value.OfNumber(c.typ, v), c.typ)
			code, err := keys.code(key)
			if err != nil {
				return err
			}
			codes[v] = int64(code)
		}
	}
	file, rank, err := keys.sorted(ctx)
	if err != nil {
		return err
	}
	for v, code := range codes {
		codes[v] = int64(rank[code])
	}
	c.dict, c.codes = file, codes
	return nil
}

// narrowed gives the numbers of the keys that have come, if 64 bits hold all of them, and the
// NULLs besides; nil for a column of something else.
func (b *builder) narrowed() []int64 {
	if !b.typ.Keyed() || b.texts.before != nil {
		return nil
	}
	out := make([]int64, len(b.texts.added))
	for i, key := range b.texts.added {
		n := value.KeyNumber([]byte(key))
		if !n.IsInt64() {
			return nil
		}
		out[i] = n.Int64()
	}
	if slices.Min(out) == math.MinInt64 && slices.Max(out) == math.MaxInt64 {
		return nil
	}
	return out
}

// keepOrWrite gives a column its dictionary: a new file, or the one that it had.
func (l *loader) keepOrWrite(ctx context.Context, i int, c *finalColumn, path string) error {
	if len(c.dict) > 0 {
		return l.edit.files.packedDict(ctx, l.next, i, path, c.dict, max(len(c.rank), len(c.codes)))
	}
	if c.texts == nil {
		return nil // numbers, now without one
	}
	l.next.Columns[i].Dict, l.next.Columns[i].Texts = l.old.manifest.Columns[i].Dict, l.old.manifest.Columns[i].Texts
	return nil
}

// read is a numberReader.
func (c *finalColumn) read(s int, n []int64, null []bool) (int, error) {
	rows, err := c.spill.numbers(s, n, null)
	if err != nil || c.rank == nil && c.numbers == nil && c.codes == nil {
		return rows, err
	}
	if c.codes != nil {
		for i, v := range n[:rows] {
			if n[i] = 0; !null[i] {
				n[i] = c.codes[v]
			}
		}
		return rows, nil
	}
	if c.numbers != nil {
		for i, p := range n[:rows] {
			if n[i] = 0; !null[i] {
				n[i] = c.numbers[p]
			}
		}
		return rows, nil
	}
	for i, p := range n[:rows] {
		n[i] = int64(c.rank[p])
	}
	return rows, nil
}

// describe fills in how the column is stored.
func (c *finalColumn) describe(e *columnEntry) error { return c.describeAs(e, c.spill.summary()) }

// describeAs is describe for numbers with these bounds.
func (c *finalColumn) describeAs(e *columnEntry, sum summary) error {
	if c.typ.Float() {
		e.Width, e.Float, e.Nulls = 8, true, sum.null
		return nil
	}
	if c.numbers != nil && sum.min <= sum.max {
		sum.min, sum.max = slices.Min(c.numbers), slices.Max(c.numbers)
	} else if c.codes != nil {
		sum.min, sum.max = 0, int64(len(c.codes)-1)
	} else if c.builder.texts != nil && sum.min <= sum.max {
		sum.min, sum.max = 0, int64(c.builder.texts.len()-1)
	}
	return e.describe(sum)
}

// describe fills in the storage of integer numbers with these bounds.
func (e *columnEntry) describe(sum summary) error {
	storage, err := sum.storage()
	if err != nil {
		return err
	}
	e.Width, e.Float, e.Nulls, e.Bias = storage.Width, false, storage.Nullable, storage.Bias
	e.Min, e.Max = sum.min, sum.max
	return nil
}

// permuted reads a column of so many rows in another order: row i of it is row from[i] of read. It
// holds the whole column from the first call on.
func permuted(ctx context.Context, read numberReader, rows int, from []uint32) numberReader {
	var all []int64
	var nulls []bool
	return func(s int, n []int64, null []bool) (int, error) {
		if all == nil {
			var err error
			if all, nulls, err = readAll(ctx, read, rows); err != nil {
				return 0, err
			}
		}
		part := from[s*plan.SegmentRows : min(len(from), (s+1)*plan.SegmentRows)]
		for i, r := range part {
			n[i], null[i] = all[r], nulls[r]
		}
		return len(part), nil
	}
}

// readAll reads a whole column.
func readAll(ctx context.Context, read numberReader, rows int) ([]int64, []bool, error) {
	n, null := make([]int64, rows), make([]bool, rows)
	for s := range segmentsOf(rows) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		lo, hi := s*plan.SegmentRows, min((s+1)*plan.SegmentRows, rows)
		if _, err := read(s, n[lo:hi], null[lo:hi]); err != nil {
			return nil, nil, err
		}
	}
	return n, null, nil
}

// sort finds the order of the rows, for a table that gets its first ones: nil for as
// loaded. Rows that come later go to the end, where they may happen to keep the order.
func (l *loader) sort(ctx context.Context, columns []*finalColumn) (permutation []uint32, err error) {
	read := make([]numberReader, len(columns))
	for i, c := range columns {
		read[i] = c.read
	}
	before := l.old.manifest
	switch {
	case !l.next.sortable():
	case l.before() == 0:
		l.next.Order, permutation, err = hierarchy(ctx, l.next, read)
	case len(before.Order) > 0:
		compare, err := compareRows(ctx, l.next.Rows, before.Order, read)
		if err != nil {
			return nil, err
		}
		if slices.IsSortedFunc(identity(l.next.Rows)[l.before()-1:], compare) {
			l.next.Order = before.Order
		}
	}
	return permutation, err
}

// sortable says whether hierarchy order is of use for a table, and cheap to find: a
// table that foreign keys can reference, of a few million rows.
func (m *manifest) sortable() bool {
	return m.Rows <= maxSorted && (len(m.PrimaryKey) == 1 || len(m.Declared) > 0)
}
