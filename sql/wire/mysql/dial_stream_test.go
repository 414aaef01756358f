package mysql

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gsdms/sql/result"
)

// numbersTable makes a table of the numbers from 1.
func numbersTable(t *testing.T, c *Client, rows int) {
	t.Helper()
	for _, text := range []string{
		"SET cte_max_recursion_depth = 100000",
		fmt.Sprintf("CREATE TABLE n AS WITH RECURSIVE n AS (SELECT 1 i UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i, CONCAT('t', i) t, IF(i %% 3 = 0, NULL, i / 4) d FROM n", rows),
	} {
		if _, err := c.Query(context.Background(), text); err != nil {
			t.Fatal(err)
		}
	}
}

// Rows that are streamed are those that there are, whether they fill batches or not.
func TestStreamGivesAllRows(t *testing.T) {
	_, address := serve(t, Options{})
	c := dial(t, address)
	numbersTable(t, c, 3000)
	format, err := result.FindFormat("csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range []int{0, 1, batchRows - 1, batchRows, batchRows + 1, 2 * batchRows, 3000} {
		r, err := c.Stream(context.Background(), fmt.Sprintf("SELECT i, t, d FROM n WHERE i <= %d ORDER BY i", rows))
		if err != nil {
			t.Fatal(err)
		}
		var got, want strings.Builder
		if err := format.Write(&got, r, result.Layout{}); err != nil {
			t.Fatal(err)
		}
		want.WriteString("i,t,d\n")
		for i := 1; i <= rows; i++ {
			quotient := fmt.Sprintf("%d.%02d00", i/4, i%4*25)
			if i%3 == 0 {
				quotient = `\N`
			}
			fmt.Fprintf(&want, "%d,t%d,%s\n", i, i, quotient)
		}
		if got.String() != want.String() || r.Report.Rows != rows {
			t.Errorf("%d rows: the stream gives %d, and %.200s", rows, r.Report.Rows, got.String())
		}
	}
}

// bigTable makes a table of two million rows.
func bigTable(t *testing.T, c *Client) {
	t.Helper()
	numbersTable(t, c, 3000)
	if _, err := c.Query(context.Background(), "CREATE TABLE big AS SELECT a.i, b.t FROM n a, n b WHERE b.i <= 700"); err != nil {
		t.Fatal(err)
	}
}

// The first rows are there while the statement still runs, which waits for its reader, and who
// has seen enough can go on with another statement.
func TestStreamDoesNotGather(t *testing.T) {
	_, address := serve(t, Options{})
	c, watcher := dial(t, address), dial(t, address)
	bigTable(t, c)
	const all = "SELECT * FROM big"
	for range 3 {
		r, err := c.Stream(context.Background(), all)
		if err != nil {
			t.Fatal(err)
		}
		if r.Rows.Len != batchRows || r.More == nil {
			t.Fatalf("the first batch has %d rows", r.Rows.Len)
		}
		if rows, err := r.More.Next(); err != nil || rows.Len != batchRows {
			t.Fatalf("the second batch: %v", err)
		}
		running, err := watcher.Query(context.Background(), "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO = '"+all+"'")
		if err != nil || running.Rows.Columns[0].Ints[0] != 1 {
			t.Fatalf("the statement does not run any more: %v", err)
		}
		r.Close()
		if r, err := c.Query(context.Background(), "SELECT COUNT(*) FROM n"); err != nil || r.Rows.Columns[0].Ints[0] != 3000 {
			t.Fatalf("the next statement: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, err := c.Stream(ctx, all)
	cancel()
	if err == nil {
		err = r.Drop()
	}
	if err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("a stream whose context ends: %v", err)
	}
	if _, err := c.Query(context.Background(), "SELECT 1"); err != nil {
		t.Errorf("the statement behind it: %v", err)
	}
}
