package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/intake"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/ordering"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// Load appends the rows of src to a table, all or none, and gives their number. The
// source is not closed. A value that the table does not take is a *RowError. Rows that
// come into an empty table that others may reference are put in hierarchy order; later
// ones go to the end, so that the numbers of the rows before stay, and up to maxAppended of
// them cost what they take and not what the table has. With an
// *UnsettledError the rows are in the table.
func (c *Catalog) Load(ctx context.Context, name string, src ingest.Source) (rows int, err error) {
	l, err := c.LoadNumbered(ctx, name, src)
	return l.Rows, err
}

// CreateLoad makes a table with the rows of src, both or neither, and gives their number.
// Errors are those of Create and of Load.
func (c *Catalog) CreateLoad(ctx context.Context, d Definition, src ingest.Source) (rows int, err error) {
	err = c.run(ctx, "create table", d.Name, func(e *edit) error {
		m, err := e.define(d)
		if err != nil {
			return err
		}
		empty, err := snapshot.Open("", m, nil, nil, nil)
		if err != nil {
			return err
		}
		if src, err = e.completed(ctx, m, src); err != nil {
			return err
		}
		if rows, err = e.load(ctx, empty, e.numbering(m, src)); err != nil {
			return err
		}
		if rows > 0 {
			m = e.loaded
		}
		return e.table(ctx, m)
	})
	return madeRows(rows, err), err
}

// madeRows is how many rows a change has added that ended with an error, or without.
func madeRows(rows int, err error) int {
	var made *UnsettledError
	if err != nil && !errors.As(err, &made) {
		return 0
	}
	return rows
}

// load writes the columns of a table with the rows of src behind those that it has, if
// there are any, and gives their number. e.loaded is the manifest then.
func (e *edit) load(ctx context.Context, old *snapshot.Version, src ingest.Source) (rows int, err error) {
	l, err := newLoader(ctx, e, old)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(l.load(ctx, src), l.close()); err != nil {
		return 0, err
	}
	e.loaded, e.ranks = l.next, l.numbers()
	return l.loaded, nil
}

// putLoaded puts a table that has got rows. Foreign keys follow its own rows to their new numbers; nil:
// they have kept theirs.
func (e *edit) putLoaded(ctx context.Context, m *manifest.Manifest, numbers []uint32) error {
	if numbers != nil {
		by, err := e.from.references(m.Table, nil)
		if err != nil {
			return err
		}
		if err := e.rewriteReferences(ctx, m.Table, by, numbers); err != nil {
			return err
		}
	}
	return e.table(ctx, m)
}

// loader is one load under way.
type loader struct {
	edit    *edit
	old     *snapshot.Version
	next    *manifest.Manifest
	folder  string
	columns []*intake.Column
	unique  *ordering.Unique // nil: no primary key
	loaded  int

	replaces *replacement     // nil: rows come behind those that there are
	stay     *snapshot.RowSet // of the table's own rows; nil: all
	order    []uint32         // that the rows were put in; nil: as they came
}

func newLoader(ctx context.Context, e *edit, old *snapshot.Version) (*loader, error) {
	folder, err := e.folder(old.Manifest.Table)
	if err != nil {
		return nil, err
	}
	l := &loader{edit: e, old: old, next: old.Manifest.WithoutRows(), folder: folder}
	if l.stay, err = old.Live(ctx); err != nil {
		return nil, err
	}
	keys, err := e.keyIndexes(ctx, old.Manifest)
	if err != nil {
		return nil, err
	}
	for i := range l.next.Columns {
		l.columns = append(l.columns, intake.New(l.next, i, folder, keys[i]))
		l.columns[i].Adopts = true
	}
	if len(l.next.PrimaryKey) > 0 {
		l.unique = ordering.NewUnique(func(yield func([][]int64, int) error) error { return l.keysBefore(ctx, yield) })
	}
	for _, i := range l.next.PrimaryKey {
		l.columns[i].Keep = true
	}
	for _, b := range l.columns {
		if b.Texts != nil {
			b.Texts.Loose = !b.Keep
		}
	}
	return l, nil
}

