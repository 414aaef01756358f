package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/intake"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// Alteration is what a table becomes, and where its columns come from.
type Alteration struct {
	Definition                 // with its name, which may be another one; Order is not looked at
	From       []int           // by column: the one that it was, -1 for a new one
	Fill       []ingest.Column // by column: of a new one, its value, as one row
	Computed   []bool          // by column: whatever it was, Values says what it has; nil: none
	// Values gives take the numbers of rows, as the first column, and the values that columns
	// of these ordinals have in them by their new types: of all rows that live.
	Values func(columns []int, take func(ingest.Source) error) error
}

// Alter makes another definition of a table real, its rows stay. find is asked for it, with
// the tables as they are. Columns whose stored numbers say the same in their new types keep
// their files. Errors are those of Create and of Load, and ErrReferenced where a foreign key
// would lose the key that it refers to.
func (c *Catalog) Alter(ctx context.Context, name string, find func(*View) (Alteration, error)) error {
	return c.run(ctx, "alter table", name, func(e *edit) error {
		if _, err := e.from.find(name); err != nil {
			return err
		}
		view := c.View()
		defer view.Close()
		to, err := find(view)
		if err != nil {
			return err
		}
		a, err := newAlter(e, e.from.versions[name].version, to)
		if err == nil {
			err = a.run(ctx)
		}
		return err
	})
}

// alter is one Alter under way.
type alter struct {
	edit  *edit
	old   *snapshot.Version
	to    Alteration
	next  *manifest.Manifest
	keys  map[int]*snapshot.Keys
	anew  []int // columns that get other numbers
	read  []coding.Reader
	write []*patched // by column; nil: its file stays
}

func newAlter(e *edit, old *snapshot.Version, to Alteration) (*alter, error) {
	if to.Name != old.Manifest.Table {
		if err := e.from.roster.CheckName("table", to.Name); err != nil {
			return nil, err
		}
		if e.from.roster.Find(to.Name) >= 0 || e.from.roster.Query(to.Name) != nil {
			return nil, ErrExists
		}
	}
	to.Order = nil
	next, err := manifestOf(to.Definition, e.from)
	if err != nil {
		return nil, err
	}
	next.NextNumber = max(next.NextNumber, old.Manifest.NextNumber)
	a := &alter{edit: e, old: old, to: to, next: next, read: make([]coding.Reader, len(next.Columns)), write: make([]*patched, len(next.Columns))}
	next.Rows, next.DeadRows, next.Dead, next.Bound = old.Manifest.Rows, old.Manifest.DeadRows, old.Manifest.Dead, old.Manifest.BoundTo()
	for i, from := range to.From {
		if from >= 0 && !to.computes(i) && next.Stays(i, old.Manifest, from) {
			a.keepColumn(i, from)
		} else {
			a.anew = append(a.anew, i)
		}
	}
	next.Declared, next.Order = a.follow(old.Manifest.Declared, false), a.follow(old.Manifest.Order, true)
	return a, nil
}

// computes says whether a column gets new values whatever it was.
func (a *Alteration) computes(i int) bool { return a.Computed != nil && a.Computed[i] }

// keepColumn has a column keep its numbers.
func (a *alter) keepColumn(i, from int) {
	is, was := &a.next.Columns[i], a.old.Manifest.Columns[from]
	was.Name, was.Type, was.Nullable, was.Default, was.Own, was.Formula, was.Comment, was.Declared = is.Name, is.Type, is.Nullable, is.Default, is.Own, is.Formula, is.Comment, is.Declared
	*is = was
	a.read[i] = a.old.Readers()[from]
}

// follow gives the new ordinals of columns up to the first that is gone, or where only those
// that keep their numbers count, has got others.
func (a *alter) follow(columns []int, kept bool) (out []int) {
	for _, c := range columns {
		i := slices.Index(a.to.From, c)
		if i < 0 || kept && slices.Contains(a.anew, i) {
			break
		}
		out = append(out, i)
	}
	return out
}

func (a *alter) run(ctx context.Context) error {
	if err := a.references(ctx); err != nil {
		return err
	}
	if a.next.Rows > 0 {
		if err := a.fill(ctx); err != nil {
			return err
		}
		if err := a.checkKey(ctx); err != nil {
			return err
		}
		if err := a.writeColumns(ctx); err != nil {
			return err
		}
	}
	if a.to.Name != a.old.Manifest.Table {
		a.edit.rename(a.old.Manifest.Table, a.to.Name)
	}
	return a.edit.table(ctx, a.next)
}

// references has the foreign keys that point at the table follow it.
func (a *alter) references(ctx context.Context) error {
	name := a.old.Manifest.Table
	if _, err := a.edit.from.references(name, nil); err != nil {
		return err
	}
	for _, table := range slices.Sorted(maps.Keys(a.edit.from.versions)) {
		v := a.edit.from.versions[table].version
		if v == nil || table == name {
			continue
		}
		next := v.Manifest.Clone()
		changed := next.Rename(name, a.to.Name, a.renamed)
		next.Foreign = slices.Clone(next.Foreign)
		for k := range next.Foreign {
			f := &next.Foreign[k]
			if f.Table != name {
				continue
			}
			i := slices.Index(a.to.From, f.RefColumn)
			if i < 0 || slices.Contains(a.anew, i) || !slices.Equal(a.next.PrimaryKey, []int{i}) {
				return fmt.Errorf("%w by column %s of table %s, which needs the primary key %s as it is: drop that foreign key first",
					ErrReferenced, next.Columns[f.Column].Name, table, a.old.Manifest.Columns[f.RefColumn].Name)
			}
			f.Table, f.RefColumn, changed = a.to.Name, i, true
		}
		if changed {
			if err := a.edit.table(ctx, next); err != nil {
				return err
			}
		}
	}
	return nil
}

