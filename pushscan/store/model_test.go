package store_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// rows is a table as the tests think of it: per row and column nil, int64, float64 or
// string (the key's value for a foreign key).
type rows [][]any

// batches is a Source over rows, cut into batches of so many.
type batches struct {
	types []plan.Type
	rows  rows
	size  int
	file  string
	at    int
}

func (b *batches) Next(context.Context) (*ingest.Batch, error) {
	if b.at >= len(b.rows) {
		return nil, io.EOF
	}
	part := b.rows[b.at:min(b.at+b.size, len(b.rows))]
	first := b.at
	b.at += len(part)
	out := &ingest.Batch{Rows: len(part), Columns: make([]ingest.Column, len(b.types))}
	out.Origin = func(row int) string { return fmt.Sprintf("%s, line %d", b.file, first+row+1) }
	for c, t := range b.types {
		fillColumn(&out.Columns[c], t, part, c)
	}
	return out, nil
}

func fillColumn(out *ingest.Column, t plan.Type, part rows, c int) {
	codes := map[string]uint32{}
	for r, row := range part {
		if row[c] == nil && out.Nulls == nil {
			out.Nulls = make([]bool, len(part))
		}
		if row[c] == nil {
			out.Nulls[r] = true
		}
		switch t.Kind {
		case plan.Double:
			f, _ := row[c].(float64)
			out.Floats = append(out.Floats, f)
		case plan.String:
			s, _ := row[c].(string)
			code, ok := codes[s]
			if !ok {
				code = uint32(len(out.Dict))
				codes[s] = code
				out.Dict = append(out.Dict, s)
			}
			out.Codes = append(out.Codes, code)
		default:
			n, _ := row[c].(int64)
			out.Ints = append(out.Ints, n)
		}
	}
}

// load appends rows to a table.
func load(t testing.TB, c *store.Catalog, d store.Definition, data rows) {
	t.Helper()
	n, err := c.Load(context.Background(), d.Name, source(d, data))
	if err != nil || n != len(data) {
		t.Fatalf("load %s: %d rows, %v", d.Name, n, err)
	}
}

func source(d store.Definition, data rows) *batches {
	b := &batches{rows: data, size: 1000, file: d.Name + ".tbl"}
	for _, c := range d.Columns {
		b.types = append(b.types, c.Type)
	}
	return b
}

// read gives a table's rows back, by nothing but the contract of package plan.
func read(t testing.TB, table *plan.Table) rows {
	t.Helper()
	out := make(rows, table.Rows)
	for i := range out {
		out[i] = make([]any, len(table.Shown()))
	}
	for c := range table.Shown() {
		values, err := readColumn(table, c)
		if err != nil {
			t.Fatal(err)
		}
		for r := range out {
			out[r][c] = values[r]
		}
	}
	return living(t, table, out)
}

// living leaves out the rows that are dead, and holds the table to their number.
func living(t testing.TB, table *plan.Table, all rows) rows {
	t.Helper()
	if at := table.DeadColumn(); at >= 0 {
		dead, err := readColumn(table, at)
		if err != nil {
			t.Fatal(err)
		}
		out := rows{}
		for i, row := range all {
			if dead[i] == int64(0) {
				out = append(out, row)
			}
		}
		all = out
	}
	if len(all) != table.Count() {
		t.Errorf("%d rows, and the table says %d", len(all), table.Count())
	}
	return all
}

func readColumn(table *plan.Table, c int) ([]any, error) {
	col := &table.Columns[c]
	var keys []any
	if col.Ref != nil {
		var err error
		if keys, err = readColumn(col.Ref.Table, col.Ref.Column); err != nil {
			return nil, err
		}
	}
	var out []any
	for lo := 0; lo < table.Rows; lo += plan.SegmentRows {
		hi := min(table.Rows, lo+plan.SegmentRows)
		a, err := table.Data.Rows(context.Background(), c, lo, hi)
		if err != nil {
			return nil, err
		}
		for i := range hi - lo {
			v, err := valueAt(table, c, lo/plan.SegmentRows, a, i)
			if err != nil {
				return nil, err
			}
			if n, ok := v.(int64); ok && keys != nil {
				v = keys[n]
			}
			out = append(out, v)
		}
		a.Release()
	}
	return out, nil
}

// valueAt decodes one value and holds zone, Min and Max to what they promise.
func valueAt(table *plan.Table, c, segment int, a arrow.Array, i int) (any, error) {
	col := &table.Columns[c]
	if f, ok := a.(*array.Float64); ok {
		if math.Float64bits(f.Value(i)) == plan.NullBits && col.Storage.Nullable {
			return nil, nil
		}
		return f.Value(i), nil
	}
	var stored uint64
	switch a := a.(type) {
	case *array.Uint8:
		stored = uint64(a.Value(i))
	case *array.Uint16:
		stored = uint64(a.Value(i))
	case *array.Uint32:
		stored = uint64(a.Value(i))
	case *array.Uint64:
		stored = a.Value(i)
	default:
		return nil, fmt.Errorf("column %s is a %T", col.Name, a)
	}
	if lo, hi := table.Data.Zone(c, segment); stored < lo || stored > hi {
		return nil, fmt.Errorf("column %s, segment %d: %d is outside of the zone [%d, %d]", col.Name, segment, stored, lo, hi)
	}
	n, null := col.Storage.Load(stored)
	switch {
	case null:
		return nil, nil
	case n < col.Min || n > col.Max:
		return nil, fmt.Errorf("column %s: %d is outside of [%d, %d]", col.Name, n, col.Min, col.Max)
	case col.Dict != nil:
		return col.Dict.At(int(n)), nil
	}
	return n, nil
}

// same says whether two tables hold the same rows in the same order.
func same(a, b rows) bool { return slices.EqualFunc(a, b, slices.Equal[[]any]) }

// open opens a catalog that the test closes.
func open(t testing.TB, dir string) *store.Catalog {
	t.Helper()
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// define creates a table.
func define(t testing.TB, c *store.Catalog, d store.Definition) {
	t.Helper()
	if err := c.Create(context.Background(), d); err != nil {
		t.Fatal(err)
	}
}

// table gives a snapshot that stays valid to the end of the test.
func table(t testing.TB, c *store.Catalog, name string) *plan.Table {
	t.Helper()
	v := c.View()
	t.Cleanup(v.Close)
	snapshot, err := v.Table(name)
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// Column types of the tests.
var (
	integer = plan.Type{Kind: plan.Int, Name: "BIGINT", Min: math.MinInt64, Max: math.MaxInt64}
	text    = plan.Type{Kind: plan.String, Name: "VARCHAR"}
	double  = plan.Type{Kind: plan.Double, Name: "DOUBLE"}
	date    = plan.Type{Kind: plan.Date, Name: "DATE"}
	boolean = plan.Type{Kind: plan.Bool, Name: "BOOL"}
	price   = plan.Type{Kind: plan.Decimal, Precision: 9, Scale: 2, Name: "DECIMAL(9,2)", Min: -999999999, Max: 999999999}
)

// sortRows sorts rows by columns.
func sortRows(data rows, by []int) { slices.SortFunc(data, byColumns(by)) }
