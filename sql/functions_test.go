package sql

import (
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A call has the plan of the expression that it stands for: a filter on one still is a filter
// on the column, and calls of constants are constants.
func TestFunctionsCostNothing(t *testing.T) {
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE t (a INT NOT NULL, d DOUBLE); INSERT INTO t VALUES (1, 2.5), (2, 3.5);
		CREATE FUNCTION succ(x BIGINT) RETURNS BIGINT RETURN x + 1;
		CREATE FUNCTION twice(x DOUBLE) RETURNS DOUBLE RETURN x * 2;
		CREATE FUNCTION old(x BIGINT) RETURNS BOOL RETURN x > 1`)
	for called, meant := range map[string]string{
		"SELECT SUM(twice(d)) s FROM t WHERE old(a)":                        "SELECT SUM(d * 2) s FROM t WHERE a > 1",
		"SELECT succ(a) n, COUNT(*) c FROM t GROUP BY succ(a)":              "SELECT a + 1 n, COUNT(*) c FROM t GROUP BY a + 1",
		"SELECT a FROM t WHERE a < succ(succ(3))":                           "SELECT a FROM t WHERE a < 5",
		"SELECT x.a FROM t x JOIN t y ON succ(x.a) = y.a WHERE old(y.a)":    "SELECT x.a FROM t x JOIN t y ON x.a + 1 = y.a WHERE y.a > 1",
		"SELECT a FROM t x WHERE EXISTS (SELECT 1 FROM t y WHERE old(x.a))": "SELECT a FROM t x WHERE EXISTS (SELECT 1 FROM t y WHERE x.a > 1)",
	} {
		got, want := plansOf(t, s, called), plansOf(t, s, meant)
		if got != want {
			t.Errorf("%s\n%s\nand not\n%s", called, got, want)
		}
	}
}

// plansOf is what EXPLAIN prints of a query.
func plansOf(t *testing.T, s *Session, text string) string {
	t.Helper()
	r := mustRun(t, s, "EXPLAIN "+text)
	return strings.Join(r.Rows.Columns[0].Texts, "\n")
}

// Functions that call each other many times over are refused soon, not bound for hours.
func TestFunctionsGrow(t *testing.T) {
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE FUNCTION f0(x BIGINT) RETURNS BIGINT RETURN x")
	for i, name := 1, "f0"; ; i++ {
		next := "f" + strings.Repeat("x", i)
		text := "CREATE FUNCTION " + next + "(x BIGINT) RETURNS BIGINT RETURN " + name + "(1) - " + name + "(1)"
		if got := code(t, s, text); got == 1235 && i > 8 {
			return
		} else if got != 0 || i > 40 {
			t.Fatalf("function %d: error %d", i, got)
		}
		name = next
	}
}
