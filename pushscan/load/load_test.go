package load

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"gsdms/plan"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store"
)

// rowsOf loads files and spells every row's values, "NULL" for none.
func rowsOf(paths []string, def store.Definition, opts Options) (rows [][]string, err error) {
	r, err := Open(context.Background(), paths, def, opts)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for {
		b, err := r.Next(context.Background())
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		for row := range b.Rows {
			rows = append(rows, loadtest.Row(def, b, row))
		}
	}
}

func sameRows(a, b [][]string) bool { return fmt.Sprintf("%q", a) == fmt.Sprintf("%q", b) }

// Any text over CSV's special characters must give what encoding/csv gives, or be
// refused where it is, whatever the size of the blocks; but for quotes within fields, which are text as
// they are for its lazy quotes.
func TestCSVAgainstStandardLibrary(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(csvText().Draw(t, "text"))
		columns := rapid.IntRange(2, 3).Draw(t, "columns")
		path := filepath.Join(dir, "t.csv")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		read := string(text)
		if endsWithCR(text, true, true) { // which encoding/csv takes for text
			parts := strings.Split(read, `"`)
			for i := 0; i < len(parts); i += 2 {
				parts[i] = strings.ReplaceAll(parts[i], "\r", "\n")
			}
			read = strings.Join(parts, `"`)
		}
		want, wantErr := recordsOf(read, columns, false)
		got, gotErr := rowsOf([]string{path}, loadtest.Define([]string{"a str, b str", "a str, b str, c str"}[columns-2]),
			Options{Format: CSV, Delimiter: ',', Header: HeaderNo, NullText: "none",
				Threads: rapid.IntRange(1, 3).Draw(t, "threads"), block: rapid.IntRange(1, 40).Draw(t, "block")})
		var wrong *malformed.Error
		if errors.As(gotErr, &wrong) && wrong.IsStrayQuote() {
			t.Fatalf("%q: %v", text, gotErr)
		}
		alone := strings.Contains(strings.ReplaceAll(read, "\r\n", ""), "\r")
		if gotErr == nil && wantErr != nil && !alone {
			want, wantErr = recordsOf(read, columns, true) // quotes within fields are text
		} else if gotErr == nil && wantErr != nil {
			return // which lines end with CR is asked of quotes, too
		}
		if (wantErr == nil) != (gotErr == nil) {
			t.Fatalf("%q: error %v, want %v", text, gotErr, wantErr)
		}
		if wantErr != nil {
			return
		}
		for _, row := range got {
			for i := range row { // encoding/csv makes CR LF inside of quotes LF
				row[i] = strings.ReplaceAll(row[i], "\r\n", "\n")
			}
		}
		if !sameRows(got, want) {
			t.Fatalf("%q:\n got %q\nwant %q", text, got, want)
		}
	})
}

// recordsOf reads a text with encoding/csv.
func recordsOf(text string, columns int, lazy bool) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = columns, lazy
	return r.ReadAll()
}

// csvText is either any text of special characters or records that are mostly right.
func csvText() *rapid.Generator[string] {
	plain := rapid.StringOfN(rapid.RuneFrom([]rune("ab é")), 0, 12, -1)
	quoted := rapid.Map(rapid.StringOfN(rapid.RuneFrom([]rune("ab,\n\r\"")), 0, 6, -1), func(s string) string {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	})
	record := rapid.Map(rapid.SliceOfN(rapid.OneOf(plain, quoted), 2, 2), func(f []string) string {
		return strings.Join(f, ",")
	})
	end := rapid.SampledFrom([]string{"\n", "\r\n", "\n\n"})
	good := rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 30).Draw(t, "records") {
			b.WriteString(record.Draw(t, "record") + end.Draw(t, "end"))
		}
		return b.String() + rapid.SampledFrom([]string{"", `a,"b"`, "x,y", `a,"b`}).Draw(t, "rest")
	})
	return rapid.OneOf(good, rapid.StringOfN(rapid.RuneFrom([]rune("ab,,,\n\n\r\"")), 0, 40, -1))
}

