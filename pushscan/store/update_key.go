package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gsdms/plan"
)

// checkKey checks that primary keys stay different, and that no row of another table refers
// to one that changes.
func (p *patches) checkKey(ctx context.Context) error {
	m := p.old.manifest
	set := p.moved()
	if set.Len() == 0 {
		return nil
	}
	if err := p.edit.checkReferences(ctx, m.Table, set, nil); err != nil {
		return err
	}
	live, err := p.old.live(ctx)
	if err != nil {
		return err
	}
	all := func(yield func([][]int64, int) error) error { return p.keys(ctx, live, yield) }
	unique := newUniqueRows(all)
	return all(func(keys [][]int64, rows int) error {
		twice, err := unique.add(keys, rows)
		if err != nil || twice < 0 {
			return err
		}
		return p.twiceError(keys, twice)
	})
}

// moved gives the rows that get another primary key.
func (p *patches) moved() *RowSet {
	set := NewRowSet(p.old.manifest.Rows)
	for _, c := range p.columns {
		if !slices.Contains(p.old.manifest.PrimaryKey, c.ordinal) {
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

// keys reads the primary keys that the rows which live will have.
func (p *patches) keys(ctx context.Context, live *RowSet, yield func(keys [][]int64, rows int) error) error {
	m := p.old.manifest
	read, keys := make([]numberReader, len(m.PrimaryKey)), make([][]int64, len(m.PrimaryKey))
	for k, i := range m.PrimaryKey {
		read[k] = p.old.readers()[i]
		if at := slices.IndexFunc(p.columns, func(c *patched) bool { return c.ordinal == i }); at >= 0 {
			read[k] = func(s int, n []int64, null []bool) (int, error) { return p.read(p.columns[at], s, n, null) }
		}
		keys[k], _ = newSegment(m.Rows)
	}
	_, null := newSegment(m.Rows)
	part := make([][]int64, len(keys))
	for s := range m.segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := 0
		for k := range read {
			n, err := read[k](s, keys[k], null)
			if err != nil {
				return err
			}
			if rows = n; live != nil {
				rows = live.gather(s, keys[k][:n], null[:n])
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
	m := p.old.manifest
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
	typ, dict := p.old.manifest.Columns[column].Type.plan(), p.old.columns[column].dict
	if f := p.old.manifest.foreign(column); f != nil {
		to := p.edit.from.versions[f.Table].version
		numbers, null := newSegment(to.manifest.Rows)
		if _, err := to.numbers(f.RefColumn, int(n)/plan.SegmentRows, numbers, null); err != nil {
			return fmt.Sprintf("of row %d of %s", n+1, f.Table)
		}
		n, dict = numbers[n%plan.SegmentRows], to.columns[f.RefColumn].dict
	}
	if typ.Kind != plan.String {
		return formatNumber(typ, n)
	}
	if dict == nil || int(n) < dict.Len() {
		return fmt.Sprintf("%q", dict.At(int(n)))
	}
	for _, c := range p.columns {
		if c.ordinal == column {
			return fmt.Sprintf("%q", c.texts.added[int(n)-dict.Len()])
		}
	}
	return ""
}
