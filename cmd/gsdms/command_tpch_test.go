package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/ssb/tpch"
)

// The commands from the files to the report.
func TestTPCH(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves it to the run without: whole programs, one after another, of parts that have tests of their own")
	}
	dir, files := t.TempDir(), t.TempDir()
	report := filepath.Join(files, "report.json")
	for _, step := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"tpch", "gen", "--sf", "0.01", "--out", files}, exitOK, "scale factor 0.01 written to " + files},
		{[]string{"tpch", "load", "--sf", "0.01", "--from", files, "--no-keys"}, exitOK, "lineitem         60175 rows  loaded in"},
		{[]string{"tpch", "load", "--sf", "0.01", "--from", files}, exitError, ""},
		{[]string{"tpch", "run", "--queries", "q1,Q6", "--concurrency", "1,4", "--runs", "1", "--out", report}, exitOK, tpch.Notice},
		{[]string{"tpch", "run", "--queries", "Q23"}, exitUsage, ""},
	} {
		out, errs, status := runProgram(t, dir, "", step.args...)
		if status != step.status || !strings.Contains(out, step.want) {
			t.Errorf("gsdms %q: status %d, %s\n%s", step.args, status, out, errs)
		}
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Notice  string
		Queries []struct{ Verified bool }
	}
	if err := json.Unmarshal(text, &got); err != nil || got.Notice != tpch.Notice || len(got.Queries) != 2 || !got.Queries[0].Verified {
		t.Errorf("%v: %s", err, text)
	}
}
