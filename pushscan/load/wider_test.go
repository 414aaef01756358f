package load

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/parquet/compress"

	"gsdms/plan"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store"
)

// A type that is too narrow becomes the narrowest that takes what it took and the value.
func TestWiderType(t *testing.T) {
	boolean, double := plan.Type{Kind: plan.Bool, Name: "BOOL", Max: 1}, plan.Type{Kind: plan.Double, Name: "DOUBLE"}
	day := plan.Type{Kind: plan.Date, Name: "DATE"}
	for _, c := range []struct {
		from plan.Type
		met  string
		want string
	}{
		{schema.Integer("BIGINT"), "1.5", "DOUBLE"}, {schema.Integer("BIGINT"), "x", "VARCHAR"}, {schema.Decimal(18, 2), "1.234", "DOUBLE"},
		{schema.Decimal(18, 2), "n/a", "VARCHAR"}, {double, "?", "VARCHAR"}, {boolean, "maybe", "VARCHAR"}, {boolean, "1.5", "VARCHAR"},
		{schema.Integer("TINYINT"), "1.5", "VARCHAR"}, {day, "2024-01-02 03:04:05", "DATETIME"}, {day, "2024-01-02 03:04:05.25", "DATETIME(2)"},
		{day, "today", "VARCHAR"}, {schema.Moment(plan.DateTime, 0), "soon", "VARCHAR"}, {plan.Type{Kind: plan.String, Name: "VARCHAR"}, "x", "VARCHAR"},
	} {
		if got := widerType(c.from, c.met, dates{}); got.Name != c.want {
			t.Errorf("%s that meets %q is %s, want %s", c.from.Name, c.met, got.Name, c.want)
		}
	}
}

// One more reading widens all columns that need it, in all files, and leaves the first definition
// and the others as they are; what is no value's error widens nothing.
func TestWider(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.csv")
	var b strings.Builder
	b.WriteString("id,x,day,n\n")
	for i := range 40_000 {
		fmt.Fprintf(&b, "%d,1.25,2024-01-02,7\n", i)
	}
	b.WriteString("1,1.2345,2024-01-02,7\n2,1.2345,2024-01-02 03:04:05,7\n")
	for path, text := range map[string]string{one: b.String(), two: "id,x,day,n\nseven,1.5,2024-01-03,8\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	def, _, err := Infer(t.Context(), one, Options{})
	if err != nil || typesOf(def) != "BIGINT DECIMAL(18,2) DATE BIGINT" {
		t.Fatal(typesOf(def), err)
	}
	wrong := &malformed.Error{Field: 2, Column: "x", Met: "1.2345"}
	wider, ok := Wider(t.Context(), []string{one, two}, def, Options{}, fmt.Errorf("load: %w", wrong), true)
	if !ok || typesOf(wider) != "VARCHAR DOUBLE DATETIME BIGINT" || typesOf(def) != "BIGINT DECIMAL(18,2) DATE BIGINT" {
		t.Error(typesOf(wider), ok, typesOf(def))
	}
	if wider, ok = Wider(t.Context(), []string{one, two}, def, Options{}, wrong, false); !ok || typesOf(wider) != "BIGINT DOUBLE DATETIME BIGINT" {
		t.Error("without texts:", typesOf(wider), ok)
	}
	if err := os.WriteFile(two, []byte("id,x,day,n\n?,?,?,0.5\n"), 0o600); err != nil { // all in one record
		t.Fatal(err)
	}
	wider, ok = Wider(t.Context(), []string{two}, def, Options{}, wrong, true)
	if !ok || typesOf(wider) != "VARCHAR VARCHAR VARCHAR DOUBLE" {
		t.Error(typesOf(wider), ok)
	}
	for _, err := range []error{nil, errors.New("x"), &malformed.Error{Column: "x", Want: "2 fields"}, &malformed.Error{Column: "none", Met: "1.2345"}, &malformed.Error{Column: "x", Met: "1.5"}} {
		if _, ok := Wider(t.Context(), []string{one}, def, Options{}, err, true); ok {
			t.Errorf("%v has widened a column", err)
		}
	}
}

// A later file of Arrow or Parquet with other fields gives the definition columns for them, and so does a
// later object; a file of which none is unknown, and names of the table's user, give none.
func TestGrown(t *testing.T) {
	rec, _ := loadtest.Record(t, 10, false)
	others := array.NewRecord(arrow.NewSchema(rec.Schema().Fields()[:2], nil), rec.Columns()[:2], 10)
	text := loadtest.Write(t, "t.ndjson", []byte(`{"i8":1,"n":2.5}`+"\n"+strings.Repeat(`{"i8":2}`+"\n", SampleBytes/8)+`{"u16":3,"o":{}}`))
	for _, c := range []struct{ first, then, want string }{
		{loadtest.Write(t, "a.arrow", loadtest.IPCFile(t, others)), loadtest.Write(t, "b.arrow", loadtest.IPCFile(t, rec)), "TINYINT INT BIGINT BIGINT UNSIGNED DECIMAL(12,2) DOUBLE DOUBLE DATE DATETIME(6) BOOL VARCHAR"},
		{loadtest.Write(t, "a.parquet", loadtest.ParquetFile(t, others, compress.Codecs.Snappy)), loadtest.Write(t, "b.parquet", loadtest.ParquetFile(t, rec, compress.Codecs.Snappy)), "TINYINT INT BIGINT BIGINT UNSIGNED DECIMAL(12,2) DOUBLE DOUBLE DATE DATETIME(6) BOOL VARCHAR"},
		{text, text, "BIGINT DECIMAL(18,1) BIGINT JSON"},
	} {
		paths := slices.Compact([]string{c.first, c.then})
		def, _, err := Infer(t.Context(), c.first, Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = rowsOf(paths, def, Options{})
		more, ok := Wider(t.Context(), paths, def, Options{}, err, false)
		if !ok || typesOf(more) != c.want {
			t.Errorf("%s: %s, %t: %v", c.then, typesOf(more), ok, err)
		}
		if rows, err := rowsOf(paths, more, Options{}); err != nil || len(rows) < 20 {
			t.Errorf("%s: %d rows, %v", c.then, len(rows), err)
		}
		if _, ok := Wider(t.Context(), paths, more, Options{}, err, false); ok {
			t.Errorf("%s: what has all columns grows", c.then)
		}
		if _, ok := Wider(t.Context(), paths, def, Options{Columns: []string{"i8"}}, err, false); ok {
			t.Errorf("%s: a list of columns grows", c.then)
		}
	}
}

func typesOf(def store.Definition) string {
	var names []string
	for _, c := range def.Columns {
		names = append(names, c.Type.Name)
	}
	return strings.Join(names, " ")
}
