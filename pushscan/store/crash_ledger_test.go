package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/snapshot"
)

// The table of these tests has keys from some number up to ledgerRows, all with the same
// version and the same text, and may have a column more, a wider one, or another name.
const ledgerRows = 70000

var ledger = scenario{fresh: freshLedger, next: nextEdit, check: checkLedger, kills: 12, changes: 16, failures: 16}

func ledgerTable() store.Definition {
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
	d := store.Definition{Name: name, Columns: append([]plan.Column{{Type: plan.Type{Kind: plan.Int}}}, ledgerTable().Columns[1:]...)}
	_, err = c.Update(context.Background(), name, []string{"version", "text"}, func(_ *store.View, take func(ingest.Source) error) error { return take(source(d, given)) })
	return err
}

// refill loads the keys that were deleted.
func refill(c *store.Catalog, name string, t *plan.Table, version int) error {
	d, data := ledgerTable(), rows{}
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
	d := ledgerTable()
	d.Name = name
	a := store.Alteration{Definition: d, From: []int{0, 1, 2}, Fill: make([]ingest.Column, 4)}
	if len(t.Shown()) == 3 {
		a.Columns, a.From = append(a.Columns, columns("more")...), append(a.From, -1)
		a.Fill[3] = ingest.Column{Ints: []int64{5}}
	}
	return a
}

func freshLedger(t *testing.T, c *store.Catalog) {
	define(t, c, ledgerTable())
	if err := refill(c, "ledger", table(t, c, "ledger"), 0); err != nil {
		t.Fatal(err)
	}
}

// checkLedger checks that the rows are the result of whole changes.
func checkLedger(t *testing.T, c *store.Catalog) (files int, state string) {
	t.Helper()
	name := tableNames(c)[0]
	s := table(t, c, name)
	got := sortedByKey(read(t, s))
	if len(tableNames(c)) != 1 || len(got) == 0 || len(got)%1000 != 0 {
		t.Fatalf("tables %v, %d rows", tableNames(c), len(got))
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
	return expectedFiles(s), fmt.Sprint(name, len(s.Shown()), s.Dead > 0, version%3)
}
