package sql

import (
	"context"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestMemoryErrorsNameTheirSetting: a join's index is shared by all queries, so it is
// --memory that may be too small for it; what a query itself holds is bounded by
// --query-memory.
func TestMemoryErrorsNameTheirSetting(t *testing.T) {
	dir := t.TempDir()
	wide := openEngine(t, dir, pushscan.Options{})
	fill(t, wide.NewSession(), 20000)
	if err := wide.Close(); err != nil {
		t.Fatal(err)
	}
	const join = "SELECT COUNT(b.i) FROM n a LEFT JOIN n b ON a.i = b.i AND a.i + 0 = b.i"
	const dense = "SELECT COUNT(*) FROM n a, n b WHERE a.i = b.i"
	for _, c := range []struct {
		memory, query int64
		text          string
		setting       string // "" if it works
	}{
		{230 << 10, 0, join, "--memory"}, // 32,768 buckets of 5 bytes and 20,000 rows of 4 are 238 KiB
		{240 << 10, 0, join, ""},
		{200 << 10, 0, dense, ""}, // 20,000 keys of 4 bytes
		{200 << 10, 0, "SELECT COUNT(*) FROM n", ""},
		{8 << 20, 100 << 10, join, ""},
		{8 << 20, 100 << 10, "SELECT i, COUNT(*) FROM n GROUP BY i", "--query-memory"},
	} {
		e, err := Open(context.Background(), Config{Dir: dir, Backend: wide.config.Backend, Memory: c.memory, QueryMemory: c.query})
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.NewSession().Query(context.Background(), c.text)
		switch {
		case c.setting == "" && err != nil, c.setting != "" && err == nil:
			t.Errorf("%s with %d and %d bytes: %v", c.text, c.memory, c.query, err)
		case c.setting != "" && !strings.Contains(err.Error(), " "+c.setting+" ") && !strings.Contains(err.Error(), " "+c.setting+":"):
			t.Errorf("%s with %d and %d bytes: %v, which does not name %s", c.text, c.memory, c.query, err, c.setting)
		case c.setting != "":
			t.Log(err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}
