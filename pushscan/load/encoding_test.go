package load

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"gsdms/plan"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/store"
)

// lines writes a file, and gives its path.
func lines(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// column1 reads the only column of a file.
func column1(t *testing.T, path string, opts Options) (out []string) {
	t.Helper()
	def := store.Definition{Name: "t", Columns: []plan.Column{{Name: "a", Type: plan.Type{Kind: plan.String, Name: "TEXT"}, Nullable: true}}}
	opts.Header = HeaderNo
	opts.Delimiter = ','
	r, err := Open(context.Background(), []string{path}, def, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		b, err := r.Next(context.Background())
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		c := b.Columns[0]
		for row := range b.Rows {
			if c.Nulls != nil && c.Nulls[row] {
				out = append(out, "NULL")
				continue
			}
			out = append(out, c.Dict[c.Codes[row]])
		}
	}
}

// The same texts are read in every encoding that is found out or named.
func TestEncodings(t *testing.T) {
	want := []string{"Müller", "€ 5", "naïve"}
	text := strings.Join(want, "\n") + "\n"
	wide := func(mark [2]byte, low int) []byte {
		out := mark[:]
		for _, u := range utf16.Encode([]rune(text)) {
			pair := []byte{byte(u), byte(u >> 8)}
			out = append(out, pair[low], pair[1-low])
		}
		return out
	}
	latin := strings.NewReplacer("ü", "\xfc", "€", "\x80", "ï", "\xef").Replace(text)
	for _, c := range []struct {
		name string
		data []byte
		opts Options
	}{
		{"UTF-8", []byte(text), Options{}},
		{"UTF-8 with a mark", []byte("\xef\xbb\xbf" + text), Options{}},
		{"UTF-16, little end first", wide([2]byte{0xff, 0xfe}, 0), Options{}},
		{"UTF-16, big end first", wide([2]byte{0xfe, 0xff}, 1), Options{}},
		{"Latin-1", []byte(latin), Options{Encoding: Latin1}},
	} {
		if got := column1(t, lines(t, "t.csv", c.data), c.opts); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

// Wrong records are put aside with their line and what is wrong, in whatever block they are,
// and the others are all there.
func TestRejects(t *testing.T) {
	def := store.Definition{Name: "t", Columns: []plan.Column{
		{Name: "a", Type: plan.Type{Kind: plan.Int, Name: "INT", Min: -1 << 31, Max: 1<<31 - 1}},
		{Name: "b", Type: plan.Type{Kind: plan.String, Name: "VARCHAR(4)", Precision: 4}, Nullable: true},
	}}
	var text strings.Builder
	var good, bad []string
	for i := range 5000 {
		switch line := i + 1; i % 50 {
		case 7:
			fmt.Fprintf(&text, "x%d,ok\n", i)
			bad = append(bad, fmt.Sprintf("%d x%d,ok", line, i))
		case 19:
			fmt.Fprintf(&text, "%d,too long\n", i)
			bad = append(bad, fmt.Sprintf("%d %d,too long", line, i))
		case 23:
			fmt.Fprintf(&text, "%d,\"o\"k\n", i)
			bad = append(bad, fmt.Sprintf("%d %d,\"o\"k", line, i))
		case 31:
			fmt.Fprintf(&text, "%d\n", i)
			bad = append(bad, fmt.Sprintf("%d %d", line, i))
		default:
			b := []string{"", "n/a", "fine"}[i%3]
			fmt.Fprintf(&text, "%d,%s\n", i, b)
			good = append(good, fmt.Sprint(i, map[string]string{"": "NULL", "n/a": "NULL", "fine": "fine"}[b]))
		}
	}
	var gotBad, gotGood []string
	opts := Options{Header: HeaderNo, Delimiter: ',', Nulls: []string{"n/a", ""}, block: 1 << 10, Rejected: func(r delimited.Reject) {
		gotBad = append(gotBad, fmt.Sprint(r.Err.Line, " ", r.Record))
	}}
	r, err := Open(t.Context(), []string{lines(t, "t.csv", []byte(text.String()))}, def, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		b, err := r.Next(t.Context())
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for row := range b.Rows {
			text := "NULL"
			if c := b.Columns[1]; c.Nulls == nil || !c.Nulls[row] {
				text = c.Dict[c.Codes[row]]
			}
			gotGood = append(gotGood, fmt.Sprint(b.Columns[0].Ints[row], text))
		}
	}
	if !slices.Equal(gotBad, bad) {
		t.Errorf("put aside %d records, want %d: %.300q", len(gotBad), len(bad), gotBad)
	}
	if !slices.Equal(gotGood, good) {
		t.Errorf("read %d rows, want %d: %.300q", len(gotGood), len(good), gotGood)
	}
}

// Dates are read in the form that is named, numbers with a comma where the file has them.
func TestForms(t *testing.T) {
	path := lines(t, "t.csv", []byte("day;at;amount\n31.12.2024;31.12.2024 23:59;1,5\n01.02.2023;01.02.2023 00:00;12,25\n"))
	for format, want := range map[string]string{
		"":               "day DATE, at DATETIME, amount DECIMAL(18,2)",
		"%Y-%m-%d":       "day TEXT, at TEXT, amount DECIMAL(18,2)",
		"%d.%m.%Y":       "day DATE, at TEXT, amount DECIMAL(18,2)",
		"%d.%m.%Y %H:%i": "day DATETIME, at DATETIME, amount DECIMAL(18,2)",
	} {
		def, _, err := Infer(t.Context(), path, Options{DateFormat: format})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range def.Columns {
			name := c.Type.String()
			if c.Type.Kind == plan.String {
				name = "TEXT"
			}
			got = append(got, c.Name+" "+name)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("format %q: %s, want %s", format, strings.Join(got, ", "), want)
		}
	}
}

// A first line that is no row of the table is a header also where wrong records are passed over: it
// is not passed over as one.
func TestHeaderWhereRecordsArePassedOver(t *testing.T) {
	def := store.Definition{Name: "t", Columns: []plan.Column{
		{Name: "a", Type: plan.Type{Kind: plan.Int, Name: "INT", Min: -1 << 31, Max: 1<<31 - 1}},
		{Name: "b", Type: plan.Type{Kind: plan.String, Name: "VARCHAR(4)", Precision: 4}},
	}}
	passed := 0
	r, err := Open(t.Context(), []string{lines(t, "t.csv", []byte("a,other\n1,x\n"))}, def, Options{Rejected: func(delimited.Reject) { passed++ }})
	if err == nil {
		_, err = r.Next(t.Context())
		r.Close()
	}
	if err == nil || !strings.Contains(err.Error(), `field 2 is named "other"`) || passed > 0 {
		t.Errorf("%d records passed over, error %v; want an error that names the field", passed, err)
	}
}
