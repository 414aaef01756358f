package sql

import (
	"fmt"
	"path/filepath"
	"testing"

	"gsdms/pushscan"
)

// The few rows that a limit or a condition leaves of a file have the texts that a table with the same rows
// gives them, however often others are asked for.
func TestFewTextsOfFiles(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 1000")
	mustRun(t, s, manyKinds)
	mustRun(t, s, "CREATE TABLE texts AS SELECT k, k * 7919 MOD 200003 AS o, own, IF(k MOD 3 = 0, NULL, CONCAT(own, ' and ', k * 31)) AS longer FROM many")
	file := filepath.Join(dir, "texts.parquet")
	exported(t, s, "SELECT * FROM texts ORDER BY k", file)
	var queries []string
	for i := range 12 {
		queries = append(queries,
			fmt.Sprintf("SELECT * FROM %%s ORDER BY o LIMIT 11 OFFSET %d", 5*i),
			fmt.Sprintf("SELECT k, UPPER(longer), own FROM %%s WHERE k MOD 3 < 2 ORDER BY o DESC LIMIT %d", 1+i),
			fmt.Sprintf("SELECT own, longer FROM %%s WHERE o = %d", 777*i))
	}
	for _, query := range queries {
		for range 2 {
			checkSame(t, s, fmt.Sprintf(query, "'"+file+"'"), fmt.Sprintf(query, "texts"))
		}
	}
}

// checkSame holds the answer of a query against that of another one.
func checkSame(t *testing.T, s *Session, query, other string) {
	t.Helper()
	if got, want := flat(mustRun(t, s, query)), flat(mustRun(t, s, other)); got != want {
		t.Errorf("%s gives\n%s\nwant\n%s", query, got, want)
	}
}
