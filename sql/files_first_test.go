package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// linesFrom are rows [from, to) of files of numbered rows as this test writes them, in CSV.
func linesFrom(from, to, all int) string {
	var b strings.Builder
	for i := from; i < min(to, all); i++ {
		fmt.Fprintf(&b, "%d,text %d\n", i, i%700)
	}
	return b.String()
}

// The first rows of a file are those that lie there, however many are asked for, of one file and of
// several; they are read alone, and all rows still answer what asks for all.
func TestFirstRowsOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	const rows = 20000
	write(t, "whole.csv", "k,v\n"+linesFrom(0, rows, rows))
	write(t, "part0.csv", "k,v\n"+linesFrom(0, 1500, rows))
	write(t, "part1.csv", "k,v\n")
	write(t, "part2.csv", "k,v\n"+linesFrom(1500, 1501, rows))
	write(t, "part3.csv", "k,v\n"+linesFrom(1501, rows, rows))
	for _, format := range []string{"parquet", "json"} {
		for _, part := range []string{"whole", "part0", "part1", "part2", "part3"} {
			query := "SELECT * FROM '" + part + ".csv'"
			if part == "part1" { // which has no rows that tell types
				query = "SELECT * FROM 'part0.csv' WHERE k < 0"
			}
			exported(t, s, query, part+"."+format)
		}
	}
	for _, file := range []string{"whole.csv", "part*.csv", "whole.parquet", "part*.parquet", "whole.json"} {
		for _, limit := range []int{1, 3, 1023, 1024, 1025, 8192, 8193, rows, rows + 1} {
			for _, offset := range []int{0, 1, 1024, 7000, rows - 1, rows} {
				text := fmt.Sprintf("SELECT * FROM '%s' LIMIT %d OFFSET %d", file, limit, offset)
				if got, want := shown(t, mustRun(t, s, text), "csv"), "k,v\n"+linesFrom(offset, offset+limit, rows); got != want {
					t.Fatalf("%s: %d lines that begin %.60q, want %d that begin %.60q", text, strings.Count(got, "\n"), got, strings.Count(want, "\n"), want)
				}
			}
		}
	}
}

