package sql

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
)

// A table is made for a file, with the types that its values have, and holds its rows;
// where the rows do not go in there is no table.
func TestLoadNew(t *testing.T) {
	dir := t.TempDir()
	e := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{})
	s := e.NewSession()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := file("good.csv", "id;name;price;when;ok\n1;\"a;b\";1.50;2020-01-02;true\n2;;2.25;;false\n")
	p, rows, _, err := e.LoadNew(t.Context(), "t", []string{good, good}, load.Options{})
	if want := "CREATE TABLE `t` (`id` BIGINT, `name` TEXT, `price` DECIMAL(18,2), `when` DATE, `ok` BOOL)"; err != nil || rows != 4 || p.Create != want || p.From != "all of "+good {
		t.Error(p, rows, err)
	}
	if got := shown(t, mustRun(t, s, "SELECT * FROM t ORDER BY id LIMIT 1"), "tsv"); !strings.Contains(got, "1\ta;b\t1.50\t2020-01-02\t1") {
		t.Error(got)
	}
	if _, _, _, err := e.LoadNew(t.Context(), "t", []string{good}, load.Options{}); !errors.Is(err, store.ErrExists) {
		t.Error(err)
	}
	var late strings.Builder
	late.WriteString("a,b\n")
	for i := range 50_000 {
		fmt.Fprintf(&late, "%d,1\n", i)
	}
	_, _, _, err = e.LoadNew(t.Context(), "late", []string{file("late.csv", late.String()+"x\n")}, load.Options{})
	if err == nil || !strings.Contains(err.Error(), `line 50002: "x": expected 2 fields`) {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err = e.LoadNew(ended, "late", []string{good}, load.Options{}); err == nil {
		t.Error("loaded after the end")
	}
	if got := mustRun(t, s, "SHOW TABLES"); got.Rows.Len != 1 {
		t.Errorf("%d tables", got.Rows.Len)
	}
}