// renamed is the name that a column has now, "" where it is gone.
func (a *alter) renamed(column string) string {
	was := slices.IndexFunc(a.old.Manifest.Columns, func(c manifest.Column) bool { return strings.EqualFold(c.Name, column) })
	if i := slices.Index(a.to.From, was); was >= 0 && i >= 0 {
		return a.next.Columns[i].Name
	}
	return ""
}

// fill gives the columns that get other numbers these.
func (a *alter) fill(ctx context.Context) (err error) {
	if a.keys, err = a.edit.keyIndexes(ctx, a.next); err != nil {
		return err
	}
	var converted []int
	for _, i := range a.anew {
		a.write[i] = &patched{Column: intake.New(a.next, i, a.old.Folder, a.keys[i])}
		if a.to.From[i] >= 0 || a.to.computes(i) {
			converted = append(converted, i)
			continue
		}
		if err := a.fillNew(i); err != nil {
			return err
		}
	}
	if len(converted) == 0 {
		return nil
	}
	p := &patches{edit: a.edit, old: a.old, named: a.next, seen: snapshot.NewRowSet(a.next.Rows)}
	for _, i := range converted {
		p.columns = append(p.columns, a.write[i])
	}
	if err := a.to.Values(converted, func(src ingest.Source) error { return p.take(ctx, src) }); err != nil {
		return err
	}
	for _, i := range converted {
		a.read[i] = a.write[i].placed(p.rows, a.next.Rows)
	}
	return nil
}

// fillNew gives all rows the value of a new column.
func (a *alter) fillNew(i int) error {
	c := a.write[i]
	if err := c.convertAll(&a.to.Fill[i], 1); err != nil {
		return fmt.Errorf("table %s, column %s: %w", a.to.Name, c.Name, err)
	}
	n0, null0 := c.n[0], c.null[0]
	a.read[i] = func(s int, n []int64, null []bool) (int, error) {
		rows := min(a.next.Rows-s*plan.SegmentRows, plan.SegmentRows)
		for k := range rows {
			n[k], null[k] = n0, null0
		}
		return rows, nil
	}
	return nil
}

// placed reads a column whose values came by row, dead rows having none.
func (c *patched) placed(rows []int, of int) coding.Reader {
	at := slices.Repeat([]int32{-1}, of)
	for i, row := range rows {
		at[row] = int32(i)
	}
	return func(s int, n []int64, null []bool) (int, error) {
		part := at[s*plan.SegmentRows : min(of, (s+1)*plan.SegmentRows)]
		for k, i := range part {
			if n[k], null[k] = 0, true; i >= 0 {
				n[k], null[k] = c.n[i], c.null[i]
			}
		}
		return len(part), nil
	}
}

// checkKey checks a primary key that is new, or has got other numbers.
func (a *alter) checkKey(ctx context.Context) error {
	key := a.next.PrimaryKey
	same := slices.Equal(key, a.follow(a.old.Manifest.PrimaryKey, true)) && len(key) == len(a.old.Manifest.PrimaryKey)
	if len(key) == 0 || same {
		return nil
	}
	live, err := a.old.Live(ctx)
	if err != nil {
		return err
	}
	return checkUnique(ctx, a.next, a.read, live, func(keys [][]int64, row int) error {
		var names []string
		for _, i := range key {
			names = append(names, a.next.Columns[i].Name)
		}
		return &RowError{Table: a.to.Name, Column: strings.Join(names, ", "), Row: -1, Value: a.keyText(keys, row), Reason: "two rows would have the same primary key", Code: codeDuplicateKey}
	})
}

// keyText spells a key that comes twice.
func (a *alter) keyText(keys [][]int64, row int) string {
	var values []string
	for k, i := range a.next.PrimaryKey {
		p := &patches{edit: a.edit, old: a.old}
		switch c := a.write[i]; {
		case c == nil:
			values = append(values, p.text(a.to.From[i], keys[k][row]))
		case c.Texts != nil:
			values = append(values, fmt.Sprintf("%q", c.Texts.New(int(keys[k][row]))))
		default:
			values = append(values, intake.FormatNumber(c.Type, keys[k][row]))
		}
	}
	return strings.Join(values, ", ")
}

// writeColumns writes the columns that have got other numbers.
func (a *alter) writeColumns(ctx context.Context) error {
	paths := make([][2]string, len(a.anew))
	for k, i := range a.anew {
		paths[k][0] = a.edit.files.Path(a.old.Folder, i, a.next.Columns[i].Name, "col")
		if c := a.write[i]; c.Texts != nil && c.Texts.Come() > 0 {
			paths[k][1] = a.edit.files.Path(a.old.Folder, i, a.next.Columns[i].Name, "dict")
		}
	}
	return work.Each(len(a.anew), func(k int) error {
		i := a.anew[k]
		return a.edit.patchedColumn(ctx, a.next, a.write[i], a.read[i], paths[k][0], paths[k][1])
	})
}
