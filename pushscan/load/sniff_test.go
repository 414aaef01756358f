package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/store"
)

// In a file called .tsv tabs part the fields, unless it has none and others cut all its lines alike.
func TestDelimiterOfTSV(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]byte{
		"a,b\tc\n1,2\t3\n1,2\t4\n": '\t', "a\nx,y\nz\n": '\t', "f(a, b)\nx\ny,z\n": '\t', "a,b\n1,2\n3,4\n": ',', "a;b\n1;2\n": ';',
	} {
		path := filepath.Join(dir, "x.tsv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, _, err := sniff(path, store.Definition{}, Options{Header: HeaderYes})
		if err != nil || s.Delimiter != want {
			t.Errorf("%q: delimiter %q (%v), want %q", text, s.Delimiter, err, want)
		}
	}
}

// readAsIs reads a text as a file that is read as it is, and gives the names of the columns and the rows.
func readAsIs(t *testing.T, name, text string, opts Options) string {
	t.Helper()
	path := lines(t, name, []byte(text))
	def, _, opts, err := Describe(t.Context(), path, opts)
	if err != nil {
		return err.Error()
	}
	rows, err := rowsOf([]string{path}, def, opts)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%q %q", layout.Names(def), rows)
}

// Lines end with CR where outside of quotes there is a CR and no LF: one inside of quotes is text.
func TestLineEndsOutsideOfQuotes(t *testing.T) {
	long := strings.Repeat("z", SampleBytes)
	for text, want := range map[string]string{
		"a,b,c\r1,\"x\ny\",z\r2,p,q\r":      `["a" "b" "c"] [["1" "x\ny" "z"] ["2" "p" "q"]]`,
		"a,b\r1,\"x\ny\"\r2,z":              `["a" "b"] [["1" "x\ny"] ["2" "z"]]`,
		"a,b\r1,\"x\n\"\"\ny\r\"\r2,z\r":    `["a" "b"] [["1" "x\n\"\ny\r"] ["2" "z"]]`,
		"a,b\r1,\"x\n" + long + "\"\r2,z\r": `["a" "b"] [["1" "x\n` + long + `"] ["2" "z"]]`,
		"a,b\n1,\"x\ry\"\n2,z\n":            `["a" "b"] [["1" "x\ry"] ["2" "z"]]`,
		"a,b\r\n1,\"x\ry\"\r\n2,z\r\n":      `["a" "b"] [["1" "x\ry"] ["2" "z"]]`,
		"a,\"b\n\"\n1,x\ry\n":               `["a" "b"] [["1" "x\ry"]]`,
	} {
		if got := readAsIs(t, "f.csv", text, Options{}); got != want {
			t.Errorf("%.40q: %.80s, want %.80s", text, got, want)
		}
	}
	for text, quote := range map[string]byte{"a\r,\"x\ny\"\n": None, "a\r,\"x\ny\"\r": '\'', "a\r,\"x\ny": '"'} {
		s, _, err := sniff(lines(t, "f.csv", []byte(text)), store.Definition{}, Options{Quote: quote})
		if err != nil || s.Returns {
			t.Errorf("%q with the quote %q: its lines end with CR: %v (%v)", text, quote, s.Returns, err)
		}
	}
}

// Lines to ignore end as those behind them do.
func TestIgnoredLinesThatEndWithCR(t *testing.T) {
	for text, ignore := range map[string]int{
		"a,b\r1,x\r2,\"y\nz\"\r": 1, "t\r\r1,x\r2,\"y\nz\"": 2, "\"t\n\"\r1,x\r2,\"y\nz\"\r": 2,
		"t\r\n1,x\r\n2,\"y\nz\"\r\n": 1, "t\n1,x\r2,\"y\nz\"\r": 1,
	} {
		rows, err := rowsOf([]string{lines(t, "f.csv", []byte(text))}, loadtest.Define("a int, b str"), Options{IgnoreLines: ignore})
		if got := fmt.Sprintf("%q", rows); err != nil || got != `[["1" "x"] ["2" "y\nz"]]` {
			t.Errorf("%q but for %d lines: %s (%v)", text, ignore, got, err)
		}
	}
}

