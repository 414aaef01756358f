package bindtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Seeds adds the statements of text tests. A test is comment lines, a line with a
// command, the statement, a line of dashes and what is expected, up to an empty line.
func Seeds(f *testing.F, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		f.Fatalf("%s: %d files, error %v", pattern, len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\n\n") {
			for strings.HasPrefix(part, "#") {
				_, part, _ = strings.Cut(part, "\n")
			}
			_, part, _ = strings.Cut(part, "\n")
			statement, _, _ := strings.Cut(part, "\n----")
			f.Add(statement)
		}
	}
}
