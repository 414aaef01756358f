package store_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// shop creates customers with 3 rows and orders that reference them.
func shop(t testing.TB, c *store.Catalog) (customers, orders store.Definition) {
	t.Helper()
	customers = store.Definition{Name: "customers", Columns: columns("id", "#name"), PrimaryKey: []int{0}}
	small := plan.Type{Kind: plan.Int, Name: "TINYINT", Min: -128, Max: 127}
	short := plan.Type{Kind: plan.String, Name: "VARCHAR(3)", Precision: 3}
	orders = store.Definition{Name: "orders", PrimaryKey: []int{0, 1}, Columns: []plan.Column{
		{Name: "no", Type: integer}, {Name: "line", Type: small}, {Name: "customer", Type: integer, Nullable: true},
		{Name: "price", Type: price, Nullable: true}, {Name: "mark", Type: short, Nullable: true},
		{Name: "day", Type: date, Nullable: true}, {Name: "weight", Type: double, Nullable: true},
		{Name: "wide", Type: integer, Nullable: true}, {Name: "paid", Type: boolean, Nullable: true},
	}, ForeignKeys: []plan.ForeignKey{{Column: 2, Table: "customers", RefColumn: "id"}}}
	define(t, c, customers)
	define(t, c, orders)
	load(t, c, customers, rows{{int64(7), "Ann"}, {int64(3), "Bob"}, {int64(5), "Cid"}})
	return customers, orders
}

func order(no, line int64) []any {
	return []any{no, line, int64(5), int64(100), "abc", int64(9000), 1.5, int64(0), int64(1)}
}

// orders are 2,500 good rows, so that a load has several batches.
func goodOrders() rows {
	var out rows
	for i := range int64(2500) {
		out = append(out, order(i, i%7))
	}
	return out
}

func TestRefusedRows(t *testing.T) {
	tests := []struct {
		name   string
		column int
		value  any
		code   int
		want   string // after "orders.tbl, line 2001: table orders, column "
	}{
		{"not null", 0, nil, 1048, "no, value NULL: the column is NOT NULL"},
		{"range", 1, int64(128), 1264, "line, value 128: out of range for TINYINT, which takes -128 to 127"},
		{"no such key", 2, int64(4), 1452, "customer, value 4: no row of table customers has this id; load that row first"},
		{"far key", 2, int64(math.MinInt64), 1452, "customer, value -9223372036854775808: no row of table customers has this id; load that row first"},
		{"decimal", 3, int64(-1000000000), 1264, "price, value -10000000.00: out of range for DECIMAL(9,2), which takes -9999999.99 to 9999999.99"},
		{"length", 4, "äöüß", 1406, `mark, value "äöüß": 4 characters, and VARCHAR(3) takes 3`},
		{"not a number", 6, math.NaN(), 1264, "weight, value NaN: only finite numbers can be stored"},
		{"boolean", 8, int64(2), 1264, "paid, value 2: out of range for BOOL, which takes 0 to 1"},
		{"duplicate", 0, int64(1993), 1062, "no, line, value 1993, 5: another row has the same primary key; remove one of them"},
	}
	dir := t.TempDir()
	c := open(t, dir)
	_, d := shop(t, c)
	before := files(t, dir)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data := goodOrders()
			data[2000][test.column] = test.value // line 5, key 2000, as row 1993 + 7
			_, err := c.Load(context.Background(), "orders", source(d, data))
			var refused *store.RowError
			want := "orders.tbl, line 2001: table orders, column " + test.want
			if !errors.As(err, &refused) || refused.Error() != want || refused.SQLCode() != test.code {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			if after := files(t, dir); !reflect.DeepEqual(after, before) {
				t.Errorf("files after a failed load: %v, before %v", after, before)
			}
		})
	}
	load(t, c, d, goodOrders())
	if got := read(t, table(t, c, "orders")); !same(got, goodOrders()) {
		t.Error("the good rows are not there afterwards")
	}
}

