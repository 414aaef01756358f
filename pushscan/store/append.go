package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/columnfile"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/intake"
	"gsdms/pushscan/store/ordering"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// maxAppended is the number of rows up to which those that come to a table that has rows are
// written behind them, at a cost that depends on those that come. A load of more writes the
// table anew, in the narrowest form and without its dead rows.
const maxAppended = 4 * plan.SegmentRows

// errWhole says that rows cannot be written behind those that there are.
var errWhole = errors.New("the table has to be written anew")

// gathered is the first batches of a source, up to some number of rows, before the others.
type gathered struct {
	batches []*ingest.Batch
	rows    int
	rest    ingest.Source // nil: there is no more
}

// gather takes batches until there are more than so many rows.
func gather(ctx context.Context, src ingest.Source, most int) (*gathered, error) {
	g := &gathered{rest: src}
	for g.rows <= most {
		b, err := src.Next(ctx)
		if errors.Is(err, io.EOF) {
			g.rest = nil
			break
		}
		if err != nil {
			return nil, err
		}
		g.batches, g.rows = append(g.batches, b), g.rows+b.Rows
	}
	return g, ctx.Err()
}

// Next is of Source.
func (g *gathered) Next(ctx context.Context) (*ingest.Batch, error) {
	if len(g.batches) > 0 {
		b := g.batches[0]
		g.batches = g.batches[1:]
		return b, nil
	}
	if g.rest == nil {
		return nil, io.EOF
	}
	return g.rest.Next(ctx)
}

// appender writes rows behind those of a table. Columns whose form holds the new values are
// appended to; a column that needs another form, or has got a text between those that it had,
// is written anew, and the others keep their files.
type appender struct {
	*loader
	columns []*appended
	n       int // rows that come
}

// appended is a column with the values of the rows that come.
type appended struct {
	patched
	moved bool           // codes of the rows before have become others
	late  []byte         // what comes behind the dictionary's tail
	tail  string         // path of a new one
	total coding.Summary // of all rows, in final codes
}

// add adds the rows of a source to a table: behind those that it has, where they are few.
func (e *edit) add(ctx context.Context, old *snapshot.Version, src ingest.Source) (rows int, err error) {
	if old.Manifest.Rows > 0 {
		g, err := gather(ctx, src, maxAppended)
		if err != nil || g.rows == 0 && g.rest == nil {
			return 0, err
		}
		if g.rest == nil {
			if err := e.append(ctx, old, g); !errors.Is(err, errWhole) {
				return g.rows, err
			}
		}
		src = g
	}
	if rows, err = e.load(ctx, old, src); rows == 0 {
		return 0, err // and nothing to change
	}
	return rows, e.putLoaded(ctx, e.loaded, e.ranks)
}

// append adds the rows of g to a table that has some, and puts it.
func (e *edit) append(ctx context.Context, old *snapshot.Version, g *gathered) error {
	a, err := newAppender(ctx, e, old, g)
	if err != nil {
		return err
	}
	for _, b := range g.batches {
		if err := errors.Join(a.take(b), ctx.Err()); err != nil {
			return err
		}
	}
	for i, c := range a.columns {
		if !c.unkeyed(&old.Manifest.Columns[i]) {
			return errWhole
		}
	}
	if err := a.checkUnique(ctx, g.batches); err != nil {
		return err
	}
	return a.finish(ctx)
}

func newAppender(ctx context.Context, e *edit, old *snapshot.Version, g *gathered) (*appender, error) {
	folder, err := e.folder(old.Manifest.Table)
	if err != nil {
		return nil, err
	}
	keys, err := e.keysAsked(ctx, old.Manifest, g.batches)
	if err != nil {
		return nil, err
	}
	a := &appender{loader: &loader{edit: e, old: old, next: old.Manifest.Clone(), folder: folder}}
	for i := range old.Manifest.Columns {
		b := intake.New(old.Manifest, i, folder, keys[i])
		if b.Texts != nil {
			b.Texts.Before, b.Texts.Later = old.Tail(i)
		}
		a.loader.columns = append(a.loader.columns, b)
		a.columns = append(a.columns, &appended{patched: patched{Column: b}})
	}
	a.next.Rows += g.rows
	a.n = g.rows
	return a, nil
}

