package sql

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Members that only later objects of a file have are columns, of the types that their values have:
// of a query that names them, of one that asks for all or for none, and of a table.
func TestFilesWithLaterMembers(t *testing.T) {
	var b strings.Builder
	sum, days := 0, 0
	for i := range 30_000 {
		switch {
		case i < 20_000:
			fmt.Fprintf(&b, "{\"id\":%d,\"name\":\"n%d\"}\n", i, i)
		case i%1000 == 7:
			sum, days = sum+i, days+1
			fmt.Fprintf(&b, "{\"id\":%d,\"n\":%d,\"at\":\"2024-01-%02d\",\"o\":{\"x\":%d}}\n", i, i, i%28+1, i)
		case i == 29_000:
			fmt.Fprintf(&b, "{\"id\":%d,\"n\":0.5,\"last\":true}\n", i)
		default:
			fmt.Fprintf(&b, "{\"id\":%d}\n", i)
		}
	}
	file := filepath.Join(t.TempDir(), "late.ndjson")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	queries := []struct{ query, want string }{
		{"SELECT COUNT(*) FROM %s", "30000"},
		{"SELECT SUM(id), COUNT(name) FROM %s", "449985000|20000"},
		{"SELECT SUM(n), COUNT(at), SUM(o->'$.x'), SUM(last) FROM %s", fmt.Sprintf("%d.5|%d|%d|1", sum, days, sum)},
		{"SELECT * FROM %s WHERE id IN (1, 20007, 29000) ORDER BY id", "1|n1|NULL|NULL|NULL|NULL\n20007|NULL|20007.0|2024-01-16|{\"x\": 20007}|NULL\n29000|NULL|0.5|NULL|NULL|1"},
		{"SELECT DAYNAME(MAX(at)) FROM %s", "Sunday"},
	}
	for _, c := range queries {
		s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession() // which has not seen the file
		if got := flat(mustRun(t, s, fmt.Sprintf(c.query, "'"+file+"'"))); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.query, got, c.want)
		}
	}
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE late AS SELECT * FROM '"+file+"'")
	for _, of := range []string{"'" + file + "'", "late"} {
		for _, c := range queries {
			if got := flat(mustRun(t, s, fmt.Sprintf(c.query, of))); got != c.want {
				t.Errorf("%s of %s:\n%s\nwant\n%s", c.query, of, got, c.want)
			}
		}
	}
	got := flat(mustRun(t, s, "DESCRIBE '"+file+"'"))
	for _, want := range []string{"id|bigint", "name|varchar", "n|decimal(18,1)", "at|date", "o|json", "last|tinyint(1)"} {
		if !strings.Contains(got, want) {
			t.Errorf("DESCRIBE tells %s, without %s", got, want)
		}
	}
}
