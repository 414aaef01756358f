package load

import (
	"os"
	"path/filepath"
	"testing"
)

// With a list of columns a first line that could be a header is one, whatever it names, if that is
// asked for, and the types are those of the lines behind it.
func TestHeaderLikely(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.csv")
	columns := []string{"a", "b"}
	for _, c := range []struct {
		text   string
		header Header
		want   bool
		types  string
	}{
		{"name,city\nAnn,Rome\nBob,Paris\n", HeaderLikely, true, "VARCHAR VARCHAR"},
		{"name,city\nAnn,Rome\nBob,Paris\n", HeaderNo, false, "VARCHAR VARCHAR"},
		{"name,city\nAnn,Rome\nBob,Paris\n", HeaderAuto, false, "VARCHAR VARCHAR"},
		{"name,price\nAnn,1.5\n", HeaderLikely, true, "VARCHAR DECIMAL(18,1)"},
		{"A,price in EUR (net)\nAnn,1.5\n", HeaderLikely, true, "VARCHAR DECIMAL(18,1)"},
		{",price\n7,1.5\n", HeaderLikely, true, "BIGINT DECIMAL(18,1)"},
		{"a,b\n1,2\n", HeaderLikely, true, "BIGINT BIGINT"},
		{"1,2\n3,4\n", HeaderLikely, false, "BIGINT BIGINT"},
		{"Ann,2024-01-02\nBob,2024-01-03\n", HeaderLikely, false, "VARCHAR DATE"},
		{"Ann,Rome\nBob,Rome\n", HeaderLikely, false, "VARCHAR VARCHAR"},
		{"Rome,rome\nBob,Paris\n", HeaderLikely, false, "VARCHAR VARCHAR"},
		{"Ann,\nBob,\n", HeaderLikely, false, "VARCHAR VARCHAR"},
		{"name,city\n", HeaderLikely, false, "VARCHAR VARCHAR"},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		def, s, err := Infer(t.Context(), path, Options{Columns: columns, Header: c.header})
		if err != nil || s.Header != c.want || typesOf(def) != c.types {
			t.Errorf("%q as %d: header %v, %s, %v; want %v, %s", c.text, c.header, s.Header, typesOf(def), err, c.want, c.types)
		}
	}
}