// What a statement with a LIMIT asks of all rows it gets of all rows.
func TestFirstRowsOfMore(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	const rows = 20000
	write(t, "n.csv", "k,v\n"+linesFrom(0, rows, rows))
	mustRun(t, s, "CREATE VIEW biggest AS SELECT MAX(k) m FROM 'n.csv'")
	mustRun(t, s, "CREATE VIEW beginning AS SELECT k FROM 'n.csv' LIMIT 3")
	for _, c := range []struct{ text, want string }{
		{"SELECT k FROM 'n.csv' LIMIT 1", "0"},
		{"SELECT MAX(k) FROM 'n.csv' LIMIT 1", "19999"},
		{"SELECT COUNT(*) FROM 'n.csv' LIMIT 1", "20000"},
		{"SELECT MEDIAN(k) FROM 'n.csv' LIMIT 1", "9999.5"},
		{"SELECT k FROM 'n.csv' WHERE k > 15000 LIMIT 1", "15001"},
		{"SELECT k FROM 'n.csv' HAVING k > 15000 LIMIT 1", "15001"},
		{"SELECT k FROM 'n.csv' ORDER BY k DESC LIMIT 1", "19999"},
		{"SELECT DISTINCT k DIV 15000 FROM 'n.csv' LIMIT 1, 1", "1"},
		{"SELECT k DIV 15000 d FROM 'n.csv' GROUP BY d LIMIT 1, 1", "1"},
		{"SELECT COUNT(*) OVER () FROM 'n.csv' LIMIT 1", "20000"},
		{"SELECT (SELECT MAX(k) FROM 'n.csv') + k FROM 'n.csv' LIMIT 1", "19999"},
		{"SELECT * FROM (SELECT k FROM 'n.csv' LIMIT 1) x, (SELECT MAX(k) FROM 'n.csv') y LIMIT 1", "0,19999"},
		{"(SELECT MAX(k) FROM 'n.csv' LIMIT 1) UNION ALL (SELECT k FROM 'n.csv' LIMIT 1) LIMIT 1", "19999"},
		{"SELECT * FROM biggest LIMIT 1", "19999"},
		{"SELECT a.k + b.k FROM 'n.csv' a JOIN 'n.csv' b ON a.k = b.k + 19000 LIMIT 1", "19000"},
		{"WITH w AS (SELECT MAX(k) k FROM 'n.csv') SELECT * FROM w LIMIT 1", "19999"},
		{"SELECT COUNT(*), MAX(k) FROM (SELECT * FROM 'n.csv' LIMIT 1) x", "1,0"},
		{"SELECT COUNT(*), MAX(k) FROM (SELECT * FROM 'n.csv' LIMIT 1500 OFFSET 15000) x", "1500,16499"},
		{"SELECT COUNT(*), MAX(k) FROM (SELECT * FROM 'n.csv' WHERE k > 15000 LIMIT 2) x", "2,15002"},
		{"SELECT MAX(x.k), (SELECT MAX(k) FROM 'n.csv') FROM (SELECT * FROM 'n.csv' LIMIT 2) x", "1,19999"},
		{"SELECT SUM(k) FROM ((SELECT k FROM 'n.csv' LIMIT 2) UNION ALL (SELECT k FROM 'n.csv' LIMIT 3000)) x", "4498501"},
		{"WITH w AS (SELECT k FROM 'n.csv' LIMIT 2) SELECT MAX(w.k + x.m) FROM w, biggest x", "20000"},
		{"SELECT COUNT(*) FROM beginning b JOIN 'n.csv' n ON n.k >= b.k", "59997"},
	} {
		_, got, _ := strings.Cut(strings.TrimSpace(shown(t, mustRun(t, s, c.text), "csv")), "\n")
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	mustRun(t, s, "SELECT SQL_CALC_FOUND_ROWS k FROM 'n.csv' LIMIT 1")
	if got := flat(mustRun(t, s, "SELECT FOUND_ROWS()")); !strings.Contains(got, "20000") {
		t.Errorf("SQL_CALC_FOUND_ROWS finds %s", got)
	}
}

// Who asks for the first rows does not read what lies far behind them; a plan of theirs ends when
// the file changes, and all rows that are there serve for the first as well.
func TestFirstRowsAreReadAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	write(t, "n.csv", "k,v\n0,text\n")
	mustRun(t, s, "CREATE VIEW beginning AS SELECT k FROM 'n.csv' LIMIT 2")
	write(t, "n.csv", "k,v\n"+linesFrom(0, 200000, 200000)+"wrong\n")
	const text = "SELECT k FROM 'n.csv' LIMIT 2"
	for _, cached := range []bool{false, true} {
		r := mustRun(t, s, text)
		if got := flat(r); !strings.Contains(got, "0") || r.Report.Cached != cached {
			t.Errorf("%s gives %s, with a plan that was kept: %v", text, got, r.Report.Cached)
		}
	}
	for _, within := range []string{
		"SELECT COUNT(*) FROM (SELECT * FROM 'n.csv' LIMIT 2) x", "WITH w AS (SELECT * FROM 'n.csv' LIMIT 2) SELECT COUNT(*) FROM w",
		"SELECT COUNT(*) FROM ((SELECT * FROM 'n.csv' LIMIT 1) UNION ALL (SELECT * FROM 'n.csv' LIMIT 1)) x",
	} {
		if got := shown(t, mustRun(t, s, within), "csv"); !strings.HasSuffix(got, "\n2\n") {
			t.Errorf("%s gives %s", within, got)
		}
	}
	if got := shown(t, mustRun(t, s, "SELECT MAX(k) m FROM beginning"), "csv"); got != "m\n1\n" {
		t.Errorf("a view of the first rows has %s", got)
	}
	if _, err := s.Query(t.Context(), "SELECT MAX(k) FROM 'n.csv'"); err == nil || !strings.Contains(err.Error(), "line 200002") {
		t.Errorf("all rows of a file whose last is wrong: %v", err)
	}
	write(t, "n.csv", "k,v\n7,seven\n")
	if got := shown(t, mustRun(t, s, text), "csv"); got != "k\n7\n" {
		t.Errorf("after the file has changed: %s", got)
	}
	write(t, "none.csv", "k,v\n")
	if got := shown(t, mustRun(t, s, "SELECT * FROM 'none.csv' LIMIT 5"), "csv"); got != "k,v\n" {
		t.Errorf("of a file without rows: %s", got)
	}
}

