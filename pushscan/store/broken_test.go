package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/snapshot"
)

// A child says by these descriptors, which no file has, that a call is to fail, the nth from now on,
// and asks whether it has.
const (
	failFrom = 1 << 20
	failed   = 1 << 21
)

// failing has call n from now on fail while f runs, and says whether there was one.
func failing(n int, f func() error) (was bool, err error) {
	if err := unix.Fsync(failFrom + n); err != nil {
		return false, err
	}
	err = f()
	return unix.Fsync(failed) != nil, err
}

// sufferFailures makes changes, each with its calls failing one by one, until it comes through.
func sufferFailures(dir string) error {
	c, err := store.Open(dir, store.Options{})
	if err == nil {
		err = c.Hold(context.Background())
	}
	if err == nil {
		err = ask(3)
	}
	if err != nil {
		return err
	}
	for _, change := range append(brokenChanges(), brokenEnds()...) {
		if err := change.suffer(c, dir); err != nil {
			return fmt.Errorf("%s: %w", change.what, err)
		}
	}
	return c.Close()
}

// brokenChange is a change that can be tried again, and one that is logged made again: round by round
// with other rows. That one can do without the log: it then writes its files, and the next begins a log.
type brokenChange struct {
	what   string
	logged bool
	f      func(c *store.Catalog, round int) error
}

func (b brokenChange) suffer(c *store.Catalog, dir string) error {
	round := 0
	for n := 0; ; n++ {
		if b.logged {
			if err := b.f(c, round); err != nil {
				return err
			}
			round++
		}
		before, err := contentOf(c)
		if err != nil {
			return err
		}
		was, err := failing(n, func() error { return b.f(c, round) })
		if !was {
			return err
		}
		after, failed := contentOf(c)
		disk, failedOnDisk := contentOfCopy(dir)
		var made *store.UnsettledError
		switch {
		case failed != nil || failedOnDisk != nil:
			return fmt.Errorf("call %d: the tables or the folder: %w", n, errors.Join(failed, failedOnDisk))
		case b.logged && err == nil && disk == after:
			round++
		case errors.As(err, &made) && after != before && (disk == before || disk == after):
			return nil
		case err == nil || !errors.Is(err, unix.EIO) || after != before || disk != before:
			return fmt.Errorf("call %d: the tables were\n%sand are\n%son disk\n%s: %w", n, before, after, disk, err)
		}
	}
}

// contentOfCopy opens a copy of a folder, as after a crash, and gives what its tables hold.
func contentOfCopy(dir string) (string, error) {
	to, err := os.MkdirTemp("", "copy")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(to)
	if err := os.CopyFS(filepath.Join(to, "db"), os.DirFS(dir)); err != nil {
		return "", err
	}
	c, err := store.Open(filepath.Join(to, "db"), store.Options{Verify: true})
	if err != nil {
		return "", err
	}
	defer c.Close()
	return contentOf(c)
}

// contentOf is what the tables hold, of large ones how many rows.
func contentOf(c *store.Catalog) (string, error) {
	v := c.View()
	defer v.Close()
	var out strings.Builder
	for _, name := range v.Tables() {
		t, err := v.Table(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&out, name, t.Rows, t.Dead)
		for i := 0; t.Rows < 1000 && i < len(t.Columns)-1; i++ {
			values, err := readColumn(t, i)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(&out, t.Columns[i].Name, t.Columns[i].Type, values)
		}
	}
	return out.String(), nil
}

// brokenTable is the table of most of the changes, brokenBulk one of several segments.
var (
	brokenTable = store.Definition{Name: "t", Columns: columns("k", "#text"), PrimaryKey: []int{0}}
	brokenBulk  = store.Definition{Name: "bulk", Columns: columns("k", "#text")}
)

// bulkRows are so many rows of it.
func bulkRows(n int) rows {
	out := make(rows, n)
	for i := range out {
		out[i] = []any{int64(i), fmt.Sprint("text ", i%10)}
	}
	return out
}

// inserted makes an INSERT of rows with keys from one on, and a text.
func inserted(what string, logged bool, key int64, text string) brokenChange {
	return brokenChange{what, logged, func(c *store.Catalog, round int) error {
		row := []any{key + int64(round), strings.ReplaceAll(text, "#", fmt.Sprint(round))}
		_, err := c.Load(context.Background(), "t", source(brokenTable, rows{row}))
		return err
	}}
}

