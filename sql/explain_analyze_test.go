package sql

import (
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/explain"
)

func TestSharingIsListedRunByRun(t *testing.T) {
	for _, c := range []struct {
		runs []pushscan.Sharing
		want string
	}{
		{nil, "none: there was no chunk"},
		{[]pushscan.Sharing{{Chunks: 1, Queries: 1}}, "1 query on 1 chunk"},
		{[]pushscan.Sharing{{Chunks: 3, Queries: 1}, {Chunks: 1, Queries: 5}}, "1 query on 3 chunks, then 5 queries on 1 chunk"},
		{slices.Repeat([]pushscan.Sharing{{Chunks: 2, Queries: 2}}, 10), strings.Repeat("2 queries on 2 chunks, then ", 8) + "up to 2 queries on 4 more chunks"},
	} {
		if got := explain.Sharing(c.runs); got != c.want {
			t.Errorf("%v: got %q, want %q", c.runs, got, c.want)
		}
	}
}

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
