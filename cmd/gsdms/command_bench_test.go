package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Benchmarks are generated, loaded from files and from the generator, and run; what the
// engine refuses is reported, and the others have times.
func TestBenchmarksRunPastWhatIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves it to the run without: whole programs, one after another, of parts that have tests of their own")
	}
	dir, data, random := t.TempDir(), filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "random")
	for _, step := range []struct {
		args   []string
		status int
		want   []string
	}{
		{[]string{"bench", "groups", "gen", "--rows", "2000", "--out", data}, exitOK, []string{"2000 rows, 100 keys written to "}},
		{[]string{"bench", "groups", "load", "--rows", "2000", "--from", data}, exitOK, []string{"\nmedium               2 rows  loaded in"}},
		{[]string{"bench", "groups", "run", "--rows", "2000", "--runs", "1"}, exitOK, []string{"db-benchmark, 2000 rows, 100 keys: 2,000 rows of g\n", "│ g01 ", "│ g06 ", "│ j05 ", "│ sum "}},
		{[]string{"bench", "hits", "load", "--rows", "2000"}, exitOK, []string{"hits              2000 rows  loaded in"}},
		{[]string{"bench", "hits", "load", "--rows", "2000"}, exitOK, []string{"there already"}},
		{[]string{"bench", "hits", "run", "--rows", "2000", "--queries", "count-all,site-*", "--runs", "2", "--long", "1s", "--timeout", "1m"}, exitOK, []string{"│ count-all ", "│ site-offset ", "median of up to 2 runs"}},
		{[]string{"bench", "random", "gen", "--sf", "0.01", "--out", random}, exitOK, []string{"scale factor 0.01 written to "}},
		{[]string{"bench", "random", "load", "--sf", "0.01", "--from", random}, exitOK, []string{"rows  loaded in"}},
		{[]string{"bench", "random", "run", "--sf", "0.01", "--seed", "1", "--count", "12", "--runs", "1", "--queries", "cte-*"}, exitOK, []string{"Random queries of seed 1, scale factor 0.01", "│ cte-3 "}},
	} {
		out, errs, status := runProgram(t, dir, "", step.args...)
		for _, want := range step.want {
			if status != step.status || !strings.Contains(out, want) {
				t.Errorf("gsdms %q: status %d, no %q in\n%s%s", step.args, status, want, out, errs)
			}
		}
	}
	for _, c := range []struct{ args, want string }{
		{"bench hits run --rows 3000", "has 2000 rows, but 3000 at 3000 rows"},
		{"bench hits load --rows 3000", "--replace"},
		{"bench hits run --rows 2000 --queries x", "matches none"},
		{"bench groups gen --rows 5", "5 rows"},
		{"bench random run --count 0", "0 queries"},
		{"bench groups run --runs 0", "must be at least 1"},
		{"bench groups run --concurrency=", "one number or several"},
		{"ssb beside --heavy=", "one number or several"},
		{"ssb clients --clients=", "one number or several"},
		{"ssb beside --heavy 0", "must be at least 1"},
		{"bench groups run --long=-1s", "must not be negative"},
		{"bench groups run --verify", "unknown flag"},
		{"bench groups run --db " + t.TempDir(), "needs a name for its database"},
	} {
		out, errs, status := runProgram(t, dir, "", strings.Fields(c.args)...)
		if status == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("gsdms %s: status %d\n%s%s", c.args, status, out, errs)
		}
	}
	if _, errs, status := runProgram(t, t.TempDir(), "", "bench", "groups", "run"); status == 0 || !strings.Contains(errs, "not loaded into this folder") {
		t.Errorf("gsdms bench groups run in an empty folder: status %d\n%s", status, errs)
	}
}
