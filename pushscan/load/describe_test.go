package load

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan/load/layout"
)

// The columns of a text that is read as it is: from its header, if its first line is one.
func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		name, text string
		columns    string // "name type", by comma
		header     Header
		listed     bool // the columns go by position
	}{
		{"a.csv", "id,town\n1,Rome\n", "id BIGINT, town VARCHAR", HeaderYes, false},
		{"a.csv", "1,Rome\n2,Oslo\n", "column1 BIGINT, column2 VARCHAR", HeaderNo, true},
		{"a.csv", "Rome,2020-01-31\n", "column1 VARCHAR, column2 DATE", HeaderNo, true},
		{"a.csv", ",a,A\n0,1.5,x\n", "column1 BIGINT, a DECIMAL(18,1), A_2 VARCHAR", HeaderYes, true},
		{"a.csv", "a,,b\nx,,1\n", "a VARCHAR, column2 VARCHAR, b BIGINT", HeaderYes, true},
		{"a.csv", "1/2/2020\n1/3/2020\n", "column1 VARCHAR", HeaderNo, true},
		{"a.csv", "1.2.3,a.b.c\n1.2.4,d\n", "column1 VARCHAR, column2 VARCHAR", HeaderNo, true},
		{"a.csv", "1/2/,a/b/c\n1,2\n", "1/2/ BIGINT, a/b/c BIGINT", HeaderYes, false},
		{"a.csv", "id,town\r1,Rome\r", "id BIGINT, town VARCHAR", HeaderYes, false},
		{"a.csv", "a,,b\nx,,y\n", "column1 VARCHAR, column2 VARCHAR, column3 VARCHAR", HeaderNo, true},
		{"a.tbl", "1|x|\n", "column1 BIGINT, column2 VARCHAR", HeaderNo, true},
		{"a.tsv", "a\tb, c\n1\t2\n", "a BIGINT, b, c BIGINT", HeaderYes, false},
		{"a.csv", "zip,n,at\n01234,0,00:05\n12345,1,01:10\n", "zip VARCHAR, n BIGINT, at TIME", HeaderYes, false},
		{"a.csv", "a;b\n1;2,5\n", "a BIGINT, b DECIMAL(18,1)", HeaderYes, false},
		{"a.csv", strings.Repeat("n", 70) + "\n1\n", strings.Repeat("n", 64) + " BIGINT", HeaderYes, true},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		d, _, o, err := Describe(context.Background(), path, Options{})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var columns []string
		for _, col := range d.Columns {
			columns = append(columns, col.Name+" "+col.Type.String())
		}
		if got := strings.Join(columns, ", "); got != c.columns || o.Header != c.header || (o.Columns != nil) != c.listed {
			t.Errorf("%q: %s, header %d, listed %v; want %s, %d, %v", c.text, got, o.Header, o.Columns, c.columns, c.header, c.listed)
		}
	}
	if _, _, _, err := Describe(context.Background(), filepath.Join(t.TempDir(), "none.csv"), Options{}); err == nil {
		t.Error("a file that is not there")
	}
}

// A proposed table has the names that the file has where it is read as it is, and takes its rows.
func TestInferNamesAsDescribe(t *testing.T) {
	long := strings.Repeat("n", 70)
	for _, text := range []string{"a,A,a\n1,2,3\n", long + "," + long + "\n1,2\n", ",b\n1,2\n", "@a,b\n1,2\n", "x,y\n1,2\n"} {
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		as, _, _, err := Describe(t.Context(), path, Options{})
		def, s, err2 := Infer(t.Context(), path, Options{})
		if err = errors.Join(err, err2); err != nil || !slices.Equal(layout.Names(as), layout.Names(def)) {
			t.Errorf("%q: %q and %q, %v", text, layout.Names(as), layout.Names(def), err)
			continue
		}
		rows, err := rowsOf([]string{path}, def, s.Under(Options{}))
		if _, values, _ := strings.Cut(strings.TrimSpace(text), "\n"); err != nil || len(rows) != 1 || strings.Join(rows[0], ",") != values {
			t.Errorf("%q: %q, %v", text, rows, err)
		}
	}
}

// Patterns give the files that there are, in order.
func TestMatch(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.csv", "a.csv", "c.txt", "[x].csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, want := range map[string][]string{"?.csv": {"a.csv", "b.csv"}, "[x].csv": {"[x].csv"}, "b*": {"b.csv"}, "d*": nil} {
		stamps, err := Match(filepath.Join(dir, pattern), []string{dir})
		var got []string
		for _, s := range stamps {
			got = append(got, filepath.Base(s.Path))
		}
		if !reflect.DeepEqual(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%s: %v (%v), want %v", pattern, got, err, want)
		}
	}
}