// brokenChanges are changes of every kind, each of which follows the one before it.
func brokenChanges() []brokenChange {
	ctx := context.Background()
	return []brokenChange{
		{"create", false, func(c *store.Catalog, _ int) error { return c.Create(ctx, brokenTable) }},
		{"create and load", false, func(c *store.Catalog, _ int) error {
			_, err := c.CreateLoad(ctx, brokenBulk, source(brokenBulk, bulkRows(66000)))
			return err
		}},
		{"first rows", false, func(c *store.Catalog, _ int) error {
			_, err := c.Load(ctx, "t", source(brokenTable, rows{{int64(1), "a"}, {int64(2), "b"}, {int64(3), "c"}, {int64(4), "a"}, {int64(5), "a"}}))
			return err
		}},
		inserted("insert that begins a log", false, 6, "a"),
		inserted("insert to the log", true, 100, "b"),
		inserted("insert of a text", false, 7, "between"),
		inserted("insert of a text to the log", true, 200, "text #"),
		inserted("insert of a wide number", false, 1<<40, "b"),
		{"delete", false, func(c *store.Catalog, _ int) error { return deleteRow(c, "t", 2) }},
		inserted("insert behind dead rows", true, 300, "b"),
		{"update", false, func(c *store.Catalog, _ int) error { return updateRow(c, brokenTable, 1, "new") }},
	}
}

// brokenEnds follow them.
func brokenEnds() []brokenChange {
	ctx := context.Background()
	more, less := brokenAlteration(2), brokenAlteration(2)
	more.Columns, more.From = append(columns("k", "#text"), columns("more")...), []int{0, 1, -1}
	more.Fill = append(more.Fill, ingest.Column{Ints: []int64{5}})
	alter := func(a store.Alteration) func(*store.Catalog, int) error {
		return func(c *store.Catalog, _ int) error {
			return c.Alter(ctx, "t", func(*store.View) (store.Alteration, error) { return a, nil })
		}
	}
	return []brokenChange{
		{"add a column", false, alter(more)}, {"drop a column", false, alter(less)},
		{"replace", false, func(c *store.Catalog, _ int) error {
			_, err := c.Replace(ctx, "t", source(brokenTable, rows{{int64(1), "other"}}))
			return err
		}},
		{"optimize", false, func(c *store.Catalog, _ int) error { return c.Optimize(ctx, "t") }},
		inserted("insert again", true, 400, "b"),
		{"load behind others", true, func(c *store.Catalog, _ int) error {
			_, err := c.Load(ctx, "bulk", source(brokenBulk, bulkRows(70)))
			return err
		}},
		{"load anew", false, func(c *store.Catalog, _ int) error {
			_, err := c.Load(ctx, "bulk", source(brokenBulk, bulkRows(4*plan.SegmentRows+1)))
			return err
		}},
		{"rename", false, func(c *store.Catalog, _ int) error { return c.Rename(ctx, map[string]string{"bulk": "renamed"}) }},
		{"truncate", false, func(c *store.Catalog, _ int) error { return c.Truncate(ctx, "t") }},
		{"drop", false, func(c *store.Catalog, _ int) error { return c.Drop(ctx, "t", "renamed") }},
	}
}

// brokenAlteration leaves the table's first columns as they are.
func brokenAlteration(n int) store.Alteration {
	a := store.Alteration{Definition: brokenTable, Fill: make([]ingest.Column, n)}
	for i := range n {
		a.From = append(a.From, i)
	}
	return a
}

// deleteRow deletes a row by its number.
func deleteRow(c *store.Catalog, name string, row int) error {
	_, err := c.Delete(context.Background(), []string{name}, func(v *store.View) (map[string]*snapshot.RowSet, error) {
		t, err := v.Table(name)
		if err != nil {
			return nil, err
		}
		gone := snapshot.NewRowSet(t.Rows)
		gone.Add(row)
		return map[string]*snapshot.RowSet{name: gone}, nil
	})
	return err
}

// updateRow gives a row another text.
func updateRow(c *store.Catalog, d store.Definition, row int, text string) error {
	u := store.Definition{Name: d.Name, Columns: columns("row", "#text")}
	_, err := c.Update(context.Background(), d.Name, []string{"text"}, func(_ *store.View, take func(ingest.Source) error) error {
		return take(source(u, rows{{int64(row), text}}))
	})
	return err
}
