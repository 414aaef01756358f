package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/intake"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// Updated says what an Update did.
type Updated struct {
	Matched int // rows that were found
	Changed int // of them those that have another value now
}

// Update gives columns of some rows of a table other values, all or none. find hands rows to
// take, once, from the tables as they are: nothing changes them until the values are there.
// The first column of a batch is the numbers of the rows, NULL for none, the others are the
// values. Of rows that come twice the first counts. Errors are those of Load, and
// ReferencedRowError where a key changes that a row of another table refers to. Columns that are
// following keep their values in rows that have no other value in the others.
func (c *Catalog) Update(ctx context.Context, name string, columns []string, find func(v *View, take func(ingest.Source) error) error, following ...string) (u Updated, err error) {
	return c.UpdateTables(ctx, []TableUpdate{{name, columns, following}}, func(v *View, take func(int, ingest.Source) error) error {
		return find(v, func(src ingest.Source) error { return take(0, src) })
	})
}

// TableUpdate is the columns of a table that get other values, as in Update.
type TableUpdate struct {
	Table              string
	Columns, Following []string
}

// UpdateTables is Update of several different tables in one change, of which each take names one.
// What it did is counted over all.
func (c *Catalog) UpdateTables(ctx context.Context, tables []TableUpdate, find func(v *View, take func(table int, src ingest.Source) error) error) (u Updated, err error) {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.Table
	}
	err = c.run(ctx, "update table", strings.Join(names, ", "), func(e *edit) error {
		all := make([]*patches, len(tables))
		for i, t := range tables {
			if _, err := e.from.find(t.Table); err != nil {
				return err
			}
			if all[i], err = newPatches(ctx, e, e.from.versions[t.Table].version, t.Columns); err != nil {
				return err
			}
		}
		view := c.View()
		defer view.Close()
		if err := find(view, func(table int, src ingest.Source) error { return all[table].take(ctx, src) }); err != nil {
			return err
		}
		u = Updated{}
		for i, p := range all {
			if err := p.sort(ctx, tables[i].Following); err != nil {
				return err
			}
			u.Matched, u.Changed = u.Matched+len(p.rows), u.Changed+p.changedRows()
			if err := p.write(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	if madeRows(1, err) == 0 {
		return Updated{}, err
	}
	return u, err
}

// patches are the new values of an Update.
type patches struct {
	edit    *edit
	old     *snapshot.Version
	named   *manifest.Manifest // what columns are of
	columns []*patched
	seen    *snapshot.RowSet
	rows    []int // as they come, then in order
	changed []bool
}

// patched is the new values of a column.
type patched struct {
	*intake.Column
	n      []int64 // by row of patches.rows
	null   []bool
	differ []bool // likewise: the value is another one than before
	coded  bool   // numbers are to be codes, as those of the column are, of keys in texts
	codes  bool   // the column has numbers that 64 bits hold, and gets keys that they do not: all become codes
	dict   []byte
	rank   []uint32 // final code of each provisional one; nil: numbers stay
}

func newPatches(ctx context.Context, e *edit, old *snapshot.Version, columns []string) (*patches, error) {
	p := &patches{edit: e, old: old, named: old.Manifest, seen: snapshot.NewRowSet(old.Manifest.Rows)}
	keys, err := e.keyIndexes(ctx, old.Manifest)
	if err != nil {
		return nil, err
	}
	for _, name := range columns {
		i := slices.IndexFunc(old.Manifest.Columns, func(c manifest.Column) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("table %s has no column %q", old.Manifest.Table, name)
		}
		b := intake.New(old.Manifest, i, old.Folder, keys[i])
		coded := b.Texts == nil && old.Manifest.Columns[i].Dict != nil
		if coded {
			b.Texts = dictionary.New()
		}
		if b.Texts != nil {
			b.Texts.Before = old.Columns[i].Dict
		}
		p.columns = append(p.columns, &patched{Column: b, coded: coded})
	}
	return p, nil
}

// take takes all rows of a source.
func (p *patches) take(ctx context.Context, src ingest.Source) error {
	for {
		b, err := src.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = p.add(p.fresh(b))
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// fresh gives the rows of a batch that have come for the first time.
func (p *patches) fresh(b *ingest.Batch) *ingest.Batch {
	var first []int
	for i, row := range b.Columns[0].Ints[:b.Rows] {
		if (b.Columns[0].Nulls == nil || !b.Columns[0].Nulls[i]) && p.seen.Add(int(row)) {
			first = append(first, i)
		}
	}
	if len(first) < b.Rows {
		return b.Pick(first, 0)
	}
	return b
}

func (p *patches) add(b *ingest.Batch) error {
	failed := make([]error, len(p.columns))
	_ = work.Each(len(p.columns), func(i int) error {
		failed[i] = p.columns[i].convertAll(&b.Columns[i+1], b.Rows)
		return nil
	})
	var worst *intake.Refusal
	for i, err := range failed {
		var r *intake.Refusal
		if err != nil && !errors.As(err, &r) {
			return fmt.Errorf("table %s, column %s: %w", p.named.Table, p.columns[i].Name, err)
		}
		if r != nil && (worst == nil || r.Row < worst.Row) {
			worst = r
		}
	}
	if worst != nil {
		return &RowError{
			Table: p.named.Table, Column: p.named.Columns[worst.Column].Name, Row: int64(len(p.rows) + worst.Row),
			Value: worst.Value, Reason: worst.Reason, Code: worst.Code,
		}
	}
	for _, row := range b.Columns[0].Ints[:b.Rows] {
		p.rows = append(p.rows, int(row))
	}
	return nil
}

// convertAll checks the values of a batch and appends their numbers.
func (c *patched) convertAll(in *ingest.Column, rows int) error {
	if err := c.Check(in, rows); err != nil {
		return err
	}
	for lo := 0; lo < rows; lo += plan.SegmentRows {
		hi := min(rows, lo+plan.SegmentRows)
		c.Spill.Last, c.Spill.LastNull = c.Spill.Last[:0], nil
		if err := c.Take(in, lo, hi); err != nil {
			return err
		}
		c.n = append(c.n, c.Spill.Last...)
		c.null = append(c.null, make([]bool, hi-lo)...)
		copy(c.null[len(c.null)-(hi-lo):], c.Spill.Nulls())
		if at := len(c.n) - (hi - lo); c.coded {
			if err := c.Interned(c.n[at:], c.null[at:]); err != nil {
				return err
			}
		}
	}
	return nil
}

// sort puts the rows in the table's order, and finds which ones change.
func (p *patches) sort(ctx context.Context, following []string) error {
	for _, c := range p.columns {
		if err := c.settle(&p.old.Manifest.Columns[c.Ordinal]); err != nil {
			return fmt.Errorf("table %s, column %s: %w", p.named.Table, c.Name, err)
		}
	}
	if err := p.arrange(ctx); err != nil {
		return err
	}
	p.changed = make([]bool, len(p.rows))
	follows := func(c *patched) bool { return slices.Contains(following, c.Name) }
	for _, c := range p.columns {
		c.differ = make([]bool, len(p.rows))
		if follows(c) {
			continue
		}
		if err := p.compare(ctx, c, nil); err != nil {
			return err
		}
	}
	changed := slices.Clone(p.changed)
	for _, c := range p.columns {
		if !follows(c) {
			continue
		}
		if err := p.compare(ctx, c, changed); err != nil {
			return err
		}
	}
	return nil
}

// arrange puts the rows in the table's order, which they mostly have.
func (p *patches) arrange(ctx context.Context) error {
	if slices.IsSorted(p.rows) {
		return nil
	}
	order := work.Identity(len(p.rows))
	if err := work.Sort(ctx, order, func(a, b uint32) int { return cmp.Compare(p.rows[a], p.rows[b]) }); err != nil {
		return err
	}
	p.rows = reordered(p.rows, order)
	for _, c := range p.columns {
		c.n, c.null = reordered(c.n, order), reordered(c.null, order)
	}
	return nil
}

// settle gives the new values the form that the column has, or has from now on.
func (c *patched) settle(entry *manifest.Column) error {
	if c.coded {
		return nil
	}
	if c.codes = !c.unkeyed(entry); c.codes || c.Texts != nil || c.Key != nil || c.Type.Float() {
		return nil
	}
	all := coding.Summary{Min: entry.Min, Max: entry.Max, Null: entry.Nulls}
	all.Merge(coding.Summarize(c.n, c.null))
	if _, err := all.Storage(); err == nil {
		return nil
	}
	c.Texts, c.codes = dictionary.New(), true // no code of 64 bits is left for NULL
	return c.Interned(c.n, c.null)
}

func reordered[T any](all []T, order []uint32) []T {
	out := make([]T, len(all))
	for i, from := range order {
		out[i] = all[from]
	}
	return out
}

// compare finds the rows that get another value in a column; those that are not among some, nil
// for all, keep theirs.
func (p *patches) compare(ctx context.Context, c *patched, among []bool) error {
	n, null := coding.NewSegment(p.old.Manifest.Rows)
	return p.eachSegment(func(s, lo, hi int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := p.before(c, s, n, null); err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			at := p.rows[i] - s*plan.SegmentRows
			if among != nil && !among[i] {
				c.n[i], c.null[i] = n[at], null[at]
			}
			if n[at] != c.n[i] || null[at] != c.null[i] {
				c.differ[i], p.changed[i] = true, true
			}
		}
		return nil
	})
}

// eachSegment calls f for the segments that have rows of p, which are those from lo to hi.
func (p *patches) eachSegment(f func(s, lo, hi int) error) error {
	for lo := 0; lo < len(p.rows); {
		s := p.rows[lo] / plan.SegmentRows
		hi, _ := slices.BinarySearch(p.rows, (s+1)*plan.SegmentRows)
		if err := f(s, lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

func (p *patches) changedRows() (n int) {
	for _, changed := range p.changed {
		if changed {
			n++
		}
	}
	return n
}

// write writes the columns that change.
func (p *patches) write(ctx context.Context) error {
	changing := slices.DeleteFunc(slices.Clone(p.columns), func(c *patched) bool { return !slices.Contains(c.differ, true) })
	if len(changing) == 0 {
		return nil
	}
	if err := p.checkKey(ctx); err != nil {
		return err
	}
	next := p.old.Manifest.Clone()
	for _, c := range changing {
		if slices.Contains(next.Order, c.Ordinal) {
			next.Order = nil
		}
	}
	paths := make([][2]string, len(changing))
	for i, c := range changing {
		paths[i][0] = p.edit.files.Path(p.old.Folder, c.Ordinal, c.Name, "col")
		if c.Texts != nil && c.Texts.Come() > 0 || next.Columns[c.Ordinal].Tail != nil {
			paths[i][1] = p.edit.files.Path(p.old.Folder, c.Ordinal, c.Name, "dict")
		}
	}
	err := work.Each(len(changing), func(i int) error {
		return p.edit.patchedColumn(ctx, next, changing[i], p.reader(changing[i]), paths[i][0], paths[i][1])
	})
	if err != nil {
		return err
	}
	return p.edit.table(ctx, next)
}
