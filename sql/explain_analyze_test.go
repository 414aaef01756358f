package sql

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/explain"
)

// TestExplainAnalyzeTellsWhatHappened runs alone, so one query has every chunk: 10 of 1,024
// rows at most hold the 10,000. A third of them is divisible by 3.
func TestExplainAnalyzeTellsWhatHappened(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1024}).NewSession()
	fill(t, s, 10000)
	r := mustRun(t, s, "EXPLAIN ANALYZE FORMAT = JSON SELECT i % 3 AS r, COUNT(*) AS c FROM n WHERE i >= 1 GROUP BY r ORDER BY c LIMIT 2")
	if r.Rows.Len != 1 || len(r.Columns) != 1 {
		t.Fatalf("%d rows of %d columns, want one cell", r.Rows.Len, len(r.Columns))
	}
	var got explain.Tree
	if err := json.Unmarshal([]byte(r.Rows.Columns[0].Texts[0]), &got); err != nil {
		t.Fatal(err)
	}
	p := got.Pipelines[0]
	if len(got.Pipelines) != 1 || !slices.Equal(got.Columns, []string{"r", "c"}) || got.Run.Rows != 2 || p.Run.Rows != 2 {
		t.Errorf("%+v", got)
	}
	if want := []explain.Sharing{{Chunks: 10, Queries: 1}}; !slices.Equal(p.Run.Sharing, want) || p.Run.Read <= 0 || p.Run.ScanMS <= 0 {
		t.Errorf("%+v", p.Run)
	}
	rows := map[explain.Kind]int64{}
	for _, step := range p.Steps {
		if step.Rows != nil {
			rows[step.Kind] = *step.Rows
		}
	}
	if rows[explain.Scan] != 10000 || rows[explain.Group] != 3 || rows[explain.Limit] != 2 {
		t.Errorf("rows of the steps: %v", rows)
	}
}

// TestExplainTellsProgramsAndChunks: FORMAT = PROGRAM prints what trees leave out.
func TestExplainTellsProgramsAndChunks(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1024}).NewSession()
	fill(t, s, 10000)
	r := mustRun(t, s, "EXPLAIN ANALYZE FORMAT = PROGRAM SELECT SUM(i) FROM n")
	if got := strings.Join(r.Rows.Columns[0].Texts, "\n"); !strings.Contains(got, "\n  shared by 1 query on 10 chunks\n") || !strings.Contains(got, "fold sum") {
		t.Error(got)
	}
}
