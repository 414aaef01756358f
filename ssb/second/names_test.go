package second

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// benchmarkName matches what only somebody who knows the benchmark would write: its
// columns, its tables whose names are no common words, and its values.
var benchmarkName = regexp.MustCompile(`(?i)\b(lo_|d_(date|year|week|month|day|sell|lastday|holi)|p_(part|mfgr|cat|brand|color|type|size|cont|name)|` +
	`[cs]_(cust|supp|city|nation|region|name|addr|phone|mkt))[a-z0-9]*\b|lineorder|mfgr|brand1|orderdate|extendedprice|supplycost|custkey|suppkey|partkey|gsdms/ssb`)

// TestEngineKnowsNoBenchmark reads the engine's sources, without comments and tests.
func TestEngineKnowsNoBenchmark(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves it to the run without: it reads all sources, and runs nothing of them")
	}
	root, seen := filepath.Join("..", ".."), 0
	for _, folder := range []string{"sql", "pushscan", "cuda", "operators", "plan", "optimizer"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !source(path) {
				return err
			}
			seen++
			text, err := os.ReadFile(path)
			for i, line := range strings.Split(string(text), "\n") {
				code, _, _ := strings.Cut(line, "//")
				if name := benchmarkName.FindString(code); name != "" {
					t.Errorf("%s:%d knows %q of the benchmark", path, i+1, name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 || benchmarkName.FindString(`"lo_revenue"`) == "" || benchmarkName.FindString(`name == "d_year"`) == "" {
		t.Errorf("%d files were read; the test finds nothing", seen)
	}
}

// source reports whether a file is compiled into the engine: Go, assembly, C. A package
// whose name ends in "test" is for tests only, as the layers' test holds.
func source(path string) bool {
	switch filepath.Ext(path) {
	case ".go":
		folder := filepath.Base(filepath.Dir(path))
		return !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(folder, "test") && folder != "oracle"
	case ".s", ".h", ".c", ".cu":
		return true
	}
	return false
}
