package bench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A picture has a bar for each query that has a time, and one for a query of each batch.
func TestPictureOfReport(t *testing.T) {
	r := &Report{Benchmark: "B", Size: "one", Backend: "cpu", Threads: 2, Queries: []QueryTimes{
		{Query: "Q1", Times: Times{Median: 2}}, {Query: "Q2", Verdict: Verdict{Wrong: "x"}}, {Query: "Q3", Times: Times{Median: 4}},
	}, Batches: []BatchTimes{{Queries: 13, Times: Times{Median: 26}}}}
	want := []bar{{"Q1", 2, false}, {"Q3", 4, false}, {"13 at once", 2, true}}
	if got := r.bars(); !slices.Equal(got, want) {
		t.Errorf("bars %v, want %v", got, want)
	}
	file := filepath.Join(t.TempDir(), "p.svg")
	if err := r.Draw(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "<svg") || !strings.Contains(string(text), "Q3") || !strings.Contains(string(text), "13 at once") {
		t.Errorf("%.200s, %v", text, err)
	}
	if err := new(Report).Draw(file); err == nil || !strings.Contains(err.Error(), "no query has a time") {
		t.Errorf("a report without times: %v", err)
	}
	if err := CheckPicture("x.svg"); err != nil {
		t.Error(err)
	}
	if err := CheckPicture("x.txt"); err == nil || !strings.Contains(err.Error(), ".svg, .png or .pdf") {
		t.Errorf("x.txt: %v", err)
	}
}
