package store_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// What goes in comes out, for any schema and any batches, after each load and after
// the folder was opened again.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		d := drawDefinition(r)
		c := open(t, dir)
		define(t, c, d)
		var all rows
		for range rapid.IntRange(0, 3).Draw(r, "loads") {
			part := drawRows(r, d)
			load(t, c, d, part)
			all = append(all, part...)
			compare(r, c, d, all)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		c = open(t, dir)
		compare(r, c, d, all)
		c.Close()
	})
}

func compare(r *rapid.T, c *store.Catalog, d store.Definition, want rows) {
	v := c.View()
	defer v.Close()
	snapshot, err := v.Table(d.Name)
	if err != nil {
		r.Fatal(err)
	}
	for i := range d.Columns {
		got, err := readColumn(snapshot, i)
		if err != nil {
			r.Fatal(err)
		}
		for k := range want {
			if got[k] != want[k][i] {
				r.Fatalf("row %d, column %d (%s): %v, want %v", k, i, d.Columns[i].Type, got[k], want[k][i])
			}
		}
	}
}

func drawDefinition(r *rapid.T) store.Definition {
	d := store.Definition{Name: rapid.StringMatching(`[a-zA-Z ä./%]{1,9}`).Draw(r, "name")}
	for i := range rapid.IntRange(1, 6).Draw(r, "columns") {
		d.Columns = append(d.Columns, plan.Column{
			Name:     fmt.Sprintf("c%d", i),
			Type:     rapid.SampledFrom([]plan.Type{integer, text, double, date, boolean, price}).Draw(r, "type"),
			Nullable: rapid.Bool().Draw(r, "nullable"),
		})
	}
	return d
}

func drawRows(r *rapid.T, d store.Definition) rows {
	out := make(rows, rapid.IntRange(0, 200).Draw(r, "rows"))
	cells := make([]*rapid.Generator[any], len(d.Columns))
	for i, c := range d.Columns {
		cells[i] = cellOf(r, c)
	}
	for i := range out {
		out[i] = make([]any, len(d.Columns))
		for c := range cells {
			out[i][c] = cells[c].Draw(r, "cell")
		}
	}
	return out
}

// cellOf draws values of a column, in a range that is itself drawn, so that all widths
// and biases occur. A column with NULL leaves out the largest number, so that a code
// for NULL is left.
func cellOf(r *rapid.T, c plan.Column) *rapid.Generator[any] {
	var g *rapid.Generator[any]
	switch c.Type.Kind {
	case plan.String:
		g = rapid.StringN(0, 5, -1).AsAny()
	case plan.Double:
		g = rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).AsAny()
	case plan.Bool:
		g = rapid.Int64Range(0, 1).AsAny()
	case plan.Decimal:
		g = rapid.Int64Range(c.Type.Min, c.Type.Max).AsAny()
	default:
		lo := rapid.Int64().Draw(r, "lo")
		width := rapid.SampledFrom([]uint64{0, 254, 255, 256, 65535, 65536, math.MaxUint32, math.MaxUint32 + 1, math.MaxUint64}).Draw(r, "width")
		hi := int64(uint64(lo) + width)
		if hi < lo {
			lo, hi = math.MinInt64, math.MaxInt64
		}
		if c.Nullable {
			hi = min(hi, math.MaxInt64-1)
			lo = min(lo, hi)
		}
		g = rapid.OneOf(rapid.Int64Range(lo, hi), rapid.SampledFrom([]int64{lo, hi})).AsAny()
	}
	if !c.Nullable {
		return g
	}
	return rapid.OneOf(g, g, g, rapid.Just[any](nil))
}

// Columns of several segments, with NULLs, appended to and opened again.
func TestSegments(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	d := store.Definition{Name: "t", PrimaryKey: []int{0}, Columns: []plan.Column{
		{Name: "k", Type: integer}, {Name: "n", Type: integer, Nullable: true},
		{Name: "s", Type: text, Nullable: true}, {Name: "f", Type: double, Nullable: true},
	}}
	define(t, c, d)
	var all rows
	for _, count := range []int{2*plan.SegmentRows + 64, 70_001} {
		var part rows
		for range count {
			part = append(part, segmentRow(len(all)+len(part)))
		}
		load(t, c, d, part)
		all = append(all, part...)
		got := read(t, table(t, c, "t")) // in hierarchy order, whatever that is here
		slices.SortFunc(got, func(a, b []any) int { return cmp.Compare(a[0].(int64), b[0].(int64)) })
		if !same(got, all) {
			t.Fatal("rows differ after a load")
		}
	}
}

func segmentRow(k int) []any {
	row := []any{int64(k), int64(k % 7 * 1000), fmt.Sprint("text ", k*7919%1000), float64(k) / 3}
	if k/plan.SegmentRows == 1 { // a segment with NULLs between ones without
		row[1+k%3] = nil
	}
	return row
}
