package adbc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-adbc/go/adbc"
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// served connects to the server that FLIGHT names, which has the tables of all clients.
func served(t *testing.T) adbc.Connection {
	t.Helper()
	address := os.Getenv("FLIGHT")
	if address == "" {
		t.Skip("FLIGHT names no server: sql/wire/flight/clients/run.sh starts one")
	}
	c, err := connect(t, address)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tabbed gives the rows of a statement as lines of fields parted by tabs.
func tabbed(ctx context.Context, s adbc.Statement) (string, error) {
	var out strings.Builder
	err := each(ctx, s, func(r arrow.Record) error {
		for row := range int(r.NumRows()) {
			for i, column := range r.Columns() {
				cell := column.ValueStr(row)
				if column.IsNull(row) {
					cell = "NULL"
				}
				out.WriteString(cell + map[bool]string{true: "\n", false: "\t"}[i == len(r.Columns())-1])
			}
		}
		return nil
	})
	return out.String(), err
}

// each gives the records of a statement to a function.
func each(ctx context.Context, s adbc.Statement, do func(arrow.Record) error) error {
	r, _, err := s.ExecuteQuery(ctx)
	if err != nil {
		return err
	}
	defer r.Release()
	for r.Next() {
		if err := do(r.Record()); err != nil {
			return err
		}
	}
	return r.Err()
}

// The 13 queries of the benchmark have their answers.
func TestStar(t *testing.T) {
	c := served(t)
	files, err := filepath.Glob(filepath.Join(os.Getenv("STAR"), "*.sql"))
	if err != nil || len(files) != 13 {
		t.Fatalf("queries: %d, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		want, missing := os.ReadFile(strings.TrimSuffix(file, "sql") + "tsv")
		if err := errors.Join(err, missing); err != nil {
			t.Fatal(err)
		}
		if got, err := tabbed(context.Background(), statement(t, c, string(text))); err != nil || got != string(want) {
			t.Errorf("%s: %v, %q, not %q", file, err, got, want)
		}
	}
}

// Values and NULLs of every type are bound, and read.
func TestEveryType(t *testing.T) {
	c := served(t)
	ctx := context.Background()
	run(t, c, "DELETE FROM bound")
	var fields []arrow.Field
	for _, f := range []struct {
		name string
		of   arrow.DataType
	}{
		{"k", arrow.PrimitiveTypes.Int32}, {"i", arrow.PrimitiveTypes.Int64}, {"u", arrow.PrimitiveTypes.Uint64}, {"n", arrow.PrimitiveTypes.Int8}, {"d", &arrow.Decimal128Type{Precision: 30, Scale: 2}},
		{"f", arrow.PrimitiveTypes.Float64}, {"g", arrow.PrimitiveTypes.Float32}, {"s", arrow.BinaryTypes.String}, {"tx", arrow.BinaryTypes.LargeString}, {"b", arrow.BinaryTypes.Binary}, {"bl", arrow.BinaryTypes.LargeBinary},
		{"day", arrow.FixedWidthTypes.Date32}, {"at", arrow.FixedWidthTypes.Timestamp_us}, {"ts", arrow.FixedWidthTypes.Timestamp_ms}, {"t", arrow.FixedWidthTypes.Time32s}, {"y", arrow.PrimitiveTypes.Int16},
		{"o", arrow.FixedWidthTypes.Boolean}, {"e", arrow.BinaryTypes.String}, {"j", arrow.BinaryTypes.String},
	} {
		fields = append(fields, arrow.Field{Name: f.name, Type: f.of, Nullable: true})
	}
	bind := func(s adbc.Statement, json string, fields ...arrow.Field) {
		t.Helper()
		values, _, err := array.RecordFromJSON(memory.DefaultAllocator, arrow.NewSchema(fields, nil), strings.NewReader(json))
		if err := errors.Join(err, s.Prepare(ctx)); err != nil {
			t.Fatal(err)
		}
		if err := s.Bind(ctx, values); err != nil {
			t.Fatal(err)
		}
	}
	put := statement(t, c, "INSERT INTO bound VALUES (?"+strings.Repeat(", ?", len(fields)-1)+")")
	bind(put, `[{"k": 1, "i": "-9223372036854775807", "u": "18446744073709551615", "n": -128,
		"d": "-1234567890123456789012345678.90", "f": 0.1, "g": 1.5, "s": "it's \\ \"ä\" %", "tx": "line\nline", "b": "AP8nXA==", "bl": "3q2+7w==", "day": "2024-02-29", "at": "2024-02-29 23:59:01.125",
		"ts": "2024-02-29 23:59:01", "t": "12:03:04", "y": 2024, "o": true, "e": "b", "j": "{\"a\": [1, null]}"}, {"k": 2}]`, fields...)
	if n, err := put.ExecuteUpdate(ctx); err != nil || n != 2 {
		t.Fatalf("%d rows were bound, %v", n, err)
	}
	if got, err := tabbed(ctx, statement(t, c, "SELECT n FROM same")); err != nil || got != "2\n" {
		t.Errorf("rows that are as they were bound: %q, %v", got, err)
	}
	get := statement(t, c, "SELECT * FROM every WHERE k <= ? ORDER BY k")
	bind(get, `[{"k": 2}]`, arrow.Field{Name: "k", Type: arrow.PrimitiveTypes.Int64})
	got, err := tabbed(ctx, get)
	want := "1\t-9223372036854775807\t18446744073709551615\t-128\t-1234567890123456789012345678.9\t0.1\t1.5\tit's \\ \"ä\" %\tline\nline\tAP8nXA==\t3q2+7w==\t2024-02-29\t2024-02-29T23:59:01.125Z\t2024-02-29T23:59:01Z\t12:03:04.000\t2024\t1\tb\t{\"a\": [1, null]}\n" +
		"2" + strings.Repeat("\tNULL", len(fields)-1) + "\n"
	if err != nil || got != want {
		t.Errorf("rows of every type: %v, %q, not %q", err, got, want)
	}
}

// A million rows come, one record after another; then a query is cancelled, and a new connection goes on.
func TestMillion(t *testing.T) {
	c := served(t)
	ctx := context.Background()
	count, sum, nulls := int64(0), int64(0), int64(0)
	err := each(ctx, statement(t, c, "SELECT n, half, s, d FROM million"), func(r arrow.Record) error {
		count += r.NumRows()
		n, half, s, d := r.Column(0).(*array.Int64), r.Column(1).(*array.Float64), r.Column(2).(*array.String), r.Column(3).(*array.Decimal128)
		for row := range int(r.NumRows()) {
			x := n.Value(row)
			if half.Value(row) != float64(x)/2 || s.Value(row) != fmt.Sprint("text ", x%1000) || d.IsNull(row) != (x%7 == 0) || d.IsValid(row) && d.Value(row).BigInt().Int64() != x {
				return fmt.Errorf("a row is %d, %v, %q, %s", x, half.Value(row), s.Value(row), d.ValueStr(row))
			}
			sum += x
		}
		nulls += int64(d.NullN())
		return nil
	})
	if got := []int64{count, sum, nulls}; err != nil || !slices.Equal(got, []int64{1000000, 499999500000, 142858}) {
		t.Errorf("a million rows: %v, %v", got, err)
	}
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	if _, err := tabbed(short, statement(t, c, "SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17")); err == nil {
		t.Error("a query that was cancelled ended")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := tabbed(ctx, statement(t, served(t), "SELECT COUNT(*) FROM million")); err != nil || got != "1000000\n" {
		t.Errorf("a new connection: %q, %v", got, err)
	}
}
