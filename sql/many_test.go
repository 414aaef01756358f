package sql

import (
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/bind/step"
)

// A statement can have more tables and steps than one of its pipelines can join, and an end.
func TestStatementsOfManySteps(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (k INT NOT NULL); INSERT INTO t VALUES (1), (1), (2)")
	const more = " UNION ALL SELECT COUNT(*) FROM (SELECT DISTINCT k FROM t WHERE k = 1) y"
	r := mustRun(t, s, "SELECT SUM(x) FROM (SELECT 1 AS x"+strings.Repeat(more, plan.MaxTables)+") t")
	if got, _ := r.Text(0, 0); got != "257" {
		t.Errorf("the sum of 257 ones is %s", got)
	}
	_, err := s.Query(t.Context(), "SELECT SUM(x) FROM (SELECT 1 AS x"+strings.Repeat(more, step.MaxTables)+") t")
	if err == nil || !strings.Contains(err.Error(), "4096 tables and steps") {
		t.Errorf("a statement of %d steps gives %v", step.MaxTables, err)
	}
}
