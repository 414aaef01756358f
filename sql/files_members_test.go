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

// Fields that only later files of a pattern have are columns, where files name their fields themselves: of
// a CSV the first line may be no header.
func TestLaterFilesWithOtherFields(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	write(t, "j1.ndjson", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n")
	write(t, "j2.ndjson", "{\"c\":[1],\"a\":3}\n{\"b\":\"z\"}\n")
	write(t, "c1.csv", "a,b\n1,x\n")
	write(t, "c2.csv", "a,b,c\n1,x,y\n")
	mustRun(t, s, "CREATE TABLE p1 AS SELECT 1 AS a, 'x' AS b")
	mustRun(t, s, "CREATE TABLE p2 AS SELECT 2.50 AS d, 2 AS a")
	mustRun(t, s, "CREATE TABLE p3 AS SELECT 3 AS a, DATE '2024-02-29' AS day")
	for _, name := range []string{"p1", "p2", "p3"} {
		exported(t, s, "SELECT * FROM "+name, name+".parquet")
	}
	for _, c := range [][2]string{
		{"SELECT COUNT(*), SUM(a) FROM 'j?.ndjson'", "COUNT(*),SUM(a)\n4,6\n"},
		{"SELECT * FROM 'j?.ndjson'", "a,b,c\n1,x,\\N\n2,\\N,\\N\n3,\\N,[1]\n\\N,z,\\N\n"},
		{"SELECT MAX(day), SUM(d), COUNT(b) FROM 'p?.parquet'", "MAX(day),SUM(d),COUNT(b)\n2024-02-29,2.50,1\n"},
		{"SELECT * FROM 'p?.parquet' ORDER BY a", "a,b,d,day\n1,x,\\N,\\N\n2,\\N,2.50,\\N\n3,\\N,\\N,2024-02-29\n"},
		{"SELECT a FROM 'p?.parquet' WHERE day > '2024-01-01'", "a\n3\n"},
	} {
		if got := shown(t, mustRun(t, s, c[0]), "csv"); got != c[1] {
			t.Errorf("%s:\n%s\nwant\n%s", c[0], got, c[1])
		}
	}
	for text, want := range map[string]string{
		"SELECT COUNT(*) FROM 'c?.csv'":              "load c2.csv: field 3 is named \"c\", but table c1 has no such column",
		"LOAD DATA INFILE 'j2.ndjson' INTO TABLE p1": "field 1 is named \"c\", but table p1 has no such column",
		"SELECT nix FROM 'p?.parquet'":               "Unknown column 'nix'",
	} {
		if _, err := s.Query(t.Context(), text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(text, "ndjson") && strings.Contains(err.Error(), "header") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// What is wrong with a text of a file is not its type, and members are no header: nobody is told to change these.
func TestFilesWithoutFalseAdvice(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	write(t, "nul.csv", "a,b\n1,x\x00y\n")
	write(t, "case.ndjson", "{\"A\":1,\"a\":2}\n")
	write(t, "words.ndjson", "{\"a\":1}\nnot json\n")
	for file, c := range map[string][2]string{
		"nul.csv":      {"expected text without NUL bytes", "as text"},
		"case.ndjson":  {"are the same in capitals and small letters", "header"},
		"words.ndjson": {"object 2: byte 10 of the text", "found null"},
	} {
		_, err := s.Query(t.Context(), "SELECT * FROM '"+file+"'")
		if err == nil || !strings.Contains(err.Error(), c[0]) || strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v", file, err)
		}
	}
}
