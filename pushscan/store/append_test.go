package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
)

// diary is a table with a column of every way in which values can be stored.
func diary() store.Definition {
	d := store.Definition{Name: "diary", PrimaryKey: []int{0, 1}}
	d.Columns = []plan.Column{
		{Name: "k", Type: integer}, {Name: "word", Type: text}, {Name: "near", Type: integer, Nullable: true},
		{Name: "far", Type: integer, Nullable: true}, {Name: "ratio", Type: double, Nullable: true},
		{Name: "note", Type: text, Nullable: true}, {Name: "day", Type: date}, {Name: "of", Type: integer, Nullable: true},
	}
	d.ForeignKeys = []plan.ForeignKey{{Column: 7, Table: "products", RefColumn: "p"}}
	return d
}

// page makes rows whose values drift: forms come to be too narrow on both sides, texts come
// behind, between and before those that there are, and NULL comes late.
func page(r *rand.Rand, n, first, spread int) rows {
	out := make(rows, n)
	for i := range out {
		k := first + i
		row := []any{int64(k), fmt.Sprint("w", k%7), int64(k % 200), r.Int64N(int64(spread)) - int64(spread)/2, float64(k) / 4,
			fmt.Sprint("note ", r.IntN(spread)), int64(20000 + k%30), productKey(k)}
		for _, c := range []int{2, 3, 4, 5, 7} {
			if spread > 1000 && r.IntN(9) == 0 {
				row[c] = nil
			}
		}
		out[i] = row
	}
	return out
}

func newDiary(t *testing.T) (dir string, c *store.Catalog, d store.Definition) {
	dir = t.TempDir()
	c, d = open(t, dir), diary()
	products, _ := saleTables()
	define(t, c, products)
	load(t, c, products, productsFrom(0))
	define(t, c, d)
	return dir, c, d
}

// However rows come, in many small loads or a few, across segments, the table has them all in
// the order in which they came, each snapshot keeps its own, and so does the folder.
func TestAppended(t *testing.T) {
	t.Parallel()
	dir, c, d := newDiary(t)
	r := rand.New(rand.NewPCG(7, 7))
	var all rows
	var kept []*plan.Table
	var counts []int
	for i, n := range []int{1, 1, 60, 1000, 3, 64*1024 - 1070, 5, 1, 2, 70000, 1, 30, 700} {
		spread := []int{10, 100, 1000, 100000, 1 << 33}[min(i/2, 4)]
		next := page(r, n, len(all), spread)
		load(t, c, d, next)
		all = append(all, next...)
		snapshot := table(t, c, d.Name)
		kept, counts = append(kept, snapshot), append(counts, len(all))
		if i%4 == 3 && !same(read(t, snapshot), all) {
			t.Fatalf("after load %d the rows are not those that came", i)
		}
	}
	for i, snapshot := range kept[:tries(len(kept))] {
		if !same(read(t, snapshot), all[:counts[i]]) {
			t.Errorf("the snapshot after load %d has other rows now", i)
		}
	}
	again := reopened(t, dir)
	if !same(read(t, table(t, again, d.Name)), all) {
		t.Error("the rows are others once the folder is opened again")
	}
}

// reopened opens a copy of a folder, whose catalog is open, and compares every file with its checksum.
func reopened(t *testing.T, dir string) *store.Catalog {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(to, store.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// columnFiles are the files of a table's columns, but for dictionaries, and their sizes.
func columnFiles(t *testing.T, dir, table string) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	found, err := filepath.Glob(filepath.Join(dir, table, "*.col"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(f)] = info.Size()
	}
	return out
}

// A load of a few rows leaves the files of all columns whose form holds them, also where a text
// comes between others; where a value does not fit, that column alone has a new one.
func TestAppendKeepsFiles(t *testing.T) {
	t.Parallel()
	dir, c, d := newDiary(t)
	r := rand.New(rand.NewPCG(8, 8))
	load(t, c, d, page(r, 70000, 0, 100000))
	before := columnFiles(t, dir, d.Name)
	row := func(k int, far int64, note any) []any {
		return []any{int64(k), "w3", int64(5), far, 1.5, note, int64(20003), productKey(1)}
	}
	for i, step := range []struct {
		row []any
		new string // column that is written anew
	}{
		{row(70000, 7, "note 5"), ""}, {row(70001, 8, nil), ""}, {row(70002, 1<<40, "note 5"), "far"}, {row(70003, -1<<39, "note 5"), ""},
		{row(70004, 3, "a"), ""}, {row(70005, 3, "z"), ""},
	} {
		load(t, c, d, rows{step.row})
		after := columnFiles(t, dir, d.Name)
		for name, size := range after {
			was, kept := before[name]
			isNew := step.new != "" && strings.Contains(name, "-"+step.new+".")
			if kept == isNew || kept && size < was {
				t.Errorf("step %d: %s of %d bytes, before %v of %d", i, name, size, kept, was)
			}
		}
		before = after
	}
}

// Values that rise, or fall, for ever have their column written anew a few times only.
func TestRoomForMore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, d := open(t, dir), store.Definition{Name: "t", Columns: columns("up", "down", "out")}
	define(t, c, d)
	seen := map[string]bool{}
	for i := range 400 {
		sign := int64(1 - i%2*2)
		load(t, c, d, rows{{int64(i * 100), int64(-i * 100), sign * int64(i*i)}})
		for name := range columnFiles(t, dir, "t") {
			seen[name] = true
		}
	}
	if len(seen) > 3*20 {
		t.Errorf("%d files for 400 rows", len(seen))
	}
}

