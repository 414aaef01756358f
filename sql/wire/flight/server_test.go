package flight

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/wire/wiretest"
)

// serve starts a server on a free port, with an empty folder, until the test ends.
func serve(t testing.TB, o Options) (*sql.Engine, string) {
	t.Helper()
	engine := wiretest.Open(t, sql.Config{Scan: pushscan.Options{Part: 64 << 10}})
	return engine, wiretest.Serve(t, NewServer(engine, o).Serve)
}

// connect opens arrow's client.
func connect(t testing.TB, address string, options ...grpc.DialOption) *flightsql.Client {
	t.Helper()
	if len(options) == 0 {
		options = append(options, grpc.WithTransportCredentials(insecure.NewCredentials()))
	}
	c, err := flightsql.NewClient(address, nil, nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// run runs statements that give no rows.
func run(t testing.TB, c *flightsql.Client, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := c.ExecuteUpdate(context.Background(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// ask runs a query and spells its rows as arrow does, NULL as (null).
func ask(ctx context.Context, c *flightsql.Client, text string) (rows []string, err error) {
	info, err := c.Execute(ctx, text)
	if err != nil {
		return nil, err
	}
	r, err := c.DoGet(ctx, info.Endpoint[0].Ticket)
	if err != nil {
		return nil, err
	}
	defer r.Release()
	return spell(r)
}

type reader interface {
	Next() bool
	Record() arrow.Record
	Err() error
}

func spell(r reader) (rows []string, err error) {
	for r.Next() {
		for row := range int(r.Record().NumRows()) {
			var cells []string
			for _, column := range r.Record().Columns() {
				cells = append(cells, column.ValueStr(row))
			}
			rows = append(rows, strings.Join(cells, " "))
		}
	}
	return rows, r.Err()
}

// asked is ask where nothing may fail.
func asked(t *testing.T, c *flightsql.Client, text string) string {
	t.Helper()
	rows, err := ask(context.Background(), c, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return strings.Join(rows, "\n")
}

const everyType = `CREATE TABLE v (a BIGINT, b TINYINT NOT NULL, c DECIMAL(9,3), d DOUBLE, e DATE, f DATETIME(6), g TIME, h TIME(6), i VARCHAR(20), j BOOL, k TEXT)`

// Each type arrives as Arrow defines it: read by the accessors of its type, not by texts.
func TestValues(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	run(t, c, everyType, `INSERT INTO v VALUES
		(-9223372036854775807, -128, -123456.789, -0.25, '0001-01-01', '1969-12-31 23:59:59.999999', '00:00:00', '23:59:59.999999', '', TRUE, 'grün'),
		(9223372036854775807, 127, 0.001, 1e300, '9999-12-31', '2024-02-29 12:34:56.000001', '23:59:59', '00:00:00.000001', 'a b', FALSE, ''),
		(NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`)
	info, err := c.Execute(context.Background(), "SELECT * FROM v ORDER BY b")
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.DoGet(context.Background(), info.Endpoint[0].Ticket)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	var types []string
	for _, f := range r.Schema().Fields() {
		types = append(types, f.Name+" "+f.Type.String())
	}
	const want = "a int64,b int64,c decimal(9, 3),d float64,e date32,f timestamp[us],g time32[ms],h time64[us],i utf8,j int64,k utf8"
	if got := strings.Join(types, ","); got != want {
		t.Errorf("types %s", got)
	}
	if !r.Next() || r.Record().NumRows() != 3 {
		t.Fatal(r.Err())
	}
	rec := r.Record()
	for i := range rec.NumCols() {
		for row, null := range []bool{false, rec.ColumnName(int(i)) != "b", false} { // by b: -128, 0, 127
			if rec.Column(int(i)).IsNull(row) != null {
				t.Errorf("column %s, row %d: NULL is %v", rec.ColumnName(int(i)), row, !null)
			}
		}
	}
	at := func(text string) arrow.Timestamp {
		when, err := time.Parse("2006-01-02 15:04:05", text)
		if err != nil {
			t.Fatal(err)
		}
		return arrow.Timestamp(when.UnixMicro())
	}
	for i, ok := range []bool{
		rec.Column(0).(*array.Int64).Value(0) == -9223372036854775807 && rec.Column(0).(*array.Int64).Value(2) == 9223372036854775807,
		rec.Column(1).(*array.Int64).Value(0) == -128 && rec.Column(1).(*array.Int64).Value(1) == 0,
		rec.Column(2).(*array.Decimal128).Value(0).BigInt().Int64() == -123456789 && rec.Column(2).(*array.Decimal128).Value(2).BigInt().Int64() == 1,
		rec.Column(3).(*array.Float64).Value(0) == -0.25 && rec.Column(3).(*array.Float64).Value(2) == 1e300,
		rec.Column(4).(*array.Date32).Value(0).FormattedString() == "0001-01-01" && rec.Column(4).(*array.Date32).Value(2).FormattedString() == "9999-12-31",
		rec.Column(5).(*array.Timestamp).Value(0) == at("1969-12-31 23:59:59.999999") && rec.Column(5).(*array.Timestamp).Value(2) == at("2024-02-29 12:34:56.000001"),
		rec.Column(6).(*array.Time32).Value(0) == 0 && rec.Column(6).(*array.Time32).Value(2) == 86399000,
		rec.Column(7).(*array.Time64).Value(0) == 86399999999 && rec.Column(7).(*array.Time64).Value(2) == 1,
		rec.Column(8).(*array.String).Value(0) == "" && rec.Column(8).(*array.String).Value(2) == "a b",
		rec.Column(9).(*array.Int64).Value(0) == 1 && rec.Column(9).(*array.Int64).Value(2) == 0,
		rec.Column(10).(*array.String).Value(0) == "grün" && rec.Column(10).(*array.String).Value(2) == "",
	} {
		if !ok {
			t.Errorf("column %d: %s", i, rec.Column(i))
		}
	}
}

// What is said of a result before it runs is what arrives, for queries, commands and what
// gives no rows.
func TestSchemasHold(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	run(t, c, everyType, "INSERT INTO v VALUES (1, 2, 3, 4, '2024-01-01', '2024-01-01', '01:00:00', '01:00:00', 'x', TRUE, 'y'), (2, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)")
	ctx := context.Background()
	for _, text := range []string{
		"SELECT * FROM v", "SELECT SUM(a), AVG(c), SUM(c), COUNT(*), MAX(e), MIN(i), AVG(d), a = 1 FROM v GROUP BY a", "SELECT NULL, 1, 1.50, 'x', a / 3, c * c, c / 7 FROM v",
		"SELECT a FROM v WHERE a > 99", "SELECT i, ROW_NUMBER() OVER (ORDER BY a), SUM(c) OVER () FROM v", "SELECT a FROM v UNION ALL SELECT c FROM v", "(SELECT i FROM v) UNION SELECT k FROM v",
		"SHOW TABLES", "SHOW COLUMNS FROM v", "DESCRIBE v", "EXPLAIN SELECT * FROM v", "EXPLAIN ANALYZE SELECT COUNT(*) FROM v", "EXPLAIN FORMAT = JSON SELECT 1", "SHOW VARIABLES LIKE 'max%'",
		"SELECT * FROM information_schema.COLUMNS", "SELECT @@version, DATABASE(), NOW(), CURRENT_TIME(6)", "WITH x AS (SELECT c FROM v) SELECT c + 0.5 FROM x", "SELECT CAST('12:00:00' AS TIME), TIMEDIFF('12:00:01', '12:00:00')",
	} {
		info, err := c.Execute(ctx, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		said := schemaOf(t, info.Schema)
		r, err := c.DoGet(ctx, info.Endpoint[0].Ticket)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if _, err := spell(r); err != nil || !r.Schema().Equal(said) || said.NumFields() == 0 {
			t.Errorf("%s: %v; said %s, sent %s", text, err, said, r.Schema())
		}
		r.Release()
		p, err := c.Prepare(ctx, text)
		if err != nil || !p.DatasetSchema().Equal(said) {
			t.Errorf("%s is prepared as %v, %v", text, p.DatasetSchema(), err)
			continue
		}
		if err := p.Close(ctx); err != nil {
			t.Error(err)
		}
	}
	p, err := c.Prepare(ctx, "INSERT INTO v (a, b) VALUES (?, ?)")
	if err != nil || p.DatasetSchema() == nil || p.DatasetSchema().NumFields() != 0 || p.ParameterSchema().NumFields() != 2 {
		t.Errorf("an insert is prepared as %v, %v, %v", p.DatasetSchema(), p.ParameterSchema(), err)
	}
}

// A million rows come whole and in order, in messages that clients take by default.
func TestManyRows(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	const rows = 1_000_000
	run(t, c, "CREATE TABLE digits (n INT)", "INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)")
	run(t, c, "CREATE TABLE numbers AS SELECT a.n * 100000 + b.n * 10000 + c.n * 1000 + d.n * 100 + e.n * 10 + f.n - 500000 AS n, CONCAT('text ', b.n, c.n) AS s FROM digits a, digits b, digits c, digits d, digits e, digits f ORDER BY n")
	info, err := c.Execute(context.Background(), "SELECT n, IF(n % 3 = 0, NULL, s) AS s, n * 0.25 AS d FROM numbers")
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.DoGet(context.Background(), info.Endpoint[0].Ticket)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	next, records := int64(-rows/2), 0
	for r.Next() {
		records++
		n, s, d := r.Record().Column(0).(*array.Int64), r.Record().Column(1).(*array.String), r.Record().Column(2).(*array.Decimal128)
		for row := range int(r.Record().NumRows()) {
			m := next + rows/2
			text := fmt.Sprintf("text %d%d", m/10000%10, m/1000%10)
			if n.Value(row) != next || s.IsNull(row) != (next%3 == 0) || s.IsValid(row) && s.Value(row) != text || d.Value(row).BigInt().Int64() != 25*next {
				t.Fatalf("row %d: %d, %q, %s", m, n.Value(row), s.ValueStr(row), d.ValueStr(row))
			}
			next++
		}
	}
	if r.Err() != nil || next != rows/2 || records < 10 {
		t.Errorf("%d rows in %d records, %v", next+rows/2, records, r.Err())
	}
}
