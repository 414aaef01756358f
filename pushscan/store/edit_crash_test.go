package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
)

// The table of these tests has keys from some number up to ledgerRows, all with the same
// version and the same text, and may have a column more, a wider one, or another name.
const ledgerRows = 70000

func ledger() store.Definition {
	return store.Definition{Name: "ledger", Columns: columns("k", "version", "#text"), PrimaryKey: []int{0}}
}

func ledgerRow(k, version int) []any {
	return []any{int64(k), int64(version), fmt.Sprint("text ", version)}
}

// ledgerName is the name that the table has now.
func ledgerName(v *store.View) string {
	if slices.Contains(v.Tables(), "renamed") {
		return "renamed"
	}
	return "ledger"
}

// nextEdit makes the change that follows the state of the table.
func nextEdit(c *store.Catalog) error {
	ctx := context.Background()
	v := c.View()
	defer v.Close()
	name := ledgerName(v)
	t, err := v.Table(name)
	if err != nil {
		return err
	}
	versions, err := readColumn(t, 1)
	if err != nil {
		return err
	}
	version := int(versions[t.Rows-1].(int64))
	switch {
	case t.Count() < ledgerRows/2:
		return refill(c, name, t, version)
	case version%4 == 1 && len(t.Shown()) == 3, version%4 == 3 && len(t.Shown()) == 4:
		return c.Alter(ctx, name, func(*store.View) (store.Alteration, error) { return otherColumns(t, name), nil })
	case version%6 == 5 && name == "ledger":
		return c.Rename(ctx, map[string]string{"ledger": "renamed"})
	case version%6 == 2 && name == "renamed":
		return c.Rename(ctx, map[string]string{"renamed": "ledger"})
	case version%2 == 0 && t.Count()%2000 == 0:
		_, err := c.Delete(ctx, []string{name}, func(*store.View) (map[string]*snapshot.RowSet, error) { return firstRows(t, 1000) })
		return err
	}
	return revise(c, name, t, version+1)
}

// firstRows are the rows of the least keys that live, so many of them.
func firstRows(t *plan.Table, n int) (map[string]*snapshot.RowSet, error) {
	keys, err := readColumn(t, 0)
	set := snapshot.NewRowSet(t.Rows)
	for row, key := range keys {
		if key.(int64) < int64(ledgerRows-t.Count()+n) {
			set.Add(row)
		}
	}
	return map[string]*snapshot.RowSet{t.Name: set}, err
}

// revise gives all rows that live another version, and the text of it.
func revise(c *store.Catalog, name string, t *plan.Table, version int) error {
	keys, err := readColumn(t, 0)
	if err != nil {
		return err
	}
	given := rows{}
	for row, key := range keys {
		if key.(int64) >= int64(ledgerRows-t.Count()) {
			given = append(given, append([]any{int64(row)}, ledgerRow(0, version)[1:]...))
		}
	}
	d := store.Definition{Name: name, Columns: append([]plan.Column{{Type: plan.Type{Kind: plan.Int}}}, ledger().Columns[1:]...)}
	_, err = c.Update(context.Background(), name, []string{"version", "text"}, func(_ *store.View, take func(store.Source) error) error { return take(source(d, given)) })
	return err
}

// refill loads the keys that were deleted.
func refill(c *store.Catalog, name string, t *plan.Table, version int) error {
	d, data := ledger(), rows{}
	d.Name = name
	for k := range ledgerRows - t.Count() {
		row := ledgerRow(k, version)
		if len(t.Shown()) == 4 {
			row = append(row, int64(5))
		}
		data = append(data, row)
	}
	if len(t.Shown()) == 4 {
		d.Columns = append(d.Columns, columns("more")...)
	}
	_, err := c.Load(context.Background(), name, source(d, data))
	return err
}

// otherColumns adds the fourth column, or takes it away.
func otherColumns(t *plan.Table, name string) store.Alteration {
	d := ledger()
	d.Name = name
	a := store.Alteration{Definition: d, From: []int{0, 1, 2}, Fill: make([]store.BatchColumn, 4)}
	if len(t.Shown()) == 3 {
		a.Columns, a.From = append(a.Columns, columns("more")...), append(a.From, -1)
		a.Fill[3] = store.BatchColumn{Ints: []int64{5}}
	}
	return a
}

