package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/cuda"
	"gsdms/cuda/host"
	"gsdms/pushscan"
)

// A table of groups has room for what filters are expected to leave. Where they leave all, since
// one value far away has the estimate go wrong, the query runs again and none sees it.
func TestOutgrownTablesOfGroups(t *testing.T) {
	const rows = 200_000
	var b strings.Builder
	for i := range rows {
		x := i % 7
		if i == 0 {
			x = 2_000_000_000
		}
		fmt.Fprintf(&b, "%d,%d\n", uint64(i)*2654435761%(1<<40), x)
	}
	file := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := host.New(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	generated, err := cuda.New(d, cuda.Options{Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s, closeAll := openedWith(t, generated, []string{
		"create table t (k bigint not null, x int not null)",
		"load data infile '" + file + "' into table t fields terminated by ','",
	}, pushscan.Options{ChunkRows: 65536})
	defer closeAll()
	for _, c := range []struct{ text, want string }{
		{"select count(*), sum(c) from (select k, count(*) as c from t where x < 10 group by k) q", fmt.Sprintf("%d|%d|", rows-1, rows-1)},
		{"select count(distinct k) from t where x < 10", fmt.Sprintf("%d|", rows-1)},
		{"select x, count(distinct k) from t where x < 10 group by x order by x limit 1", fmt.Sprintf("0|%d|", (rows-1)/7)},
	} {
		for range 2 {
			r, err := s.Query(context.Background(), c.text)
			if err != nil {
				t.Fatalf("%s: %v", c.text, err)
			}
			if got := textOf(r); len(got) != 1 || got[0] != c.want {
				t.Errorf("%s: %v, want %s", c.text, got, c.want)
			}
		}
	}
}
