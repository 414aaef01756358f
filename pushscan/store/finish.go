package store

import (
	"context"
	"fmt"
	"slices"

	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/intake"
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
	if l.order, err = l.sort(ctx, columns); err != nil {
		return err
	}
	paths := make([]string, len(columns))
	for i := range columns {
		paths[i] = l.edit.files.Path(l.folder, i, columns[i].Name, "col")
	}
	return work.Each(len(columns), func(i int) error {
		c := columns[i]
		if err := c.Describe(&m.Columns[i]); err != nil {
			return fmt.Errorf("table %s, column %s: %w", m.Table, c.Name, err)
		}
		read := c.Read
		if l.order != nil {
			read = ordering.Permuted(ctx, c.Read, m.Rows, l.order)
		}
		return l.edit.files.Column(ctx, m, i, paths[i], read)
	})
}

// final sorts and writes the dictionaries that have got new texts.
func (l *loader) final(ctx context.Context) ([]*intake.Final, error) {
	columns, paths := make([]*intake.Final, len(l.columns)), make([]string, len(l.columns))
	for i, b := range l.columns {
		columns[i] = &intake.Final{Column: b}
		paths[i] = l.edit.files.Path(l.folder, i, b.Name, "dict")
	}
	return columns, work.Each(len(columns), func(i int) error {
		if err := l.settle(ctx, i, columns[i], paths[i]); err != nil {
			return fmt.Errorf("table %s, column %s: %w", l.next.Table, columns[i].Name, err)
		}
		return nil
	})
}

// settle gives the texts of a column that have come, and numbers that are to be codes, their final
// codes, and the column its dictionary: a new file, or the one that it had.
func (l *loader) settle(ctx context.Context, i int, c *intake.Final, path string) error {
	before := &l.old.Manifest.Columns[i]
	kept, err := c.Settle(ctx, before.Tail != nil, func(in *dictionary.Interner) ([]uint32, error) {
		return l.edit.files.SortedDict(ctx, l.next, i, path, in)
	})
	if kept {
		l.next.Columns[i].Dict, l.next.Columns[i].Texts = before.Dict, before.Texts
	}
	return err
}

// sort finds the order of the rows, for a table that gets its first ones: nil for as
// loaded. Rows that come later go to the end, where they may happen to keep the order.
func (l *loader) sort(ctx context.Context, columns []*intake.Final) (permutation []uint32, err error) {
	read := make([]coding.Reader, len(columns))
	for i, c := range columns {
		read[i] = c.Read
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