// keyIndexes makes the index of each foreign key column; columns that reference the
// same table share one.
func (e *edit) keyIndexes(ctx context.Context, m *manifest.Manifest) (map[int]*snapshot.Keys, error) {
	byTable, byColumn := map[string]*snapshot.Keys{}, map[int]*snapshot.Keys{}
	for _, f := range m.Foreign {
		if byTable[f.Table] == nil {
			k, err := snapshot.NewKeys(ctx, e.from.versions[f.Table].version, f.RefColumn)
			if err != nil {
				return nil, err
			}
			byTable[f.Table] = k
		}
		byColumn[f.Column] = byTable[f.Table]
	}
	return byColumn, nil
}

func (l *loader) close() error {
	var err error
	for _, b := range l.columns {
		err = errors.Join(err, b.Spill.Close())
	}
	return err
}

// load takes all batches, after the rows that the table has. Without new rows nothing
// is written.
func (l *loader) load(ctx context.Context, src ingest.Source) error {
	for {
		b, err := src.Next(ctx)
		switch {
		case errors.Is(err, io.EOF) && l.loaded == 0:
			return nil
		case errors.Is(err, io.EOF):
			return l.finish(ctx)
		case err != nil:
			return err
		case b.Rows == 0:
			continue
		}
		if l.loaded == 0 {
			err = l.addOld(ctx)
		}
		if err == nil {
			err = l.add(b)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// addOld takes the rows that the table has. Foreign keys stay row numbers: the tables
// that they reference do not change during a load.
func (l *loader) addOld(ctx context.Context) error {
	for i, b := range l.columns {
		if d := l.old.Columns[i].Dict; b.Texts != nil && d != nil && d.Len() > 0 {
			b.Texts.Before = d
		}
	}
	for s := range l.old.Manifest.Segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := l.addSegment(s); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) addSegment(s int) error {
	rows := min(l.old.Manifest.Rows-s*plan.SegmentRows, plan.SegmentRows)
	err := work.Each(len(l.columns), func(i int) error {
		n, null := l.columns[i].Segment(l.old.Manifest.Rows)
		if _, err := l.old.Numbers(i, s, n, null); err != nil {
			return err
		}
		if c := &l.old.Columns[i]; l.columns[i].Type.Keyed() && c.Dict == nil {
			if err := l.columns[i].Interned(n[:rows], null[:rows]); err != nil {
				return err
			}
		}
		if c := &l.old.Columns[i]; l.columns[i].Texts == nil && c.Dict != nil {
			l.columns[i].Uncoded(c.Dict, n[:rows], null[:rows])
		}
		stay := rows
		if l.stay != nil {
			stay = l.stay.Gather(s, n[:rows], null[:rows])
		}
		return l.columns[i].AddStored(n[:stay], null[:stay])
	})
	if err != nil || l.unique == nil {
		return err
	}
	_, err = l.unique.Add(l.keys(), len(l.keys()[0]))
	return err
}

// add takes a batch.
func (l *loader) add(b *ingest.Batch) error {
	if err := l.fitting(b); err != nil {
		return err
	}
	failed := make([]error, len(l.columns))
	err := work.Each(len(l.columns), func(i int) error {
		failed[i] = l.columns[i].Add(&b.Columns[i], b.Rows)
		return nil
	})
	if err == nil {
		err = l.first(b, failed)
	}
	if err == nil {
		err = l.checkKeys(b)
	}
	l.loaded += b.Rows
	return err
}

// fitting checks that a batch is one of rows of the table, which has room for them.
func (l *loader) fitting(b *ingest.Batch) error {
	if len(b.Columns) != len(l.columns) || b.Rows < 0 {
		return fmt.Errorf("a batch of %d rows and %d columns for a table of %d", b.Rows, len(b.Columns), len(l.columns))
	}
	if l.rows()+b.Rows > manifest.MaxRows {
		return fmt.Errorf("a table holds %d rows at most", manifest.MaxRows)
	}
	return nil
}

// first gives the error to report: of refused values the one in the first row.
func (l *loader) first(b *ingest.Batch, failed []error) error {
	var worst *intake.Refusal
	for i, err := range failed {
		var r *intake.Refusal
		switch {
		case err == nil:
		case !errors.As(err, &r):
			return fmt.Errorf("table %s, column %s: %w", l.next.Table, l.columns[i].Name, err)
		case worst == nil || r.Row < worst.Row:
			worst = r
		}
	}
	if worst == nil {
		return nil
	}
	return l.rowError(b, worst)
}

func (l *loader) rowError(b *ingest.Batch, r *intake.Refusal) *RowError {
	number := l.loaded + r.Row
	if l.replaces != nil {
		number = l.replaces.numbers[r.Row]
	}
	e := &RowError{
		Table: l.next.Table, Column: l.columns[r.Column].Name,
		Row: int64(number), Value: r.Value, Reason: r.Reason, Code: r.Code,
	}
	if b.Origin != nil {
		e.Origin = b.Origin(r.Row)
	}
	return e
}

// rows is the number of rows so far, the table's own included.
func (l *loader) rows() int { return l.before() + l.loaded }

// before is how many of the table's own rows stay.
func (l *loader) before() int {
	if l.stay != nil {
		return l.stay.Len()
	}
	return l.old.Manifest.Rows
}

// keys are the batch's numbers of the primary key.
func (l *loader) keys() [][]int64 {
	keys := make([][]int64, 0, len(l.next.PrimaryKey))
	for _, i := range l.next.PrimaryKey {
		keys = append(keys, l.columns[i].Kept)
	}
	return keys
}

func (l *loader) checkKeys(b *ingest.Batch) error {
	if l.unique == nil {
		return nil
	}
	twice, err := l.unique.Add(l.keys(), b.Rows)
	if err != nil || twice < 0 {
		return err
	}
	return l.twiceError(b, twice)
}

// twiceError says that a row's primary key is another row's too.
func (l *loader) twiceError(b *ingest.Batch, row int) error {
	var names, values []string
	for _, i := range l.next.PrimaryKey {
		names = append(names, l.columns[i].Name)
		values = append(values, batchValue(l.columns[i].Type, &b.Columns[i], row))
	}
	e := l.rowError(b, &intake.Refusal{Row: row, Code: codeDuplicateKey, Reason: "another row has the same primary key; remove one of them"})
	e.Column, e.Value = strings.Join(names, ", "), strings.Join(values, ", ")
	return e
}

// batchValue prints a value of a batch that is not NULL.
func batchValue(t plan.Type, c *ingest.Column, row int) string {
	switch {
	case t.Keyed():
		return value.OfCode(t, []byte(c.Text(c.Codes[row]))).String()
	case t.Kind == plan.String:
		return fmt.Sprintf("%q", c.Text(c.Codes[row]))
	}
	return intake.FormatNumber(t, c.Ints[row])
}

// keysBefore reads the primary key of every row so far from the spills.
func (l *loader) keysBefore(ctx context.Context, yield func(keys [][]int64, rows int) error) error {
	keys := make([][]int64, len(l.next.PrimaryKey))
	for k := range keys {
		keys[k] = make([]int64, plan.SegmentRows)
	}
	null := make([]bool, plan.SegmentRows)
	segments := len(l.columns[l.next.PrimaryKey[0]].Spill.Blocks) + 1
	for s := range segments {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := 0
		for k, i := range l.next.PrimaryKey {
			var err error
			if rows, err = l.columns[i].Spill.Numbers(s, keys[k], null); err != nil {
				return err
			}
		}
		if err := yield(keys, rows); err != nil {
			return err
		}
	}
	return nil
}
