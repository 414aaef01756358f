package flight

import (
	"context"
	stdsql "database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	_ "github.com/apache/arrow/go/v15/arrow/flight/flightsql/driver"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	pb "github.com/apache/arrow/go/v15/arrow/flight/gen/flight"
)

// record makes a record of JSON, whose numbers and texts arrow converts to the fields' types.
func record(t *testing.T, json string, fields ...arrow.Field) arrow.Record {
	t.Helper()
	r, _, err := array.RecordFromJSON(memory.DefaultAllocator, arrow.NewSchema(fields, nil), strings.NewReader(json))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func field(name string, of arrow.DataType) arrow.Field {
	return arrow.Field{Name: name, Type: of, Nullable: true}
}

// executed runs a prepared statement with values and spells its rows.
func executed(t *testing.T, c *flightsql.Client, p *flightsql.PreparedStatement, values arrow.Record) string {
	t.Helper()
	p.SetParameters(values)
	info, err := p.Execute(context.Background())
	return listed(t, c, info, err)
}

// Parameters of all types are bound by value, again and again, for queries and updates.
func TestParameters(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	ctx := context.Background()
	run(t, c, "CREATE TABLE p (n BIGINT, d DECIMAL(10,2), f DOUBLE, day DATE, at DATETIME(6), clock TIME(3), s VARCHAR(20), b BOOL)")
	fields := []arrow.Field{field("n", arrow.PrimitiveTypes.Int16), field("d", &arrow.Decimal128Type{Precision: 10, Scale: 2}), field("f", arrow.PrimitiveTypes.Float32), field("day", arrow.FixedWidthTypes.Date32),
		field("at", arrow.FixedWidthTypes.Timestamp_us), field("clock", arrow.FixedWidthTypes.Time32ms), field("s", arrow.BinaryTypes.LargeString), field("b", arrow.FixedWidthTypes.Boolean)}
	insert, err := c.Prepare(ctx, "INSERT INTO p VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		t.Fatal(err)
	}
	insert.SetParameters(record(t, `[{"n": -5, "d": "-12.34", "f": 0.1, "day": "1960-02-29", "at": "2024-02-29 01:02:03.000004", "clock": "23:59:59.125", "s": "it's \"x\"", "b": true},
		{"n": 7, "d": "0.05", "f": -2, "day": "2024-12-31", "at": "1970-01-01 00:00:00", "clock": "00:00:00", "s": "", "b": false}, {}]`, fields...))
	if n, err := insert.ExecuteUpdate(ctx); err != nil || n != 3 {
		t.Fatalf("%d rows, %v", n, err)
	}
	const want = `-5 -12.34 0.1 1960-02-29 2024-02-29 01:02:03.000004 23:59:59.125 it's "x" 1
7 0.05 -2 2024-12-31 1970-01-01 00:00:00.000000 00:00:00.000 
(null) (null) (null) (null) (null) (null) (null) (null)`
	got := asked(t, c, "SELECT n, CAST(d AS CHAR), f, CAST(day AS CHAR), CAST(at AS CHAR), CAST(clock AS CHAR), s, b FROM p ORDER BY n IS NULL, n")
	if got = strings.Replace(got, " 0\n(null)", "\n(null)", 1); got != want {
		t.Errorf("stored\n%s\nwant\n%s", got, want)
	}
	find, err := c.Prepare(ctx, "SELECT n, s FROM p WHERE n = ? OR s = ? ORDER BY n LIMIT ?")
	if err != nil {
		t.Fatal(err)
	}
	ask := []arrow.Field{field("", arrow.PrimitiveTypes.Int64), field("", arrow.BinaryTypes.String), field("", arrow.PrimitiveTypes.Int32)}
	for json, want := range map[string]string{`{"n": 7, "s": "none", "l": 9}`: "7 ", `{"n": null, "s": "it's \"x\"", "l": 9}`: `-5 it's "x"`, `{"n": 7, "s": "it's \"x\"", "l": 1}`: `-5 it's "x"`} {
		ask[0].Name, ask[1].Name, ask[2].Name = "n", "s", "l"
		if got := executed(t, c, find, record(t, "["+json+"]", ask...)); got != want {
			t.Errorf("with %s: %s, want %s", json, got, want)
		}
	}
	both := record(t, `[{"n": 7, "s": null, "l": 9}, {"n": -5, "s": null, "l": 9}]`, ask...)
	if got := executed(t, c, find, both); got != "7 \n-5 it's \"x\"" {
		t.Errorf("two rows of values give %s", got)
	}
	find.SetParameters(record(t, `[{"n": 1}]`, ask[0]))
	if _, err := find.Execute(ctx); status.Code(err) != codes.InvalidArgument || !strings.Contains(err.Error(), "3 parameters") {
		t.Errorf("too few values: %v", err)
	}
	echo, err := c.Prepare(ctx, "SELECT ? AS x")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct {
		of         arrow.DataType
		json, want string
	}{{arrow.PrimitiveTypes.Int64, `"-9223372036854775807"`, "-9223372036854775807"}, {arrow.PrimitiveTypes.Uint64, `"18446744073709551615"`, "18446744073709551615"}, {arrow.PrimitiveTypes.Float64, "0.5", "0.5"}, {arrow.BinaryTypes.String, `"ü"`, "ü"}, {arrow.BinaryTypes.String, "null", "(null)"}} {
		if got := executed(t, c, echo, record(t, `[{"x": `+v.json+`}]`, field("x", v.of))); got != v.want {
			t.Errorf("SELECT ? with %s gives %s", v.json, got)
		}
	}
}

// Handles are good until they are closed, over another connection too, and there is a limit.
func TestHandles(t *testing.T) {
	_, address := serve(t, Options{Prepared: 3})
	c := connect(t, address)
	ctx := context.Background()
	var all []*flightsql.PreparedStatement
	for i := range 3 {
		p, err := c.Prepare(ctx, fmt.Sprintf("SELECT %d", i))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if _, err := c.Prepare(ctx, "SELECT 3"); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("one too many: %v", err)
	}
	other := connect(t, address)
	info, err := all[1].Execute(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r, err := other.DoGet(ctx, info.Endpoint[0].Ticket)
		if err != nil {
			t.Fatal(err)
		}
		if rows, err := spell(r); err != nil || rows[0] != "1" {
			t.Errorf("by another connection: %v, %v", rows, err)
		}
		r.Release()
	}
	if err := all[1].Close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := other.DoGet(ctx, info.Endpoint[0].Ticket); status.Code(err) != codes.NotFound {
		t.Errorf("a closed statement: %v", err)
	}
	if _, err := c.Prepare(ctx, "SELECT 3"); err != nil {
		t.Error(err)
	}
	for text, code := range map[string]codes.Code{"SELEC 1": codes.InvalidArgument, "SELECT * FROM missing": codes.NotFound} {
		if _, err := other.Prepare(ctx, text); status.Code(err) != code {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// ingestInts appends numbers by a path.
func ingestInts(ctx context.Context, c *flightsql.Client, table, column string, numbers ...int64) error {
	b := array.NewInt64Builder(memory.DefaultAllocator)
	b.AppendValues(numbers, nil)
	schema := arrow.NewSchema([]arrow.Field{field(column, arrow.PrimitiveTypes.Int64)}, nil)
	d := &rpc.FlightDescriptor{Type: rpc.DescriptorPATH, Path: []string{table}}
	_, err := ingestRecords(ctx, c, d, array.NewRecord(schema, []arrow.Array{b.NewArray()}, int64(len(numbers))))
	return err
}

// ingestRecords sends records under a descriptor and gives the rows that the server counts.
func ingestRecords(ctx context.Context, c *flightsql.Client, d *rpc.FlightDescriptor, records ...arrow.Record) (int64, error) {
	stream, err := c.Client.DoPut(ctx)
	if err != nil {
		return 0, err
	}
	w := rpc.NewRecordWriter(stream, ipc.WithSchema(records[0].Schema()), ipc.WithLZ4())
	w.SetFlightDescriptor(d)
	for _, r := range records {
		if err := w.Write(r); err != nil {
			break // which Recv explains
		}
	}
	_ = w.Close()
	_ = stream.CloseSend()
	answer, err := stream.Recv()
	if err != nil {
		return 0, err
	}
	var result pb.DoPutUpdateResult
	err = proto.Unmarshal(answer.GetAppMetadata(), &result)
	return result.RecordCount, err
}

// command is a descriptor of the ingest command, as later clients send it.
func command(t *testing.T, table string, missing, there uint64) *rpc.FlightDescriptor {
	t.Helper()
	var options, body []byte
	options = protowire.AppendVarint(protowire.AppendTag(options, 1, protowire.VarintType), missing)
	options = protowire.AppendVarint(protowire.AppendTag(options, 2, protowire.VarintType), there)
	body = protowire.AppendBytes(protowire.AppendTag(body, 1, protowire.BytesType), options)
	body = protowire.AppendString(protowire.AppendTag(body, 2, protowire.BytesType), table)
	text, err := proto.Marshal(&anypb.Any{TypeUrl: "type.googleapis.com/" + string(ingestCommand), Value: body})
	if err != nil {
		t.Fatal(err)
	}
	return &rpc.FlightDescriptor{Type: rpc.DescriptorCMD, Cmd: text}
}

// Records are appended by a path and by the command, all of them or none.
func TestIngest(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	ctx := context.Background()
	run(t, c, "CREATE TABLE t (a INT NOT NULL, s VARCHAR(9), x INT DEFAULT 3)")
	rows := func(json string) arrow.Record {
		return record(t, json, field("s", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}), field("a", arrow.PrimitiveTypes.Uint8))
	}
	at := func(path ...string) *rpc.FlightDescriptor {
		return &rpc.FlightDescriptor{Type: rpc.DescriptorPATH, Path: path}
	}
	if n, err := ingestRecords(ctx, c, at("t"), rows(`[{"s": "one", "a": 1}, {"s": null, "a": 255}]`), rows(`[{"s": "one", "a": 3}]`)); n != 3 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if n, err := ingestRecords(ctx, c, at("def", "shop", "t"), rows(`[{"s": "four", "a": 4}]`)); n != 1 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	for _, bad := range []struct {
		to   *rpc.FlightDescriptor
		json string
		code codes.Code
	}{
		{at("t"), `[{"s": "ok", "a": 1}, {"s": "x", "a": null}]`, codes.InvalidArgument}, {at("t"), `[{"s": "much too long", "a": 1}]`, codes.InvalidArgument},
		{at("none"), `[{"s": "x", "a": 1}]`, codes.NotFound}, {at("elsewhere", "t"), `[{"s": "x", "a": 1}]`, codes.NotFound}, {at(), `[{"s": "x", "a": 1}]`, codes.InvalidArgument},
		{command(t, "t", 1, 1), `[{"s": "x", "a": 1}]`, codes.AlreadyExists}, {command(t, "t", 1, 3), `[{"s": "x", "a": 1}]`, codes.Unimplemented}, {command(t, "none", 2, 2), `[{"s": "x", "a": 1}]`, codes.NotFound},
		{&rpc.FlightDescriptor{Type: rpc.DescriptorCMD, Cmd: []byte("nonsense")}, `[{"s": "x", "a": 1}]`, codes.InvalidArgument}, {nil, `[{"s": "x", "a": 1}]`, codes.InvalidArgument},
	} {
		if _, err := ingestRecords(ctx, c, bad.to, rows(bad.json)); status.Code(err) != bad.code {
			t.Errorf("%v with %s: %v, want %s", bad.to, bad.json, err, bad.code)
		}
	}
	if n, err := ingestRecords(ctx, c, command(t, "t", 2, 2), rows(`[{"s": "x", "a": 5}]`)); n != 1 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if got := asked(t, c, "SELECT a, s, x FROM t ORDER BY a"); got != "1 one 3\n3 one 3\n4 four 3\n5 x 3\n255 (null) 3" {
		t.Errorf("the table has\n%s", got)
	}
	if n, err := ingestRecords(ctx, c, command(t, "made", 1, 2), rows(`[{"s": "x", "a": 5}]`)); n != 1 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if got := asked(t, c, "SELECT * FROM made"); got != "x 5" {
		t.Errorf("the table that was made has\n%s", got)
	}
}

// The driver of database/sql that arrow has works: statements, parameters, errors.
func TestStandardDriver(t *testing.T) {
	_, address := serve(t, Options{})
	db, err := stdsql.Open("flightsql", "flightsql://"+address+"?timeout=30s")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE t (a INT, s VARCHAR(9))"); err != nil {
		t.Fatal(err)
	}
	if r, err := db.Exec("INSERT INTO t VALUES (1, 'x'), (-2, NULL)"); err != nil {
		t.Fatal(err)
	} else if n, err := r.RowsAffected(); n != 2 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if _, err := db.Exec("INSERT INTO t VALUES (?, ?)", "30", "y"); err != nil {
		t.Error(err)
	}
	var sum, n int64
	var s stdsql.NullString
	if err := db.QueryRow("SELECT COUNT(*), MIN(a) FROM t WHERE a < ?", "30").Scan(&n, &sum); err != nil || n != 2 || sum != -2 {
		t.Errorf("%d, %d, %v", n, sum, err)
	}
	if err := db.QueryRow("SELECT s FROM t WHERE a = -2").Scan(&s); err != nil || s.Valid {
		t.Errorf("%v, %v", s, err)
	}
	if _, err := db.Query("SELECT nope FROM t"); err == nil || !strings.Contains(err.Error(), "error 1054") {
		t.Errorf("an error: %v", err)
	}
}
