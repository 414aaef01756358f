package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// packing is a table whose columns are packed in different ways, or not at all.
var packing = store.Definition{Name: "p", Columns: []plan.Column{
	{Name: "rising", Type: integer}, {Name: "negative", Type: integer, Nullable: true}, {Name: "far", Type: integer},
	{Name: "same", Type: integer}, {Name: "rare", Type: integer, Nullable: true}, {Name: "word", Type: text, Nullable: true},
	{Name: "real", Type: double}, {Name: "random", Type: integer},
}}

// unpackable are the columns of it that nothing is won with.
var unpackable = map[string]bool{"real": true, "random": true}

// packingRows makes rows of it, numbered from one on.
func packingRows(first, count int) rows {
	r := rand.New(rand.NewPCG(uint64(first), 5))
	out := make(rows, count)
	for i := range out {
		n := first + i
		out[i] = []any{
			int64(n*3 + r.IntN(3)), int64(r.IntN(900) - 950), int64(r.IntN(1<<20))<<20 - 1<<40, int64(-7), nil,
			fmt.Sprint("word ", r.IntN(5)), float64(n) / 7, int64(r.Uint64N(1 << 32)),
		}
		if n%1000 == 0 {
			out[i][1], out[i][5], out[i][4] = nil, nil, int64(n)
		}
	}
	return out
}

// packedRows gives the columns' rows that are packed, by name.
func packedRows(t *plan.Table) map[string]int {
	out := map[string]int{}
	m := t.Data.(*snapshot.Version).Manifest
	for i := range m.Columns {
		out[m.Columns[i].Name] = m.Columns[i].PackedRows()
	}
	return out
}

// wantPacked holds a table to what is to be packed of it.
func wantPacked(t *testing.T, table *plan.Table, want int) {
	t.Helper()
	for name, rows := range packedRows(table) {
		if unpackable[name] && rows != 0 || !unpackable[name] && rows != want {
			t.Errorf("column %s has %d packed rows of %d", name, rows, table.Rows)
		}
	}
}

// Few rows of a packed column, which are unpacked for themselves, are those of all rows.
func TestRowsOfOneBlock(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	c := open(t, dir)
	define(t, c, packing)
	load(t, c, packing, packingRows(0, plan.SegmentRows+1000))
	p := table(t, c, "p")
	for i := range packing.Columns {
		var few []arrow.Array // before all rows are asked for, which are kept
		for _, r := range fewRows {
			a, err := p.Data.Rows(ctx, i, r[0], r[1])
			if err != nil {
				t.Fatal(err)
			}
			few = append(few, a)
		}
		all, err := p.Data.Rows(ctx, i, 0, p.Rows)
		if err != nil {
			t.Fatal(err)
		}
		for k, r := range fewRows {
			part := array.NewSlice(all, int64(r[0]), int64(r[1]))
			if !array.Equal(few[k], part) {
				t.Errorf("column %s: other rows of %v", packing.Columns[i].Name, r)
			}
			part.Release()
			few[k].Release()
		}
		all.Release()
	}
}

// fewRows are of one block, of two, of the last packed one and of those behind it.
var fewRows = [][2]int{
	{0, 1}, {64, 512}, {512, 1024}, {448, 576}, {512 * 77, 512*77 + 300}, {plan.SegmentRows - 64, plan.SegmentRows},
	{plan.SegmentRows - 64, plan.SegmentRows + 64}, {plan.SegmentRows, plan.SegmentRows + 10},
}

// The rows of packed columns are those that came, whatever is done to the table; those who have an
// older snapshot keep its rows.
func TestPackedTable(t *testing.T) {
	if testing.Short() {
		t.Skip("other tests load and change packed tables under the race detector; make test runs this long one")
	}
	t.Parallel()
	dir, ctx := t.TempDir(), context.Background()
	c := open(t, dir)
	define(t, c, packing)
	all := packingRows(0, 3*plan.SegmentRows+100)
	load(t, c, packing, all)
	first := table(t, c, "p")
	wantPacked(t, first, 3*plan.SegmentRows)
	check := func(what string) {
		t.Helper()
		if !same(read(t, table(t, c, "p")), all) {
			t.Fatalf("%s: other rows", what)
		}
		if before := packingRows(0, 3*plan.SegmentRows+100); !same(read(t, first), before) {
			t.Fatalf("%s: the first snapshot has other rows", what)
		}
	}
	check("loaded")
	for _, count := range []int{1, 2000, 100_000, 50_000}[:1+tries(3)] {
		more := packingRows(len(all), count)
		load(t, c, packing, more)
		all = append(all, more...)
		check(fmt.Sprint("with ", count, " more"))
	}
	wantPacked(t, table(t, c, "p"), 3*plan.SegmentRows)
	if err := c.Optimize(ctx, "p"); err != nil {
		t.Fatal(err)
	}
	wantPacked(t, table(t, c, "p"), len(all)/plan.SegmentRows*plan.SegmentRows)
	check("optimized")
	all = buryEach(t, c, all, 9)
	check("without some")
	if err := c.Optimize(ctx, "p"); err != nil {
		t.Fatal(err)
	}
	check("without dead ones")
	more := packingRows(len(all), 5*plan.SegmentRows)
	load(t, c, packing, more)
	all = append(all, more...)
	check("with many more")
	c2 := openedAgain(t, dir, c)
	if !same(read(t, table(t, c2, "p")), all) {
		t.Fatal("opened again: other rows")
	}
	wantPacked(t, table(t, c2, "p"), len(all)/plan.SegmentRows*plan.SegmentRows)
}