// files lists all files below a folder.
func files(t testing.TB, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Keys that come in no order are found twice as well, across loads, of text too.
func TestDuplicateKeys(t *testing.T) {
	t.Parallel()
	for _, kind := range []plan.Type{integer, text} {
		c := open(t, t.TempDir())
		d := store.Definition{Name: "t", Columns: []plan.Column{{Name: "k", Type: kind}, {Name: "n", Type: integer}}, PrimaryKey: []int{0}}
		define(t, c, d)
		var data rows
		for i := range int64(70_000) {
			data = append(data, []any{any(i), i})
			if kind == text {
				data[i][0] = fmt.Sprint(i)
			}
		}
		data = shuffled(data)
		load(t, c, d, data[:69_000])
		for _, again := range []int{0, 68_999, 69_500} {
			part := append(data[69_000:69_999:69_999], data[again])
			_, err := c.Load(context.Background(), "t", source(d, part))
			if err == nil || !strings.Contains(err.Error(), "t.tbl, line 1000: table t, column k") {
				t.Errorf("row %d again: %v", again, err)
			}
		}
		load(t, c, d, data[69_000:])
	}
}

// The largest and the smallest number and NULL need 2^64+1 codes: a dictionary has them.
func TestAllNumbersAndNull(t *testing.T) {
	c := open(t, t.TempDir())
	_, d := shop(t, c)
	wide := rows{order(1, 1), order(2, 1), order(3, 1)}
	wide[0][7], wide[1][7] = int64(math.MinInt64), int64(math.MaxInt64)
	load(t, c, d, wide)
	if got := read(t, table(t, c, "orders")); !same(got, wide) {
		t.Errorf("read %v", got)
	}
	null := rows{order(4, 1)}
	null[0][7] = nil
	load(t, c, d, null)
	load(t, c, d, rows{order(5, 1)})
	got := table(t, c, "orders").Columns[7]
	if !got.Wide() || got.Dict.Len() < 3 {
		t.Fatalf("column %+v", got)
	}
	if least, most := value.KeyNumber(got.Dict.Bytes(0)), value.KeyNumber(got.Dict.Bytes(got.Dict.Len()-1)); least.Int64() != math.MinInt64 || most.Int64() != math.MaxInt64 {
		t.Errorf("from %s to %s", least, most)
	}
}

// TestAllNumbersAndNullInSegments: also where they come in one segment of many.
func TestAllNumbersAndNullInSegments(t *testing.T) {
	c := open(t, t.TempDir())
	_, d := shop(t, c)
	many := make(rows, plan.SegmentRows+10)
	for i := range many {
		many[i] = order(int64(i+1), 1)
		many[i][7] = int64(i % 3)
	}
	many[0][7], many[1][7], many[2][7] = int64(math.MinInt64), int64(math.MaxInt64), nil
	load(t, c, d, many)
	if got := table(t, c, "orders").Columns[7]; !got.Wide() || got.Dict.Len() != 5 || !got.Storage.Nullable {
		t.Errorf("%d entries of %+v", got.Dict.Len(), got.Storage)
	}
}

// A source that fails, one that breaks its contract, and a cancelled load change nothing.
func TestFailingSources(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	_, d := shop(t, c)
	before := files(t, dir)
	ctx, cancel := context.WithCancel(context.Background())
	broken := errors.New("the cable is out")
	tests := map[string]func(b *ingest.Batch) error{
		"error":     func(*ingest.Batch) error { return broken },
		"cancelled": func(*ingest.Batch) error { cancel(); return nil },
		"columns":   func(b *ingest.Batch) error { b.Columns = b.Columns[1:]; return nil },
		"short":     func(b *ingest.Batch) error { b.Columns[0].Ints = nil; return nil },
		"nulls":     func(b *ingest.Batch) error { b.Columns[2].Nulls = make([]bool, 3); return nil },
		"code":      func(b *ingest.Batch) error { b.Columns[4].Codes[3] = 1000; return nil },
		"rows":      func(b *ingest.Batch) error { b.Rows = -1; return nil },
		"panic":     func(*ingest.Batch) error { panic("a bug") },
	}
	for name, change := range tests {
		ctx := ctx
		if name != "cancelled" {
			ctx = context.Background()
		}
		_, err := c.Load(ctx, "orders", &changed{source: source(d, goodOrders()), change: change})
		if err == nil || name == "error" && !errors.Is(err, broken) {
			t.Errorf("%s: error %v", name, err)
		}
		if after := files(t, dir); !reflect.DeepEqual(after, before) {
			t.Errorf("%s: files %v, before %v", name, after, before)
		}
	}
}

// changed is a source whose second batch something happens to.
type changed struct {
	source *batches
	change func(*ingest.Batch) error
	calls  int
}

func (c *changed) Next(ctx context.Context) (*ingest.Batch, error) {
	b, err := c.source.Next(ctx)
	if c.calls++; err == nil && c.calls == 2 {
		err = c.change(b)
	}
	return b, err
}