// The key of a row that comes is looked for among those that come and among those that there
// are, dead ones apart; an error leaves the table as it was.
func TestAppendedKeys(t *testing.T) {
	t.Parallel()
	_, c, d := newDiary(t)
	r := rand.New(rand.NewPCG(9, 9))
	all := page(r, 70000, 0, 100)
	load(t, c, d, all)
	ctx := context.Background()
	for _, twice := range []rows{{all[3]}, {all[69999]}, {page(r, 1, 70000, 9)[0], all[66000]}, slices.Repeat(page(r, 1, 70001, 9), 2)} {
		n, err := c.Load(ctx, d.Name, source(d, twice))
		var e *store.RowError
		if n != 0 || !errors.As(err, &e) || e.SQLCode() != 1062 || e.Row != int64(len(twice)-1) || !strings.Contains(e.Origin, fmt.Sprint("line ", len(twice))) {
			t.Errorf("%d rows, error %v (%+v)", n, err, e)
		}
	}
	if _, err := c.Delete(ctx, []string{"diary"}, func(*store.View) (map[string]*snapshot.RowSet, error) {
		set := snapshot.NewRowSet(70000)
		set.Add(66000)
		return map[string]*snapshot.RowSet{"diary": set}, nil
	}); err != nil {
		t.Fatal(err)
	}
	load(t, c, d, rows{all[66000]})
	want := append(slices.Delete(slices.Clone(all), 66000, 66001), all[66000])
	if !same(read(t, table(t, c, d.Name)), want) {
		t.Error("the rows are not those before, without the dead one, and it again")
	}
	unknown := page(r, 1, 80000, 9)
	unknown[0][7] = int64(5)
	if _, err := c.Load(ctx, d.Name, source(d, unknown)); err == nil || !strings.Contains(err.Error(), "no row of table products has this p") {
		t.Errorf("a product that is not there: %v", err)
	}
}

// Rows that come in the order of the table keep it, others do not.
func TestAppendedOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, d := open(t, dir), store.Definition{Name: "t", Columns: columns("a", "#b"), Order: []string{"b", "a"}}
	define(t, c, d)
	load(t, c, d, rows{{int64(2), "m"}, {int64(1), "m"}})
	for _, step := range []struct {
		row   []any
		order string
	}{{[]any{int64(2), "m"}, "b a"}, {[]any{int64(1), "n"}, "b a"}, {[]any{int64(0), "n"}, ""}} {
		load(t, c, d, rows{step.row})
		if got := orderOf(table(t, c, "t")); got != step.order {
			t.Errorf("after %v the order is %q, want %q", step.row, got, step.order)
		}
	}
}

// What a load that failed left behind the rows is of no one.
func TestBytesBehindTheRows(t *testing.T) {
	t.Parallel()
	dir, c, d := newDiary(t)
	r := rand.New(rand.NewPCG(10, 10))
	all := page(r, 500, 0, 100)
	load(t, c, d, all)
	for name := range columnFiles(t, dir, d.Name) {
		f, err := os.OpenFile(filepath.Join(dir, d.Name, name), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(slices.Repeat([]byte{0xa5}, 777)); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	if !same(read(t, table(t, reopened(t, dir), d.Name)), all) {
		t.Error("the rows are others")
	}
	more := page(r, 600, 500, 100)
	load(t, c, d, more)
	if !same(read(t, table(t, reopened(t, dir), d.Name)), append(all, more...)) {
		t.Error("the rows are others once more have come")
	}
}
