package store

import (
	"context"
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/intake"
	"gsdms/pushscan/store/manifest"
)

// patchedColumn writes a column as it is read, but for texts in provisional codes, with the
// dictionary where it has got new ones.
func (e *edit) patchedColumn(ctx context.Context, next *manifest.Manifest, c *patched, read coding.Reader, path, dict string) (err error) {
	if c.codes { // all keys are known once all rows are read
		if _, err = coding.SummarizeAll(ctx, read, next.Rows); err != nil {
			return err
		}
	}
	if dict != "" {
		if c.dict, c.rank, err = c.Texts.Sorted(ctx); err != nil {
			return fmt.Errorf("table %s, column %s: %w", next.Table, c.Name, err)
		}
		if err := e.files.Dict(ctx, next, c.Ordinal, dict, c.dict, len(c.rank)); err != nil {
			return err
		}
	}
	read = c.final(read)
	sum, err := coding.SummarizeAll(ctx, read, next.Rows)
	if err != nil {
		return err
	}
	final := &intake.Final{Column: c.Column}
	if err := final.DescribeAs(&next.Columns[c.Ordinal], sum); err != nil {
		return fmt.Errorf("table %s, column %s: %w", next.Table, c.Name, err)
	}
	return e.files.Column(ctx, next, c.Ordinal, path, read)
}

// final reads a column in final codes.
func (c *patched) final(read coding.Reader) coding.Reader {
	if c.rank == nil {
		return read
	}
	return func(s int, n []int64, null []bool) (int, error) {
		rows, err := read(s, n, null)
		if err != nil {
			return 0, err
		}
		for i, code := range n[:rows] {
			n[i] = int64(c.rank[code])
		}
		return rows, nil
	}
}

// reader reads a column with its new values.
func (p *patches) reader(c *patched) coding.Reader {
	return func(s int, n []int64, null []bool) (int, error) { return p.read(c, s, n, null) }
}

// read reads a segment of a column with its new values.
func (p *patches) read(c *patched, s int, n []int64, null []bool) (int, error) {
	rows, err := p.before(c, s, n, null)
	if err != nil {
		return 0, err
	}
	first := s * plan.SegmentRows
	lo, _ := slices.BinarySearch(p.rows, first)
	for i := lo; i < len(p.rows) && p.rows[i] < first+rows; i++ {
		n[p.rows[i]-first], null[p.rows[i]-first] = c.n[i], c.null[i]
	}
	return rows, nil
}

// before reads a segment of a column as it is, in the form of the new values.
func (p *patches) before(c *patched, s int, n []int64, null []bool) (int, error) {
	rows, err := p.old.Numbers(c.Ordinal, s, n, null)
	if err == nil && c.codes {
		err = c.Interned(n[:rows], null[:rows])
	}
	return rows, err
}
