package adbc

import (
	"bufio"
	"context"
	stdsql "database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-adbc/go/adbc"
	"github.com/apache/arrow-adbc/go/adbc/driver/flightsql"
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/memory"
	_ "modernc.org/sqlite"
)

// program is gsdms, built once for all tests.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gsdms")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	program = filepath.Join(dir, "gsdms")
	build := exec.Command("go", "build", "-o", program, "./cmd/gsdms")
	build.Dir = filepath.Join("..", "..", "..", "..")
	status := 1
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Printf("build gsdms: %v\n%s", err, out)
	} else {
		status = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(status)
}

// serve serves a folder until the test ends, and gives the address.
func serve(t *testing.T, dir string) string {
	t.Helper()
	server := exec.Command(program, "--db", dir, "--backend", "cpu", "serve", "--mysql", "", "--flight", "127.0.0.1:0")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(server.Process.Signal(os.Interrupt), server.Wait()); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, address, ok := strings.Cut(lines.Text(), "clients of Flight SQL on "); ok {
			return address
		}
	}
	t.Fatal("it does not say where it listens")
	return ""
}

// connect opens a connection of ADBC.
func connect(t *testing.T, address string, options ...string) (adbc.Connection, error) {
	t.Helper()
	all := map[string]string{adbc.OptionKeyURI: "grpc://" + address}
	for i := 0; i < len(options); i += 2 {
		all[options[i]] = options[i+1]
	}
	db, err := flightsql.NewDriver(memory.DefaultAllocator).NewDatabase(all)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c, err := db.Open(context.Background())
	if err == nil {
		t.Cleanup(func() { c.Close() })
	}
	return c, err
}