// take takes a batch.
func (a *appender) take(b *ingest.Batch) error {
	if err := a.fitting(b); err != nil {
		return err
	}
	failed := make([]error, len(a.columns))
	err := work.Each(len(a.columns), func(i int) error {
		failed[i] = a.columns[i].convertAll(&b.Columns[i], b.Rows)
		return nil
	})
	if err == nil {
		err = a.first(b, failed)
	}
	a.loaded += b.Rows
	return err
}

// finish writes what has changed.
func (a *appender) finish(ctx context.Context) error {
	for i, c := range a.columns {
		if err := c.settle(ctx, a.old, i); err != nil {
			return columnError(a.next.Table, c.Name, err)
		}
	}
	if err := a.keepOrder(); err != nil {
		return err
	}
	paths, dicts := make([]string, len(a.columns)), make([]string, len(a.columns))
	for i, c := range a.columns {
		if !a.fits(i) {
			paths[i] = a.edit.files.Path(a.folder, i, c.Name, "col")
		}
		if c.dict != nil {
			dicts[i] = a.edit.files.Path(a.folder, i, c.Name, "dict")
		}
		if c.late != nil && a.next.Columns[i].Tail == nil {
			c.tail = a.edit.files.Path(a.folder, i, c.Name, "tail")
		}
	}
	dead := a.deadPath()
	if a.grows(paths, dicts, dead) {
		a.edit.growing = a.edit.logs(a.old, a.next, a.n)
	}
	err := work.Each(a.next.Stored(), func(i int) error {
		if i == len(a.columns) {
			return a.appendDead(ctx, dead)
		}
		return a.column(ctx, i, paths[i], dicts[i])
	})
	if err != nil {
		return err
	}
	if a.edit.growing != nil {
		a.edit.finish(a.next)
		return nil
	}
	return a.edit.table(ctx, a.next)
}

// grows reports whether all that comes goes behind what files have.
func (a *appender) grows(paths, dicts []string, dead string) bool {
	for i, c := range a.columns {
		if paths[i] != "" || dicts[i] != "" || c.tail != "" {
			return false
		}
	}
	return dead == ""
}

// columnError says of which column an error is, unless the whole table is to be written.
func columnError(table, column string, err error) error {
	if errors.Is(err, errWhole) {
		return err
	}
	return fmt.Errorf("table %s, column %s: %w", table, column, err)
}

// settle gives a column's rows the numbers that they will be stored as.
func (c *appended) settle(ctx context.Context, old *snapshot.Version, i int) error {
	entry := &old.Manifest.Columns[i]
	switch {
	case c.Type.Float():
		return nil
	case entry.Dict != nil && c.Texts == nil:
		return errWhole // codes of numbers
	case c.Texts != nil && c.Texts.Come() > 0 && c.behind(entry):
		c.late = c.Texts.AppendNew(nil)
	case c.Texts != nil && c.Texts.Come() > 0:
		if err := c.recode(ctx); err != nil {
			return err
		}
	}
	c.total = coding.Summary{Min: entry.Min, Max: entry.Max, Null: entry.Nulls}
	c.total.Merge(coding.Summarize(c.n, c.null))
	if c.Texts != nil && c.total.Min <= c.total.Max {
		c.total.Min, c.total.Max = 0, int64(c.Texts.Len()-1)
	}
	if _, err := c.total.Storage(); err != nil {
		return errWhole
	}
	return nil
}

// fits reports whether a column's file can be appended to.
func (a *appender) fits(i int) bool {
	c, entry := a.columns[i], &a.old.Manifest.Columns[i]
	return entry.File.Grows && !c.moved && (c.Type.Float() || c.total.HeldBy(entry.Storage()))
}