// checkLedger checks that the table is the result of whole changes and that no other file is
// left, and describes the state.
func checkLedger(t *testing.T, dir string) string {
	t.Helper()
	c, err := store.Open(dir, store.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v := c.View()
	defer v.Close()
	name := ledgerName(v)
	s, err := v.Table(name)
	if err != nil || len(v.Tables()) != 1 {
		t.Fatalf("tables %v, error %v", v.Tables(), err)
	}
	got := sortedByKey(read(t, s))
	if len(got) == 0 || len(got)%1000 != 0 {
		t.Fatalf("%d rows", len(got))
	}
	version := int(got[0][1].(int64))
	for i, row := range got {
		want := ledgerRow(ledgerRows-len(got)+i, version)
		if len(s.Shown()) == 4 {
			want = append(want, int64(5))
		}
		if !slices.Equal(row, want) {
			t.Fatalf("row %d is %v, want %v", i, row, want)
		}
	}
	want := expectedFiles(s) + 1
	if s.Dead > 0 {
		want++
	}
	if files := storedFiles(t, dir); len(files) != want {
		t.Errorf("%d files, want %d: %v", len(files), want, files)
	}
	return fmt.Sprint(name, len(s.Shown()), s.Dead > 0, version%3)
}

func newLedger(t *testing.T, dir string) {
	c := open(t, dir)
	define(t, c, ledger())
	if err := refill(c, "ledger", table(t, c, "ledger"), 0); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// editForEver changes the table until it is killed. It says when it begins.
func editForEver(dir string) error {
	c, err := store.Open(dir, store.Options{})
	for err == nil {
		fmt.Println("next")
		err = nextEdit(c)
	}
	return err
}

// Killed at any point of a DELETE, an UPDATE, an ALTER or a RENAME, the table is as before it
// or as after it.
func TestKilledInEdit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	newLedger(t, dir)
	seen := map[string]bool{}
	times := kills(12)
	for i := range times {
		killChild(t, "edit", dir)
		seen[checkLedger(t, dir)] = true
		if t.Failed() {
			t.Fatalf("after kill %d", i)
		}
	}
	if times >= 12 && len(seen) < 3 {
		t.Errorf("the kills found the table in %d states only: %v", len(seen), seen)
	}
}

// Where writing fails, however far it has come, each change gives an error and the table is
// as it was; afterwards the change can be made.
func TestFullDiskInEdit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	newLedger(t, dir)
	if out, err := child("edit full", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	checkLedger(t, dir)
}

// editWithLimits makes changes, each under rising limits of a file's size until it works.
func editWithLimits(dir string) error {
	signal.Ignore(unix.SIGXFSZ)
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	failures := 0
	for range 16 {
		for limit := uint64(0); ; limit = limit*3/2 + 512 {
			before, err := ledgerState(c)
			if err != nil {
				return err
			}
			if err = limited(limit, func() error { return nextEdit(c) }); err == nil {
				break
			}
			failures++
			var path *os.PathError
			if !errors.As(err, &path) || !errors.Is(err, unix.EFBIG) {
				return fmt.Errorf("limit %d: %w", limit, err)
			}
			if after, err := ledgerState(c); err != nil || after != before {
				return fmt.Errorf("limit %d: the table was %s, and is %s: %w", limit, before, after, err)
			}
		}
	}
	if failures < 16 {
		return fmt.Errorf("%d changes failed", failures)
	}
	return c.Close()
}

// ledgerState tells states of the table apart.
func ledgerState(c *store.Catalog) (string, error) {
	v := c.View()
	defer v.Close()
	t, err := v.Table(ledgerName(v))
	if err != nil {
		return "", err
	}
	return fmt.Sprint(t.Name, t.Version, t.Rows, t.Dead, len(t.Columns)), nil
}

// limited runs f while no file grows past the limit.
func limited(limit uint64, f func() error) error {
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: before.Max}); err != nil {
		return err
	}
	return errors.Join(f(), unix.Setrlimit(unix.RLIMIT_FSIZE, &before))
}
