package embed

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/pushscan/load/malformed"
	"gsdms/sql/parse"
)

func open(t *testing.T) *DB {
	t.Helper()
	db, err := Open(context.Background(), t.TempDir()+"/shop", Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func run(t *testing.T, db *DB, text string, args ...any) {
	t.Helper()
	if _, err := db.Exec(context.Background(), text, args...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// texts reads a query's rows as SQL prints them.
func texts(t *testing.T, db *DB, text string, args ...any) (out []string) {
	t.Helper()
	rows, err := db.Query(context.Background(), text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	for rows.Next() {
		var cells []string
		for i := range rows.Columns() {
			cell, ok := rows.Text(i)
			if !ok {
				cell = "NULL"
			}
			cells = append(cells, cell)
		}
		out = append(out, strings.Join(cells, "|"))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// A record of a query has Arrow's own layout: values without a bias and a bit for each that
// is not NULL, across records of a long result.
func TestQueryArrow(t *testing.T) {
	db := open(t)
	run(t, db, "CREATE TABLE a (k INT, i BIGINT, d DECIMAL(9,3), f DOUBLE, s VARCHAR(9), day DATE)")
	const rows = recordRows + 11
	null := func(row, column int) bool { return (row*7+column*3)%5 == 0 }
	if _, err := db.Append(context.Background(), "a", nil, func(yield func([]any) bool) {
		for row := range rows {
			cells := []any{row, 1_000_000_007 - int64(row)*3, fmt.Sprintf("-%d.125", row%99), float64(row) / 4, fmt.Sprint("t", row%13), time.Unix(int64(row%9000-3000)*86400, 0)}
			for c := 1; c < len(cells); c++ {
				if null(row, c) {
					cells[c] = nil
				}
			}
			if !yield(cells) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	reader, err := db.QueryArrow(context.Background(), "SELECT i, d, f, s, day, k FROM a ORDER BY k")
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Release()
	row, records := 0, 0
	for reader.Next() {
		records++
		rec := reader.Record()
		bits := rec.Column(0).Data().Buffers()[0].Bytes()
		longs := arrow.Int64Traits.CastFromBytes(rec.Column(0).Data().Buffers()[1].Bytes())
		for i := range int(rec.NumRows()) {
			if got := bits[i/8]>>(i%8)&1 == 0; got != null(row, 1) {
				t.Fatalf("row %d: the bitmap says NULL is %v", row, got)
			}
			if !null(row, 1) && longs[i] != 1_000_000_007-int64(row)*3 {
				t.Fatalf("row %d: the value is %d", row, longs[i])
			}
			want := arrowWanted(row, null)
			if got := arrowCells(rec, i); !reflect.DeepEqual(got, want) {
				t.Fatalf("row %d: %v, not %v", row, got, want)
			}
			row++
		}
	}
	if reader.Err() != nil || row != rows || records != 2 {
		t.Errorf("%d rows in %d records, error %v", row, records, reader.Err())
	}
}

// arrowWanted is what a row of the table has besides its integers.
func arrowWanted(row int, null func(row, column int) bool) []any {
	want := []any{nil, nil, nil, nil}
	if !null(row, 2) {
		want[0] = decimal128.FromI64(int64(-(row%99)*1000 - 125))
	}
	if !null(row, 3) {
		want[1] = float64(row) / 4
	}
	if !null(row, 4) {
		want[2] = fmt.Sprint("t", row%13)
	}
	if !null(row, 5) {
		want[3] = arrow.Date32(row%9000 - 3000)
	}
	return want
}

// arrowCells is columns 1 to 4 of a record's row.
func arrowCells(rec arrow.Record, row int) []any {
	out := []any{nil, nil, nil, nil}
	for c := range out {
		switch a := rec.Column(c + 1).(type) {
		case *array.Decimal128:
			if a.IsValid(row) {
				out[c] = a.Value(row)
			}
		case *array.Float64:
			if a.IsValid(row) {
				out[c] = a.Value(row)
			}
		case *array.String:
			if a.IsValid(row) {
				out[c] = a.Value(row)
			}
		case *array.Date32:
			if a.IsValid(row) {
				out[c] = a.Value(row)
			}
		}
	}
	return out
}

func TestQueryArrowEnds(t *testing.T) {
	db := open(t)
	run(t, db, "CREATE TABLE e (a INT)")
	ctx, cancel := context.WithCancel(context.Background())
	empty, err := db.QueryArrow(ctx, "SELECT a, a FROM e")
	if err != nil {
		t.Fatal(err)
	}
	if empty.Next() || empty.Err() != nil || empty.Schema().NumFields() != 2 {
		t.Errorf("of an empty table: %v, %v", empty.Record(), empty.Err())
	}
	empty.Release()
	run(t, db, "INSERT INTO e VALUES (1)")
	r, err := db.QueryArrow(ctx, "SELECT a FROM e")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if cancel(); r.Next() || !errors.Is(r.Err(), context.Canceled) {
		t.Errorf("after the end: %v", r.Err())
	}
	if _, err := db.QueryArrow(context.Background(), "DROP TABLE e"); err == nil {
		t.Error("a statement without rows gave records")
	}
	wide := "99999999999999999999999999999999999999999999"
	r, err = db.QueryArrow(context.Background(), "SELECT "+wide+" + 0")
	if err == nil {
		if r.Next() {
			t.Errorf("%s became %v", wide, r.Record().Column(0))
		}
		r.Release()
	}
}

// Records go into a table: of several types, cut out of others, with dictionaries, with
// columns that they lack.
func TestAppendArrow(t *testing.T) {
	db := open(t)
	run(t, db, "CREATE TABLE a (i BIGINT, d DECIMAL(12,2), s VARCHAR(5) NOT NULL, day DATE, more INT DEFAULT 5)")
	dict := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "S", Type: dict}, {Name: "i", Type: arrow.PrimitiveTypes.Uint32, Nullable: true},
		{Name: "d", Type: &arrow.Decimal128Type{Precision: 20, Scale: 4}, Nullable: true}, {Name: "day", Type: arrow.FixedWidthTypes.Date32, Nullable: true},
	}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	var want []string
	random := rand.New(rand.NewPCG(1, 2))
	for row := range 3000 {
		text := fmt.Sprint("x", random.IntN(50))
		if err := b.Field(0).(*array.BinaryDictionaryBuilder).AppendString(text); err != nil {
			t.Fatal(err)
		}
		n, cents := random.Uint32(), random.Int64N(2_000_000)-1_000_000
		number, decimal := fmt.Sprint(n), new(big.Rat).SetFrac64(cents, 100).FloatString(2)
		if row%3 == 0 {
			b.Field(1).AppendNull()
			b.Field(2).AppendNull()
			number, decimal = "NULL", "NULL"
		} else {
			b.Field(1).(*array.Uint32Builder).Append(n)
			b.Field(2).(*array.Decimal128Builder).Append(decimal128.FromI64(cents * 100))
		}
		b.Field(3).(*array.Date32Builder).Append(arrow.Date32(row))
		want = append(want, strings.Join([]string{number, decimal, text, time.Unix(int64(row)*86400, 0).UTC().Format(time.DateOnly), "5"}, "|"))
	}
	whole := b.NewRecord()
	defer whole.Release()
	cut := whole.NewSlice(100, 3000)
	reader, err := array.NewRecordReader(schema, []arrow.Record{whole.NewSlice(0, 0), whole.NewSlice(0, 100), cut})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Release()
	if n, err := db.AppendArrow(context.Background(), "a", reader); err != nil || n != 3000 {
		t.Fatalf("%d rows, error %v", n, err)
	}
	if got := texts(t, db, "SELECT * FROM a ORDER BY day"); !slices.Equal(got, want) {
		t.Errorf("%d rows, the first %s, not %s", len(got), got[0], want[0])
	}
}

// A record that does not fit says where, and leaves the table as it was.
func TestAppendArrowRefuses(t *testing.T) {
	db := open(t)
	run(t, db, "CREATE TABLE a (i TINYINT NOT NULL, s VARCHAR(3))")
	run(t, db, "INSERT INTO a VALUES (1, 'a')")
	ints := func(name string, values []int64, valid []bool) array.RecordReader {
		b := array.NewInt64Builder(memory.DefaultAllocator)
		defer b.Release()
		b.AppendValues(values, valid)
		schema := arrow.NewSchema([]arrow.Field{{Name: name, Type: arrow.PrimitiveTypes.Int64, Nullable: true}}, nil)
		r, err := array.NewRecordReader(schema, []arrow.Record{array.NewRecord(schema, []arrow.Array{b.NewArray()}, int64(len(values)))})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for want, r := range map[string]array.RecordReader{
		"row 3, field 1 (i): \"200\"": ints("i", []int64{1, 2, 200}, nil),
		"row 2, field 1 (i): NULL":    ints("i", []int64{1, 2}, []bool{true, false}),
		"no such column":              ints("j", []int64{1}, nil),
		"a string column":             ints("s", []int64{1}, nil),
	} {
		if want == "a string column" { // i is NOT NULL and has no default, so that comes first
			run(t, db, "CREATE TABLE b (s VARCHAR(3))")
			if _, err := db.AppendArrow(context.Background(), "b", r); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", want, err)
			}
			continue
		}
		_, err := db.AppendArrow(context.Background(), "a", r)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if at := (*malformed.Error)(nil); strings.HasPrefix(want, "row") && !errors.As(err, &at) {
			t.Errorf("%s: not a place: %v", want, err)
		}
	}
	if got := texts(t, db, "SELECT COUNT(*) FROM a"); got[0] != "1" {
		t.Errorf("%s rows after refused records", got[0])
	}
}

// Rows that do not fit leave the table as it was; those that do are converted as INSERT
// converts values.
func TestAppend(t *testing.T) {
	db := open(t)
	run(t, db, "CREATE TABLE a (k INT NOT NULL, d DECIMAL(5,2), s VARCHAR(3) DEFAULT 'def', day DATE)")
	ctx := context.Background()
	for name, bad := range map[string]struct {
		code    int
		columns []string
		rows    [][]any
	}{
		"NULL":           {parse.CodeNotNull, nil, [][]any{{1, nil, nil, nil}, {nil, 1, "x", nil}}},
		"too long":       {parse.CodeTooLong, nil, [][]any{{1, nil, nil, nil}, {2, 1, "xxxx", nil}}},
		"no number":      {parse.CodeWrongNumber, nil, [][]any{{"x", 1, "x", nil}}},
		"too large":      {parse.CodeOutOfRangeColumn, nil, [][]any{{1, 12345, "x", nil}}},
		"no day":         {parse.CodeWrongDate, nil, [][]any{{1, 1, "x", "2023-02-29"}}},
		"few":            {parse.CodeValueCount, nil, [][]any{{1, nil, nil, nil}, {2, 1, "x"}}},
		"no column":      {parse.CodeUnknownColumn, []string{"z"}, [][]any{{1}}},
		"twice":          {parse.CodeColumnTwice, []string{"k", "K"}, [][]any{{1, 1}}},
		"without a key":  {parse.CodeNoDefault, []string{"s"}, [][]any{{"x"}}},
		"a NUL byte":     {parse.CodeWrongNumber, []string{"k", "s"}, [][]any{{1, "\x00"}}},
		"what is no SQL": {0, []string{"k"}, [][]any{{struct{}{}}}},
	} {
		var e *parse.Error
		_, err := db.Append(ctx, "a", bad.columns, slices.Values(bad.rows))
		if err == nil || bad.code != 0 && (!errors.As(err, &e) || e.Code != bad.code) {
			t.Errorf("%s: %v, not error %d", name, err, bad.code)
		}
	}
	if _, err := db.Append(ctx, "nowhere", nil, slices.Values([][]any{{1}})); !parse.IsCode(err, parse.CodeUnknownTable) {
		t.Errorf("no table: %v", err)
	}
	if n, err := db.Append(ctx, "a", nil, slices.Values[[][]any](nil)); n != 0 || err != nil {
		t.Errorf("no rows: %d, %v", n, err)
	}
	if got := texts(t, db, "SELECT COUNT(*) FROM a"); got[0] != "0" {
		t.Errorf("%s rows after refused ones", got[0])
	}
	n, err := db.Append(ctx, "a", []string{"day", "d", "k"}, slices.Values([][]any{
		{"2024-02-29", "1.5", int8(3)}, {nil, 2.25, "4"}, {time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), nil, true},
	}))
	if err != nil || n != 3 {
		t.Fatalf("%d rows, error %v", n, err)
	}
	want := []string{"1|NULL|def|2020-01-01", "3|1.50|def|2024-02-29", "4|2.25|def|NULL"}
	if got := texts(t, db, "SELECT * FROM a ORDER BY k"); !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// Rows can be left before their end, and read values of Go.
func TestRows(t *testing.T) {
	db := open(t)
	run(t, db, "CREATE TABLE r (a INT, s VARCHAR(3))")
	run(t, db, "INSERT INTO r VALUES (1, 'x'), (?, ?)", nil, nil)
	rows, err := db.Query(context.Background(), "SELECT a, s, a / 4, a = 1, 1.5e0 FROM r")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	want := [][]any{{int64(1), "x", "0.2500", int64(1), 1.5}, {nil, nil, nil, nil, 1.5}}
	for _, row := range want {
		if !rows.Next() {
			t.Fatalf("the rows end: %v", rows.Err())
		}
		for i, v := range row {
			if got := rows.Value(i); got != v {
				t.Errorf("column %d: %v, not %v", i, got, v)
			}
		}
	}
	for range 2 {
		if rows.Next() || rows.Err() != nil {
			t.Errorf("behind the end: %v", rows.Err())
		}
	}
	early, err := db.Query(context.Background(), "SELECT a FROM r")
	if err != nil || !early.Next() {
		t.Fatal(err)
	}
	if early.Close(); early.Next() {
		t.Error("a row behind Close")
	}
	none, err := db.Query(context.Background(), "CREATE TABLE q (a INT)")
	if err != nil || none.Next() || len(none.Columns()) != 0 {
		t.Errorf("a statement without rows has some: %v", err)
	}
}

// Many rows come as they are read, all of them; who leaves early, or never begins, holds up
// neither others nor the end.
func TestManyRows(t *testing.T) {
	db := open(t)
	run(t, db, "CREATE TABLE m (a INT)")
	const rows = 40 * recordRows
	if _, err := db.Append(context.Background(), "m", nil, func(yield func([]any) bool) {
		for i := range int64(rows) {
			if !yield([]any{i}) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	const text = "SELECT a + 1 FROM m"
	all, err := db.Query(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	early, err := db.Query(context.Background(), text)
	if err != nil || !early.Next() {
		t.Fatal(err)
	}
	never, err := db.QueryArrow(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	never.Release()
	early.Close()
	sum, n := int64(0), int64(0)
	for all.Next() {
		sum += all.Value(0).(int64)
		n++
	}
	if all.Err() != nil || n != rows || sum != rows*(rows+1)/2 {
		t.Errorf("%d rows with sum %d, error %v", n, sum, all.Err())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cut, err := db.Query(ctx, text)
	if err != nil {
		t.Fatal(err)
	}
	for n = 0; cut.Next(); n++ {
		cancel()
	}
	if cancel(); n < rows && !errors.Is(cut.Err(), context.Canceled) {
		t.Errorf("%d rows, and then %v", n, cut.Err())
	}
}
