package sql

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestDamagedTablesCanBeDropped: tables whose manifest or column file is damaged are
// listed, named by every statement that uses them, and gone after DROP TABLE, whichever
// of those that reference each other is damaged.
func TestDamagedTablesCanBeDropped(t *testing.T) {
	for _, damaged := range []string{"p/manifest.*", "p/*.col", "c/manifest.*", "c/*.col", "g/manifest.*"} {
		t.Run(damaged, func(t *testing.T) {
			dir := t.TempDir()
			makeDamaged(t, dir, damaged)
			s := openEngine(t, dir, pushscan.Options{}).NewSession()
			bad := damaged[:1]
			if r := mustRun(t, s, "SHOW TABLES"); r.Rows.Len != 4 || !strings.Contains(strings.Join(r.Rows.Columns[1].Texts, " "), "damaged") {
				t.Errorf("SHOW TABLES lists %v as %v", r.Rows.Columns[0].Texts, r.Rows.Columns[1].Texts)
			}
			_, err := s.Query(t.Context(), "SELECT COUNT(*) FROM "+bad)
			if err == nil || !strings.Contains(err.Error(), "drop the table and load it again") || strings.Contains(parse.AsError("", err).Detail(), "Did you mean") {
				t.Errorf("SELECT from the damaged table: %v", err)
			}
			mustRun(t, s, "SELECT COUNT(*) FROM other")
			if _, err := s.Query(t.Context(), "DROP TABLE g"); err == nil {
				t.Error("a table that others reference is dropped")
			}
			mustRun(t, s, "DROP TABLE g, p, c")
			mustRun(t, s, "CREATE TABLE g (k INT PRIMARY KEY)")
		})
	}
}

// makeDamaged makes tables of which c references p and p references g, and cuts the
// files of the pattern.
func makeDamaged(t *testing.T, dir, pattern string) {
	t.Helper()
	t.Run("make", func(t *testing.T) { // its end closes the engine
		mustRun(t, openEngine(t, dir, pushscan.Options{}).NewSession(), `
			CREATE TABLE g (k INT PRIMARY KEY); INSERT INTO g VALUES (1);
			CREATE TABLE p (k INT PRIMARY KEY, g INT, FOREIGN KEY (g) REFERENCES g (k)); INSERT INTO p VALUES (1, 1);
			CREATE TABLE c (p INT, FOREIGN KEY (p) REFERENCES p (k)); INSERT INTO c VALUES (1);
			CREATE TABLE other (i INT); INSERT INTO other VALUES (1)`)
	})
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if err := os.Truncate(f, 5); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDictionaryCutShort: where the file of a column's texts is cut short while queries use
// it, those that need a text which is gone say what is wrong with it.
func TestDictionaryCutShort(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, dir, pushscan.Options{}).NewSession()
	var values []string
	for i := range 300 {
		values = append(values, fmt.Sprintf("(%d, '%0200d')", i, i))
	}
	mustRun(t, s, "CREATE TABLE t (i INT PRIMARY KEY, s VARCHAR(200)); INSERT INTO t VALUES "+strings.Join(values, ", "))
	files, err := filepath.Glob(filepath.Join(dir, "t", "*.dict"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.Truncate(files[0], 8192); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"SELECT s FROM t", "SELECT COUNT(*) FROM t WHERE s LIKE '%7'", "SELECT UPPER(s) FROM t"} {
		if _, err := s.Query(t.Context(), text); err == nil || !strings.Contains(err.Error(), "column file could not be read") {
			t.Errorf("%s: %v", text, err)
		}
	}
	mustRun(t, s, "SELECT SUM(i) FROM t")
}

// CHECK TABLE reads every byte: of the tables it names the one that has changed is told from the
// others, and CHECKSUM TABLE is the same for the same rows in any order.
func TestCheckTable(t *testing.T) {
	dir := t.TempDir()
	t.Run("make", func(t *testing.T) { // its end closes the engine
		s := openEngine(t, dir, pushscan.Options{}).NewSession()
		mustRun(t, s, `CREATE TABLE good (k INT PRIMARY KEY, s VARCHAR(9)); INSERT INTO good VALUES (1, 'a'), (2, NULL), (3, 'b');
			CREATE TABLE bad LIKE good; INSERT INTO bad SELECT * FROM good ORDER BY k DESC; CREATE TABLE less LIKE good; INSERT INTO less VALUES (1, 'a'), (3, 'b')`)
		sums := strings.Split(flat(mustRun(t, s, "CHECKSUM TABLE good, bad, less")), "\n")
		for i, line := range sums {
			sums[i] = line[strings.Index(line, "|"):]
		}
		if len(sums) != 3 || sums[0] != sums[1] || sums[0] == sums[2] {
			t.Errorf("checksums %v", sums)
		}
		mustRun(t, s, "UPDATE bad SET s = 'NULL' WHERE k = 2")
		if got := flat(mustRun(t, s, "CHECKSUM TABLE bad")); strings.HasSuffix(got, sums[0]) {
			t.Errorf("the text NULL has the checksum of NULL: %s", got)
		}
	})
	files, err := filepath.Glob(filepath.Join(dir, "bad", "*.col"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	data[0] ^= 1
	if err := os.WriteFile(files[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	s := openEngine(t, dir, pushscan.Options{}).NewSession()
	lines := strings.Split(flat(mustRun(t, s, "CHECK TABLE good, bad, less")), "\n")
	if len(lines) != 3 || !strings.HasSuffix(lines[0], "good|check|status|OK") || !strings.Contains(lines[1], "bad|check|error|") || !strings.HasSuffix(lines[2], "less|check|status|OK") {
		t.Errorf("CHECK TABLE says %q", lines)
	}
}
