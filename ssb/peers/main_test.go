package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAllSections runs the whole program at a small scale: every engine loads the data,
// all answers are checked, and the numbers arrive.
func TestAllSections(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.json")
	o, err := parse([]string{"-sf", "0.01", "-dir", t.TempDir(), "-rounds", "1", "-duration", "50ms", "-clients", "4",
		"-batches", "13,20", "-rates", "50", "-json", file})
	if err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Systems) != 3 || len(r.Queries) != 13 || len(r.Batches) != 3 || len(r.Closed) != 3 || len(r.Open) != 3 {
		t.Errorf("%d systems, %d queries, %d batches, %d loops, %d rates", len(r.Systems), len(r.Queries), len(r.Batches), len(r.Closed), len(r.Open))
	}
	for _, l := range append(r.Queries, r.Batches...) {
		if len(l.Median) != 3 || l.Ratio[0] != 1 || l.Median[1] <= 0 {
			t.Errorf("%+v", l)
		}
	}
}

func TestSumIsOfTheLines(t *testing.T) {
	s := sum([]line{{Min: []float64{1, 10}, Median: []float64{2, 20}}, {Min: []float64{1, 30}, Median: []float64{2, 60}}})
	if s.Min[1] != 40 || s.Median[0] != 4 || s.Ratio[1] != 20 {
		t.Errorf("%+v", s)
	}
}

func TestBadFlags(t *testing.T) {
	for _, args := range []string{"-batches 0", "-batches x", "-rates -1", "-rates 5,", "-rates NaN"} {
		if _, err := parse(strings.Fields(args)); err == nil {
			t.Errorf("%s: no error", args)
		}
	}
}