// connected is connect where nothing may fail, to an empty folder.
func connected(t *testing.T) adbc.Connection {
	t.Helper()
	c, err := connect(t, serve(t, filepath.Join(t.TempDir(), "shop")))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// statement makes a statement of a text.
func statement(t *testing.T, c adbc.Connection, text string) adbc.Statement {
	t.Helper()
	s, err := c.NewStatement()
	if err == nil && text != "" {
		err = s.SetSqlQuery(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// run runs statements for what they do, some as queries and some as updates.
func run(t *testing.T, c adbc.Connection, texts ...string) {
	t.Helper()
	for i, text := range texts {
		s := statement(t, c, text)
		var err error
		if i%2 == 0 {
			_, err = s.ExecuteUpdate(context.Background())
		} else {
			var r array.RecordReader
			if r, _, err = s.ExecuteQuery(context.Background()); err == nil {
				r.Release()
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// rows runs a query and spells its rows, NULL as NULL.
func rows(ctx context.Context, s adbc.Statement) (out []string, err error) {
	r, _, err := s.ExecuteQuery(ctx)
	if err != nil {
		return nil, err
	}
	defer r.Release()
	for r.Next() {
		for row := range int(r.Record().NumRows()) {
			var cells []string
			for _, a := range r.Record().Columns() {
				cells = append(cells, spell(a, row))
			}
			out = append(out, strings.Join(cells, "|"))
		}
	}
	return out, r.Err()
}

// spell is a value as SQLite's driver gives it.
func spell(a arrow.Array, row int) string {
	if a.IsNull(row) {
		return "NULL"
	}
	switch a := a.(type) {
	case *array.Float64:
		return fmt.Sprintf("%.9g", a.Value(row))
	case *array.Decimal128:
		return fmt.Sprintf("%.9g", a.Value(row).ToFloat64(a.DataType().(*arrow.Decimal128Type).Scale))
	case *array.Timestamp:
		return a.Value(row).ToTime(a.DataType().(*arrow.TimestampType).Unit).Format("2006-01-02 15:04:05.000000")
	case *array.Time64:
		return a.Value(row).ToTime(a.DataType().(*arrow.Time64Type).Unit).Format("15:04:05.000000")
	case *array.Boolean:
		return map[bool]string{true: "1", false: "0"}[a.Value(row)]
	}
	return a.ValueStr(row)
}

// sample makes a record of n rows of all types with NULLs, and the rows as SQLite takes them.
func sample(n int) (arrow.Record, [][]any) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64}, {Name: "n", Type: arrow.PrimitiveTypes.Int32, Nullable: true}, {Name: "d", Type: &arrow.Decimal128Type{Precision: 12, Scale: 2}, Nullable: true},
		{Name: "f", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "day", Type: arrow.FixedWidthTypes.Date32, Nullable: true}, {Name: "at", Type: &arrow.TimestampType{Unit: arrow.Microsecond}, Nullable: true},
		{Name: "clock", Type: arrow.FixedWidthTypes.Time64us, Nullable: true}, {Name: "s", Type: arrow.BinaryTypes.String, Nullable: true},
	}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	var plain [][]any
	for id := range n {
		row := make([]any, 8)
		row[0] = int64(id)
		b.Field(0).(*array.Int64Builder).Append(int64(id))
		for i := 1; i < 8; i++ {
			if rand.IntN(5) == 0 {
				b.Field(i).AppendNull()
				continue
			}
			row[i] = appendRandom(b.Field(i))
		}
		plain = append(plain, row)
	}
	return b.NewRecord(), plain
}

// appendRandom appends a value, and gives it as SQLite takes it.
func appendRandom(to array.Builder) any {
	x := rand.Int64N(4000) - 2000
	switch to := to.(type) {
	case *array.Int32Builder:
		to.Append(int32(x))
		return x
	case *array.Decimal128Builder:
		to.Append(decimal128.FromI64(x))
		return float64(x) / 100
	case *array.Float64Builder:
		to.Append(float64(x) / 8)
		return float64(x) / 8
	case *array.Date32Builder:
		to.Append(arrow.Date32(x * 10))
		return time.Unix(x*864000, 0).UTC().Format("2006-01-02")
	case *array.TimestampBuilder:
		to.Append(arrow.Timestamp(x * 1234567890123))
		return time.UnixMicro(x * 1234567890123).UTC().Format("2006-01-02 15:04:05.000000")
	case *array.Time64Builder:
		micros := (x + 2000) * 21599999
		to.Append(arrow.Time64(micros))
		return time.UnixMicro(micros).UTC().Format("15:04:05.000000")
	}
	text := strings.Repeat("ä'\\", rand.IntN(4)) + fmt.Sprint(x%7)
	if rand.IntN(300) == 0 {
		text = strings.Repeat(text, 9000)
	}
	to.(*array.StringBuilder).Append(text)
	return text
}

// Rows that ADBC ingests come back as they were, and queries give what SQLite gives.
func TestAgainstSQLite(t *testing.T) {
	c := connected(t)
	record, plain := sample(20000)
	in := statement(t, c, "")
	for key, value := range map[string]string{adbc.OptionKeyIngestTargetTable: "t", adbc.OptionKeyIngestMode: adbc.OptionValueIngestModeCreate} {
		if err := in.SetOption(key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.Bind(context.Background(), record); err != nil {
		t.Fatal(err)
	}
	if n, err := in.ExecuteUpdate(context.Background()); err != nil || n != int64(len(plain)) {
		t.Fatalf("ingested %d rows, %v", n, err)
	}
	lite, err := stdsql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer lite.Close()
	lite.SetMaxOpenConns(1)
	if _, err := lite.Exec("CREATE TABLE t (id INTEGER, n INTEGER, d REAL, f REAL, day TEXT, at TEXT, clock TEXT, s TEXT)"); err != nil {
		t.Fatal(err)
	}
	for _, row := range plain {
		if _, err := lite.Exec("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row...); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{
		"SELECT * FROM t ORDER BY id", "SELECT * FROM t WHERE n IS NULL OR d < 0 ORDER BY id", "SELECT id, s FROM t WHERE LENGTH(s) > 100 ORDER BY id", "SELECT id FROM t WHERE id < 0",
		"SELECT n, COUNT(*), ROUND(SUM(d), 6), MIN(f), MAX(day), MIN(at), MAX(clock), MAX(s) FROM t GROUP BY n ORDER BY n", "SELECT COUNT(*), COUNT(n), SUM(n), MIN(d), MAX(f) FROM t",
		"SELECT a.id, b.s FROM t a LEFT JOIN t b ON a.n = b.id ORDER BY a.id", "SELECT id, n, SUM(f) OVER (ORDER BY id ROWS 3 PRECEDING) FROM t ORDER BY id DESC LIMIT 500",
		"SELECT day FROM t WHERE day >= '1960-01-01' UNION SELECT day FROM t WHERE n = 5 ORDER BY 1",
	} {
		got, err := rows(context.Background(), statement(t, c, text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want := ofSQLite(t, lite, text)
		if len(got) != len(want) {
			t.Errorf("%s: %d rows, SQLite has %d", text, len(got), len(want))
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: row %d\n%.300s\nSQLite has\n%.300s", text, i, got[i], want[i])
				break
			}
		}
	}
}

// ofSQLite spells what SQLite gives.
func ofSQLite(t *testing.T, db *stdsql.DB, text string) (out []string) {
	t.Helper()
	r, err := db.Query(text)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	columns, err := r.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		values, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := r.Scan(to...); err != nil {
			t.Fatal(err)
		}
		var cells []string
		for _, v := range values {
			switch v := v.(type) {
			case nil:
				cells = append(cells, "NULL")
			case float64:
				cells = append(cells, fmt.Sprintf("%.9g", v+0)) // a decimal has no -0
			default:
				cells = append(cells, fmt.Sprint(v))
			}
		}
		out = append(out, strings.Join(cells, "|"))
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// Statements are prepared and bound, errors say what is wrong, what runs can be cancelled, and
// the connection is good afterwards.
func TestStatements(t *testing.T) {
	c := connected(t)
	ctx := context.Background()
	run(t, c, "CREATE TABLE t (a INT, s TEXT)", "INSERT INTO t VALUES (1, 'x'), (2, NULL), (-3, 'z')", "CREATE TABLE u AS SELECT x.a FROM t x, t y, t z, t v, t w", "CREATE TABLE n AS SELECT ROW_NUMBER() OVER (ORDER BY x.a) i FROM u x, u y", "SET @seen = 5")
	s := statement(t, c, "SELECT a, s, @seen FROM t WHERE a < ? ORDER BY a")
	if err := s.Prepare(ctx); err != nil {
		t.Fatal(err)
	}
	if p, err := s.GetParameterSchema(); err != nil || p.NumFields() != 1 {
		t.Errorf("parameters %v, %v", p, err)
	}
	for limit, want := range map[int32]string{2: "-3|z|5 1|x|5", -9: ""} {
		b := array.NewInt32Builder(memory.DefaultAllocator)
		b.Append(limit)
		if err := s.Bind(ctx, array.NewRecord(arrow.NewSchema([]arrow.Field{{Name: "0", Type: arrow.PrimitiveTypes.Int32}}, nil), []arrow.Array{b.NewArray()}, 1)); err != nil {
			t.Fatal(err)
		}
		if got, err := rows(ctx, s); err != nil || strings.Join(got, " ") != want {
			t.Errorf("below %d: %v, %v", limit, got, err)
		}
	}
	for text, want := range map[string]string{"SELECT nope FROM t": "error 1054", "SELEC 1": "error 1064", "SELECT * FROM missing": "error 1146", "SELECT -9223372036854775807 - a FROM t": "error 1690"} {
		if _, err := rows(ctx, statement(t, c, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond) // of a query that takes hours
	defer cancel()
	begun := time.Now()
	if _, err := rows(short, statement(t, c, "SELECT COUNT(*) FROM n a, n b, n c WHERE a.i < b.i AND b.i < c.i")); err == nil || time.Since(begun) > 10*time.Second {
		t.Errorf("after %s: %v", time.Since(begun), err)
	}
	if got, err := rows(ctx, statement(t, c, "SELECT COUNT(*) FROM u")); err != nil || got[0] != "243" {
		t.Errorf("afterwards: %v, %v", got, err)
	}
}

// What there is arrives by ADBC's own ways.
func TestWhatThereIs(t *testing.T) {
	c := connected(t)
	ctx := context.Background()
	run(t, c, "CREATE TABLE customer (id INT NOT NULL, name VARCHAR(20), PRIMARY KEY (id))", "CREATE VIEW names AS SELECT name FROM customer")
	schema, err := c.GetTableSchema(ctx, nil, nil, "customer")
	if err != nil || schema.NumFields() != 2 || schema.Field(0).Nullable || schema.Field(1).Type.ID() != arrow.STRING {
		t.Errorf("customer is %v, %v", schema, err)
	}
	name := "shop"
	objects, err := c.GetObjects(ctx, adbc.ObjectDepthAll, nil, &name, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer objects.Release()
	text := ""
	for objects.Next() {
		json, err := objects.Record().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		text += string(json)
	}
	for _, want := range []string{`"catalog_name":"def"`, `"db_schema_name":"shop"`, `"table_name":"customer","table_type":"TABLE"`, `"table_name":"names","table_type":"VIEW"`, `"column_name":"name"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	info, err := c.GetInfo(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer info.Release()
	types, err := c.GetTableTypes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer types.Release()
	if !types.Next() || types.Record().NumRows() != 3 {
		t.Errorf("types of tables: %v", types.Err())
	}
}

// With users there is no way in but by a password.
func TestUsers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	if out, err := exec.Command(program, "--db", dir, "-e", "CREATE TABLE t (a INT); INSERT INTO t VALUES (7); CREATE USER ann IDENTIFIED BY 'pass word'; GRANT SELECT ON t TO ann").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	address := serve(t, dir)
	c, err := connect(t, address, adbc.OptionKeyUsername, "ann", adbc.OptionKeyPassword, "pass word")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := rows(context.Background(), statement(t, c, "SELECT a FROM t")); err != nil || got[0] != "7" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := statement(t, c, "INSERT INTO t VALUES (8)").ExecuteUpdate(context.Background()); err == nil || !strings.Contains(err.Error(), "denied") {
		t.Errorf("ann inserts: %v", err)
	}
	if c, err := connect(t, address, adbc.OptionKeyUsername, "ann", adbc.OptionKeyPassword, "wrong"); err == nil {
		if _, err = rows(context.Background(), statement(t, c, "SELECT 1")); err == nil {
			t.Error("a wrong password is good")
		}
	}
}