// With a condition the first rows of a file are tried: they answer where enough of them pass, and all
// rows do where they do not, whatever the statement is that reads them.
func TestFirstRowsThatPass(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	const rows = 150_000
	write(t, "n.csv", "k,v\n"+linesFrom(0, rows, rows))
	write(t, "few.csv", "k,v\n"+linesFrom(0, 900, rows))
	passing := func(file, where string, limit, offset int, holds func(k int) bool) {
		t.Helper()
		text := fmt.Sprintf("SELECT k FROM '%s' WHERE %s LIMIT %d OFFSET %d", file, where, limit, offset)
		all, want := map[string]int{"n.csv": rows, "few.csv": 900}[file], "k\n"
		for k, passed := 0, 0; k < all && passed < offset+limit; k++ {
			if holds(k) {
				if passed >= offset {
					want += fmt.Sprintln(k)
				}
				passed++
			}
		}
		for _, s := range []*Session{openEngine(t, t.TempDir(), pushscan.Options{}).NewSession(), e.NewSession()} {
			for range 2 {
				if got := shown(t, mustRun(t, s, text), "csv"); got != want {
					t.Errorf("%s: %.60q, want %.60q", text, got, want)
				}
				if got := shown(t, mustStream(t, s, text), "csv"); got != want {
					t.Errorf("%s, streamed: %.60q, want %.60q", text, got, want)
				}
			}
			mustRun(t, s, "DROP TABLE IF EXISTS copied; CREATE TABLE copied AS "+text)
			if got := shown(t, mustRun(t, s, "SELECT k FROM copied ORDER BY k"), "csv"); got != want {
				t.Errorf("copied by %s: %.60q, want %.60q", text, got, want)
			}
			answers := s.Together(t.Context(), []string{text, "SELECT COUNT(*) FROM '" + file + "'"})
			if answers[0].Err != nil || shown(t, answers[0].Result, "csv") != want {
				t.Errorf("%s, with others: %v", text, answers[0].Err)
			}
		}
	}
	for _, file := range []string{"n.csv", "few.csv"} {
		for _, limit := range []int{1, 5, 100} {
			passing(file, "v = 'text 7'", limit, 90, func(k int) bool { return k%700 == 7 })
		}
		passing(file, "k >= 65530", 6, 0, func(k int) bool { return k >= 65530 })
		passing(file, "k >= 65530", 7, 0, func(k int) bool { return k >= 65530 })
		passing(file, "k > 149990 AND v <> 'text 1'", 100, 3, func(k int) bool { return k > 149990 && k%700 != 1 })
		passing(file, "k < 0", 3, 0, func(int) bool { return false })
		passing(file, "k IN (SELECT MAX(k) FROM 'n.csv')", 3, 0, func(k int) bool { return k == rows-1 })
	}
}

// Rows that pass early are found without what lies far behind them.
func TestFirstRowsThatPassAreReadAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	write(t, "n.csv", "k,v\n"+linesFrom(0, 200000, 200000)+"wrong\n")
	if got := shown(t, mustRun(t, s, "SELECT k FROM 'n.csv' WHERE v = 'text 3' LIMIT 2"), "csv"); got != "k\n3\n703\n" {
		t.Errorf("the first two: %s", got)
	}
	if _, err := s.Query(t.Context(), "SELECT k FROM 'n.csv' WHERE v = 'text 3' LIMIT 2000"); err == nil || !strings.Contains(err.Error(), "line 200002") {
		t.Errorf("more than there are among the first of a file whose last is wrong: %v", err)
	}
}
