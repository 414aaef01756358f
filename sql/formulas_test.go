package sql

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan"
	"gsdms/pushscan/load"
	"gsdms/sql/parse"
)

// computedRows has generated columns that are keys, of each other and of a default that is an expression.
const computedRows = "CREATE TABLE f (id INT PRIMARY KEY, a INT, b DECIMAL(8,2), s VARCHAR(20), " +
	"g INT AS (a * 2 + id) STORED, h VARCHAR(40) AS (CONCAT(s, '-', g)), d INT DEFAULT (a + 1), k INT AS (COALESCE(d, 0) + g) VIRTUAL, " +
	"q DECIMAL(12,4) AS (b / (a + 3)), m INT AS (a DIV 5) STORED, UNIQUE (g), CHECK (k < 100000))"

// misfits are conditions that no row of it satisfies, each the formula of a column.
var misfits = []string{"NOT g <=> a * 2 + id", "NOT h <=> CONCAT(s, '-', a * 2 + id)", "NOT k <=> COALESCE(d, 0) + a * 2 + id", "NOT q <=> CAST(b / (a + 3) AS DECIMAL(12,4))", "NOT m <=> a DIV 5"}

// Whatever statements do with a table, a query of a formula finds what the column has, and a statement that is refused
// leaves all as it was.
func TestFormulasHold(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(7, 39))
	e := openEngine(t, dir, pushscan.Options{})
	s := e.NewSession()
	mustRun(t, s, computedRows)
	done, refused := 0, 0
	for n := range 250 {
		const all = "SELECT * FROM f ORDER BY id"
		before := shown(t, mustRun(t, s, all), "csv")
		text := computedChange(r)
		_, err := s.Query(t.Context(), text)
		after := shown(t, mustRun(t, s, all), "csv")
		if done++; err != nil {
			done, refused = done-1, refused+1
			if after != before {
				t.Fatalf("%s is refused (%v), and has changed\n%s to\n%s", text, err, before, after)
			}
		}
		for _, wrong := range misfits {
			if got := shown(t, mustRun(t, s, "SELECT * FROM f WHERE "+wrong), "csv"); got != shown(t, mustRun(t, s, "SELECT * FROM f WHERE FALSE"), "csv") {
				t.Fatalf("behind %s rows are\n%s where %s", text, got, wrong)
			}
		}
		if n%60 == 59 {
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
			e = openEngine(t, dir, pushscan.Options{})
			s = e.NewSession()
		}
	}
	if done < 80 || refused < 30 {
		t.Errorf("%d statements were done and %d refused", done, refused)
	}
}

// computedChange is a statement that changes the table, which may be refused.
func computedChange(r *rand.Rand) string {
	number := func() string {
		return []string{"NULL", "-3", fmt.Sprint(r.IntN(40)), fmt.Sprint(r.IntN(40)), fmt.Sprint(r.IntN(900))}[r.IntN(5)]
	}
	row := func() string {
		return fmt.Sprintf("(%d, %s, %s.25, '%c', %s)", r.IntN(60), number(), fmt.Sprint(r.IntN(50)), 'a'+rune(r.IntN(5)), []string{"DEFAULT", number()}[r.IntN(2)])
	}
	into := fmt.Sprintf(" INTO f (id, a, b, s, d) VALUES %s, %s, %s", row(), row(), row())
	where := fmt.Sprintf(" WHERE id %% %d = %d", 2+r.IntN(5), r.IntN(3))
	switch r.IntN(12) {
	case 0, 1:
		return "INSERT" + into
	case 2:
		return "INSERT IGNORE" + into
	case 3:
		return "REPLACE" + into
	case 4:
		return "INSERT" + into + " ON DUPLICATE KEY UPDATE a = VALUES(g) + " + number() + ", d = DEFAULT, s = CONCAT(h, 'x')"
	case 5:
		return "INSERT INTO f (id, a, b, s) SELECT id + 60, a + " + number() + ", q, LEFT(h, 3) FROM f" + where
	case 6:
		return "UPDATE f SET a = " + number() + ", s = h" + where
	case 7:
		return "UPDATE f SET b = b + 1, d = DEFAULT, g = DEFAULT" + where
	case 8:
		return "UPDATE f x JOIN (SELECT id, MAX(k) m FROM f GROUP BY id) y ON x.id = y.id SET x.d = y.m, x.a = x.a + 1" + where[:7] + "x." + where[7:]
	case 9:
		return "DELETE FROM f WHERE k % 7 = 1"
	case 10:
		return []string{"ALTER TABLE f MODIFY b DECIMAL(7,1)", "ALTER TABLE f MODIFY b DECIMAL(8,2)", "ALTER TABLE f MODIFY a BIGINT", "ALTER TABLE f MODIFY a SMALLINT"}[r.IntN(4)]
	}
	return []string{"OPTIMIZE TABLE f", "ALTER TABLE f DROP COLUMN m, ADD m INT AS (a DIV 5) VIRTUAL", "ALTER TABLE f ALTER d SET DEFAULT (id + a)", "UPDATE f SET id = id + 1"}[r.IntN(4)]
}

