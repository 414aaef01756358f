package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/intake"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/ordering"
	"gsdms/pushscan/store/snapshot"
)

// checkKey checks that primary keys stay different, and that no row of another table refers
// to one that changes.
func (p *patches) checkKey(ctx context.Context) error {
	m := p.old.Manifest
	set := p.moved()
	if set.Len() == 0 {
		return nil
	}
	if err := p.edit.checkReferences(ctx, m.Table, set, nil); err != nil {
		return err
	}
	live, err := p.old.Live(ctx)
	if err != nil {
		return err
	}
	read := p.old.Readers()
	for _, c := range p.columns {
		read[c.Ordinal] = p.reader(c)
	}
	return checkUnique(ctx, m, read, live, p.twiceError)
}

// checkUnique checks that no two of the rows that live, nil for all, have the same primary
// key; twice makes the error of it.
func checkUnique(ctx context.Context, m *manifest.Manifest, read []coding.Reader, live *snapshot.RowSet, twice func(keys [][]int64, row int) error) error {
	all := func(yield func([][]int64, int) error) error { return keysOf(ctx, m, read, live, yield) }
	unique := ordering.NewUnique(all)
	return all(func(keys [][]int64, rows int) error {
		row, err := unique.Add(keys, rows)
		if err != nil || row < 0 {
			return err
		}
		return twice(keys, row)
	})
}

// moved gives the rows that get another primary key.
func (p *patches) moved() *snapshot.RowSet {
	set := snapshot.NewRowSet(p.old.Manifest.Rows)
	for _, c := range p.columns {
		if !slices.Contains(p.old.Manifest.PrimaryKey, c.Ordinal) {
			continue
		}
		for i, row := range p.rows {
			if c.differ[i] {
				set.Add(row)
			}
		}
	}
	return set
}

// keysOf reads the primary keys of the rows that live, part by part.
func keysOf(ctx context.Context, m *manifest.Manifest, read []coding.Reader, live *snapshot.RowSet, yield func(keys [][]int64, rows int) error) error {
	keys := make([][]int64, len(m.PrimaryKey))
	for k := range keys {
		keys[k], _ = coding.NewSegment(m.Rows)
	}
	_, null := coding.NewSegment(m.Rows)
	part := make([][]int64, len(keys))
	for s := range m.Segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := 0
		for k, i := range m.PrimaryKey {
			n, err := read[i](s, keys[k], null)
			if err != nil {
				return err
			}
			if rows = n; live != nil {
				rows = live.Gather(s, keys[k][:n], null[:n])
			}
			part[k] = keys[k][:rows]
		}
		if err := yield(part, rows); err != nil {
			return err
		}
	}
	return nil
}

// twiceError says that a primary key comes twice.
func (p *patches) twiceError(keys [][]int64, row int) error {
	m := p.old.Manifest
	var names, values []string
	for k, i := range m.PrimaryKey {
		names = append(names, m.Columns[i].Name)
		values = append(values, p.text(i, keys[k][row]))
	}
	return &RowError{
		Table: m.Table, Column: strings.Join(names, ", "), Row: -1, Value: strings.Join(values, ", "),
		Reason: "two rows would have the same primary key", Code: codeDuplicateKey,
	}
}

// text spells a number of a column, of texts a provisional code.
func (p *patches) text(column int, n int64) string {
	typ, dict := p.old.Manifest.Columns[column].Type.Plan(), p.old.Columns[column].Dict
	if f := p.old.Manifest.ForeignOf(column); f != nil {
		to := p.edit.from.versions[f.Table].version
		numbers, null := coding.NewSegment(to.Manifest.Rows)
		if _, err := to.Numbers(f.RefColumn, int(n)/plan.SegmentRows, numbers, null); err != nil {
			return fmt.Sprintf("of row %d of %s", n+1, f.Table)
		}
		n, dict = numbers[n%plan.SegmentRows], to.Columns[f.RefColumn].Dict
	}
	if typ.Kind != plan.String {
		return intake.FormatNumber(typ, n)
	}
	if dict == nil || int(n) < dict.Len() {
		return fmt.Sprintf("%q", dict.At(int(n)))
	}
	for _, c := range p.columns {
		if c.Ordinal == column {
			return fmt.Sprintf("%q", c.Texts.New(int(n)-dict.Len()))
		}
	}
	return ""
}
