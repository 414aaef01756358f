package store

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/ordering"
	"gsdms/pushscan/store/work"
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
	for i := range columns {
		paths[i] = l.edit.files.Path(l.folder, i, columns[i].name, "col")
	}
	return work.Each(len(columns), func(i int) error {
		c := columns[i]
		if err := c.describe(&m.Columns[i]); err != nil {
			return fmt.Errorf("table %s, column %s: %w", m.Table, c.name, err)
		}
		read := c.read
		if permutation != nil {
			read = ordering.Permuted(ctx, c.read, m.Rows, permutation)
		}
		return l.edit.files.Column(ctx, m, i, paths[i], read)
	})
}

// finalColumn gives a builder's numbers as they will be stored: codes of the sorted
// dictionary in place of provisional ones.
type finalColumn struct {
	*builder
	rank    []uint32        // final code of each provisional one; nil: numbers stay
	codes   map[int64]int64 // of numbers that leave no code for NULL; nil: they stay
	numbers []int64         // in place of rank: the number of each key, of which 64 bits hold all
}

// final sorts and writes the dictionaries that have got new texts.
func (l *loader) final(ctx context.Context) ([]*finalColumn, error) {
	columns, paths := make([]*finalColumn, len(l.columns)), make([]string, len(l.columns))
	for i, b := range l.columns {
		columns[i] = &finalColumn{builder: b}
		paths[i] = l.edit.files.Path(l.folder, i, b.name, "dict")
	}
	return columns, work.Each(len(columns), func(i int) error {
		if err := l.settle(ctx, i, columns[i], paths[i]); err != nil {
			return fmt.Errorf("table %s, column %s: %w", l.next.Table, columns[i].name, err)
		}
		return nil
	})
}

// settle gives the texts of a column that have come, and numbers that are to be codes, their final
// codes, and the column its dictionary: a new file, or the one that it had.
func (l *loader) settle(ctx context.Context, i int, c *finalColumn, path string) (err error) {
	before := &l.old.Manifest.Columns[i]
	write := func(in *dictionary.Interner) ([]uint32, error) {
		return l.edit.files.SortedDict(ctx, l.next, i, path, in)
	}
	switch {
	case c.spansAll():
		return c.codeNumbers(write)
	case c.texts == nil:
		return nil
	case c.adopted != nil:
		return c.settleAdopted(ctx, write)
	case c.texts.Come() > 0 || before.Tail != nil:
		if c.numbers = c.narrowed(); c.numbers == nil {
			c.rank, err = write(c.texts)
		}
		return err
	}
	l.next.Columns[i].Dict, l.next.Columns[i].Texts = before.Dict, before.Texts
	return nil
}

// spansAll reports whether the numbers leave no code of 64 bits for the NULLs among them.
func (b *builder) spansAll() bool {
	if b.texts != nil || b.key != nil || b.typ.Float() {
		return false
	}
	_, err := b.spill.Summary().Storage()
	return err != nil
}

// codeNumbers makes a dictionary of the column's numbers, which write writes.
func (c *finalColumn) codeNumbers(write func(*dictionary.Interner) ([]uint32, error)) error {
	keys, codes := dictionary.New(), map[int64]int64{}
	n, null := make([]int64, plan.SegmentRows), make([]bool, plan.SegmentRows)
	for s := range len(c.spill.Blocks) + 1 {
		rows, err := c.spill.Numbers(s, n, null)
		if err != nil {
			return err
		}
		for i, v := range n[:rows] {
			if _, known := codes[v]; known || null[i] {
				continue
			}
			key, _ := value.KeyOf(value.OfNumber(c.typ, v), c.typ)
			code, err := keys.Code(key)
			if err != nil {
				return err
			}
			codes[v] = int64(code)
		}
	}
	rank, err := write(keys)
	if err != nil {
		return err
	}
	for v, code := range codes {
		codes[v] = int64(rank[code])
	}
	c.codes = codes
	return nil
}

// narrowed gives the numbers of the keys that have come, if 64 bits hold all of them, and the
// NULLs besides; nil for a column of something else.
func (b *builder) narrowed() []int64 {
	if !b.typ.Keyed() || b.texts.Before != nil {
		return nil
	}
	out := make([]int64, b.texts.Come())
	for i := range out {
		n := value.KeyNumber([]byte(b.texts.New(i)))
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

// read is a coding.Reader.
func (c *finalColumn) read(s int, n []int64, null []bool) (int, error) {
	rows, err := c.spill.Numbers(s, n, null)
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
func (c *finalColumn) describe(e *manifest.Column) error { return c.describeAs(e, c.spill.Summary()) }

// describeAs is describe for numbers with these bounds.
func (c *finalColumn) describeAs(e *manifest.Column, sum coding.Summary) error {
	if c.typ.Float() {
		e.Width, e.Float, e.Nulls = 8, true, sum.Null
		return nil
	}
	if c.numbers != nil && sum.Min <= sum.Max {
		sum.Min, sum.Max = slices.Min(c.numbers), slices.Max(c.numbers)
	} else if c.codes != nil {
		sum.Min, sum.Max = 0, int64(len(c.codes)-1)
	} else if c.builder.texts != nil && sum.Min <= sum.Max {
		sum.Min, sum.Max = 0, int64(c.builder.texts.Len()-1)
	}
	return e.Describe(sum)
}

// sort finds the order of the rows, for a table that gets its first ones: nil for as
// loaded. Rows that come later go to the end, where they may happen to keep the order.
func (l *loader) sort(ctx context.Context, columns []*finalColumn) (permutation []uint32, err error) {
	read := make([]coding.Reader, len(columns))
	for i, c := range columns {
		read[i] = c.read
	}
	before := l.old.Manifest
	switch {
	case !l.next.Sortable():
	case l.before() == 0:
		l.next.Order, permutation, err = ordering.Hierarchy(ctx, l.next, read)
	case len(before.Order) > 0:
		compare, err := ordering.CompareRows(ctx, l.next.Rows, before.Order, read)
		if err != nil {
			return nil, err
		}
		if slices.IsSortedFunc(work.Identity(l.next.Rows)[l.before()-1:], compare) {
			l.next.Order = before.Order
		}
	}
	return permutation, err
}
