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
	"gsdms/sql/parse"
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

// A text that a query computes has room for longer ones that come later, as a column of MySQL's types has; a column
// of a table keeps its type.
func TestComputedTextsOfNewTablesHaveRoom(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE a (g INT, s VARCHAR(20), c CHAR(5)); INSERT INTO a VALUES (1, 'x', 'y'), (1, 'z', 'y');
		CREATE TABLE b (PRIMARY KEY (u)) AS SELECT UPPER(s) u, MAX(s) m, GROUP_CONCAT(s) l, CONCAT(s, g) k, s, c FROM a GROUP BY g, s, c;
		INSERT INTO b VALUES ('longer', 'another', REPEAT('q', 300), 'and more', 'kept', 'five5')`)
	checkFact(t, s, [2]string{"u, m, LENGTH(l), k FROM b ORDER BY u", "X\tx\t1\tx1|Z\tz\t1\tz1|longer\tanother\t300\tand more"})
	checkFact(t, s, [2]string{"column_type FROM information_schema.columns WHERE table_name = 'b' ORDER BY ordinal_position", "text|text|text|text|varchar(20)|char(5)"})
	if _, err := s.Query(t.Context(), "INSERT INTO b (u, c) VALUES ('q', 'sixsix')"); !parse.IsCode(err, parse.CodeTooLong) {
		t.Errorf("a text too long for a column that keeps its type: %v", err)
	}
}
