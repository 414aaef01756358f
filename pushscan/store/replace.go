package store

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/ordering"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// Replaced says what a Replace did.
type Replaced struct {
	Rows    int    // of the source
	Removed int    // rows that had the key of a later one: of the table, and of the source
	First   uint64 // as in Loaded
}

// Replace appends the rows of src to a table with a primary key in place of those that have
// their keys, all or none. Of rows of src with the same key the last stays. The source is
// read whole before anything is written; it is not closed. Foreign keys of other tables follow a row to
// the one that takes its place. Errors are those of Load.
func (c *Catalog) Replace(ctx context.Context, name string, src ingest.Source) (r Replaced, err error) {
	err = c.run(ctx, "replace rows of table", name, func(e *edit) error {
		if _, err := e.from.find(name); err != nil {
			return err
		}
		m := e.from.versions[name].version.Manifest
		if len(m.PrimaryKey) == 0 {
			return fmt.Errorf("table %s has no primary key by which rows could be replaced", name)
		}
		if err := takes(m, src); err != nil {
			return err
		}
		whole, err := e.completed(ctx, m, src)
		if err == nil {
			r, err = e.replaceRows(ctx, name, Merged{Rows: whole})
		}
		return err
	})
	if madeRows(1, err) == 0 {
		return Replaced{}, err
	}
	return r, err
}

// Merged says what becomes of a table: which rows come, and which go besides those that have
// their primary keys, nil for none.
type Merged struct {
	Rows ingest.Source
	Gone *snapshot.RowSet
}

// Merge is Replace with what find gives of the tables as they are: nothing changes them until the
// rows are there. The table may have no primary key. It fails with ReferencedRowError where a row of
// another table refers to one that goes, and none that comes has its primary key.
func (c *Catalog) Merge(ctx context.Context, name string, find func(v *View) (Merged, error)) (r Replaced, err error) {
	err = c.run(ctx, "merge rows into table", name, func(e *edit) error {
		view := c.View()
		defer view.Close()
		m, err := find(view)
		if err != nil {
			return err
		}
		r, err = e.replaceRows(ctx, name, m)
		return err
	})
	if madeRows(1, err) == 0 {
		return Replaced{}, err
	}
	return r, err
}

// replaceRows puts rows into a table, in place of those that have their keys and of those that go.
func (e *edit) replaceRows(ctx context.Context, name string, merged Merged) (r Replaced, err error) {
	if _, err := e.from.find(name); err != nil {
		return r, err
	}
	old := e.from.versions[name].version
	if err := takes(old.Manifest, merged.Rows); err != nil {
		return r, err
	}
	merged.Rows = e.numbering(old.Manifest, merged.Rows)
	p, err := newReplacement(ctx, e, old, merged)
	if err != nil {
		return r, err
	}
	r.First = e.firstNumber()
	if r.Removed = p.gone + len(p.superseded); p.gone > 0 {
		if err := e.checkReferences(ctx, name, p.orphans, nil); err != nil {
			return r, err
		}
	}
	l, err := newLoader(ctx, e, old)
	if err != nil {
		return r, err
	}
	l.replaces, l.stay = p, p.stay
	if err := errors.Join(l.load(ctx, p), l.close()); err != nil {
		return r, err
	}
	if r.Rows = l.loaded + len(p.superseded); r.Rows == 0 {
		return r, nil
	}
	return r, e.putLoaded(ctx, l.next, l.numbers())
}

// replacement is the rows of one Replace, and what goes for them. It is the source of the
// load, without the rows that later ones take the place of.
type replacement struct {
	batches    []*ingest.Batch
	superseded map[int]bool     // rows of the source, counted over all batches
	gone       int              // rows of the table
	stay       *snapshot.RowSet // of the rows of the table
	orphans    *snapshot.RowSet // that go, and whose key no row of the source has
	successors map[int]int      // rows of the table whose key a row of the source has, and that row
	next       int              // batch
	before     int              // rows of the batches before it
	numbers    []int            // of the batch that was given last: its rows in the source
}

