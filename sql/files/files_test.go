package files

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gsdms/plan"
)

// numbered writes a CSV file of n rows into the working folder.
func numbered(t *testing.T, name string, n int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("k,name\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,name %d\n", i, i)
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// all wants all columns.
var all = Wanted{Use: func(string) (Use, bool) { return Ordered, true }}

func read(t *testing.T, c *Cache, name string) *plan.Table {
	t.Helper()
	rows, err := c.Table(context.Background(), name, all)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// What was not used longest goes when files take more memory than they may; one that
// takes more by itself is refused.
func TestWithinMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.csv", "b.csv", "c.csv"} {
		numbered(t, name, 2000)
	}
	c := New(1<<20, nil, 1, nil, false)
	a, b := read(t, c, "a.csv"), read(t, c, "b.csv")
	c.limit = c.bytes * 5 / 4
	if read(t, c, "a.csv") != a || c.Forgotten() {
		t.Error("a file is read again that has room")
	}
	read(t, c, "c.csv")
	if c.Holds(b) || !c.Holds(a) || !c.Forgotten() || c.Forgotten() {
		t.Error("not the one that was used longest ago has gone")
	}
	if c.bytes > c.limit || len(c.kept) != 2 {
		t.Errorf("%d files of %d bytes are kept", len(c.kept), c.bytes)
	}
	c.most = 200 << 10
	numbered(t, "big.csv", 40000)
	if _, err := c.Table(context.Background(), "big.csv", all); err == nil || !strings.Contains(err.Error(), "big.csv takes more than") {
		t.Errorf("a file larger than the memory: %v", err)
	}
}

// Who waits for another's reading ends with its own context, and reads the file itself if the
// other gave up.
func TestReaderGivesUp(t *testing.T) {
	t.Chdir(t.TempDir())
	numbered(t, "n.csv", 10)
	c := New(1<<20, nil, 1, nil, false)
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Table(gone, "n.csv", all); err == nil {
		t.Error("a cancelled reader has read")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if table, err := c.Table(ctx, "n.csv", all); err != nil || table.Rows != 10 {
		t.Error(table, err)
	}
}

// Of a file only the columns are read that are asked for, and those that are there stay when
// others come, in the file's order.
func TestColumnsAsWanted(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("f.csv", []byte("a,b,c\n1,x,2.5\n2,y,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := New(1<<20, nil, 1, nil, false)
	for _, step := range []struct{ wanted, has string }{{"none", "a"}, {"c", "a c"}, {"a", "a c"}, {"b c", "a b c"}, {"none", "a b c"}} {
		rows, err := c.Table(t.Context(), "f.csv", Wanted{Use: func(column string) (Use, bool) {
			if slices.Contains(strings.Fields(step.wanted), column) {
				return Ordered, false
			}
			return Unused, false
		}})
		if err != nil {
			t.Fatal(err)
		}
		var has []string
		for _, column := range rows.Columns {
			has = append(has, column.Name)
		}
		if strings.Join(has, " ") != step.has || rows.Rows != 2 || !c.Holds(rows) {
			t.Errorf("wanting %s: %d rows of %v, want 2 of %s", step.wanted, rows.Rows, has, step.has)
		}
	}
	if err := os.WriteFile("f.csv", []byte("b,a\nz,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if rows := read(t, c, "f.csv"); rows.Rows != 1 || len(rows.Columns) != 2 {
		t.Errorf("a file that has changed gives %d rows of %d columns", rows.Rows, len(rows.Columns))
	}
}