// column writes a column: the rows that come alone where path is empty.
func (a *appender) column(ctx context.Context, i int, path, dict string) error {
	c, entry := a.columns[i], &a.next.Columns[i]
	if c.dict != nil {
		if err := a.edit.files.Dict(ctx, a.next, i, dict, c.dict, len(c.rank)); err != nil {
			return err
		}
	}
	if c.late != nil {
		if err := a.writeTail(ctx, i); err != nil {
			return err
		}
	}
	switch {
	case c.Type.Float():
		entry.Nulls = entry.Nulls || slices.Contains(c.null, true)
	case path == "":
		entry.Min, entry.Max = c.total.Min, c.total.Max
	default:
		entry.DescribeWithRoom(c.total, c.Texts != nil)
	}
	if path == "" {
		return a.grow(ctx, i, c.n, c.null)
	}
	return a.edit.files.Column(ctx, a.next, i, path, a.all(i))
}

// all reads a column with the rows that come.
func (a *appender) all(i int) coding.Reader {
	c, before := a.columns[i], a.old.Manifest.Rows
	return func(s int, n []int64, null []bool) (rows int, err error) {
		first := s * plan.SegmentRows
		if first < before {
			if rows, err = a.old.Stored(i, s, n, null); err != nil {
				return 0, err
			}
		}
		for k, code := range n[:rows] {
			if c.moved && !null[k] {
				n[k] = int64(c.rank[code])
			}
		}
		from := first + rows - before
		copy(null[rows:], c.null[max(0, from):])
		return rows + copy(n[rows:], c.n[max(0, from):]), nil
	}
}

// keepOrder says whether the rows that come keep the order of the table.
func (a *appender) keepOrder() error {
	if len(a.next.Order) == 0 {
		return nil
	}
	last := make([]ordering.Value, len(a.next.Order))
	n, null := coding.NewSegment(a.old.Manifest.Rows)
	for k, i := range a.next.Order {
		rows, err := a.old.Stored(i, a.old.Manifest.Segments()-1, n, null)
		if err != nil {
			return err
		}
		if last[k] = (ordering.Value{N: n[rows-1], Null: null[rows-1]}); a.columns[i].moved && !null[rows-1] {
			last[k].N = int64(a.columns[i].rank[last[k].N])
		}
	}
	for row := range a.n {
		if !a.rises(last, row) {
			a.next.Order = nil
			return nil
		}
	}
	return nil
}

// rises says whether a row that comes is not before one with these values, which become its own.
func (a *appender) rises(last []ordering.Value, row int) bool {
	settled, rises := false, true
	for k, i := range a.next.Order {
		v := ordering.Value{N: a.columns[i].n[row], Null: a.columns[i].null[row]}
		if c := a.columns[i].compare(last[k], v); c != 0 && !settled {
			settled, rises = true, c < 0
		}
		last[k] = v
	}
	return rises
}

// deadPath is where the column of dead rows is written anew; "" where it is not.
func (a *appender) deadPath() string {
	if a.next.Dead == nil || a.next.Dead.File.Grows {
		return ""
	}
	return a.edit.files.Path(a.folder, len(a.columns), "dead", "col")
}

// appendDead says that the rows that come live.
func (a *appender) appendDead(ctx context.Context, path string) error {
	dead := *a.next.Dead
	a.next.Dead = &dead
	if path == "" {
		return a.grow(ctx, len(a.columns), make([]int64, a.n), nil)
	}
	live, err := a.old.Live(ctx)
	if err != nil {
		return err
	}
	return a.edit.files.Stored(ctx, a.next, len(a.columns), path, live.With(a.n).DeadMarks)
}

// grow appends the numbers of rows to the file of a column whose form holds them.
func (a *appender) grow(ctx context.Context, i int, n []int64, null []bool) error {
	at, out, err := columnfile.Grow(a.old, a.next, i, n, null)
	if err != nil {
		return err
	}
	return a.edit.grow(ctx, filepath.Join(a.folder, a.next.Entry(i).File.Name), at, out)
}