// buryEach deletes one of so many rows each, and gives the others.
func buryEach(t *testing.T, c *store.Catalog, all rows, step int) rows {
	t.Helper()
	gone, left := snapshot.NewRowSet(len(all)), rows{}
	for i, row := range all {
		if i%step == 0 {
			gone.Add(i)
		} else {
			left = append(left, row)
		}
	}
	n, err := c.Delete(context.Background(), []string{"p"}, func(*store.View) (map[string]*snapshot.RowSet, error) {
		return map[string]*snapshot.RowSet{"p": gone}, nil
	})
	if err != nil || n != gone.Len() {
		t.Fatalf("%d rows deleted, want %d: %v", n, gone.Len(), err)
	}
	return left
}

// openedAgain closes a catalog and opens its folder again, which is checked.
func openedAgain(t *testing.T, dir string, c *store.Catalog) *store.Catalog {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := store.Open(dir, store.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { again.Close() })
	return again
}

// Values of packed rows change with UPDATE.
func TestUpdatePacked(t *testing.T) {
	t.Parallel()
	c := open(t, t.TempDir())
	define(t, c, packing)
	all := packingRows(0, 2*plan.SegmentRows)
	load(t, c, packing, all)
	given := rows{}
	for i := 0; i < len(all); i += 700 {
		given, all[i][1] = append(given, []any{int64(i), int64(-5)}), int64(-5)
	}
	u := store.Definition{Name: "p", Columns: append([]plan.Column{{Type: plan.Type{Kind: plan.Int}}}, packing.Columns[1])}
	_, err := c.Update(context.Background(), "p", []string{"negative"}, func(_ *store.View, take func(ingest.Source) error) error { return take(source(u, given)) })
	if err != nil {
		t.Fatal(err)
	}
	if !same(read(t, table(t, c, "p")), all) {
		t.Error("other rows")
	}
}

// rowBytes are the stored numbers of some rows of a column.
func rowBytes(t testing.TB, from *plan.Table, column, lo, hi int) []byte {
	a, err := from.Data.Rows(context.Background(), column, lo, hi)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer a.Release()
	return a.Data().Buffers()[1].Bytes()
}

// Ranges of rows are the same in whatever order they are asked for, by many at once, while the table
// grows, whether or not there is room for unpacked columns, and while they are forgotten.
func TestPackedRanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	define(t, c, packing)
	load(t, c, packing, packingRows(0, 3*plan.SegmentRows+100))
	whole := make([][]byte, len(packing.Columns))
	for i := range whole {
		whole[i] = slices.Clone(rowBytes(t, table(t, c, "p"), i, 0, 3*plan.SegmentRows+100))
	}
	for what, room := range map[string]func(c *store.Catalog){
		"any":  func(*store.Catalog) {},
		"none": func(c *store.Catalog) { c.Share(1) },
		"some": func(c *store.Catalog) { c.Share(900_000) },
	} {
		c = openedAgain(t, dir, c)
		room(c)
		var wg sync.WaitGroup
		for worker := range 4 {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(uint64(worker), 1))
				for range 60 {
					from := table(t, c, "p")
					column, lo := r.IntN(len(whole)), 64*r.IntN(3*plan.SegmentRows/64)
					hi := min(lo+r.IntN(2*plan.SegmentRows), 3*plan.SegmentRows+100)
					width := from.Columns[column].Storage.Width
					if got := rowBytes(t, from, column, lo, hi); !slices.Equal(got, whole[column][lo*width:hi*width]) {
						t.Errorf("%s: column %d, rows %d to %d are others", what, column, lo, hi)
					}
					if r.IntN(20) == 0 {
						c.Forget()
					}
				}
			})
		}
		wg.Go(func() {
			for k := range 5 {
				load(t, c, packing, packingRows(k, 900))
			}
		})
		wg.Wait()
	}
}

// A folder of before columns were packed opens, takes rows, and is packed by OPTIMIZE.
func TestUnpackedFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	if err := os.CopyFS(dir, os.DirFS("testdata/unpacked")); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(dir, store.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var all rows
	for i := range 65600 {
		row := []any{int64(i % 100), []string{"red", "green", "blue"}[i%3], nil}
		if i%1000 != 0 {
			row[2] = int64(i*7919%200 - 100)
		}
		all = append(all, row)
	}
	before := table(t, c, "t")
	if got := read(t, before); before.Data.(*snapshot.Version).Manifest.Format >= manifest.WithPacked || !same(got, all) {
		t.Fatal("the folder is a new one, or has other rows")
	}
	d := store.Definition{Name: "t"}
	for _, col := range before.Shown() {
		d.Columns = append(d.Columns, plan.Column{Name: col.Name, Type: col.Type, Nullable: col.Nullable})
	}
	load(t, c, d, rows{{int64(5), "red", nil}})
	if err := c.Optimize(context.Background(), "t"); err != nil {
		t.Fatal(err)
	}
	all = append(all, []any{int64(5), "red", nil})
	if got := packedRows(table(t, c, "t")); got["word"] != plan.SegmentRows || got["amount"] != 0 {
		t.Errorf("packed rows: %v", got)
	}
	if !same(read(t, before), all[:65600]) || !same(read(t, table(t, openedAgain(t, dir, c), "t")), all) {
		t.Error("other rows")
	}
}
