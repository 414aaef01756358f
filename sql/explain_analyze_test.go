package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestExplainAnalyzeTellsHowChunksWereShared runs alone, so one query has every chunk.
func TestExplainAnalyzeTellsHowChunksWereShared(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1024}).NewSession()
	fill(t, s, 10000)
	r := mustRun(t, s, "EXPLAIN ANALYZE SELECT SUM(i) FROM n")
	if got := strings.Join(r.Rows.Columns[0].Texts, "\n"); !strings.Contains(got, "\n  shared by 1 query on 10 chunks\n") {
		t.Error(got)
	}
	if _, err := s.Query(t.Context(), "EXPLAIN FORMAT = 'json' SELECT 1"); err == nil || !strings.Contains(err.Error(), "error 1235 at line 1, column 9") {
		t.Errorf("EXPLAIN FORMAT = json: %v", err)
	}
}
