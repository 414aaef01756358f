package store

import (
	"context"
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// A table is written anew, without its dead rows, as soon as one in worthMerging is dead.
const worthMerging = 4

// Delete removes rows of tables, all or none, and gives their number. find says which, by
// table, of the tables as they are: nothing changes them until the rows are gone. It fails
// with ReferencedRowError where a row that stays refers to one of them.
func (c *Catalog) Delete(ctx context.Context, names []string, find func(*View) (map[string]*snapshot.RowSet, error)) (rows int, err error) {
	merges := false // which leaves files smaller than they were
	err = c.runWhereFreeing(ctx, "delete from table", strings.Join(names, ", "), func() bool { return merges }, func(e *edit) error {
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
		merges = e.merges(live)
		return e.bury(ctx, live)
	})
	return madeRows(rows, err), err
}

// found asks for rows of the tables that the change starts from.
func (e *edit) found(find func(*View) (map[string]*snapshot.RowSet, error)) (map[string]*snapshot.RowSet, error) {
	view := e.catalog.View()
	defer view.Close()
	return find(view)
}

// survivors gives, by table, the rows that live once some are gone, and how many of these
// lived. Tables that lose none are not among them.
func (e *edit) survivors(ctx context.Context, gone map[string]*snapshot.RowSet) (map[string]*snapshot.RowSet, int, error) {
	out, deleted := map[string]*snapshot.RowSet{}, 0
	for name, set := range gone {
		if _, err := e.from.find(name); err != nil {
			return nil, 0, err
		}
		v := e.from.versions[name].version
		live, err := v.Living(ctx)
		if err != nil {
			return nil, 0, err
		}
		before := live.Len()
		if live.Without(set); live.Len() < before {
			out[name] = live
			deleted += before - live.Len()
		}
	}
	return out, deleted, nil
}

// merges reports whether a table is to be written without the rows that are not in its set. Of
// several tables none is written anew: one may refer to another.
func (e *edit) merges(live map[string]*snapshot.RowSet) bool {
	for name, set := range live {
		rows := e.from.versions[name].version.Manifest.Rows
		return len(live) == 1 && worthMerging*(rows-set.Len()) >= rows
	}
	return false
}

// bury makes the rows of each table that are not in its set dead, or writes it without them.
func (e *edit) bury(ctx context.Context, live map[string]*snapshot.RowSet) error {
	for name, set := range live {
		by, err := e.from.references(name, nil)
		if err != nil {
			return err
		}
		old := e.from.versions[name].version
		if e.merges(live) {
			err = e.rewriteRows(ctx, old, old.Manifest.Clone(), by, set.Of(nil))
		} else {
			err = e.markDead(ctx, old, set)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// markDead writes which rows are dead; the other columns keep their files.
func (e *edit) markDead(ctx context.Context, old *snapshot.Version, live *snapshot.RowSet) error {
	next := old.Manifest.Clone()
	next.DeadRows = next.Rows - live.Len()
	next.Dead = &manifest.Column{Type: manifest.TypeOf(plan.Type{Kind: plan.Int}), Width: 1, Max: 1}
	folder, err := e.folder(next.Table)
	if err != nil {
		return err
	}
	ordinal := len(next.Columns)
	path := e.files.Path(folder, ordinal, "dead", "col")
	if err := e.files.Stored(ctx, next, ordinal, path, live.DeadMarks); err != nil {
		return err
	}
	return e.table(ctx, next)
}

// checkReferences fails where a row that lives refers to one of a set of rows of a table.
// live has the rows of the tables that lose some.
func (e *edit) checkReferences(ctx context.Context, name string, gone *snapshot.RowSet, live map[string]*snapshot.RowSet) error {
	by, err := e.from.references(name, nil)
	if err != nil || gone.Len() == 0 {
		return err
	}
	for _, table := range by {
		v := e.from.versions[table].version
		rows := live[table]
		if rows == nil {
			if rows, err = v.Live(ctx); err != nil {
				return err
			}
		}
		for _, f := range v.Manifest.Foreign {
			if f.Table != name {
				continue
			}
			row, err := v.RefersInto(ctx, f.Column, gone, rows)
			if err != nil {
				return err
			}
			if row >= 0 {
				return &ReferencedRowError{Table: name, By: table, Column: v.Manifest.Columns[f.Column].Name, Row: row}
			}
		}
	}
	return nil
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
