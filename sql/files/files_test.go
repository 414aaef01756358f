package files

import (
	"context"
	"fmt"
	"os"
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

func read(t *testing.T, c *Cache, name string) *plan.Table {
	t.Helper()
	rows, err := c.Table(context.Background(), name)
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
	c := New(1<<20, nil, 1)
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
	if _, err := c.Table(context.Background(), "big.csv"); err == nil || !strings.Contains(err.Error(), "big.csv takes more than") {
		t.Errorf("a file larger than the memory: %v", err)
	}
}

// Who waits for another's reading ends with its own context, and reads the file itself if the
// other gave up.
func TestReaderGivesUp(t *testing.T) {
	t.Chdir(t.TempDir())
	numbered(t, "n.csv", 10)
	c := New(1<<20, nil, 1)
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Table(gone, "n.csv"); err == nil {
		t.Error("a cancelled reader has read")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if table, err := c.Table(ctx, "n.csv"); err != nil || table.Rows != 10 {
		t.Error(table, err)
	}
}
