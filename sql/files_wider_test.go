package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/pushscan/load"
)

// lateFile is a CSV file whose last rows have values that none of those types takes which its
// first 256 KiB suggest.
func lateFile() string {
	return "id,x,note\n" + strings.Repeat("7,1.250,10\n", 40_000) + "8,0.1234567,11\n2.5,1.5,12.5\n"
}

// Values that do not fit the types of a file's first 256 KiB widen these, also where other columns
// were read before, or the first rows were, and in a table that is made of the file; of a table
// that is declared they are wrong.
func TestLateValuesWidenTypes(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	write(t, "f.csv", lateFile())
	for _, c := range [][2]string{
		{"SELECT x FROM 'f.csv' LIMIT 1", "x\n1.250\n"},
		{"SELECT MIN(x) FROM 'f.csv'", "MIN(x)\n0.1234567\n"},
		{"SELECT MIN(x), MAX(note), COUNT(*), MIN(id) FROM 'f.csv'", "MIN(x),MAX(note),COUNT(*),MIN(id)\n0.1234567,12.5,40002,2.5\n"},
		{"SELECT id, note FROM 'f.csv' WHERE x < 1", "id,note\n8,11\n"},
	} {
		if got := shown(t, mustRun(t, s, c[0]), "csv"); got != c[1] {
			t.Errorf("%s: %s", c[0], got)
		}
	}
	mustRun(t, s, "CREATE TABLE f AS SELECT * FROM 'f.csv'")
	const types = "Field,Type\nid,double\nx,double\nnote,double\n"
	if got := namesAndTypes(t, s, "DESCRIBE f"); got != types {
		t.Error(got)
	}
	p, rows, _, err := e.LoadNew(t.Context(), "g", []string{"f.csv"}, load.Options{})
	if err != nil || rows != 40_002 || p.Create != "CREATE TABLE `g` (`id` DOUBLE, `x` DOUBLE, `note` DOUBLE)" || !strings.Contains(p.From, "behind it") {
		t.Error(p, rows, err)
	}
	write(t, "letters.csv", lateFile()+"8,1.5,none\n")
	for _, text := range []string{"SELECT MAX(note) FROM 'letters.csv'", "SELECT COUNT(*) FROM 'letters.csv' WHERE note > 1"} {
		if _, err := s.Query(t.Context(), text); err == nil || !strings.Contains(err.Error(), `line 40004, field 3 (note): "none": expected`) || !strings.Contains(err.Error(), "gsdms load --create makes a table") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if p, _, _, err := e.LoadNew(t.Context(), "letters", []string{"letters.csv"}, load.Options{}); err != nil || !strings.Contains(p.Create, "`note` TEXT") {
		t.Error(p, err)
	}
	mustRun(t, s, "CREATE TABLE h (id DOUBLE, x DECIMAL(18, 3), note TEXT)")
	if _, err := s.Query(t.Context(), "LOAD DATA INFILE 'f.csv' INTO TABLE h"); err == nil || !strings.Contains(err.Error(), `line 40002, field 2 (x): "0.1234567": expected a decimal`) {
		t.Error(err)
	}
}

// namesAndTypes gives the first two columns of what a DESCRIBE tells.
func namesAndTypes(t *testing.T, s *Session, text string) string {
	t.Helper()
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, text), "csv")), "\n") {
		cells := strings.SplitN(line, ",", 3)
		b.WriteString(cells[0] + "," + cells[1] + "\n")
	}
	return b.String()
}

// DESCRIBE tells what a query begins with, and reads no row for it: a value behind the sample that
// is wrong does not matter. When a query has read the rows it tells what that has ended with.
func TestDescribeReadsNoRows(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	write(t, "f.csv", lateFile())
	write(t, "bad.csv", lateFile()+"1,2,3,4\n")
	const begun = "Field,Type\nid,bigint\nx,\"decimal(18\nnote,bigint\n"
	for _, name := range []string{"f.csv", "bad.csv"} {
		if got := namesAndTypes(t, s, "DESCRIBE '"+name+"'"); got != begun {
			t.Errorf("%s: %s", name, got)
		}
	}
	if _, err := s.Query(t.Context(), "SELECT * FROM 'bad.csv'"); err == nil || !strings.Contains(err.Error(), "line 40004") {
		t.Error(err)
	}
	mustRun(t, s, "SELECT MIN(id), MIN(x), MIN(note) FROM 'f.csv'")
	if got := namesAndTypes(t, s, "DESCRIBE 'f.csv'"); got != "Field,Type\nid,double\nx,double\nnote,double\n" {
		t.Error(got)
	}
	if _, err := s.Query(t.Context(), "DESCRIBE 'none.csv'"); err == nil || !strings.Contains(err.Error(), "none.csv") {
		t.Error(err)
	}
}