// Rows are computed whichever way they come: from files of any form, of a program, and into a session's own tables.
func TestRowsThatComeAreComputed(t *testing.T) {
	dir := t.TempDir()
	e := openEngine(t, filepath.Join(dir, "d"), pushscan.Options{})
	s := e.NewSession()
	steps(t, s, [][2]string{
		{"CREATE TABLE f (a INT, g INT AS (a * 2), d INT DEFAULT (a + 100), u VARCHAR(36) NOT NULL DEFAULT (UUID()))", ""},
		{"CREATE TABLE w (a INT, g INT, d INT, u VARCHAR(36))", ""}, {"INSERT INTO w VALUES (5, 0, 7, 'u')", ""},
	})
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"a.csv": "a\n1\n2\n", "d.csv": "d,a\n\\N,1\n7,2\n", "g.json": `{"a": 3, "g": 1}` + "\n" + `{"a": 4, "d": 5}` + "\n", "t.tsv": "1\t9\t8\tx\n"} {
		if err := os.WriteFile(path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	exported(t, s, "SELECT * FROM w", path("w.parquet"))
	exported(t, s, "SELECT a FROM w", path("a.parquet"))
	const rows = "SELECT a, g, d, LENGTH(u) FROM f ORDER BY a, d"
	for name, want := range map[string]string{
		"a.csv": "1\t2\t101\t36|2\t4\t102\t36", "d.csv": "1\t2\t\\N\t36|2\t4\t7\t36", "g.json": "3\t6\t\\N\t36|4\t8\t5\t36", "t.tsv": "1\t2\t8\t1",
		"w.parquet": "5\t10\t7\t1", "a.parquet": "5\t10\t105\t36",
	} {
		if _, _, err := e.Load(t.Context(), "f", []string{path(name)}, load.Options{NullText: "\\N"}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		steps(t, s, [][2]string{{rows, want}, {"DELETE FROM f", ""}})
	}
	if n, err := e.Append(t.Context(), "f", []string{"a"}, func(yield func([]plan.Value, error) bool) {
		for i := range int64(70000) {
			if !yield([]plan.Value{value.OfInt(i)}, nil) {
				return
			}
		}
	}); err != nil || n != 70000 {
		t.Fatal(n, err)
	}
	steps(t, s, [][2]string{
		{"SELECT COUNT(*), SUM(g), SUM(d), COUNT(DISTINCT u) FROM f", "70000\t4899930000\t2456965000\t70000"},
		{"CREATE TEMPORARY TABLE own LIKE f", ""}, {"INSERT INTO own (a) SELECT a FROM f WHERE a < 3", ""},
		{"SELECT a, g, d FROM own ORDER BY a", "0\t0\t100|1\t2\t101|2\t4\t102"}, {"SELECT COUNT(DISTINCT u) FROM own", "3"},
		{"LOAD DATA INFILE '" + path("a.csv") + "' INTO TABLE own FIELDS TERMINATED BY ',' IGNORE 1 LINES (@x) SET a = @x * 10, g = 5, d = DEFAULT", ""},
		{"SELECT a, g, d FROM own WHERE a > 2 ORDER BY a", "10\t20\t110|20\t40\t120"},
	})
	_, err := e.Append(context.Background(), "f", []string{"a", "g"}, nil)
	if !parse.IsCode(err, parse.CodeGeneratedValue) {
		t.Errorf("a value for a generated column: %v", err)
	}
}

// A UUID is another one in every row and statement, and a moment is that of the statement.
func TestDefaultsDiffer(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	steps(t, s, [][2]string{
		{"CREATE TABLE f (a INT, u VARCHAR(36) DEFAULT (UUID()), r DOUBLE DEFAULT (RAND()), n DATETIME(6) DEFAULT (NOW(6) + INTERVAL 1 DAY), w VARCHAR(40) DEFAULT (CONCAT(DATABASE(), a)))", ""},
		{"INSERT INTO f (a) VALUES (1), (2), (3)", ""}, {"INSERT INTO f (a) SELECT a + 3 FROM f", ""}, {"INSERT INTO f (a) VALUES (7)", ""}, {"INSERT IGNORE INTO f (a) VALUES (8), (9)", ""},
		{"SELECT COUNT(*), COUNT(DISTINCT u), COUNT(DISTINCT r), COUNT(DISTINCT n), MIN(u RLIKE '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$') FROM f", "9\t9\t9\t4\t1"},
		{"UPDATE f SET u = DEFAULT, r = DEFAULT", ""}, {"SELECT COUNT(DISTINCT u), COUNT(DISTINCT r), MIN(w), MAX(w) FROM f", "9\t9\t0011\t0019"},
	})
}