func newReplacement(ctx context.Context, e *edit, old *snapshot.Version, merged Merged) (*replacement, error) {
	p := &replacement{superseded: map[int]bool{}, successors: map[int]int{}}
	newest, err := p.read(ctx, e, old, merged.Rows)
	if err != nil {
		return nil, err
	}
	if p.stay, err = old.Living(ctx); err != nil {
		return nil, err
	}
	if p.orphans, err = old.Living(ctx); err != nil {
		return nil, err
	}
	lived := p.stay.Len()
	if merged.Gone != nil {
		p.stay.Without(merged.Gone)
	}
	if len(old.Manifest.PrimaryKey) > 0 {
		err = p.find(ctx, old, newest)
	}
	p.gone = lived - p.stay.Len()
	p.orphans.Without(p.stay)
	return p, err
}

// read takes all rows of a source, and gives the last of each key, none for a table without one.
func (p *replacement) read(ctx context.Context, e *edit, old *snapshot.Version, src ingest.Source) (newest map[string]int, err error) {
	keys, err := newKeyTexts(ctx, e, old)
	if err != nil {
		return nil, err
	}
	newest = map[string]int{}
	row := 0
	for {
		b, err := src.Next(ctx)
		if errors.Is(err, io.EOF) {
			return newest, nil
		}
		if err != nil {
			return nil, err
		}
		if err := keys.takes(b); err != nil {
			return nil, err
		}
		p.batches = append(p.batches, b)
		if len(keys.columns) == 0 {
			continue
		}
		for i := range b.Rows {
			key := string(keys.of(b, i))
			if earlier, ok := newest[key]; ok {
				p.superseded[earlier] = true
			}
			newest[key] = row
			row++
		}
	}
}

// find takes the rows whose keys are among others from those that stay and from those that nothing
// takes the place of.
func (p *replacement) find(ctx context.Context, old *snapshot.Version, among map[string]int) error {
	m := old.Manifest
	columns := make([][]int64, len(m.PrimaryKey))
	_, null := coding.NewSegment(m.Rows)
	for i := range columns {
		columns[i], _ = coding.NewSegment(m.Rows)
	}
	var key []byte
	for s := range m.Segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := 0
		for i, column := range m.PrimaryKey {
			var err error
			if rows, err = old.Numbers(column, s, columns[i], null); err != nil {
				return err
			}
		}
		for i := range rows {
			key = snapshot.KeyText(key[:0], columns, i)
			if at, ok := among[string(key)]; ok && p.orphans.Remove(s*plan.SegmentRows+i) {
				p.stay.Remove(s*plan.SegmentRows + i)
				p.successors[s*plan.SegmentRows+i] = at
			}
		}
	}
	return nil
}

// Next is of Source.
func (p *replacement) Next(context.Context) (*ingest.Batch, error) {
	if p.next == len(p.batches) {
		return nil, io.EOF
	}
	b := p.batches[p.next]
	p.numbers = p.numbers[:0]
	for i := range b.Rows {
		if !p.superseded[p.before+i] {
			p.numbers = append(p.numbers, p.before+i)
		}
	}
	out := b
	if len(p.numbers) < b.Rows {
		out = b.Pick(p.numbers, p.before)
	}
	p.next, p.before = p.next+1, p.before+b.Rows
	return out, nil
}

// places gives each row of the source its place among those that are loaded.
func (p *replacement) places() []int {
	var out []int
	place := 0
	for row := range p.before {
		out = append(out, place)
		if !p.superseded[row] {
			place++
		}
	}
	return out
}

// numbers gives each of the table's own rows its number from now on, that of the row which takes its
// place where it has gone; nil: all keep theirs.
func (l *loader) numbers() []uint32 {
	if l.stay == nil {
		return nil
	}
	out := l.stay.Ranks()
	if l.replaces == nil || len(l.replaces.successors) == 0 {
		return out
	}
	order := l.order
	if order == nil {
		order = work.Identity(l.rows())
	}
	now, places := ordering.Inverse(order, l.rows()), l.replaces.places()
	for row, by := range l.replaces.successors {
		out[row] = now[l.before()+places[by]]
	}
	return out
}
