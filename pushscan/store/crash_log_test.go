package store_test

import (
	"context"
	"fmt"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// Entries come to this table some hundreds at a time: with numbers of their own, in values that
// grow on both sides, and with texts before, between and behind those that there are.
var entries = scenario{fresh: freshLog, next: nextEntries, check: checkLog, kills: 15, changes: 5, failures: 50}

const (
	logFirst = 68000 // rows of the first load: the others come to the next segment
	logRows  = 700   // of every other
)

func logTable() store.Definition {
	d := store.Definition{Name: "log", Columns: columns("id", "drift", "#level", "#line"), PrimaryKey: []int{0}}
	d.Columns[0].Own = plan.Numbered
	return d
}

// entry is a row, whose number is 0 for one that the table gives.
func entry(i int, id int64) []any {
	drift := int64(i) * int64(i)
	if i%2 == 1 {
		drift = -drift
	}
	return []any{id, drift, fmt.Sprint("level ", i%4), fmt.Sprintf("line %d of the log, %d", i*7919%1000003, i)}
}

func appendEntries(c *store.Catalog, from, n int) error {
	more := make(rows, n)
	for i := range more {
		more[i] = entry(from+i, 0)
	}
	_, err := c.Load(context.Background(), "log", source(logTable(), more))
	return err
}

func freshLog(t *testing.T, c *store.Catalog) {
	define(t, c, logTable())
	if err := appendEntries(c, 0, logFirst); err != nil {
		t.Fatal(err)
	}
}

// nextEntries adds rows, and begins again when there are many.
func nextEntries(c *store.Catalog) error {
	v := c.View()
	t, err := v.Table("log")
	v.Close()
	switch {
	case err != nil:
		return err
	case t.Rows == 0:
		return appendEntries(c, 0, logFirst)
	case t.Rows > logFirst+40*logRows:
		return c.Truncate(context.Background(), "log")
	}
	return appendEntries(c, t.Rows, logRows)
}

// checkLog checks that the table has whole loads, with numbers from 1 on.
func checkLog(t *testing.T, c *store.Catalog) (files int, state string) {
	t.Helper()
	s := table(t, c, "log")
	if s.Rows > 0 && (s.Rows < logFirst || (s.Rows-logFirst)%logRows != 0) {
		t.Fatalf("%d rows", s.Rows)
	}
	want := make(rows, s.Rows)
	for i := range want {
		want[i] = entry(i, int64(i+1))
	}
	if !same(sortedByKey(read(t, s)), want) {
		t.Error("the rows are not those that came")
	}
	return expectedFiles(s), fmt.Sprint(s.Rows)
}
