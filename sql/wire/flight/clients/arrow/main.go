// Command arrow talks to a server of gsdms as a program with the client of Flight SQL in Arrow for Go
// does. Argument: the port; STAR names the folder of the benchmark's queries and their answers.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

var ctx = context.Background()

func main() {
	c, err := connect()
	for _, step := range []func(*flightsql.Client) error{browse, every, star, million, wrong, cancelled} {
		if err == nil {
			err = step(c)
		}
	}
	if err == nil {
		err = again(c)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func connect() (*flightsql.Client, error) {
	return flightsql.NewClient("127.0.0.1:"+os.Args[1], nil, nil, grpc.WithTransportCredentials(insecure.NewCredentials()))
}

// read gives the records of what a call answers to a function.
func read(ctx context.Context, c *flightsql.Client, info *flight.FlightInfo, err error, each func(arrow.Record) error) error {
	if err != nil {
		return err
	}
	r, err := c.DoGet(ctx, info.Endpoint[0].Ticket)
	if err != nil {
		return err
	}
	defer r.Release()
	for r.Next() {
		if err := each(r.Record()); err != nil {
			return err
		}
	}
	return r.Err()
}

// spelled gives the rows of what a call answers as lines of fields parted by tabs.
func spelled(c *flightsql.Client, info *flight.FlightInfo, err error) (string, error) {
	var out strings.Builder
	err = read(ctx, c, info, err, func(r arrow.Record) error {
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

// same asks a query that must give such rows.
func same(c *flightsql.Client, want, text string) error {
	info, err := c.Execute(ctx, text)
	got, err := spelled(c, info, err)
	if err == nil && got != want {
		err = fmt.Errorf("%s: %q, not %q", text, got, want)
	}
	return err
}

func browse(c *flightsql.Client) error {
	schema, table := "shop", "million"
	info, err := c.GetTables(ctx, &flightsql.GetTablesOpts{DbSchemaFilterPattern: &schema, TableNameFilterPattern: &table, IncludeSchema: true})
	var columns []string
	err = read(ctx, c, info, err, func(r arrow.Record) error {
		for row := range int(r.NumRows()) {
			s, err := flight.DeserializeSchema(r.Column(4).(*array.Binary).Value(row), memory.DefaultAllocator)
			if err != nil {
				return err
			}
			for _, f := range s.Fields() {
				columns = append(columns, r.Column(2).ValueStr(row)+"."+f.Name+" "+f.Type.String())
			}
		}
		return nil
	})
	if want := "million.n int64, million.half float64, million.s utf8, million.d decimal(12, 2)"; err == nil && strings.Join(columns, ", ") != want {
		err = fmt.Errorf("tables: %q", columns)
	}
	if err != nil {
		return err
	}
	info, err = c.GetPrimaryKeys(ctx, flightsql.TableRef{DBSchema: &schema, Table: table})
	if got, err := spelled(c, info, err); err != nil || !strings.Contains(got, "million\tn\t") {
		return fmt.Errorf("keys: %q, %w", got, err)
	}
	info, err = c.GetDBSchemas(ctx, &flightsql.GetDBSchemasOpts{})
	if got, err := spelled(c, info, err); err != nil || !strings.Contains(got, "shop") {
		return fmt.Errorf("databases: %q, %w", got, err)
	}
	return nil
}

// every binds values and NULLs of every type, and reads them.
func every(c *flightsql.Client) error {
	if _, err := c.ExecuteUpdate(ctx, "DELETE FROM bound"); err != nil {
		return err
	}
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
	values, _, err := array.RecordFromJSON(memory.DefaultAllocator, arrow.NewSchema(fields, nil), strings.NewReader(`[{"k": 1, "i": "-9223372036854775807", "u": "18446744073709551615", "n": -128,
		"d": "-1234567890123456789012345678.90", "f": 0.1, "g": 1.5, "s": "it's \\ \"ä\" %", "tx": "line\nline", "b": "AP8nXA==", "bl": "3q2+7w==", "day": "2024-02-29", "at": "2024-02-29 23:59:01.125",
		"ts": "2024-02-29 23:59:01", "t": "12:03:04", "y": 2024, "o": true, "e": "b", "j": "{\"a\": [1, null]}"}, {"k": 2}]`))
	if err != nil {
		return err
	}
	put, err := c.Prepare(ctx, "INSERT INTO bound VALUES (?"+strings.Repeat(", ?", len(fields)-1)+")")
	if err != nil {
		return err
	}
	put.SetParameters(values)
	if n, err := put.ExecuteUpdate(ctx); err != nil || n != 2 {
		return fmt.Errorf("%d rows were bound, %w", n, err)
	}
	get, err := c.Prepare(ctx, "SELECT * FROM every WHERE k <= ? ORDER BY k")
	if err != nil {
		return err
	}
	limit, _, err := array.RecordFromJSON(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "k", Type: arrow.PrimitiveTypes.Int64}}, nil), strings.NewReader(`[{"k": 2}]`))
	if err != nil {
		return err
	}
	get.SetParameters(limit)
	info, err := get.Execute(ctx)
	got, err := spelled(c, info, err)
	if want := "1\t-9223372036854775807\t18446744073709551615\t-128\t-1234567890123456789012345678.9\t0.1\t1.5\tit's \\ \"ä\" %\tline\nline\tAP8nXA==\t3q2+7w==\t2024-02-29\t2024-02-29 23:59:01.125Z\t2024-02-29 23:59:01Z\t12:03:04.000\t2024\t1\tb\t{\"a\": [1, null]}\n" +
		"2" + strings.Repeat("\tNULL", len(fields)-1) + "\n"; err == nil && got != want {
		err = fmt.Errorf("rows of every type: %q, not %q", got, want)
	}
	return errors.Join(err, put.Close(ctx), get.Close(ctx), same(c, "2\n", "SELECT n FROM same"))
}

// star runs the 13 queries of the benchmark.
func star(c *flightsql.Client) error {
	files, err := filepath.Glob(filepath.Join(os.Getenv("STAR"), "*.sql"))
	if err != nil || len(files) != 13 {
		return fmt.Errorf("queries: %d, %w", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		want, err := os.ReadFile(strings.TrimSuffix(file, "sql") + "tsv")
		if err != nil {
			return err
		}
		if err := same(c, string(want), string(text)); err != nil {
			return err
		}
	}
	return nil
}

// million reads a million rows, one record after another.
func million(c *flightsql.Client) error {
	count, sum, nulls := int64(0), int64(0), int64(0)
	info, err := c.Execute(ctx, "SELECT n, half, s, d FROM million")
	err = read(ctx, c, info, err, func(r arrow.Record) error {
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
	if got := []int64{count, sum, nulls}; err == nil && !slices.Equal(got, []int64{1000000, 499999500000, 142858}) {
		err = fmt.Errorf("a million rows: %v", got)
	}
	return err
}

func wrong(c *flightsql.Client) error {
	info, err := c.Execute(ctx, "SELECT * FROM nope")
	if _, err := spelled(c, info, err); status.Code(err) != codes.NotFound || !strings.Contains(err.Error(), "1146") {
		return fmt.Errorf("an unknown table: %w", err)
	}
	return same(c, "7\n", "SELECT 7")
}

const long = "SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17"

// cancelled ends a query by its call's end, and by CancelFlightInfo while it runs.
func cancelled(c *flightsql.Client) error {
	short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	info, err := c.Execute(ctx, long)
	begun := time.Now()
	if err := read(short, c, info, err, func(arrow.Record) error { return nil }); err == nil || time.Since(begun) > 20*time.Second {
		return fmt.Errorf("a call that was to end after 0.2 s: %w", err)
	}
	if info, err = c.Execute(ctx, long); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- read(ctx, c, info, nil, func(arrow.Record) error { return nil }) }()
	time.Sleep(200 * time.Millisecond)
	r, err := c.CancelFlightInfo(ctx, &flight.CancelFlightInfoRequest{Info: info})
	if err != nil || r.Status != flight.CancelStatusCancelled {
		return fmt.Errorf("CancelFlightInfo: %v, %w", r.GetStatus(), err)
	}
	if err := <-ended; status.Code(err) != codes.Canceled {
		return fmt.Errorf("a cancelled query ends with %w", err)
	}
	return same(c, "7\n", "SELECT 7")
}

// again goes on by a new connection when the first one is closed.
func again(c *flightsql.Client) error {
	if err := c.Close(); err != nil {
		return err
	}
	c, err := connect()
	if err != nil {
		return err
	}
	return errors.Join(same(c, "1000000\n", "SELECT COUNT(*) FROM million"), c.Close())
}
