package store

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"gsdms/plan"
)

// A table is written anew, without its dead rows, as soon as one in worthMerging is dead.
const worthMerging = 4

// Delete removes rows of tables, all or none, and gives their number. find says which, by
// table, of the tables as they are: nothing changes them until the rows are gone. It fails
// with ReferencedRowError where a row that stays refers to one of them.
func (c *Catalog) Delete(ctx context.Context, names []string, find func(*View) (map[string]*RowSet, error)) (rows int, err error) {
	err = c.run(ctx, "delete from table", strings.Join(names, ", "), func(e *edit) error {
		gone, err := e.found(find)
		if err != nil {
			return err
		}
		live, deleted, err := e.survivors(ctx, gone)
		if err != nil {
			return err
		}
		for name, set := range gone {
			if err := e.checkReferences(ctx, name, set, live); err != nil {
				return err
			}
		}
		rows = deleted
		return e.bury(ctx, live)
	})
	return madeRows(rows, err), err
}

// found asks for rows of the tables that the change starts from.
func (e *edit) found(find func(*View) (map[string]*RowSet, error)) (map[string]*RowSet, error) {
	view := e.catalog.View()
	defer view.Close()
	return find(view)
}

// survivors gives, by table, the rows that live once some are gone, and how many of these
// lived. Tables that lose none are not among them.
func (e *edit) survivors(ctx context.Context, gone map[string]*RowSet) (map[string]*RowSet, int, error) {
	out, deleted := map[string]*RowSet{}, 0
	for name, set := range gone {
		if _, err := e.from.find(name); err != nil {
			return nil, 0, err
		}
		v := e.from.versions[name].version
		live, err := v.live(ctx)
		if err != nil {
			return nil, 0, err
		}
		if live == nil {
			live = allRows(v.manifest.Rows)
		}
		before := live.Len()
		if live.without(set); live.Len() < before {
			out[name] = live
			deleted += before - live.Len()
		}
	}
	return out, deleted, nil
}

// bury makes the rows of each table that are not in its set dead, or writes it without them.
// Of several tables none is written anew: one may refer to another.
func (e *edit) bury(ctx context.Context, live map[string]*RowSet) error {
	for name, set := range live {
		by, err := e.from.references(name, nil)
		if err != nil {
			return err
		}
		old := e.from.versions[name].version
		switch {
		case len(live) == 1 && worthMerging*(old.manifest.Rows-set.Len()) >= old.manifest.Rows:
			err = e.rewriteRows(ctx, old, old.manifest.clone(), by, set.of(nil))
		default:
			err = e.markDead(ctx, old, set)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// markDead writes which rows are dead; the other columns keep their files.
func (e *edit) markDead(ctx context.Context, old *version, live *RowSet) error {
	next := old.manifest.clone()
	next.DeadRows = next.Rows - live.Len()
	next.Dead = &columnEntry{Type: typeOf(plan.Type{Kind: plan.Int}), Width: 1, Max: 1}
	folder, err := e.folder(next.Table)
	if err != nil {
		return err
	}
	ordinal := len(next.Columns)
	path := e.path(folder, ordinal, "dead", "col")
	if err := e.files.column(ctx, next, ordinal, path, live.deadMarks); err != nil {
		return err
	}
	return e.table(ctx, next)
}

// deadMarks is a numberReader: 1 for rows that are not in the set.
func (s *RowSet) deadMarks(segment int, n []int64, null []bool) (int, error) {
	lo := segment * plan.SegmentRows
	rows := min(s.rows-lo, plan.SegmentRows)
	clear(n[:rows])
	clear(null[:rows])
	for i := 0; i < rows; i += 64 {
		for dead := ^s.words[(lo+i)/64]; dead != 0; dead &= dead - 1 {
			if at := i + bits.TrailingZeros64(dead); at < rows {
				n[at] = 1
			}
		}
	}
	return rows, nil
}

// checkReferences fails where a row that lives refers to one of a set of rows of a table.
// live has the rows of the tables that lose some.
func (e *edit) checkReferences(ctx context.Context, name string, gone *RowSet, live map[string]*RowSet) error {
	by, err := e.from.references(name, nil)
	if err != nil || gone.Len() == 0 {
		return err
	}
	for _, table := range by {
		v := e.from.versions[table].version
		rows := live[table]
		if rows == nil {
			if rows, err = v.live(ctx); err != nil {
				return err
			}
		}
		for _, f := range v.manifest.Foreign {
			if f.Table != name {
				continue
			}
			row, err := v.refersInto(ctx, f.Column, gone, rows)
			if err != nil {
				return err
			}
			if row >= 0 {
				return &ReferencedRowError{Table: name, By: table, Column: v.manifest.Columns[f.Column].Name, Row: row}
			}
		}
	}
	return nil
}

// refersInto gives the first of the rows that live, nil for all, whose foreign key is in a
// set of rows, or -1.
func (v *version) refersInto(ctx context.Context, column int, set, live *RowSet) (int, error) {
	first := make([]int, v.manifest.segments())
	err := each(len(first), func(s int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, null := newSegment(v.manifest.Rows)
		rows, err := v.numbers(column, s, n, null)
		first[s] = slices.IndexFunc(identity(rows), func(i uint32) bool {
			return !null[i] && set.has(int(n[i])) && (live == nil || live.has(s*plan.SegmentRows+int(i)))
		})
		if first[s] >= 0 {
			first[s] += s * plan.SegmentRows
		}
		return err
	})
	i := slices.IndexFunc(first, func(row int) bool { return row >= 0 })
	if err != nil || i < 0 {
		return -1, err
	}
	return first[i], nil
}

// ReferencedRowError says that a row cannot go, or its key not change, since a row of
// another table refers to it.
type ReferencedRowError struct {
	Table      string
	By, Column string
	Row        int // of By
}

// Error implements error.
func (e *ReferencedRowError) Error() string {
	return fmt.Sprintf("Cannot delete or update a parent row: a foreign key constraint fails: row %d of table %s refers to a row of table %s by column %s; change that row first", e.Row+1, e.By, e.Table, e.Column)
}

// SQLCode is MySQL's error number.
func (e *ReferencedRowError) SQLCode() int { return codeReferencedRow }

// Is makes it one of ErrReferenced.
func (e *ReferencedRowError) Is(target error) bool { return target == ErrReferenced }
