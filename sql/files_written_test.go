package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/load/delimited"
)

// notes are the messages of the warnings that a session has.
func notes(t *testing.T, s *Session) (out []string) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, "SHOW WARNINGS"), "tsv")), "\n")[1:] {
		out = append(out, line[strings.LastIndexByte(line, '\t')+1:])
	}
	return out
}

// A file in Latin-1 is read as that, which a note says, also where that shows behind its sample; what is
// neither that nor UTF-8 is an error that says what to do.
func TestFilesInLatin1(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	write(t, "latin.csv", "name,n\nJos\xe9,1\n")
	write(t, "late.csv", "name,n\n"+strings.Repeat("plain,2\n", 40_000)+"Jos\xe9,1\n")
	for i, name := range []string{"latin", "late"} {
		note := name + ".csv has bytes that are not UTF-8, and is read as Windows-1252 (latin1)"
		for _, query := range []string{"SELECT name FROM '%s.csv' WHERE n = 1", "SELECT MIN(name), MAX(n) FROM '%s.csv' WHERE name > 'A' AND n = 1", "SELECT * FROM '%s.csv' WHERE n = 1"} {
			if got := shown(t, mustRun(t, s, fmt.Sprintf(query, name)), "csv"); !strings.Contains(got, "José") {
				t.Errorf("%s of %s: %s", query, name, got)
			}
			if got := notes(t, s); !slices.Equal(got, []string{note}) {
				t.Errorf("%s of %s: %q", query, name, got)
			}
		}
		mustRun(t, s, fmt.Sprintf("CREATE TABLE t%d AS SELECT * FROM '%s.csv'", i, name))
		if got := notes(t, s); !slices.Equal(got, []string{note}) {
			t.Errorf("a table of %s: %q", name, got)
		}
		mustRun(t, s, fmt.Sprintf("LOAD DATA INFILE '%s.csv' INTO TABLE t%d", name, i))
		if got := notes(t, s); !slices.Equal(got, []string{note}) {
			t.Errorf("loading %s: %q", name, got)
		}
		if got := shown(t, mustRun(t, s, fmt.Sprintf("SELECT name, COUNT(*) FROM t%d WHERE n = 1 GROUP BY name", i)), "csv"); got != "name,COUNT(*)\nJosé,2\n" {
			t.Error(name, got)
		}
	}
	s.Together(t.Context(), []string{"SELECT * FROM 'latin.csv'", "SELECT COUNT(*) FROM 'latin.csv' a JOIN 'late.csv' b USING (name)"})
	if got := notes(t, s); len(got) != 2 || got[0] == got[1] {
		t.Errorf("together: %q", got)
	}
	mustRun(t, s, "DESCRIBE 'latin.csv'")
	if got := notes(t, s); len(got) != 2 || got[0] != `latin.csv: csv, delimiter ",", latin1, header` {
		t.Errorf("%q", got)
	}
	write(t, "damaged.csv", "name,n\nJosé\xe9 Zoë,1\n")
	for _, text := range []string{"SELECT * FROM 'damaged.csv'", "CREATE TABLE t AS SELECT * FROM 'damaged.csv'"} {
		if _, err := s.Query(t.Context(), text); err == nil || !strings.Contains(err.Error(), "expected valid UTF-8; gsdms load --create --encoding latin1 makes a table of") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Days, amounts and moments that are written as in Germany are these in queries, and in tables that are
// made and filled of such files; of a pattern all files are read as the first.
func TestFilesWrittenOtherwise(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	write(t, "f1.csv", "d;at;x;i\n31.12.2024;31.12.2024 10:30;1.234,50;1.000\n1.2.2023;1.2.2023 0:00;-3,5;7\n")
	write(t, "f2.csv", "d;at;x;i\n1.2.2022;1.2.2022 1:02:03;2.000,00;2.000\n")
	const want = "d,at,x,i\n2022-02-01,2022-02-01 01:02:03,2000.00,2000\n2023-02-01,2023-02-01 00:00:00,-3.50,7\n2024-12-31,2024-12-31 10:30:00,1234.50,1000\n"
	if got := shown(t, mustRun(t, s, "SELECT * FROM 'f?.csv' ORDER BY d"), "csv"); got != want {
		t.Error(got)
	}
	p, _, found, err := e.LoadNew(t.Context(), "t", []string{"f?.csv"}, load.Options{})
	if err != nil || p.Create != "CREATE TABLE `t` (`d` DATE, `at` DATETIME, `x` DECIMAL(18,2), `i` BIGINT)" || found[1].String() != `csv, delimiter ";", decimal commas, points between thousands, days like %d.%m.%Y, header` {
		t.Error(p, found, err)
	}
	if got := shown(t, mustRun(t, s, "SELECT * FROM t ORDER BY d"), "csv"); got != want {
		t.Error(got)
	}
	mustRun(t, s, "CREATE TABLE c AS SELECT * FROM 'f?.csv'")
	if got := shown(t, mustRun(t, s, "SELECT * FROM c ORDER BY d"), "csv"); got != want {
		t.Error(got)
	}
	write(t, "u.csv", "d,n\n01/02/2024,1\n")
	if p, _, _, err = e.LoadNew(t.Context(), "u", []string{"u.csv"}, load.Options{}); err != nil || len(p.Notes) != 1 || !strings.Contains(p.Notes[0], "--date-format") {
		t.Error(p, err)
	}
	mustRun(t, s, "DESCRIBE 'u.csv'")
	if got := notes(t, s); len(got) != 2 || got[1] != p.Notes[0] {
		t.Errorf("%q", got)
	}
}

// Where wrong records are passed over, these are the ones that no type makes right; proposed types and
// encodings give way to values behind the sample as they do else.
func TestSkippedRecordsOfNewTable(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	write(t, "f.csv", lateFile()+"1,2\n8,1.5,none\n\"a\"b,1,2\n9,2.5,Jos\xe9\n1,2,3,4\n")
	var passed []string
	again := 0
	o := load.Options{Rejected: func(r delimited.Reject) { passed = append(passed, r.Record) }, Again: func() { passed, again = nil, again+1 }}
	p, rows, _, err := e.LoadNew(t.Context(), "t", []string{"f.csv"}, o)
	if err != nil || rows != 40_004 || p.Create != "CREATE TABLE `t` (`id` DOUBLE, `x` DOUBLE, `note` TEXT)" || again == 0 {
		t.Error(p, rows, again, err)
	}
	if want := []string{"1,2", `"a"b,1,2`, "1,2,3,4"}; !slices.Equal(passed, want) {
		t.Errorf("%q, want %q", passed, want)
	}
	if got := shown(t, mustRun(t, s, "SELECT id, x, note FROM t WHERE x > 2 OR note > 'a'"), "csv"); got != "id,x,note\n8,1.5,none\n9,2.5,José\n" {
		t.Error(got)
	}
}
