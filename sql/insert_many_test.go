package sql

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan"
)

// manyRows is an INSERT of rows with a number, a text and a moment, of which there are several batches, and what is behind these.
func manyRows(into string, behind ...string) string {
	var b strings.Builder
	b.WriteString(into)
	for i := range 2*plan.SegmentRows + 1000 {
		fmt.Fprintf(&b, "%s(NULL, 'it''s %d', '2024-01-%02d 10:00:00')", comma(i), i, i%28+1)
	}
	for _, row := range behind {
		b.WriteString("," + row)
	}
	return b.String()
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// Rows of several batches are all of the statement's: they are numbered and told as one, and one that the table does not
// take leaves none, with its place.
func TestInsertOfManyBatches(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	const rows = 2*plan.SegmentRows + 1000
	run := func(text string) string {
		t.Helper()
		r, err := s.Query(context.Background(), text)
		if err != nil {
			return err.Error()
		}
		if r.Message != "" {
			return r.Message
		}
		return answerOf(t, s, text)
	}
	const declared = "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, w VARCHAR(20) UNIQUE, at DATETIME)"
	run(declared)
	const all = "SELECT CONCAT_WS(' ', COUNT(*), MIN(id), MAX(id), SUM(w = CONCAT('it''s ', id - 1)), SUM(DAY(at))) FROM t"
	const right = "132072 1 132072 132072 1914996"
	for _, into := range []string{"INSERT INTO t VALUES ", "REPLACE INTO t VALUES ", "INSERT IGNORE INTO t VALUES "} {
		for _, c := range []struct{ row, want string }{
			{"(NULL, 'x', '2024-02-30 00:00:00')", "Incorrect datetime value: '2024-02-30 00:00:00'"},
			{"(NULL, 'x')", "Column count doesn't match value count at row 132073: 3 columns, 2 values"},
			{"(NULL, 'a text that is too long', NULL)", "Data too long"},
			{"(NULL, 'x', 1 + )", "at most 1048576 are allowed"},
			{"(NULL, 'x', NOW(7))", "line 1, column 59642"},
		} {
			if strings.Contains(into, "IGNORE") && !strings.Contains(c.want, "count") {
				continue
			}
			if got := run(manyRows(into, c.row)); !strings.Contains(got, c.want) {
				t.Errorf("%s … %s: %s, want %s", into, c.row, got, c.want)
			}
			if got := run("SELECT COUNT(*) FROM t"); got != "0" {
				t.Errorf("%s … %s leaves %s rows", into, c.row, got)
			}
		}
		if got := run(manyRows(into)); !strings.Contains(got, fmt.Sprint(rows)) {
			t.Errorf("%s: %s", into, got)
		}
		if got := run(all); got != right {
			t.Errorf("%s: %s, want %s", into, got, right)
		}
		if got := run("SELECT LAST_INSERT_ID()"); got != "1" {
			t.Errorf("%s: the first row has number %s", into, got)
		}
		run("DROP TABLE t")
		run(declared)
	}
	if got := run(manyRows("INSERT INTO t VALUES ", "(1, 'x', NULL)")); !strings.Contains(got, "same primary key") {
		t.Errorf("a number that a row has got comes again: %s", got)
	}
}

// Values that are made of literals are those that they are in a row by itself, in rows of several batches too.
func TestInsertOfManyMadeValues(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (id INT PRIMARY KEY, n INT DEFAULT 7, at DATETIME DEFAULT '2000-01-01', w VARCHAR(20), b VARBINARY(9)); CREATE TABLE u LIKE t")
	made := []string{
		"DEFAULT, NOW(), \"a \"\"b\"\"\", x'41'", "- 5, CURRENT_TIMESTAMP, 'a' 'b', UNHEX('4142')", "-(1 + 2 * 3), DATE '2024-02-29', _utf8mb4'ü', _binary'z'", "+.9e1, NOW() - INTERVAL 1 DAY, CONCAT('(', ',', ')'), CHAR(66)",
		"TRUE, DEFAULT, N'x', FROM_BASE64('QUI=')", "-0x10, TIMESTAMP'2024-01-01 10:00:00', NULL, NULL",
	}
	var all strings.Builder
	all.WriteString("SET timestamp = 1704103200; INSERT INTO t VALUES ")
	for i := range plan.SegmentRows + 1000 {
		fmt.Fprintf(&all, "%s(%d, %s)", comma(i), i, made[i%len(made)])
	}
	mustRun(t, s, all.String())
	for i, values := range made {
		mustRun(t, s, fmt.Sprintf("INSERT INTO u VALUES (%d, %s)", i, values))
	}
	checkFact(t, s, [2]string{"COUNT(*), COUNT(DISTINCT u.id) FROM t, u WHERE u.id = t.id % 6 AND t.n <=> u.n AND t.at <=> u.at AND t.w <=> u.w AND t.b <=> u.b", "66536\t6"})
}

// The text of rows, and what is read of it at a time, are counted in the memory that queries may have, and so are rows that
// are merged by their keys.
func TestInsertOfManyIsCounted(t *testing.T) {
	wide := openEngine(t, t.TempDir(), pushscan.Options{})
	for _, c := range []struct {
		memory int64
		into   string
		fits   bool
	}{
		{16 << 20, "INSERT INTO t VALUES ", false},
		{64 << 20, "INSERT INTO t VALUES ", true},
		{32 << 20, "INSERT INTO t VALUES ", false},
		{32 << 20, "REPLACE INTO u VALUES ", false},
		{128 << 20, "REPLACE INTO u VALUES ", true},
	} {
		e, err := Open(t.Context(), Config{Dir: t.TempDir(), Backend: wide.config.Backend, Memory: c.memory})
		if err != nil {
			t.Fatal(err)
		}
		s := e.NewSession()
		for _, text := range []string{"CREATE TABLE t (id INT, w VARCHAR(20), at DATETIME)", "CREATE TABLE u (id INT AUTO_INCREMENT PRIMARY KEY, w VARCHAR(20) UNIQUE, at DATETIME)"} {
			if _, err := s.Query(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // what is refused or done gives everything back
			_, err = s.Query(t.Context(), manyRows(c.into))
			if c.fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "--memory") {
				t.Errorf("%s with %d bytes: %v", c.into, c.memory, err)
			}
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}