// Number texts are taken exactly, or refused if they are out of range or would be
// rounded, as arbitrary-precision arithmetic says; so quoted as plain.
func TestDecimalAgainstExactArithmetic(t *testing.T) {
	text := rapid.StringMatching(`[-+]?[0-9]{0,20}(\.[0-9]{0,6}0{0,3})?`)
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"tiny", "int", "big", "dec", "dec18"}).Draw(t, "kind")
		s := text.Draw(t, "text")
		def := loadtest.Define("a str, b " + kind + "!")
		want, ok := exact(s, def.Columns[1].Type)
		for _, quote := range []string{"", `"`} {
			path := filepath.Join(dir, "t.csv")
			if err := os.WriteFile(path, []byte("x,"+quote+s+quote+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			rows, err := rowsOf([]string{path}, def, Options{Delimiter: ',', Header: HeaderNo})
			if ok != (err == nil) {
				t.Fatalf("%s as %s: %v, want %v %s", s, kind, err, ok, want)
			}
			if ok && rows[0][1] != want {
				t.Fatalf("%s as %s: got %s, want %s", s, kind, rows[0][1], want)
			}
		}
	})
}

func exact(s string, typ plan.Type) (string, bool) {
	if typ.Scale == 0 && strings.Contains(s, ".") {
		return "", false
	}
	d, _, err := apd.NewFromString(s)
	if err != nil {
		return "", false
	}
	var q apd.Decimal
	c := apd.BaseContext.WithPrecision(60)
	cond, err := c.Quantize(&q, d, -int32(typ.Scale))
	if err != nil || cond.Inexact() {
		return "", false
	}
	lo, hi := apd.New(typ.Min, -int32(typ.Scale)), apd.New(typ.Max, -int32(typ.Scale))
	if q.Cmp(lo) < 0 || q.Cmp(hi) > 0 {
		return "", false
	}
	q.Negative = q.Negative && !q.IsZero()
	return q.Text('f'), true
}

// Columns that no field goes to take their defaults, or NULL; one that takes neither is
// an error before anything is read.
func TestDefaults(t *testing.T) {
	path := loadtest.Write(t, "t.csv", []byte("1\n2\n"))
	def := loadtest.Define("a int, n int, i int!, d dec!, s str!, day date!, f double!, b bool!")
	dec, _, err := apd.NewFromString("1.5")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range []plan.Value{{Kind: plan.Int, Int: -7}, {Kind: plan.Decimal, Dec: dec}, {Kind: plan.String, Text: "x y "},
		{Kind: plan.Date, Int: 11016}, {Kind: plan.Double, Float: 0.25}, {Kind: plan.Bool, Int: 1}} {
		def.Columns[i+2].Default = &v
	}
	got, err := rowsOf([]string{path}, def, Options{Columns: []string{"a"}})
	want := `[["1" "NULL" "-7" "1.50" "x y " "2000-02-29" "0.25" "1"] ["2" "NULL" "-7" "1.50" "x y " "2000-02-29" "0.25" "1"]]`
	if err != nil || fmt.Sprintf("%q", got) != want {
		t.Errorf("%q, %v", got, err)
	}
	def.Columns[2].Default = &plan.Value{Kind: plan.Int, Int: 1 << 40}
	if _, err := rowsOf([]string{path}, def, Options{Columns: []string{"a"}}); err == nil || !strings.Contains(err.Error(), `default "1099511627776" of column i: expected an integer`) {
		t.Error(err)
	}
	def.Columns[2].Default = nil
	if _, err := rowsOf([]string{path}, def, Options{Columns: []string{"a"}}); err == nil || !strings.Contains(err.Error(), "no field goes to column i of table t, which is NOT NULL and has no default") {
		t.Error(err)
	}
}