// The header is the first line that is not empty: it is no row, however many empty lines are before it.
func TestEmptyLinesBeforeTheHeader(t *testing.T) {
	for text, want := range map[string]string{
		"\na,b\nx,y\n":                         `["a" "b"] [["x" "y"]]`,
		"\n\n\na,b\n\n1,2\n":                   `["a" "b"] [["1" "2"]]`,
		"\r\n\r\na,b\r\n1,2\r\n":               `["a" "b"] [["1" "2"]]`,
		"\r\ra,b\r1,2\r":                       `["a" "b"] [["1" "2"]]`,
		"\xef\xbb\xbf\na;b\n1,5;2\n":           `["a" "b"] [["1.5" "2"]]`,
		"\n\"a\n\n1\",b\n1,2\n":                `["a\n\n1" "b"] [["1" "2"]]`,
		strings.Repeat("\n", 100) + "a\nx\n\n": `["a"] [["x"] [""]]`,
		"\n1\n2\n":                             `["column1"] [["NULL"] ["1"] ["2"]]`,
	} {
		for _, block := range []int{4, 5, 7, 0} {
			if got := readAsIs(t, "f.csv", text, Options{block: block}); got != want {
				t.Errorf("%q in blocks of %d: %s, want %s", text, block, got, want)
			}
		}
	}
	rows, err := rowsOf([]string{lines(t, "f.csv", []byte("\nb,a\n2,1\n"))}, loadtest.Define("a int, b int"), Options{})
	if got := fmt.Sprintf("%q", rows); err != nil || got != `[["1" "2"]]` {
		t.Errorf("into a table: %s (%v)", got, err)
	}
	_, err = rowsOf([]string{lines(t, "f.csv", []byte("\n\na,b\n1,x\n"))}, loadtest.Define("a int, b int"), Options{})
	if err == nil || !strings.Contains(err.Error(), "line 4, field 2 (b)") {
		t.Errorf("a wrong value of line 4: %v", err)
	}
}

// The types come from the values as they are read: between quotes what means NULL is text, and NULL is
// what is written so, before escapes are resolved.
func TestTypesBesideNull(t *testing.T) {
	const backslash, none = '\\', byte(0)
	for _, c := range []struct {
		text, null string
		escape     byte
		types      string
		rows       string
	}{
		{"a,b\n1,x\n\\N,z\n", "", none, "BIGINT VARCHAR", `[["1" "x"] ["NULL" "z"]]`},
		{"a,b\n1,x\n\\N,z\n\"\\N\",w\n", "", none, "VARCHAR VARCHAR", `[["1" "x"] ["NULL" "z"] ["\\N" "w"]]`},
		{"a,b\n1,x\nNA,z\n\"NA\",w\n", "NA", none, "VARCHAR VARCHAR", `[["1" "x"] ["NULL" "z"] ["NA" "w"]]`},
		{"a;b\n1,25;x\nNA;z\n\"\";w\n", "NA", none, "DECIMAL(18,2) VARCHAR", `[["1.25" "x"] ["NULL" "z"] ["NULL" "w"]]`},
		{"a;b\n1/2/2024;x\n\"NA\";z\n31/1/2024;w\n", "NA", none, "VARCHAR VARCHAR", `[["1/2/2024" "x"] ["NA" "z"] ["31/1/2024" "w"]]`},
		{"a,b\n1,x\n\\N,z\n", "", backslash, "BIGINT VARCHAR", `[["1" "x"] ["NULL" "z"]]`},
		{"NA,b\n1,x\nNA,z\n", "NA", none, "BIGINT VARCHAR", `[["1" "x"] ["NULL" "z"]]`},
		{"a|b\nx|\\N\n1|2\n", "", none, "VARCHAR BIGINT", `[["x" "NULL"] ["1" "2"]]`},
	} {
		path := lines(t, "f.csv", []byte(c.text))
		opts := Options{NullText: c.null, Escape: c.escape, Rejected: func(r delimited.Reject) { t.Errorf("%q is passed over: %v", r.Record, r.Err) }}
		def, s, err := Infer(t.Context(), path, opts)
		if err != nil {
			t.Fatal(err)
		}
		opts.Written = &s.Written
		rows, err := rowsOf([]string{path}, def, opts)
		if got := fmt.Sprintf("%q", rows); err != nil || typesOf(def) != c.types || got != c.rows {
			t.Errorf("%q: %s, %s (%v), want %s, %s", c.text, typesOf(def), got, err, c.types, c.rows)
		}
	}
}

// Where the first records are longer than the sample, more is looked at.
func TestSampleOfLongRecords(t *testing.T) {
	long := strings.Repeat("x,\n", 200_000)
	for _, text := range []string{"id,doc,n\n1,\"" + long + "\",2.5\n2,\"" + long + "\",3.5\n", "id,doc,n\n1,\"" + long + "\",2.5\n"} {
		path := loadtest.Write(t, "long.csv", []byte(text))
		def, _, _, err := Describe(context.Background(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var types []string
		for _, c := range def.Columns {
			types = append(types, c.Name+" "+c.Type.Name)
		}
		if got := strings.Join(types, ", "); got != "id BIGINT, doc VARCHAR, n DECIMAL(18,1)" {
			t.Errorf("columns %s", got)
		}
	}
}
