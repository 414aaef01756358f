package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Benchmarks are generated, loaded from files and from the generator, and run; what the
// engine refuses is reported, and the others have times.
func TestBenchmarksRunPastWhatIsRefused(t *testing.T) {
	dir, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	for _, step := range []struct {
		args []string
		want []string
	}{
		{[]string{"bench", "groups", "gen", "--rows", "2000", "--out", data}, []string{"groups, 2000 rows, 100 keys, written to"}},
		{[]string{"bench", "groups", "load", "--rows", "2000", "--from", data}, []string{"\nmedium               2 rows  loaded in"}},
		{[]string{"bench", "groups", "run", "--rows", "2000", "--runs", "1"}, []string{"│ g01 ", "│ j05 ", "sum of ", " have no answer:\n"}},
		{[]string{"bench", "hits", "load", "--rows", "2000"}, []string{"hits              2000 rows  loaded in"}},
		{[]string{"bench", "hits", "load", "--rows", "2000"}, []string{"there already"}},
		{[]string{"bench", "hits", "run", "--rows", "2000", "--queries", "count-all,site-*", "--runs", "1"}, []string{"│ count-all ", "│ site-offset "}},
	} {
		out, errs, status := runProgram(t, dir, "", step.args...)
		for _, want := range step.want {
			if status != 0 || !strings.Contains(out, want) {
				t.Errorf("gsdms %q: status %d, no %q in\n%s%s", step.args, status, want, out, errs)
			}
		}
	}
	for _, c := range []struct{ args, want string }{
		{"bench hits run --rows 3000", "has 2000 rows in this folder, but 3000"},
		{"bench hits load --rows 3000", "--replace"},
		{"bench hits run --rows 2000 --queries x", "matches none"},
		{"bench groups gen --rows 5", "5 rows"},
		{"bench groups run --runs 0", "must be at least 1"},
	} {
		out, errs, status := runProgram(t, dir, "", strings.Fields(c.args)...)
		if status == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("gsdms %s: status %d\n%s%s", c.args, status, out, errs)
		}
	}
}
